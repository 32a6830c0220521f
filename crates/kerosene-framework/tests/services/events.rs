//! Events: seed 004, "ScriptEvents".

use crate::rig::{Rig, say};
use kerosene_entity::EntityId;
use kerosene_framework::{Hook, SubscriptionId};
use std::cell::RefCell;
use std::rc::Rc;

/// Three listeners that say what they hear.
fn listeners() -> (Rig, [EntityId; 3]) {
    let mut rig = Rig::new(|context, hook| {
        if let Hook::Event(event) = *hook {
            let heard = context.text(event.name).to_owned();
            say(context, &heard);
        }
        Ok(())
    });
    let all = ["a", "b", "c"].map(|name| rig.spawn(name));
    rig.tick();
    (rig, all)
}

#[test]
fn delivery_is_synchronous_and_in_subscription_order() {
    let (mut rig, [a, b, c]) = listeners();
    for listener in [c, a, b] {
        rig.context(listener).subscribe_events();
    }
    let publisher = rig.spawn("p");
    rig.context(publisher).publish_event("ping", "", 0.0);
    assert_eq!(rig.said(), ["c ping", "a ping", "b ping"]);
}

#[test]
fn every_listener_gets_every_event_unless_it_asked_for_one_name() {
    let (mut rig, [a, b, _]) = listeners();
    rig.context(a).subscribe_events();
    rig.context(b).subscribe_event("two");
    rig.context(a).publish_event("one", "", 0.0);
    rig.context(a).publish_event("two", "", 0.0);
    assert_eq!(rig.said(), ["a one", "a two", "b two"]);
}

#[test]
fn the_payload_is_name_source_text_and_number() {
    let mut rig = Rig::new(|context, hook| {
        if let Hook::Event(event) = *hook {
            let source = event.source.map(|source| context.world.name_of(source).to_owned());
            let said = format!("{} {source:?} {} {}", context.text(event.name), context.text(event.text), event.number);
            context.log(&said);
        }
        Ok(())
    });
    let (a, b) = (rig.spawn("a"), rig.spawn("b"));
    rig.tick();
    rig.context(b).subscribe_events();
    rig.context(a).publish_event("found", "gold", 2.5);
    assert_eq!(rig.said(), ["found Some(\"a\") gold 2.5"]);
}

#[test]
fn unsubscribing_inside_a_callback_empties_the_place_at_once() {
    let (mut rig, [a, b, c]) = listeners();
    let of_b = Rc::new(RefCell::new(SubscriptionId::NONE));
    let handle = Rc::clone(&of_b);
    rig.act(move |context, hook| {
        if let Hook::Event(_) = hook {
            say(context, "hears");
            context.unsubscribe(*handle.borrow());
        }
        Ok(())
    });
    rig.context(a).subscribe_events();
    *of_b.borrow_mut() = rig.context(b).subscribe_events();
    rig.context(c).subscribe_events();
    let publisher = rig.spawn("p");
    rig.context(publisher).publish_event("ping", "", 0.0);
    assert_eq!(rig.said(), ["a hears", "c hears"]);
    assert_eq!(rig.framework.services().events().len(), 2);
}

#[test]
fn a_listener_added_during_a_delivery_hears_from_the_next_event() {
    let (mut rig, [a, b, _]) = listeners();
    rig.act(move |context, hook| {
        if let Hook::Event(_) = hook {
            say(context, "hears");
            if context.owner() == a && context.services.events().len() == 1 {
                context.in_name_of(b).subscribe_events();
            }
        }
        Ok(())
    });
    rig.context(a).subscribe_events();
    let publisher = rig.spawn("p");
    rig.context(publisher).publish_event("one", "", 0.0);
    assert_eq!(rig.said(), ["a hears"]);
    rig.context(publisher).publish_event("two", "", 0.0);
    assert_eq!(rig.said(), ["a hears", "b hears"]);
}

#[test]
fn publishing_inside_a_callback_reaches_the_others_before_the_outer_delivery_goes_on() {
    let (mut rig, [a, b, c]) = listeners();
    rig.act(|context, hook| {
        if let Hook::Event(event) = *hook {
            let heard = context.text(event.name).to_owned();
            say(context, &heard);
            if heard == "outer" && context.world.name_of(context.owner()) == "a" {
                context.publish_event("inner", "", 0.0);
            }
        }
        Ok(())
    });
    for listener in [a, b, c] {
        rig.context(listener).subscribe_events();
    }
    let publisher = rig.spawn("p");
    rig.context(publisher).publish_event("outer", "", 0.0);
    // Whoever publishes hears its own event when its hook is done, and before anything else runs that was not begun.
    assert_eq!(rig.said(), ["a outer", "b inner", "c inner", "a inner", "b outer", "c outer"]);
}

