//! `water`: a body of liquid that rises and sinks.

use super::door::{self, Slide};
use crate::shared;
use kerosene_entity::ClassDef;

pub(crate) fn class() -> ClassDef {
    shared::door::class("water")
        .help("Liquid that rises and sinks as a door opens and shuts. What it is made of is its material's to say.")
        .component::<Slide>()
        .on_spawn(door::spawn)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests")]
    use crate::shared::stage::Stage;
    use kerosene_math::Vec3;

    #[test]
    fn it_rises_and_sinks() {
        let text = "{ classname func_water targetname w model *1 wait -1 lip 0 speed 32 movedir \"90 0 0\" }";
        let mut stage = Stage::new(text, &[[0.0, 0.0, 0.0, 512.0, 512.0, 64.0]]);
        stage.input("w", "Toggle", "");
        stage.play(1.0);
        assert_eq!(stage.origin("w"), Vec3::new(0.0, 0.0, -32.0));
        stage.play(9.0);
        assert_eq!(stage.origin("w"), Vec3::new(0.0, 0.0, -64.0));
    }
}
