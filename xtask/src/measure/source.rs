//! One source file, parsed: its functions with their lengths, its public items with their docs.

use proc_macro2::Ident;
use std::path::{Path, PathBuf};
use syn::visit::{self, Visit};
use syn::{Attribute, Meta, Visibility};

/// A file and what was found in it.
#[derive(Debug, Clone)]
pub struct SourceFile {
    /// Where it lies.
    pub path: PathBuf,
    /// Lines, empty ones included.
    pub lines: usize,
    /// Every function with a body, nested ones and tests included.
    pub functions: Vec<Function>,
    /// Every item marked `pub`, and what a public trait or enum carries.
    pub items: Vec<Item>,
}

/// A function with a body.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Function {
    /// Its name.
    pub name: String,
    /// 1-based line of its signature.
    pub line: usize,
    /// Lines from its signature to its closing brace.
    pub length: usize,
}

/// A public item.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Item {
    /// Its name; that of the type for an unnamed field.
    pub name: String,
    /// 1-based line.
    pub line: usize,
    /// Whether it has a doc comment.
    pub documented: bool,
}

impl SourceFile {
    /// Parses `text`. Items are looked for only where `public_api` is set: what a test marks
    /// `pub` is no one's interface.
    ///
    /// # Errors
    /// When `text` is not a Rust file.
    ///
    /// ```
    /// use std::path::Path;
    /// use xtask::measure::SourceFile;
    /// let file = SourceFile::parse(Path::new("a.rs"), "pub fn f() {\n}\n", true).unwrap();
    /// assert_eq!((file.functions[0].length, file.items[0].documented), (2, false));
    /// ```
    pub fn parse(path: &Path, text: &str, public_api: bool) -> Result<Self, syn::Error> {
        let mut visitor = Visitor { public_api, ..Visitor::default() };
        visitor.visit_file(&syn::parse_file(text)?);
        let Visitor { functions, items, .. } = visitor;
        Ok(Self { path: path.to_owned(), lines: text.lines().count(), functions, items })
    }
}

#[derive(Default)]
struct Visitor {
    functions: Vec<Function>,
    items: Vec<Item>,
    public_api: bool,
}

impl Visitor {
    fn function(&mut self, signature: &syn::Signature, block: &syn::Block) {
        let line = signature.fn_token.span.start().line;
        let length = block.brace_token.span.close().end().line + 1 - line;
        self.functions.push(Function { name: signature.ident.to_string(), line, length });
    }

    fn public(&mut self, visibility: &Visibility, name: &Ident, attributes: &[Attribute]) {
        if matches!(visibility, Visibility::Public(_)) {
            self.item(name, attributes);
        }
    }

    fn item(&mut self, name: &Ident, attributes: &[Attribute]) {
        if self.public_api {
            let documented = attributes.iter().any(|attribute| attribute.path().is_ident("doc"));
            self.items.push(Item { name: name.to_string(), line: name.span().start().line, documented });
        }
    }
}

fn is_test_module(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|attribute| match &attribute.meta {
        Meta::List(list) => list.path.is_ident("cfg") && list.tokens.to_string().contains("test"),
        Meta::Path(_) | Meta::NameValue(_) => false,
    })
}

impl<'ast> Visit<'ast> for Visitor {
    fn visit_item_fn(&mut self, node: &'ast syn::ItemFn) {
        self.function(&node.sig, &node.block);
        self.public(&node.vis, &node.sig.ident, &node.attrs);
        visit::visit_item_fn(self, node);
    }

    fn visit_impl_item_fn(&mut self, node: &'ast syn::ImplItemFn) {
        self.function(&node.sig, &node.block);
        self.public(&node.vis, &node.sig.ident, &node.attrs);
        visit::visit_impl_item_fn(self, node);
    }

    fn visit_trait_item_fn(&mut self, node: &'ast syn::TraitItemFn) {
        if let Some(block) = &node.default {
            self.function(&node.sig, block);
        }
        visit::visit_trait_item_fn(self, node);
    }

    fn visit_item_mod(&mut self, node: &'ast syn::ItemMod) {
        let public_api = self.public_api;
        self.public_api &= !is_test_module(&node.attrs);
        // A module in a file of its own carries its docs there.
        if node.content.is_some() {
            self.public(&node.vis, &node.ident, &node.attrs);
        }
        visit::visit_item_mod(self, node);
        self.public_api = public_api;
    }

    fn visit_item_struct(&mut self, node: &'ast syn::ItemStruct) {
        self.public(&node.vis, &node.ident, &node.attrs);
        visit::visit_item_struct(self, node);
    }

    fn visit_field(&mut self, node: &'ast syn::Field) {
        // The place of an unnamed field in its type's own docs says what it is.
        if let Some(name) = &node.ident {
            self.public(&node.vis, name, &node.attrs);
        }
        visit::visit_field(self, node);
    }

    fn visit_item_enum(&mut self, node: &'ast syn::ItemEnum) {
        self.public(&node.vis, &node.ident, &node.attrs);
        if matches!(node.vis, Visibility::Public(_)) {
            for variant in &node.variants {
                self.item(&variant.ident, &variant.attrs);
            }
        }
        visit::visit_item_enum(self, node);
    }

    fn visit_item_trait(&mut self, node: &'ast syn::ItemTrait) {
        self.public(&node.vis, &node.ident, &node.attrs);
        if matches!(node.vis, Visibility::Public(_)) {
            for item in &node.items {
                if let syn::TraitItem::Fn(function) = item {
                    self.item(&function.sig.ident, &function.attrs);
                }
            }
        }
        visit::visit_item_trait(self, node);
    }

    fn visit_item_const(&mut self, node: &'ast syn::ItemConst) {
        self.public(&node.vis, &node.ident, &node.attrs);
        visit::visit_item_const(self, node);
    }

    fn visit_impl_item_const(&mut self, node: &'ast syn::ImplItemConst) {
        self.public(&node.vis, &node.ident, &node.attrs);
        visit::visit_impl_item_const(self, node);
    }

    fn visit_item_static(&mut self, node: &'ast syn::ItemStatic) {
        self.public(&node.vis, &node.ident, &node.attrs);
        visit::visit_item_static(self, node);
    }

    fn visit_item_type(&mut self, node: &'ast syn::ItemType) {
        self.public(&node.vis, &node.ident, &node.attrs);
        visit::visit_item_type(self, node);
    }
}
