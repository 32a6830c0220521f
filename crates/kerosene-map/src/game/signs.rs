//! What speaks for a game: words that only its maps have.

use super::{Game, GuessedGame};
use crate::import::Imported;
use crate::model::{Entity, Map};
use std::collections::{BTreeMap, BTreeSet};

/// What the head of a file says outweighs everything.
const SAID: u32 = 10_000;
/// A kind of brush that only one family of games has.
const FORM: u32 = 100;
/// A class or key.
const WORD: u32 = 3;
/// Numbers where only one game has them, which careless editors also leave behind.
const NUMBER: u32 = 2;

/// Signs shown in a message.
const SHOWN: usize = 4;

/// Beginnings of what `// Game:` says, lower case. The first match counts.
const HEADS: [(&str, Game); 12] = [
    ("quake 2", Game::Quake2),
    ("quake2", Game::Quake2),
    ("kingpin", Game::Quake2),
    ("quake 3", Game::Quake3),
    ("quake3", Game::Quake3),
    ("half-life", Game::HalfLife),
    ("halflife", Game::HalfLife),
    ("kerosene", Game::Kerosene),
    ("quake", Game::Quake),
    ("hexen", Game::Quake),
    ("nazi zombies", Game::Quake),
    ("nzp", Game::Quake),
];

/// Class names between blanks, or their beginnings where a star follows, lower case.
const CLASSES: [(Game, &str); 4] = [
    (
        Game::Quake,
        "monster_army monster_dog monster_ogre* monster_knight monster_hell_knight monster_zombie \
        monster_demon1 monster_shambler monster_wizard monster_fish monster_enforcer monster_shalrath \
        monster_tarbaby monster_boss monster_oldone weapon_nailgun weapon_supernailgun \
        item_artifact_invulnerability item_artifact_super_damage item_artifact_envirosuit item_sigil \
        item_armor1 item_armor2 item_armorinv item_key1 item_key2 item_weapon light_fluoro* \
        light_torch_small_walltorch light_flame_* light_globe info_player_start2 trigger_setskill \
        trigger_onlyregistered func_episodegate func_bossgate trap_* misc_fireball air_bubbles \
        func_illusionary_visblocker func_detail_* misc_external_map spawn_zombie func_door_nzp",
    ),
    (
        Game::Quake2,
        "monster_soldier* monster_infantry monster_gunner monster_tank* monster_berserk monster_gladiator \
        monster_parasite monster_medic monster_mutant monster_flyer monster_brain monster_chick \
        monster_supertank monster_jorg func_timer func_clock func_areaportal func_explosive func_killbox \
        func_object target_explosion target_changelevel target_secret target_goal target_help \
        target_lightramp target_earthquake target_crosslevel* target_spawner target_blaster target_splash \
        target_temp_entity misc_explobox misc_banner misc_teleporter misc_insane misc_deadsoldier \
        misc_strogg_ship misc_gib_* misc_satellite_dish item_quad item_invulnerability item_adrenaline \
        item_bandolier item_pack item_silencer item_power_* item_armor_jacket item_armor_combat \
        weapon_chaingun weapon_hyperblaster weapon_blaster ammo_slugs key_data_* key_pass key_power_* \
        key_red_key key_blue_key point_combat light_mine* turret_* trigger_elevator trigger_gravity \
        trigger_key",
    ),
    (
        Game::Quake3,
        "team_ctf_* team_redobelisk team_blueobelisk team_neutralobelisk team_alien_* team_human_* \
        info_alien_* info_human_* misc_portal_* func_bobbing func_pendulum func_static shooter_* holdable_* \
        item_haste item_regen item_flight item_invis item_armor_body weapon_plasmagun weapon_gauntlet \
        weapon_lightning_gun weapon_crylink weapon_electro weapon_nex weapon_hagar weapon_uzi \
        weapon_minstanex weapon_vortex ammo_lightning ammo_bfg target_position target_location target_print \
        target_give target_remove_powerups target_kill misc_gamemodel item_armor_small item_armor_large \
        item_armor_medium item_health_medium item_strength item_invincible item_minst_cells item_flag_team* \
        info_player_team1 info_player_team2 dom_controlpoint dom_team onslaught_* runematch_* _skybox atdm_* \
        speaker func_stardust",
    ),
    (
        Game::HalfLife,
        "multi_manager trigger_auto trigger_camera trigger_changetarget func_pushable func_wall_toggle \
        func_tracktrain func_trackautochange func_trackchange func_tankmortar func_tank* func_healthcharger \
        func_recharge func_conveyor func_monsterclip func_rot_button momentary_* button_target infodecal \
        cycler* env_sprite env_glow env_beam env_laser env_render env_message env_sound env_blood \
        env_shooter env_funnel gibshooter monster_scientist* monster_barney* monster_human_* monster_alien_* \
        monster_headcrab monster_houndeye monster_bullchicken monster_barnacle monster_sitting_* \
        monstermaker scripted_* aiscripted_* item_suit item_battery item_longjump weapon_9mm* weapon_crowbar \
        weapon_357 weapon_gauss weapon_egon weapon_rpg weapon_satchel ammo_9mm* ammo_gaussclip game_text \
        game_player_* game_end game_counter_set info_node info_node_air info_landmark player_weaponstrip \
        world_items xen_* path_track func_buyzone func_bomb_target hostage_entity armoury_entity",
    ),
];

