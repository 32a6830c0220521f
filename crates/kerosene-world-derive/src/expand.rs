//! From a struct to its implementation of `Component`.

use proc_macro2::TokenStream;
use quote::quote;
use syn::{Data, DeriveInput, Error, Fields, Ident, Result, Type};

use crate::attributes::{ComponentAttributes, FieldAttributes};

/// One field of the struct.
struct Field<'a> {
    ident: &'a Ident,
    field_type: &'a Type,
    attributes: FieldAttributes,
}

/// The implementation of `Component` for a struct.
pub(crate) fn component(input: &DeriveInput) -> Result<TokenStream> {
    if !input.generics.params.is_empty() {
        return Err(Error::new_spanned(&input.generics, "a component kind has no parameters"));
    }
    let Data::Struct(data) = &input.data else {
        return Err(Error::new_spanned(&input.ident, "a component is a struct: a flat record of fields"));
    };
    let attributes = ComponentAttributes::read(&input.attrs)?;
    let fields = fields(&data.fields)?;
    let ident = &input.ident;
    let name = attributes.name.unwrap_or_else(|| snake_case(&ident.to_string()));
    let help = attributes.help;
    let decls = fields.iter().map(declaration);
    let sizes = fields.iter().map(|field| size(field.field_type));
    let places = fields.iter().enumerate().map(|(index, field)| place(&fields[..index], field));
    let (places, same_places): (Vec<_>, Vec<_>) = (places.clone().collect(), places.collect());
    let idents: Vec<_> = fields.iter().map(|field| field.ident).collect();
    let types: Vec<_> = fields.iter().map(|field| field.field_type).collect();
    let make = match &data.fields {
        Fields::Unit => quote!(#ident),
        _ => quote!(#ident { #(#idents: <#types as ::kerosene_world::FieldType>::load(&bytes[#places]),)* }),
    };
    Ok(quote! {
        #[automatically_derived]
        impl ::kerosene_world::Component for #ident {
            const NAME: &'static str = #name;
            const HELP: &'static str = #help;
            const FIELDS: &'static [::kerosene_world::FieldDecl] = &[#(#decls),*];
            const SIZE: usize = 0 #(+ #sizes)*;

            #[inline]
            fn load(bytes: &[u8]) -> Self {
                let bytes = &bytes[..Self::SIZE];
                let _ = bytes;
                #make
            }

            #[inline]
            fn store(&self, bytes: &mut [u8]) {
                let bytes = &mut bytes[..Self::SIZE];
                #(::kerosene_world::FieldType::store(&self.#idents, &mut bytes[#same_places]);)*
                let _ = bytes;
            }

            #[inline]
            fn is_stored(&self, bytes: &[u8]) -> bool {
                let bytes = &bytes[..Self::SIZE];
                let _ = bytes;
                true #(&& {
                    let mut own = [0_u8; <#types as ::kerosene_world::FieldType>::KIND.size()];
                    ::kerosene_world::FieldType::store(&self.#idents, &mut own);
                    own == bytes[#same_places]
                })*
            }
        }
    })
}

fn fields(fields: &Fields) -> Result<Vec<Field<'_>>> {
    match fields {
        Fields::Unit => Ok(Vec::new()),
        Fields::Unnamed(fields) => {
            Err(Error::new_spanned(fields, "the fields of a component have names: the text form shows them"))
        }
        Fields::Named(fields) => fields
            .named
            .iter()
            .filter_map(|field| Some((field, field.ident.as_ref()?)))
            .map(|(field, ident)| {
                Ok(Field { ident, field_type: &field.ty, attributes: FieldAttributes::read(&field.attrs)? })
            })
            .collect(),
    }
}

/// What the schema is told about a field.
fn declaration(field: &Field<'_>) -> TokenStream {
    let FieldAttributes { name, key, label, help, default, widget, transient, replicated } = &field.attributes;
    let rust_name = field.ident.to_string();
    let name = name.as_deref().unwrap_or_else(|| rust_name.trim_start_matches("r#"));
    let key = key.as_deref().unwrap_or(name);
    let flags = u8::from(*transient) | u8::from(*replicated) << 1;
    let field_type = field.field_type;
    quote! {
        ::kerosene_world::FieldDecl {
            name: ::std::borrow::Cow::Borrowed(#name),
            kind: <#field_type as ::kerosene_world::FieldType>::KIND,
            key: ::std::borrow::Cow::Borrowed(#key),
            label: ::std::borrow::Cow::Borrowed(#label),
            help: ::std::borrow::Cow::Borrowed(#help),
            default: ::std::borrow::Cow::Borrowed(#default),
            widget: ::std::borrow::Cow::Borrowed(#widget),
            flags: ::kerosene_world::FieldFlags::from_bits_truncate(#flags),
        }
    }
}

/// The bytes of the component that a field takes.
fn place(before: &[Field<'_>], field: &Field<'_>) -> TokenStream {
    let before: Vec<_> = before.iter().map(|field| size(field.field_type)).collect();
    let own = size(field.field_type);
    quote!((0 #(+ #before)*)..(0 #(+ #before)* + #own))
}

fn size(field_type: &Type) -> TokenStream {
    quote!(<#field_type as ::kerosene_world::FieldType>::KIND.size())
}

/// `DoorRotating` becomes `door_rotating`.
fn snake_case(name: &str) -> String {
    let mut snake = String::new();
    for letter in name.chars() {
        if letter.is_uppercase() && !snake.is_empty() {
            snake.push('_');
        }
        snake.extend(letter.to_lowercase());
    }
    snake
}