#[test]
fn places_are_closed_when_the_outermost_delivery_is_over() {
    let (mut rig, [a, b, c]) = listeners();
    rig.act(move |context, hook| {
        if let Hook::Event(event) = *hook {
            let heard = context.text(event.name).to_owned();
            say(context, &heard);
            match heard.as_str() {
                "outer" if context.owner() == a => context.publish_event("inner", "", 0.0),
                "inner" if context.owner() == b => context.services.events_mut().unsubscribe_all(b),
                _ => {}
            }
        }
        Ok(())
    });
    for listener in [a, b, c] {
        rig.context(listener).subscribe_events();
    }
    let publisher = rig.spawn("p");
    rig.context(publisher).publish_event("outer", "", 0.0);
    assert_eq!(rig.said(), ["a outer", "b inner", "c inner", "a inner", "c outer"]);
    rig.context(publisher).publish_event("later", "", 0.0);
    assert_eq!(rig.said(), ["a later", "c later"]);
}

#[test]
fn a_listener_that_fails_is_named_and_the_others_still_hear() {
    let (mut rig, [a, b, c]) = listeners();
    rig.act(move |context, hook| match hook {
        Hook::Event(_) if context.owner() == b => Err("no ears".into()),
        Hook::Event(_) => {
            say(context, "hears");
            Ok(())
        }
        _ => Ok(()),
    });
    for listener in [a, b, c] {
        rig.context(listener).subscribe_events();
    }
    let publisher = rig.spawn("p");
    rig.context(publisher).publish_event("ping", "", 0.0);
    let said = rig.said();
    assert_eq!((said[0].as_str(), said[2].as_str()), ("a hears", "c hears"));
    assert!(said[1].contains("no ears") && said[1].contains("on_event") && said[1].contains("`b`"), "{}", said[1]);
}

#[test]
fn subscriptions_end_with_their_script() {
    let (mut rig, [a, b, _]) = listeners();
    rig.context(a).subscribe_events();
    rig.context(b).subscribe_events();
    rig.context(b).destroy(a);
    rig.tick();
    assert_eq!(rig.framework.services().events().len(), 1);
    rig.context(b).remove_script(b);
    assert!(rig.framework.services().events().is_empty());
}

#[test]
fn scripts_that_answer_themselves_without_end_are_cut_off() {
    let (mut rig, [a, _, _]) = listeners();
    let count = Rc::new(RefCell::new(0));
    let seen = Rc::clone(&count);
    rig.act(move |context, hook| {
        if let Hook::Event(_) = hook {
            *seen.borrow_mut() += 1;
            context.publish_event("again", "", 0.0);
        }
        Ok(())
    });
    rig.context(a).subscribe_events();
    let publisher = rig.spawn("p");
    rig.context(publisher).publish_event("again", "", 0.0);
    assert!((4096..5000).contains(&*count.borrow()), "{}", count.borrow());
    assert!(rig.said()[0].contains("without end"));
}

#[test]
fn a_chain_through_many_scripts_is_told_to_the_end_and_not_by_recursion() {
    let mut rig = Rig::new(|context, hook| {
        if let Hook::Event(event) = *hook {
            let own: f32 = context.world.name_of(context.owner()).parse().unwrap();
            if own == event.number {
                context.publish_event("next", "", event.number + 1.0);
            }
            if own == 299.0 && event.number == own {
                context.log("the last");
            }
        }
        Ok(())
    });
    let all: Vec<EntityId> = (0..300).map(|number| rig.spawn(&number.to_string())).collect();
    rig.tick();
    for &listener in &all {
        rig.context(listener).subscribe_events();
    }
    rig.context(all[0]).publish_event("next", "", 290.0);
    assert_eq!(rig.said(), ["the last"]);
}

/// Everybody who hears something subscribes once more and answers twice: a tick ends all the same, says why, and the next one
/// begins anew.
#[test]
fn listeners_that_multiply_are_cut_off() {
    let (mut rig, [a, b, c]) = listeners();
    let told = Rc::new(RefCell::new(0_u32));
    let seen = Rc::clone(&told);
    rig.act(move |context, hook| {
        match hook {
            Hook::Event(_) => {
                *seen.borrow_mut() += 1;
                context.subscribe_events();
                context.publish_event("again", "", 0.0);
                context.publish_event("again", "", 0.0);
            }
            Hook::Update(_) => context.publish_event("again", "", 0.0),
            _ => {}
        }
        Ok(())
    });
    for listener in [a, b, c] {
        rig.context(listener).subscribe_events();
    }
    for _ in 0..2 {
        rig.tick();
        let said = rig.said();
        let cut_off = said.iter().filter(|text| text.contains("too many events for too many listeners")).count();
        assert_eq!(cut_off, 1, "{:?}", said.last());
        assert!((1000..300_000).contains(&told.replace(0)));
    }
    assert_eq!(rig.framework.script_count(), 3, "nobody is to blame");
}