/// Keys of the world, lower case.
const WORLD_KEYS: [(Game, &str); 4] = [
    (Game::Quake, "worldtype _wateralpha"),
    (Game::Quake2, "sky skyrotate skyaxis nextmap"),
    (Game::Quake3, "_lightmapscale gridsize _blocksize _farplanedist _foghull"),
    (Game::HalfLife, "skyname maxrange waveheight startdark gametitle newunit chaptertitle"),
];

/// Names of textures, lower case; a star stands for any ending.
const TEXTURES: [(Game, &str); 3] = [
    (Game::Quake3, "common/* noshader system/* models/mapobjects/*"),
    (Game::HalfLife, "aaatrigger null !* ~* solidhint contentwater contentempty"),
    (Game::Quake, "\\** trigger"),
];

/// Points for each game, and what they were given for.
#[derive(Debug, Default)]
pub(super) struct Tally {
    points: BTreeMap<Game, Vec<(u32, String)>>,
}

impl Tally {
    pub(super) fn look_at(&mut self, imported: &Imported) {
        if let Some(said) = &imported.game {
            let lower = said.to_ascii_lowercase();
            if let Some((_, game)) = HEADS.iter().find(|(head, _)| lower.starts_with(head)) {
                self.add(*game, SAID, format!("the file says `Game: {said}`"));
            }
        }
        let statistics = &imported.statistics;
        for (count, what) in [(statistics.primitives, "brush primitives"), (statistics.patches, "patches")] {
            if count > 0 {
                self.add(Game::Quake3, FORM, format!("{count} {what}"));
            }
        }
        self.classes(&imported.map);
        if let Some(world) = imported.map.entities.first() {
            self.world_keys(world);
        }
        self.sides(&imported.map);
    }

    fn classes(&mut self, map: &Map) {
        let names: BTreeSet<String> =
            map.entities.iter().map(|entity| entity.class_name().to_ascii_lowercase()).collect();
        for (game, patterns) in &CLASSES {
            for name in names.iter().filter(|name| matches(name, patterns)) {
                self.add(*game, WORD, format!("class `{name}`"));
            }
        }
    }

    fn world_keys(&mut self, world: &Entity) {
        for (game, keys) in &WORLD_KEYS {
            for key in keys.split_ascii_whitespace().filter(|key| world.get(key).is_some()) {
                self.add(*game, WORD, format!("key `{key}` of the world"));
            }
        }
    }

    fn sides(&mut self, map: &Map) {
        let sides = || map.entities.iter().flat_map(|entity| &entity.brushes).flat_map(|brush| &brush.sides);
        let names: BTreeSet<&str> = sides().map(|side| side.material.as_str()).collect();
        let lower: BTreeSet<String> = names.iter().map(|name| name.to_ascii_lowercase()).collect();
        for (game, patterns) in &TEXTURES {
            if let Some(name) = lower.iter().find(|name| matches(name, patterns)) {
                self.add(*game, WORD, format!("texture `{name}`"));
            }
        }
        if sides().any(|side| side.surface_flags != 0 || side.content_flags != 0 || side.value != 0.0) {
            self.add(Game::Quake2, NUMBER, "flags on sides".to_owned());
        }
    }

    fn add(&mut self, game: Game, points: u32, sign: String) {
        self.points.entry(game).or_default().push((points, sign));
    }

    /// The game with the most points; of equals the oldest, and Quake where there are none.
    pub(super) fn winner(self) -> GuessedGame {
        let total = |signs: &[(u32, String)]| signs.iter().map(|(points, _)| points).sum::<u32>();
        let best = self.points.into_iter().rev().max_by_key(|(_, signs)| total(signs));
        let Some((game, mut signs)) = best else { return GuessedGame { game: Game::Quake, signs: Vec::new() } };
        signs.sort_by_key(|(points, _)| std::cmp::Reverse(*points));
        GuessedGame { game, signs: signs.into_iter().take(SHOWN).map(|(_, sign)| sign).collect() }
    }
}

/// Whether a name is one of these, of which a star at the end stands for any ending and a backslash before a star for
/// a star.
fn matches(name: &str, patterns: &str) -> bool {
    patterns.split_ascii_whitespace().any(|pattern| match pattern.strip_suffix('*') {
        Some(beginning) => name.starts_with(&beginning.replace('\\', "")),
        None => name == pattern,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stars_stand_for_any_ending() {
        assert!(matches("monster_soldier_light", "monster_soldier*"));
        assert!(matches("*water", "\\**") && !matches("water", "\\**"));
        assert!(!matches("func_door", "func_door_nzp"));
    }

    #[test]
    fn tables_are_lower_case_and_no_class_speaks_for_two_games() {
        let mut seen = BTreeSet::new();
        for (_, names) in CLASSES.iter().chain(&WORLD_KEYS).chain(&TEXTURES) {
            assert_eq!(*names, names.to_ascii_lowercase());
        }
        for name in CLASSES.iter().flat_map(|(_, names)| names.split_ascii_whitespace()) {
            assert!(seen.insert(name), "{name}");
        }
    }
}
