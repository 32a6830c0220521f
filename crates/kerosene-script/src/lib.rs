//! Scripts in Rhai.
//!
//! What is no graph of wires (counting, arithmetic, one of three at random, only while a player holds the crowbar) is
//! written as a script: a text file whose functions the engine calls. [`ScriptHost`] runs the scripts of a map, which
//! look at the level and queue [`ScriptAction`]s; [`RhaiLanguage`] runs the scripts of entities, with the services of
//! [`kerosene_framework`]; [`Script`] is one file, compiled.
//!
//! # What a file is
//!
//! `const` at the top of a file has its bare name in every function. `let` at the top declares a *field*: what the script
//! remembers, read and written in functions as `this.name`. A field holds a bool, a number, a string, a vector or `()`,
//! so that everything a script remembers can be kept, rewound, saved and compared. Only functions, constants and fields
//! stay of a file; what else its top does is done once, when it is loaded, with nothing of the game in reach.
//!
//! # Views and actions
//!
//! Functions of the language outlive any call, so they cannot hold the level; and a script that changed it halfway
//! through a tick would show it in a state that no other code sees. So a call of a map's script gets the level lent to
//! look at, without a copy, and what it wants changed is queued and done when it has ended, however it ended. The list of
//! [`ScriptAction`]s is the whole surface.
//!
//! # Scripts of entities
//!
//! The framework says when which hook is called, and owns what a script has going. The language keeps what fields hold, in
//! pages: they are put into `this` before a call and taken out after it, so a snapshot is a few references, and whatever has
//! changed the pages meanwhile is what the script sees. Functions of such a script work on the level at once, as scripts in
//! Rust do. What would run a function of the same entity's script within another (a change of state) comes when
//! the running one has ended, for there is one `this`.
//!
//! # Bounds
//!
//! A call does at most [`MAX_OPERATIONS`](limits::MAX_OPERATIONS) operations with all that it calls, and the rest of
//! [`limits`] bounds what it may hold. Operations stand for work, not for lines: long stretches without a step, copies of
//! arrays, functions of the library on long texts count for what they take, so that the worst call ends within seconds and
//! at the same place on every machine. `import`, `eval` and functions named by texts are switched off. Whoever runs into a
//! bound is stopped and named; the level goes on.
//!
//! # Profile
//!
//! A [`Profile`] says what each line has cost, and what it has built. It is taken from another version of a script, with
//! marks in it: one that is not taken costs nothing.
//!
//! # Determinism
//!
//! Numbers are `f32` and `i64`, as the engine's are, so that a field gives back what was put into it. `sin` and its kin are
//! those of [`kerosene_math::deterministic`]; the operator `**` is switched off because it is not, `pow(x, y)` is there. Dice
//! are the level's, time is the simulation's, and there is no clock.
//!
//! # Two ways to run a script
//!
//! Rhai's virtual machine is quicker than its tree walker and, kept between calls, allocates nothing
//! ([`Backend`]). It is young; so the other is kept, and tests hold both to the same values, errors and places.
//!
//! # Trade-offs
//!
//! The language is one constant of the process, with which every host works: virtual machines borrow it and can
//! so be kept. What a call reaches is lent through a scoped variable of the thread, which is empty outside calls. Vectors cost
//! an allocation each, where numbers cost none; so what runs in every tick has functions of numbers. The checks of
//! `script check` know functions by their names and numbers of parameters; kinds of arguments show when a line runs.
//!
//! # Which test holds which rule
//!
//! Those of seed 004 that scripts in Rhai must keep, with the row or rule first. Tests are in `tests`, those of the services
//! in `tests/services`; what is behind a service (growth of the pools, files of save data, the cutting of lines at the
//! view's edges, merging of axes, the hierarchy's index) is Rust's and has its tests in `kerosene-framework`. A test
//! holds this list to the tests that there are.
//!
//! | rule | test |
//! |---|---|
//! | source found by name, compiled once for all entities | `life::a_script_that_does_not_compile_is_said_once_and_not_compiled_again` |
//! | a failed compile is kept, and the script is off | `life::a_script_that_does_not_compile_is_said_once_and_not_compiled_again`, `entities::a_script_that_fails_is_switched_off_and_named_and_others_go_on` |
//! | errors name file, line and column | `host::a_script_has_its_place_in_every_error`, `life::a_reload_that_does_not_compile_keeps_the_old_version_running` |
//! | what is checked is what runs | `host::the_machine_and_the_tree_walker_agree_on_values_errors_and_places`, `entities::both_backends_lead_to_the_same_state` |
//! | scripts do not see each other | `life::scripts_do_not_see_each_others_functions`, `entities::instances_do_not_share_what_they_remember` |
//! | events: synchronous, in subscription order | `events::delivery_is_synchronous_and_in_subscription_order` |
//! | events: every listener gets every event | `events::every_listener_gets_every_event_unless_it_asked_for_one_name` |
//! | events: name, source, text, number | `events::the_payload_is_name_source_text_and_number` |
//! | events: unsubscribing in a callback | `events::unsubscribing_inside_a_callback_works_at_once` |
//! | events: listeners added in a callback | `events::a_listener_added_during_a_delivery_hears_from_the_next_event` |
//! | events: re-entrant | `events::publishing_inside_a_callback_reaches_the_others_before_the_outer_delivery_goes_on`, `events::a_script_that_publishes_hears_of_it_when_its_function_has_ended` |
//! | events: a failing listener is skipped | `events::a_listener_that_fails_is_named_and_the_others_still_hear` |
//! | events: end with their script | `events::subscriptions_end_with_their_script_and_with_its_reload` |
//! | events: nothing allocated, nor by anything else in a tick | `allocation::a_thousand_scripted_entities_allocate_nothing` |
//! | reload: old ends, new begins, keys come again, fields begin anew | `life::a_reload_ends_the_old_and_begins_the_new_with_its_keys` |
//! | reload: nothing dead fires, others are untouched | `entities::a_thousand_edits_leave_nothing_behind` |
//! | reload: a failed compile keeps the old version | `life::a_reload_that_does_not_compile_keeps_the_old_version_running` |
//! | reload: between ticks only | `life::a_script_that_reloads_itself_in_a_hook_is_not_what_a_hook_can_do` |
//! | life: bound before `on_awake` | `life::the_entity_is_there_in_on_awake_and_its_keys_are_not_yet_in_the_fields` |
//! | life: keys come in after `on_awake` | `entities::the_life_of_a_script_has_its_order`, `entities::keys_are_fitted_to_their_fields`, `life::truth_in_keys_is_read_as_keys_of_classes_are` |
//! | life: timers and tweens just before `on_update` | `life::timers_and_tweens_come_just_before_the_updates` |
//! | life: order among scripts | `life::all_are_awake_before_one_starts_in_the_order_of_spawning` |
//! | life: touches | `life::who_comes_in_and_who_goes_is_told` |
//! | life: hooks need no more parameters than they use | `life::parameters_at_the_end_may_be_left_out_and_too_many_are_named` |
//! | life: everything ends with the script | `life::what_a_script_has_going_ends_with_it` |
//! | components: lazy, misses not kept, replaced | `space::keys_are_read_by_type_and_a_miss_is_not_kept` |
//! | space: `translate`, `rotate` | `space::translate_goes_along_the_worlds_axes_and_rotate_adds_to_local_angles` |
//! | space: `move_facing` | `space::move_facing_goes_forward_left_and_straight_up` |
//! | space: `look_at` | `space::look_at_meets_a_point_and_an_entity_whatever_the_parents_are` |
//! | space: `look_at_flat`, `turn_towards` | `space::look_at_flat_and_turn_towards_turn_about_the_vertical_only` |
//! | space: `world_position`, `forward` | `space::world_positions_include_parents`, `space::the_way_that_it_faces_is_there_in_numbers` |
//! | space: `distance_to`, `flat_distance_to` | `space::distances_are_infinite_to_nobody_and_flat_ones_ignore_the_height` |
//! | space: `find_player`, `is_player` | `space::find_player_is_by_name_else_the_first_player_and_is_player_asks_one` |
//! | physics: `apply_impulse`, `set_velocity`, `velocity` | `physics::an_impulse_is_over_the_mass_and_only_for_bodies`, `physics::another_is_pushed_too` |
//! | physics: `raycast_in_place`, into results that are used again | `physics::a_ray_tells_what_it_met_until_the_call_ends`, `physics::seeing_is_a_ray_between_eyes` |
//! | destruction: deferred, `is_being_destroyed` | `spawning::destruction_waits_for_the_end_of_the_scripts_and_can_be_asked` |
//! | destruction: safe from any callback | `spawning::another_can_be_destroyed_from_any_hook` |
//! | destruction: no orphans, children first | `spawning::a_subtree_goes_together_children_first` |
//! | spawning: keys, script in the same pass | `spawning::what_is_spawned_has_its_keys_and_its_script_starts_in_the_same_pass`, `spawning::a_key_or_a_place_that_cannot_be_is_named` |
//! | spawning: prefabs | `spawning::a_prefab_is_what_a_template_keeps` |
//! | scripts are given and taken | `spawning::scripts_are_given_and_taken_while_the_level_runs` |
//! | timers: `run_after`, 0 is the next tick | `timers::run_after_runs_once_and_0_is_the_next_tick` |
//! | timers: `run_every`, once a tick, first delay | `timers::run_every_runs_first_one_interval_from_now_and_at_most_once_a_tick`, `timers::a_repeating_timer_has_its_own_first_delay_where_one_is_given` |
//! | timers: stale handles, 0 | `timers::a_stale_handle_cancels_nothing_and_0_is_none`, `timers::a_handle_never_reaches_the_timer_that_takes_its_place` |
//! | timers: inspect, restart | `timers::pending_timers_are_inspected_and_restarted` |
//! | timers: drift, no catching up | `timers::overshoot_is_carried_and_nothing_is_caught_up` |
//! | timers: scheduled from a task, its own handle | `timers::a_timer_scheduled_from_a_task_counts_from_then`, `timers::a_task_may_take_the_timer_that_fired` |
//! | timers: capacity | `timers::an_entity_has_65_536_timers_at_most` |
//! | timers: a failing task | `timers::a_task_that_fails_switches_off_that_one_script` |
//! | tweens: position, rotation, scale | `tweens::position_rotation_and_scale_go_where_they_should`, `tweens::any_entity_is_moved_turned_and_scaled` |
//! | tweens: colours of lights and of the user interface | `tweens::colours_of_lights_and_of_the_user_interface` |
//! | tweens: a value | `tweens::a_value_is_bound_to_nothing_and_can_be_read` |
//! | tweens: the 14 curves | `tweens::there_are_14_curves_by_name` |
//! | tweens: one per target and channel | `tweens::a_new_tween_replaces_the_one_of_the_same_target_and_channel` |
//! | tweens: sampled at the beginning | `tweens::the_start_is_sampled_when_the_tween_begins` |
//! | tweens: completion once, not on cancel | `tweens::on_complete_fires_once_after_the_last_value_and_not_on_cancel` |
//! | tweens: ping-pong | `tweens::ping_pong_goes_on_for_good_and_never_calls_back` |
//! | tweens: started in a completion | `tweens::a_tween_started_in_a_completion_begins_in_the_next_tick` |
//! | tweens: mathematics | `tweens::the_mathematics_is_there` |
//! | machines: `change_state` | `machines::a_change_leaves_then_enters_and_to_the_same_state_does_nothing`, `entities::a_machine_changes_state_when_the_function_that_asks_has_ended` |
//! | machines: `update_machine` | `machines::the_owner_drives_the_machine` |
//! | machines: `restart_state`, `time_in_state` | `machines::restart_leaves_and_enters_again_and_sets_the_time_back` |
//! | machines: `revert_state` | `machines::revert_goes_back_to_the_state_before` |
//! | machines: `state_name`, `is_in_state`, `transition_count` | `machines::name_membership_and_count_can_be_asked` |
//! | machines: queued, in pairs | `machines::a_change_asked_for_in_a_transition_comes_after_it` |
//! | machines: 16 in a row | `machines::a_chain_of_16_is_cut_off_and_reported` |
//! | machines: go with their script | `machines::machines_go_with_their_script` |
//! | input: pressed, down, released | `actions::pressed_is_one_tick_and_down_as_long_as_it_is_held` |
//! | input: the tables, axes, raw axes | `actions::every_action_and_axis_of_the_table_has_its_name` |
//! | input: the mouse | `actions::the_mouse_is_told_by_its_way` |
//! | input: unknown names | `actions::an_unknown_name_is_nothing_and_is_warned_of_once` |
//! | sound: spatial, global | `feedback::sounds_are_asked_for_here_and_everywhere` |
//! | shake | `feedback::a_shake_is_felt_and_the_pose_is_left_alone` |
//! | gizmos: costs | `feedback::shapes_cost_what_the_table_says`, `physics::a_ray_and_what_it_met_are_drawn` |
//! | gizmos: places and colours | `feedback::a_line_is_where_it_is_drawn_in_its_colour` |
//! | gizmos: ageing | `feedback::a_line_lasts_one_tick_or_as_long_as_it_says` |
//! | gizmos: overflow | `feedback::what_is_past_8192_lines_is_dropped_and_warned_of_once` |
//! | gizmos: switched off | `feedback::gizmos_can_be_switched_off` |
//! | save data: typed, read by type | `save_data::values_are_kept_by_name_and_read_by_type` |
//! | save data: a write is asked for | `save_data::a_write_is_asked_for_and_comes_back_from_the_file` |
//! | save data: a first launch | `save_data::everything_can_be_forgotten_for_a_first_launch` |
//! | save data: bounds | `save_data::what_is_too_long_is_refused_and_what_is_no_value_is_named` |
//! | the examples: door, collectible and manager, enemy at 5 Hz | `entities::a_door_closes_three_seconds_after_the_last_visitor`, `entities::collectibles_tell_the_manager_by_an_event`, `samples::enemies_look_five_times_a_second_and_in_turns` |
//! | the same services by the same names | `verbs::every_verb_of_rust_is_a_function_of_rhai_by_the_same_name` |
//! | every function as its example says | `host::every_function_of_the_table_does_what_its_example_says`, `entities::every_function_for_entities_does_what_its_example_says` |
//! | whole numbers for floats | `whole_numbers::every_example_does_the_same_with_whole_numbers`, `whole_numbers::every_mixture_does`, `whole_numbers::what_a_function_is_called_on_stays_what_it_was`, `whole_numbers::a_function_of_whole_numbers_keeps_them`, `whole_numbers::text_is_still_no_number` |
//! | hostile scripts are named, the level goes on | `entities::hostile_scripts_are_named_and_the_level_goes_on`, `host::hostile_scripts_are_stopped_and_named` |
//! | rewind, save, hash | `entities::a_rewind_and_a_save_go_on_to_the_same_hashes` |
//!
//! # Deliberate absences
//!
//! No engine, no files, no thread, no clock but in a profile, no `unsafe`. Scripts open no file, make no slot and draw nothing. No modules:
//! files of one map know each other's functions, and nothing else does.

mod action;
mod api;
mod call;
mod check;
mod entity;
mod error;
mod fields;
pub mod hooks;
mod host;
mod keys;
mod language;
pub mod limits;
mod machine;
mod profile;
mod reference;
mod script;
mod text;
mod value;
mod weave;

pub use action::{ActionQueue, ActionTarget, LogLevel, ScriptAction, apply};
pub use api::{Function, Group, functions};
pub use call::{Surroundings, pack, unpack};
pub use check::check;
pub use entity::{RhaiLanguage, ScriptFile, ScriptLibrary};
pub use error::{Fault, ScriptError};
pub use fields::{Property, ScriptField};
pub use host::{ScriptHost, View, key_of_field};
pub use keys::offer;
pub use machine::Backend;
pub use profile::{LineCost, Place, Profile};
pub use reference::reference;
pub use script::Script;
pub use text::ScriptText;
pub use value::ScriptValue;
