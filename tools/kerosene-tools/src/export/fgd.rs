//! Classes as FGD, with what each editor shows of them.

use super::editor_class::{Look, look_of};
use super::icons;
use kerosene_entity::Kdef;

/// How far a map reaches from its middle, in units.
pub(super) const MAP_SIZE: i32 = 16_384;

/// The line that begins what is made for Hammer, by which it is known again.
pub(super) const HEADER: &str = "// Kerosene's classes, made by `kerosene-tools export fgd`";

/// For Hammer: boxes and colours, and how large a map is.
pub(super) fn for_hammer(kdef: &Kdef) -> String {
    let text = with_looks(kdef, body);
    format!("{HEADER}\n\n@mapsize(-{MAP_SIZE}, {MAP_SIZE})\n\n{text}")
}

/// For TrenchBroom: boxes, colours and icons.
pub(super) fn for_trenchbroom(kdef: &Kdef) -> String {
    with_looks(kdef, |look| format!("{} studio(\"{}\")", body(look), icons::path(look.icon)))
}

fn body(look: Look) -> String {
    let ([red, green, blue], [wide, down, up]) = (look.color, look.size);
    let [left, low] = [-wide, -down];
    format!(" size({left} {left} {low}, {wide} {wide} {up}) color({red} {green} {blue})")
}

/// The text of the schema, with more helpers for classes that are points. One that has a model of its own keeps it.
fn with_looks(kdef: &Kdef, helpers: impl Fn(Look) -> String) -> String {
    let mut text = kdef.to_fgd();
    for class in &kdef.classes {
        let Some(look) = look_of(class) else { continue };
        // A header is one line, and a name stands in one header.
        let place = text.match_indices(&format!(" = {}", class.name)).map(|(place, _)| place).find(|place| {
            let line = text[..*place].rfind('\n').map_or(0, |end| end + 1);
            let rest = &text[place + 3 + class.name.len()..];
            text[line..].starts_with("@PointClass") && rest.starts_with([' ', '\n'])
        });
        if let Some(place) = place {
            let line = text[..place].rfind('\n').map_or(0, |end| end + 1);
            let has_model = text[line..place].contains("studio(");
            let helpers = helpers(look);
            let helpers = if has_model { helpers.split(" studio(").next().unwrap_or_default() } else { &helpers };
            text.insert_str(place, helpers);
        }
    }
    text
}
