//! What gameplay scripts stand on: timers, tweens, state machines, events, and the life of a script.
//!
//! An entity names its script in the key `script`. A script in Rust is a struct that implements [`EntityScript`]; a language
//! is plugged in as a [`ScriptLanguage`]; both live the same life and reach the same services through a [`Context`]. A
//! [`Framework`] holds the scripts of one level and runs them in two halves of each tick.
//!
//! # Everything is data
//!
//! Nothing that is kept is a closure. A timer, a tween that is done, an event say *which task* or *which event* by the number
//! of a text, and the script is called with that. So all that scripts have going lies in pages as plain rows
//! ([`kerosene_world::PagedVec`]): a snapshot shares them and costs a few references, a restore puts them back, the hash of the
//! state reads pages that changed, a saved game holds the rows as they are, free places and generations included. The
//! fields of scripts in Rust lie beside them, in chunks of 60 bytes, and take none of the 63 places of the world's schema.
//!
//! # One store for all
//!
//! Timers of all scripts lie in one pool and not in one for each script. A thousand scripts with one timer each are then one list to
//! go through, and a snapshot takes one reference and not a thousand. What a pool of its own gave a script is kept: its
//! own limit (65,536), and giving all of it up at once, by a list through its rows. Room comes by the page: 4 KiB from the
//! page store, outside the heap, where a pool of its own would double from 8.
//!
//! Timers are kept by the moment they are due at, tweens by the moment they began, shakes too: time that passes writes
//! nothing. A hundred thousand timers that wait cost a tick one pass over 800 KB, and the snapshots of a hundred ticks less
//! than 16 pages together; that is a test. A tick writes what fires and what tweens move.
//!
//! # Order
//!
//! The order of a tick is written down at [`Framework::update`], and tests hold it. Among scripts it is that of their entities'
//! births. Events are told there and then, in the order of subscription. There is one exception, which the language asks for: a
//! script one of whose hooks runs cannot be called, since it has itself in hand, so it hears of an event when that hook is
//! done. Nothing recurses deeper than 32 hooks, and no two scripts can keep a tick from ending by answering each other.
//!
//! # Trade-offs
//!
//! A script's fields have the kinds that components have: no lists, no maps. What needs more keeps it in entities or in what
//! the game itself remembers. Names of tasks and events are looked up in the world's table at each call, some nanoseconds,
//! so that both languages mean the same by them. A tween of an interface's colour is a request in each tick, for what
//! an element looks like is nothing that the level knows.
//!
//! What is kept for good ([`SaveData`]) is read in the middle of a level but is no part of its state: a replay on another
//! player's machine may find another best score.
//!
//! # Deliberate absences
//!
//! No collision and no players (a [`Scene`] answers for both), no devices (an [`ActionFrame`] is data), no clock, no
//! threads, no interpreter. No cache of components: the world finds one in a single look-up, and a cache would only have to find
//! out when it is wrong. No index of the hierarchy: parents and children are linked where they are, and nothing is worked out
//! again while nothing moves. No pool of prefabs. Rigid bodies are asked for through the scene, which has none yet but
//! players.
//!
//! # Which test holds which rule
//!
//! Tests are in `tests/services`, a module for each service, and `tests/allocation.rs`.
//!
//! | rule of the design | test |
//! |---|---|
//! | events: synchronous, in subscription order | `events::delivery_is_synchronous_and_in_subscription_order` |
//! | events: every listener gets every event | `events::every_listener_gets_every_event_unless_it_asked_for_one_name` |
//! | events: name, source, text, number | `events::the_payload_is_name_source_text_and_number` |
//! | events: a place is emptied, then closed after the outermost | `events::unsubscribing_inside_a_callback_empties_the_place_at_once`, `events::places_are_closed_when_the_outermost_delivery_is_over` |
//! | events: new listeners from the next event | `events::a_listener_added_during_a_delivery_hears_from_the_next_event` |
//! | events: re-entrant | `events::publishing_inside_a_callback_reaches_the_others_before_the_outer_delivery_goes_on`, `events::a_chain_through_many_scripts_is_told_to_the_end_and_not_by_recursion` |
//! | events: a failing listener is skipped | `events::a_listener_that_fails_is_named_and_the_others_still_hear` |
//! | events: end with their script | `events::subscriptions_end_with_their_script` |
//! | life: bound before `on_awake`, keys after it | `life::what_the_mapper_wrote_is_there_in_on_start_and_not_in_on_awake` |
//! | life: timers and tweens just before `on_update` | `life::timers_and_tweens_come_just_before_the_updates` |
//! | life: everything ends after `on_destroy` | `life::a_script_whose_entity_goes_in_another_way_ends_too` |
//! | life: order | `life::all_are_awake_before_one_starts_and_the_order_is_that_of_spawning`, `life::physics_comes_before_and_the_order_among_scripts_holds_in_both_halves`, `life::touches_are_told_before_timers_in_the_order_they_were_met` |
//! | components: lazy, misses not kept, self-invalidating, replaced | `space::components_are_found_at_once_when_they_come_go_or_are_replaced` |
//! | space: each helper | `space::translate_goes_along_the_worlds_axes` and those after it |
//! | physics: impulse, velocity, ray | `space::an_impulse_is_over_the_mass_and_only_for_bodies`, `space::a_ray_goes_forward_from_where_the_entity_is` |
//! | destruction: deferred, from any hook, no orphans, children first | `life::destruction_waits_for_the_end_of_the_script_step`, `life::destroying_from_any_hook_is_safe`, `life::a_subtree_goes_together_children_first` |
//! | spawning: scripts start in the same pass | `life::the_script_of_what_is_spawned_in_an_update_starts_in_the_same_pass` |
//! | timers: `run_after`, 0 is the next tick | `timers::run_after_runs_once_after_its_delay`, `timers::run_after_of_0_runs_in_the_next_tick` |
//! | timers: `run_every`, once a tick, first delay | `timers::run_every_runs_first_one_interval_from_now`, `timers::run_every_fires_at_most_once_a_tick`, `timers::run_every_from_has_its_own_first_delay` |
//! | timers: stale handles, 0 | `timers::cancelling_a_stale_handle_does_nothing_and_says_so`, `timers::handles_of_0_are_never_valid` |
//! | timers: inspect, restart | `timers::pending_timers_are_inspected_and_restarted` |
//! | timers: drift, no catching up | `timers::a_repeating_timer_carries_its_overshoot`, `timers::a_repeating_timer_never_queues_up_after_a_hitch` |
//! | timers: scheduled from a task | `timers::a_timer_scheduled_from_a_task_counts_from_then` |
//! | timers: capacity | `timers::an_owner_has_65_536_timers_at_most` |
//! | timers: a failing task | `timers::a_task_that_fails_switches_off_that_one_script` |
//! | tweens: each channel | `tweens::position_goes_to_where_it_should_be` and those after it |
//! | tweens: the 14 curves | `tweens::there_are_14_curves_from_0_to_1`, `tweens::curves_are_their_closed_forms` |
//! | tweens: one per target and channel | `tweens::a_new_tween_replaces_the_one_of_the_same_target_and_channel` |
//! | tweens: sampled at the beginning | `tweens::the_start_is_sampled_when_the_tween_begins` |
//! | tweens: completion once, not on cancel, never in ping-pong | `tweens::on_complete_fires_once_after_the_last_value`, `tweens::on_complete_does_not_fire_on_cancel`, `tweens::ping_pong_goes_on_for_good_and_never_calls_back` |
//! | tweens: started in a completion | `tweens::a_tween_started_in_a_completion_begins_in_the_next_tick` |
//! | tweens: mathematics | `tweens::the_mathematics_is_there_for_everybody` |
//! | machines: each row | `machines::a_change_leaves_then_enters` and those after it |
//! | machines: queued, in pairs, 16 | `machines::a_change_asked_for_in_a_transition_comes_after_it`, `machines::a_chain_of_16_is_cut_off_and_reported` |
//! | actions: tables, six bindings, merging, raw, mouse, rebinding, unknown names | `actions::the_default_actions_are_those_of_the_table` and those after it |
//! | sound, shake, gizmos | `feedback::sounds_are_asked_for_here_and_everywhere` and those after it |
//! | gizmos: cut at the view's edges | `feedback::a_line_that_leaves_the_view_is_cut_at_its_edge` |
//! | save data: file, types, dirty, switch, crash | `save_data::the_file_is_the_projects_and_its_name_is_tidied` and those after it |
//! | hierarchy: checked, not rebuilt | `space::a_steady_hierarchy_is_not_worked_out_again` |
//! | nothing allocates | `a_thousand_scripted_entities_allocate_nothing_for_a_thousand_ticks` |
//! | rewind, save, hash | `snapshots::a_rewind_of_300_ticks_goes_on_to_the_same_hashes` and those after it |

