//! A tuple of terms is a term: all of them for each entity.

use super::filter::Filter;
use super::source::{Exclusive, Source};
use super::term::Term;
use super::update::UpdateTerm;
use crate::Schema;

macro_rules! tuple_terms {
    ($($term:ident $index:tt),*) => {
        impl<$($term: Term),*> Term for ($($term,)*) {
            type Item = ($($term::Item,)*);
            type Access<'s> = ($($term::Access<'s>,)*);
            type Run<'s> = ($($term::Run<'s>,)*);

            fn filter(schema: &Schema, filter: &mut Filter) {
                $($term::filter(schema, filter);)*
            }

            fn access<'s>(source: &mut impl Source<'s>) -> Option<Self::Access<'s>> {
                Some(($($term::access(source)?,)*))
            }

            fn run_length(access: Self::Access<'_>) -> u32 {
                64 $(.min($term::run_length(access.$index)))*
            }

            #[inline]
            fn run<'s>(access: Self::Access<'s>, first: u32, slots: u32) -> Self::Run<'s> {
                ($($term::run(access.$index, first, slots),)*)
            }

            #[inline]
            fn item(run: Self::Run<'_>, offset: u32) -> Self::Item {
                ($($term::item(run.$index, offset),)*)
            }
        }

        impl<$($term: UpdateTerm),*> UpdateTerm for ($($term,)*) {
            type Item<'i> = ($($term::Item<'i>,)*);
            type Access<'s> = ($($term::Access<'s>,)*);
            type Run<'r> = ($($term::Run<'r>,)*);
            type Held = ($($term::Held,)*);

            fn filter(schema: &Schema, filter: &mut Filter) {
                $($term::filter(schema, filter);)*
            }

            fn access<'s>(source: &mut Exclusive<'s>) -> Option<Self::Access<'s>> {
                Some(($($term::access(source)?,)*))
            }

            fn run_length(access: &Self::Access<'_>) -> u32 {
                64 $(.min($term::run_length(&access.$index)))*
            }

            #[inline]
            fn run<'r>(access: &'r mut Self::Access<'_>, first: u32, slots: u32) -> Self::Run<'r> {
                ($($term::run(&mut access.$index, first, slots),)*)
            }

            #[inline]
            fn load(run: &Self::Run<'_>, offset: u32) -> Self::Held {
                ($($term::load(&run.$index, offset),)*)
            }

            #[inline]
            fn lend(held: &mut Self::Held) -> Self::Item<'_> {
                ($($term::lend(&mut held.$index),)*)
            }

            #[inline]
            fn store(held: Self::Held, run: &mut Self::Run<'_>, offset: u32) {
                $($term::store(held.$index, &mut run.$index, offset);)*
            }
        }
    };
}

tuple_terms!(A 0);
tuple_terms!(A 0, B 1);
tuple_terms!(A 0, B 1, C 2);
tuple_terms!(A 0, B 1, C 2, D 3);
tuple_terms!(A 0, B 1, C 2, D 3, E 4);
tuple_terms!(A 0, B 1, C 2, D 3, E 4, F 5);
tuple_terms!(A 0, B 1, C 2, D 3, E 4, F 5, G 6);
tuple_terms!(A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7);
