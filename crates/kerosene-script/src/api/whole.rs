//! Whole numbers where floats are wanted: `run_after(3, "close")`.
//!
//! The language finds a function by the kinds of its arguments and turns nothing into anything, so a function of floats is
//! entered for each way in which some of them may be whole. What is entered turns those into floats where they lie and
//! goes on to the function itself, which costs no memory. A function that somebody wrote for whole numbers goes before
//! these, for they lie in a module of their own that is searched later.

use crate::call::Answer;
use rhai::{Dynamic, FLOAT, FuncRegistration, INT, Module, NativeCallContext, RhaiFunc, Shared};
use std::any::TypeId;

/// Enters a function, of parameters of some kinds, for every way in which its floats may be whole numbers.
pub(super) fn enter(module: &mut Module, name: &str, kinds: &[TypeId], function: &RhaiFunc) {
    let Some(native) = function.get_native_fn() else { return };
    // What a method is called on is the script's own variable, not a copy of it.
    let own = usize::from(function.is_method());
    let floats = (own..kinds.len()).filter(|&place| kinds[place] == TypeId::of::<FLOAT>());
    let floats = floats.fold(0_u32, |bits, place| bits | 1 << place);
    // Every subset of the places, the empty one last.
    let mut whole = floats;
    while whole != 0 {
        let kind = |place: usize| if whole >> place & 1 == 1 { TypeId::of::<INT>() } else { kinds[place] };
        let kinds: Vec<TypeId> = (0..kinds.len()).map(kind).collect();
        let registration = FuncRegistration::new(name).in_global_namespace();
        registration.set_into_module_raw(module, kinds, made_float(native, whole, function));
        whole = (whole - 1) & floats;
    }
}

/// What the language keeps of a function.
type Native = Shared<dyn Fn(Option<NativeCallContext<'_>>, &mut [&mut Dynamic]) -> Answer<Dynamic> + Send + Sync>;

/// A function that turns the arguments at some places into floats and goes on to another.
fn made_float(native: &Native, places: u32, like: &RhaiFunc) -> RhaiFunc {
    let native = Shared::clone(native);
    let func = move |context: Option<NativeCallContext<'_>>, arguments: &mut [&mut Dynamic]| {
        for (place, argument) in arguments.iter_mut().enumerate() {
            if places >> place & 1 == 1
                && let Ok(whole) = argument.as_int()
            {
                **argument = Dynamic::from_float(whole as FLOAT);
            }
        }
        native(context, arguments)
    };
    let (func, has_context, is_pure, is_volatile) =
        (Shared::new(func), like.has_context(), like.is_pure(), like.is_volatile());
    if like.is_method() {
        RhaiFunc::Method { func, has_context, is_pure, is_volatile }
    } else {
        RhaiFunc::Pure { func, has_context, is_pure, is_volatile }
    }
}
