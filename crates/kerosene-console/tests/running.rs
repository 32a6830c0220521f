//! Running text: order, waits, aliases, bounds, and the commands about the console.
#![allow(clippy::unwrap_used, reason = "tests")]

use kerosene_console::{Command, Console, ConsoleRequest, Convar, ConvarFlags, Level, LogRelay, Value};

use proptest::prelude::*;

/// Runs a frame; requests become lines `! name args`.
fn frame(console: &mut Console) {
    console.begin_frame();
    while let Some(ConsoleRequest { name, args, .. }) = console.next_request() {
        console.print(Level::Debug, &format!("! {name} {}", args.join(" ")));
    }
}

fn run(console: &mut Console, text: &str) {
    console.enqueue(text);
    frame(console);
}

fn lines(console: &Console) -> Vec<&str> {
    console.scrollback().map(|line| line.text.as_str()).collect()
}

#[test]
fn requests_come_in_their_place() {
    let mut console = Console::new();
    run(&mut console, "echo a; MAP e1m1\necho b");
    assert_eq!(lines(&console), ["a", "! map e1m1", "b"]);
}

#[test]
fn an_unclaimed_request_is_reported() {
    let mut console = Console::new();
    console.register_command(Command::new("map", "")).unwrap();
    console.enqueue("flub; map");
    console.begin_frame();
    while let Some(request) = console.next_request() {
        console.report_unclaimed(&request);
    }
    assert_eq!(lines(&console), ["unknown command `flub`; `find` looks for names", "`map` does nothing here"]);
}

#[test]
fn a_cheat_command_is_refused_while_cheats_are_off() {
    let mut console = Console::new();
    console.register_command(Command::new("noclip", "").cheat()).unwrap();
    run(&mut console, "noclip");
    assert!(lines(&console)[0].contains("is a cheat"));
    console.set_cheats(true);
    run(&mut console, "clear; noclip");
    assert_eq!(lines(&console), ["! noclip "]);
}

#[test]
fn wait_defers_the_rest_of_its_own_text() {
    let mut console = Console::new();
    console.enqueue("echo a; wait 2; echo b; wait; echo c");
    console.enqueue("echo other");
    frame(&mut console);
    assert_eq!(lines(&console), ["a", "other"]);
    frame(&mut console);
    assert_eq!(lines(&console).len(), 2);
    run(&mut console, "echo typed");
    assert_eq!(lines(&console)[2..], ["b", "typed"]);
    frame(&mut console);
    assert_eq!(lines(&console)[4..], ["c"]);
    run(&mut console, "wait x; echo on");
    assert!(lines(&console)[5].starts_with("Defers"));
    assert_eq!(lines(&console)[6..], ["on"]);
}

#[test]
fn aliases_run_before_what_follows_them() {
    let mut console = Console::new();
    run(&mut console, "alias both \"echo 1; echo 2\"; BOTH; echo 3; alias both; alias both \"\"; both");
    assert_eq!(lines(&console), ["1", "2", "3", "both = echo 1; echo 2", "! both "]);
    run(&mut console, "clear; alias echo x; alias a echo hi; alias");
    assert_eq!(lines(&console), ["the name `echo` is taken", "a = echo hi"]);
}

#[test]
fn an_alias_that_runs_itself_is_cut_off() {
    let mut console = Console::new();
    run(&mut console, "alias a \"echo x; a\"; a; echo after");
    let lines = lines(&console);
    assert_eq!(lines.iter().filter(|line| **line == "x").count(), Console::NESTING);
    assert!(lines[Console::NESTING].contains("nested more than 16 deep"));
    assert_eq!(lines.last(), Some(&"after"));
}

#[test]
fn a_file_that_runs_itself_is_cut_off() {
    let mut console = Console::new();
    console.enqueue("exec a");
    console.begin_frame();
    let mut files = 0;
    while let Some(request) = console.next_request() {
        files += 1;
        console.insert(&request, "exec a");
    }
    assert_eq!(files, Console::NESTING + 1);
}

#[test]
fn an_alias_that_multiplies_is_cut_off() {
    let mut console = Console::new();
    run(&mut console, "alias a \"b;b;b;b;b\"; alias b \"a;a;a;a;a\"; a; echo after");
    let last = console.scrollback().next_back().unwrap();
    assert_eq!(last.level, Level::Error);
    assert!(last.text.contains("commands in one frame"), "{}", last.text);
    run(&mut console, "echo alive");
    assert_eq!(lines(&console).last(), Some(&"alive"));
}