mod actions;
mod checks;
mod context;
mod curve;
mod events;
mod framework;
mod gizmos;
mod handle;
mod image;
mod machines;
mod pool;
mod save_data;
mod scene;
mod script;
mod services;
mod shake;
mod timers;
mod tweens;

pub use actions::{
    ActionFrame, ActionMap, Binding, BindingError, DEFAULT_ACTIONS, DEFAULT_AXES, Devices, MOST_ACTIONS, MOST_AXES,
    MOST_BINDINGS,
};
pub use context::{Context, Moment};
pub use curve::{Curve, damp, delta_angle, ease, lerp_angle};
pub use events::{Event, Events};
pub use framework::{Framework, FrameworkSnapshot, Runtime};
pub use gizmos::{Color, GizmoLine, Gizmos, MAX_LINES};
pub use handle::{MachineId, SubscriptionId, TimerId, TweenId};
pub use machines::{Change, LONGEST_CHAIN, Machines, Next, Transition};
pub use save_data::SaveData;
pub use scene::{Body, EmptyScene, Ray, RayHit, Scene};
pub use script::{
    EntityScript, Hook, Hooks, LanguageState, ScriptDef, ScriptError, ScriptLanguage, ScriptRegistry, ScriptResult,
    ScriptShape,
};
pub use services::{Message, Services};
pub use shake::{MAX_ANGLE, MAX_OFFSET, Shake};
pub use timers::{Fired, Timers};
pub use tweens::{Channel, Tweens};

// The examples of the book's page about scripts are tests.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/book/src/scripts-in-rust.md")]
mod book {}
