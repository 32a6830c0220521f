//! What is said about a struct and its fields.

use syn::meta::ParseNestedMeta;
use syn::{Attribute, Expr, ExprLit, Lit, LitStr, Meta, Result};

/// What `#[component(...)]` and the documentation say.
#[derive(Default)]
pub(crate) struct ComponentAttributes {
    pub(crate) name: Option<String>,
    pub(crate) help: String,
}

/// What `#[field(...)]` and the documentation say.
#[derive(Default)]
pub(crate) struct FieldAttributes {
    pub(crate) name: Option<String>,
    pub(crate) key: Option<String>,
    pub(crate) label: String,
    pub(crate) help: String,
    pub(crate) default: String,
    pub(crate) widget: String,
    pub(crate) transient: bool,
    pub(crate) replicated: bool,
}

impl ComponentAttributes {
    pub(crate) fn read(attributes: &[Attribute]) -> Result<ComponentAttributes> {
        let mut read = ComponentAttributes { help: documentation(attributes), ..ComponentAttributes::default() };
        for attribute in attributes.iter().filter(|attribute| attribute.path().is_ident("component")) {
            attribute.parse_nested_meta(|meta| match word(&meta).as_str() {
                "name" => text(&meta).map(|name| read.name = Some(name)),
                "help" => text(&meta).map(|help| read.help = help),
                _ => Err(meta.error("a component takes `name` and `help`")),
            })?;
        }
        Ok(read)
    }
}

impl FieldAttributes {
    pub(crate) fn read(attributes: &[Attribute]) -> Result<FieldAttributes> {
        let mut read = FieldAttributes { help: documentation(attributes), ..FieldAttributes::default() };
        for attribute in attributes.iter().filter(|attribute| attribute.path().is_ident("field")) {
            attribute.parse_nested_meta(|meta| read.take(&meta))?;
        }
        Ok(read)
    }

    fn take(&mut self, meta: &ParseNestedMeta<'_>) -> Result<()> {
        match word(meta).as_str() {
            "name" => self.name = Some(text(meta)?),
            "key" => self.key = Some(text(meta)?),
            "label" => self.label = text(meta)?,
            "help" => self.help = text(meta)?,
            "default" => self.default = text(meta)?,
            "widget" => self.widget = text(meta)?,
            "transient" => self.transient = true,
            "replicated" => self.replicated = true,
            _ => {
                return Err(meta.error(
                    "a field takes `name`, `key`, `label`, `help`, `default`, `widget`, `transient` and `replicated`",
                ));
            }
        }
        Ok(())
    }
}

fn word(meta: &ParseNestedMeta<'_>) -> String {
    meta.path.get_ident().map(ToString::to_string).unwrap_or_default()
}

fn text(meta: &ParseNestedMeta<'_>) -> Result<String> {
    Ok(meta.value()?.parse::<LitStr>()?.value())
}

/// The documentation comment as flowing text: lines of a paragraph joined, paragraphs kept apart.
fn documentation(attributes: &[Attribute]) -> String {
    let mut text = String::new();
    for attribute in attributes.iter().filter(|attribute| attribute.path().is_ident("doc")) {
        let Meta::NameValue(pair) = &attribute.meta else { continue };
        let Expr::Lit(ExprLit { lit: Lit::Str(line), .. }) = &pair.value else { continue };
        let line = line.value();
        let line = line.trim();
        if line.is_empty() {
            text.push_str("\n\n");
            continue;
        }
        if !text.is_empty() && !text.ends_with('\n') {
            text.push(' ');
        }
        text.push_str(line);
    }
    text.trim().to_owned()
}
