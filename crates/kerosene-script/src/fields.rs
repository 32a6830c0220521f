//! The fields of a script: what it declares at the top of its file.
//!
//! `let` at the top of a file is a field of each instance, read and written in functions as `this.name`; with `property` it
//! is one that the mapper can set, as a key of the entity. `const` is the same for all and has its bare name everywhere.

use crate::api::{Api, Group, Vector, row};
use crate::call::Answer;
use crate::error::refuse;
use crate::limits::{MAX_FIELD_NAME, MAX_FIELDS};
use crate::value::ScriptValue;
use rhai::{Dynamic, FLOAT, INT, ImmutableString, Scope};

/// A field that a script declares.
#[derive(Debug, Clone, PartialEq)]
pub struct ScriptField {
    /// Its name.
    pub name: String,
    /// What it holds at first.
    pub default: ScriptValue,
    /// What editors need to know of it, where the mapper can set it.
    pub property: Option<Property>,
}

/// What editors need to know of a field.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Property {
    /// What it is, for people; may be empty.
    pub label: String,
    /// The numbers that it can hold, both ends among them.
    pub range: Option<(f32, f32)>,
}

/// What `property` gives to the top of a file.
#[derive(Debug, Clone)]
struct Declared {
    default: Dynamic,
    property: Property,
}

pub(crate) fn register(api: &mut Api<'_>) {
    api.named::<Declared>("property");
    let help = "A field that the mapper can set as a key of the entity: its default, its range where it is a number, and a label. It is set between `on_awake` and `on_start`.";
    let signature = "(default: value, low: number, high: number, label: string)";
    let property = row(
        Group::Declarations,
        "property",
        signature,
        help,
        "let speed = property(90.0, 0.0, 720.0, \"Degrees a second\")",
    );
    api.add(property, |default: Dynamic| declare(default, None, ""));
    api.again("property", |default: Dynamic, label: &str| declare(default, None, label));
    api.again("property", |default: FLOAT, low: FLOAT, high: FLOAT| declare(default.into(), Some((low, high)), ""));
    api.again("property", |default: FLOAT, low: FLOAT, high: FLOAT, label: &str| {
        declare(default.into(), Some((low, high)), label)
    });
    api.again("property", |default: INT, low: INT, high: INT| {
        declare(default.into(), Some((low as FLOAT, high as FLOAT)), "")
    });
    api.again("property", |default: INT, low: INT, high: INT, label: &str| {
        declare(default.into(), Some((low as FLOAT, high as FLOAT)), label)
    });
}

fn declare(default: Dynamic, range: Option<(f32, f32)>, label: &str) -> Answer<Declared> {
    if range.is_some_and(|(low, high)| low > high || low.is_nan() || high.is_nan()) {
        return Err(refuse("a property's range goes from low to high"));
    }
    Ok(Declared { default, property: Property { label: label.to_owned(), range } })
}

/// The fields that the top of a file has left in its variables, in the order of their names, and its constants.
///
/// # Errors
/// What cannot be a field, and why.
pub(crate) fn declared(scope: &Scope<'_>) -> Result<(Vec<ScriptField>, Scope<'static>), String> {
    let mut fields: Vec<ScriptField> = Vec::new();
    let mut constants = Scope::new();
    for (name, is_constant, value) in scope.iter() {
        if is_constant {
            constants.push_constant_dynamic(name, value);
            continue;
        }
        let field = field(name, &value)?;
        // A later declaration shadows an earlier one of its name.
        match fields.iter_mut().find(|other| other.name == field.name) {
            Some(other) => *other = field,
            None => fields.push(field),
        }
    }
    if fields.len() > MAX_FIELDS {
        return Err(format!("{} fields are more than the {MAX_FIELDS} that a script may have", fields.len()));
    }
    fields.sort_by(|a, b| a.name.cmp(&b.name));
    Ok((fields, constants))
}

fn field(name: &str, value: &Dynamic) -> Result<ScriptField, String> {
    if name.len() > MAX_FIELD_NAME {
        return Err(format!("the name of the field `{name}` has more than {MAX_FIELD_NAME} letters"));
    }
    let declared = value.read_lock::<Declared>();
    let (value, property) = match declared.as_deref() {
        Some(Declared { default, property }) => (default, Some(property.clone())),
        None => (value, None),
    };
    let default = ScriptValue::of(value).ok_or_else(|| {
        format!(
            "the field `{name}` holds {}: fields hold a bool, a number, a string, a vec3 or (), so that they can be \
             saved; what never changes is a `const`",
            value.type_name()
        )
    })?;
    Ok(ScriptField { name: name.to_owned(), default, property })
}

impl ScriptValue {
    /// As a script has it.
    pub(crate) fn dynamic(&self) -> Dynamic {
        match self {
            Self::None => Dynamic::UNIT,
            &Self::Bool(truth) => truth.into(),
            &Self::Int(number) => number.into(),
            &Self::Float(number) => number.into(),
            Self::Text(text) => ImmutableString::from(&**text).into(),
            &Self::Vector(vector) => Dynamic::from(Vector(vector)),
        }
    }
}
