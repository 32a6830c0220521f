//! The schema as text.

use super::{Kdef, KdefClass, KdefHelper, KdefKey, KdefPort, ModelRole, VERSION};
use kerosene_kv::Writer;

/// The canonical text. What says nothing is left out.
pub(super) fn text(kdef: &Kdef) -> String {
    let mut writer = Writer::new();
    writer.open("kdef");
    writer.pair("version", &VERSION.to_string());
    writer.close();
    for class in &kdef.classes {
        write_class(&mut writer, class);
    }
    writer.finish()
}

fn write_class(writer: &mut Writer, class: &KdefClass) {
    writer.open(if class.is_base { "base" } else { "class" });
    writer.pair("name", &class.name);
    writer.pair("kind", class.kind.word());
    if class.model != ModelRole::None {
        writer.pair("model", class.model.word());
    }
    for base in &class.bases {
        writer.pair("base", base);
    }
    for alias in &class.aliases {
        writer.pair("alias", alias);
    }
    pair_unless_empty(writer, "help", &class.help);
    if class.any_output {
        writer.pair("any_output", "1");
    }
    for key in &class.keys {
        write_key(writer, key);
    }
    write_ports(writer, "input", &class.inputs);
    write_ports(writer, "output", &class.outputs);
    for helper in &class.helpers {
        write_helper(writer, helper);
    }
    writer.close();
}

fn write_key(writer: &mut Writer, key: &KdefKey) {
    writer.open("key");
    writer.pair("name", &key.name);
    pair_unless_empty(writer, "label", &key.label);
    writer.pair("type", key.kind.word());
    pair_unless_empty(writer, "default", &key.default);
    pair_unless_empty(writer, "help", &key.help);
    for choice in &key.choices {
        writer.open("choice");
        writer.pair("value", &choice.value);
        writer.pair("label", &choice.label);
        if choice.on {
            writer.pair("on", "1");
        }
        writer.close();
    }
    writer.close();
}

fn write_ports(writer: &mut Writer, block: &str, ports: &[KdefPort]) {
    for port in ports {
        writer.open(block);
        writer.pair("name", &port.name);
        writer.pair("type", port.kind.word());
        pair_unless_empty(writer, "help", &port.help);
        writer.close();
    }
}

fn write_helper(writer: &mut Writer, helper: &KdefHelper) {
    writer.open("helper");
    writer.pair("type", helper.kind.word());
    for (name, value) in &helper.arguments {
        writer.pair(name, value);
    }
    writer.close();
}

fn pair_unless_empty(writer: &mut Writer, key: &str, value: &str) {
    if !value.is_empty() {
        writer.pair(key, value);
    }
}
