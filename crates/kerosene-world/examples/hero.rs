//! A world of one hero, as text: `cargo run -p kerosene-world --example hero`.
#![allow(clippy::print_stdout, reason = "printing is what it is for")]

use kerosene_world::{ComponentDecl, ComponentId, FieldKind, Schema, SchemaError, Value, World};

fn layout() -> Result<Schema, SchemaError> {
    let position = ComponentDecl::new("position").field("x", FieldKind::Int).field("y", FieldKind::Int);
    let health = ComponentDecl::new("health").field("points", FieldKind::Int);
    Schema::builder().declare(position).declare(health).build()
}

const POSITION: ComponentId = ComponentId::new(0);
const HEALTH: ComponentId = ComponentId::new(1);

fn main() -> Result<(), SchemaError> {
    let mut world = World::new(layout()?);
    let hero = world.spawn();
    world.set(hero, POSITION, &[Value::Int(2), Value::Int(3)]);
    world.set(hero, HEALTH, &[Value::Int(10)]);
    print!("{}", world.text());
    Ok(())
}
