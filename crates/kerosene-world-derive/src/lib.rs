//! `#[derive(Component)]` for `kerosene-world`, which re-exports it; its documentation is there.
//!
//! A struct with named fields, or with none, becomes a component kind: its name in snake case, its fields in
//! their order, each of the kind that its type's `FieldType` says. Documentation comments are what an
//! editor says. `#[component(name = "...")]` gives the kind another name; `#[field(...)]` takes
//!
//! | word | meaning |
//! |---|---|
//! | `name = "..."` | the field's name in the text form and in scripts; the Rust name unless given |
//! | `key = "..."` | the key that a mapper writes; the name unless given, `""` for none |
//! | `label = "..."` | what an editor calls it |
//! | `help = "..."` | what an editor says about it; the documentation comment unless given |
//! | `default = "..."` | the value as a mapper would write it, where the key is absent |
//! | `widget = "..."` | how an editor lets people change it |
//! | `transient` | not written to saves |
//! | `replicated` | sent to clients |
//!
//! Deliberately absent: enums, tuple structs and generics (a component kind is one flat record), and any
//! knowledge of the world beyond the names of its traits.

mod attributes;
mod expand;

use proc_macro::TokenStream;

/// Makes a struct a component kind. See the crate's page for the attributes.
#[proc_macro_derive(Component, attributes(component, field))]
pub fn derive_component(input: TokenStream) -> TokenStream {
    let input = syn::parse_macro_input!(input as syn::DeriveInput);
    expand::component(&input).unwrap_or_else(|error| error.to_compile_error()).into()
}