#[test]
fn a_loop_that_waits_goes_on() {
    let mut console = Console::new();
    run(&mut console, "alias loop \"echo x; wait; loop\"; loop");
    for _ in 0..99 {
        frame(&mut console);
    }
    assert_eq!(lines(&console), ["x"; 100]);
}

#[test]
fn the_buffer_is_bounded() {
    let mut console = Console::new();
    for _ in 0..100 {
        console.enqueue(&"echo x\n".repeat(1000));
    }
    assert!(lines(&console).iter().all(|line| line.contains("buffer is full")));
    assert!(!lines(&console).is_empty());
    console.enqueue(&"x".repeat(Console::BUFFER_BYTES + 1));
    frame(&mut console);
    let before = lines(&console).len();
    run(&mut console, "clear; echo room again");
    assert!(before > 1000);
    assert_eq!(lines(&console), ["room again"]);
}

#[test]
fn toggles_step_and_wrap() {
    let mut console = Console::new();
    let switch = console.register(Convar::bool("b", false, "")).unwrap();
    let number = console.register(Convar::float("f", 1.0, "")).unwrap();
    run(&mut console, "toggle b");
    assert_eq!(console.convar(switch).value(), &Value::Bool(true));
    for expected in [2.0, 3.5, 1.0] {
        run(&mut console, "toggle f 1.0 2 3.5");
        assert_eq!(console.convar(number).value(), &Value::Float(expected));
    }
    run(&mut console, "f 99; toggle f 5 6");
    assert_eq!(console.convar(number).value(), &Value::Float(5.0), "a value off the list goes to its first");
    for expected in [7.0, 0.0, 2.0] {
        run(&mut console, "incrementvar f 0 8 2");
        assert_eq!(console.convar(number).value(), &Value::Float(expected));
    }
    run(&mut console, "incrementvar f 0 8 -3; revert b");
    assert_eq!(console.convar(number).value(), &Value::Float(8.0));
    assert_eq!(console.convar(switch).value(), &Value::Bool(false));
    run(&mut console, "clear; toggle; toggle nix; incrementvar f 0 1; incrementvar f 0 1 nan");
    assert_eq!(lines(&console).len(), 4);
    assert_eq!(lines(&console)[1], "there is no convar `nix`");
}

#[test]
fn lists_are_in_order_of_names() {
    let mut console = Console::new();
    console.register(Convar::int("sv_b", 2, "Second").flags(ConvarFlags::ARCHIVE)).unwrap();
    console.register(Convar::int("SV_a", 1, "First").range(0.0..=9.0)).unwrap();
    console.register(Convar::int("cl_x", 0, "")).unwrap();
    run(&mut console, "sv_b 7; cvarlist SV_");
    assert_eq!(
        lines(&console),
        ["SV_a is \"1\" [0 to 9] - First", "sv_b is \"7\" (default \"2\") archive - Second", "2 found",]
    );
    run(&mut console, "clear; find first; find sv_B; help echo; help nix; sv_a");
    assert_eq!(
        lines(&console),
        [
            "SV_a is \"1\" [0 to 9] - First",
            "1 found",
            "sv_b is \"7\" (default \"2\") archive - Second",
            "1 found",
            "echo - Prints its arguments",
            "there is no `nix`; `find` looks for names",
            "SV_a is \"1\" [0 to 9] - First",
        ]
    );
    run(&mut console, "clear; cmdlist");
    let commands: Vec<_> = console.commands().map(|command| command.name().to_owned()).collect();
    assert_eq!(lines(&console).len(), commands.len() + 1);
    assert_eq!(
        commands,
        [
            "alias",
            "clear",
            "cmdlist",
            "cvarlist",
            "echo",
            "exec",
            "find",
            "help",
            "incrementvar",
            "revert",
            "toggle",
            "wait"
        ]
    );
}

#[test]
fn the_scrollback_keeps_the_last_lines() {
    let mut console = Console::new();
    for line in 0..Console::SCROLLBACK_LINES + 10 {
        console.print(Level::Info, &line.to_string());
    }
    assert_eq!(console.scrollback().len(), Console::SCROLLBACK_LINES);
    assert_eq!(console.scrollback().next().unwrap().text, "10");
    console.print(Level::Info, "two\nlines");
    assert_eq!(console.scrollback().next_back().unwrap().text, "lines");
    console.print(Level::Info, &"ä".repeat(100_000));
    assert_eq!(console.scrollback().next_back().unwrap().text.chars().count(), 4096);
}

