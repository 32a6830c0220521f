//! Dice: the level's own, so that a replay and a saved game roll alike.

use super::{Api, Group, row};
use crate::call::{Answer, with_call};
use crate::error::refuse;
use kerosene_math::Pcg32;
use rhai::{Array, Dynamic, FLOAT, INT};

pub(super) fn register(api: &mut Api<'_>) {
    let help = "A number from 0 up to 1, which it never is.";
    api.add(row(Group::Random, "rand", "() -> float", help, "rand() < 1.0"), unit);
    let help = "A number between two others.";
    let range =
        row(Group::Random, "rand_range", "(low: float, high: float) -> float", help, "rand_range(1.0, 2.0) >= 1.0");
    api.add(range, |low: FLOAT, high: FLOAT| Ok::<_, Box<rhai::EvalAltResult>>(low + (high - low) * unit()?));
    let help = "A whole number from `low` to `high`, both among them.";
    let whole = row(Group::Random, "rand_int", "(low: int, high: int) -> int", help, "rand_int(3, 3) == 3");
    api.add(whole, whole_number);
    let help = "One of the values of an array; `()` of an empty one.";
    let pick = row(Group::Random, "pick", "(values: array) -> value", help, "pick([7]) == 7");
    api.add(pick, |values: &mut Array| -> Answer<Dynamic> {
        if values.is_empty() {
            return Ok(Dynamic::UNIT);
        }
        let place = whole_number(0, values.len() as INT - 1)?;
        Ok(values[place as usize].clone())
    });
}

fn unit() -> Answer<FLOAT> {
    with_call(|call| Ok((call.roll(Pcg32::next_u32) >> 8) as FLOAT / (1_u32 << 24) as FLOAT))
}

fn whole_number(low: INT, high: INT) -> Answer<INT> {
    let faces = high.checked_sub(low).and_then(|span| u32::try_from(span).ok()).and_then(|span| span.checked_add(1));
    let Some(faces) = faces else {
        return Err(refuse("rand_int(low, high) wants low at most high, and below 4,294,967,295 numbers between them"));
    };
    with_call(|call| Ok(low + INT::from(call.roll(|dice| dice.below(faces)).unwrap_or(0))))
}
