//! Damaged files: cut short at every byte, bits flipped, random bytes.
#![allow(clippy::unwrap_used, reason = "tests")]

use kerosene_map::{ReadOptions, read_map};
use proptest::prelude::*;

const SMALL: &str = r#"// Game: Quake
// entity 0
{
"classname" "worldspawn"
"wad" "c:\quake\"
// brush 0
{
( -16 0 0 ) ( -16 1 0 ) ( -16 0 1 ) {fence [ 0 1 0 8 ] [ 0 0 -1 4 ] 15 0.5 0 1 2 3
( 16 0 0 ) ( 16 0 1 ) ( 16 1 0 ) *lava 1 2 30 1 1
}
{
patchDef2
{
curve
( 3 3 0 0 0 )
( ( ( 0 0 0 0 0 ) ( 0 8 0 0 1 ) ( 0 16 0 0 2 ) )
( ( 8 0 0 0 0 ) ( 8 8 9 0 1 ) ( 8 16 0 0 2 ) ) ( ( 16 0 0 0 0 ) ( 16 8 0 0 1 ) ( 16 16 0 0 2 ) ) )
}
}
{
brushDef
{
"key" "value"
( 0 0 8 ) ( 0 8 8 ) ( 8 8 8 ) ( ( 0.0078125 0 2 ) ( 0 0.015625 0.75 ) ) textures/floor 134217728 2 0
}
}
{
brushDef3
{
( 0 0 1 -64 ) ( ( 1 0 0 ) ( 0 1 0 ) ) "wall" 0 0 0
}
}
}
{
"classname" "func_group"
"_tb_type" "_tb_group"
"_tb_id" "1"
"_tb_group" "1"
}
{ "classname" "light" "_tb_group" "1" "message" "say \"hi\"" }
"#;

fn read(bytes: &[u8]) -> bool {
    read_map("damaged.map", bytes, &ReadOptions::default()).is_ok()
}

#[test]
fn the_small_map_reads_whole() {
    assert!(read(SMALL.as_bytes()));
}

#[test]
fn a_map_cut_short_anywhere_is_an_error_inside_a_block_and_none_between() {
    let mut depth = 0_i32;
    for length in 0..SMALL.len() {
        let cut = &SMALL.as_bytes()[..length];
        // Braces that stand alone; the comment lines and names of this map hold no others.
        let is_brace = |byte: u8| {
            let before = length.checked_sub(2).map_or(b'\n', |at| SMALL.as_bytes()[at]);
            length > 0 && cut[length - 1] == byte && matches!(before, b'\n' | b' ')
        };
        if is_brace(b'{') && SMALL.as_bytes()[length] != b'f' {
            depth += 1;
        } else if is_brace(b'}') {
            depth -= 1;
        }
        let open = depth > 0 || (length > 0 && cut.ends_with(b"/") && !cut.ends_with(b"//"));
        assert_eq!(read(cut), !open, "cut at {length}: depth {depth}");
    }
}

#[test]
fn every_flipped_bit_is_survived() {
    for at in 0..SMALL.len() {
        for bit in 0..8 {
            let mut bytes = SMALL.as_bytes().to_vec();
            bytes[at] ^= 1 << bit;
            read(&bytes);
        }
    }
}

proptest! {
    #[test]
    fn any_bytes_are_survived(bytes in proptest::collection::vec(any::<u8>(), 0..400)) {
        read(&bytes);
    }

    #[test]
    fn any_soup_of_its_own_words_is_survived(words in proptest::collection::vec(
        prop_oneof![
            Just("{"), Just("}"), Just("("), Just(")"), Just("["), Just("]"), Just("\""), Just("\\\""), Just("\n"), Just("//"),
            Just("( 0 0 0 ) ( 1 0 0 ) ( 0 1 0 ) w 0 0 0 1 1"), Just("\"classname\" \"func_group\""), Just("1e999"),
            Just("\"_tb_type\" \"_tb_layer\""), Just("\"_tb_id\" \"1\""), Just("\"_tb_group\" \"1\""), Just("brushDef"), Just("7"),
        ],
        0..120,
    )) {
        read(words.join(" ").as_bytes());
    }
}