#[test]
fn the_relay_is_bounded_and_says_what_it_dropped() {
    let mut console = Console::new();
    let relay = console.relay();
    for line in 0..LogRelay::CAPACITY + 3 {
        relay.log(Level::Info, line.to_string());
    }
    console.begin_frame();
    assert_eq!(console.scrollback().next_back().unwrap().text, (LogRelay::CAPACITY + 2).to_string());
    relay.log(Level::Info, "more");
    console.begin_frame();
    assert_eq!(lines(&console).last(), Some(&"more"));
    let mut other = Console::new();
    for _ in 0..LogRelay::CAPACITY + 3 {
        other.relay().log(Level::Info, "ä".repeat(LogRelay::TEXT_BYTES));
    }
    other.begin_frame();
    assert_eq!(other.scrollback().len(), Console::SCROLLBACK_LINES);
    let mut third = Console::new();
    let relay = third.relay();
    (0..LogRelay::CAPACITY + 3).for_each(|_| relay.log(Level::Info, ""));
    third.begin_frame();
    third.print(Level::Info, "a\n\nb\n");
    assert_eq!(lines(&third)[LogRelay::CAPACITY - 5..], ["", "", "a", "", "b"]);
}

#[test]
fn names_and_arguments_complete() {
    let mut console = Console::new();
    let maps = Command::new("map", "").completes(|query| match query.before.len() {
        0 => vec!["e1m2".into(), "e1m1".into(), "start".into()],
        _ => vec![format!("after-{}", query.before[0])],
    });
    console.register_command(maps).unwrap();
    console.register(Convar::bool("mat_flag", false, "")).unwrap();
    let complete = |line: &str| console.complete(line);
    assert_eq!(complete("ma").candidates, ["map", "mat_flag"]);
    assert_eq!(complete("ma").common_prefix(), "ma");
    assert_eq!(complete("map ").candidates, ["e1m1", "e1m2", "start"]);
    let second = complete("echo ä; map E1");
    assert_eq!((second.start, second.candidates), (13, vec!["e1m1".to_owned(), "e1m2".to_owned()]));
    assert_eq!(complete("map start a").candidates, ["after-start"]);
    assert_eq!(complete("mat_flag ").candidates, ["0", "1"]);
    assert_eq!(complete("toggle ma").candidates, ["mat_flag"]);
    assert_eq!(complete("help cl").candidates, ["clear"]);
    assert_eq!(complete("nix ").candidates, Vec::<String>::new());
    assert_eq!(complete("map ä").candidates, Vec::<String>::new());
    assert!(complete("").candidates.len() > 12);
}

/// Text that often means something to the console.
fn script() -> impl Strategy<Value = String> {
    let word = prop::sample::select(vec![
        "alias",
        "a",
        "b",
        "toggle",
        "revert",
        "incrementvar",
        "wait",
        "echo",
        "find",
        "help",
        "cvarlist",
        "cmdlist",
        "clear",
        "exec",
        "f",
        "t",
        "sv_cheats",
        "1",
        "0",
        "-3",
        "nan",
        "x",
        ";",
        "\n",
        "\"",
        "\\",
        "//",
        "\"a; b; a\"",
        "\"b;b\"",
    ]);
    prop_oneof![prop::collection::vec(word, 0..40).prop_map(|words| words.join(" ")), any::<String>(),]
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, cases: 200, ..ProptestConfig::default() })]

    #[test]
    fn any_text_runs_to_its_end(texts in prop::collection::vec(script(), 0..6)) {
        let mut console = Console::new();
        console.register(Convar::bool("sv_cheats", false, "").flags(ConvarFlags::CHEAT_SWITCH)).unwrap();
        console.register(Convar::float("f", 1.0, "").flags(ConvarFlags::CHEAT).range(-2.0..=3.0)).unwrap();
        console.register(Convar::text("t", "", "")).unwrap();
        for text in &texts {
            console.enqueue(text);
            console.begin_frame();
            while let Some(request) = console.next_request() {
                if request.name == "exec" {
                    console.insert(&request, text);
                } else {
                    console.report_unclaimed(&request);
                }
            }
            let _ = console.complete(text);
            prop_assert!(console.scrollback().len() <= Console::SCROLLBACK_LINES);
        }
    }
}
