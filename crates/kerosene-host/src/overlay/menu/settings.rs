//! Options as data: what the pages of the menu show, by the console's variables.

use super::super::{
    Intent,
    theme::{ACCENT, FAINT},
};
use super::focus::{reachable, reachable_and_turned};
use egui::{RichText, Slider, Ui};
use kerosene_console::{Console, Value};

/// How an option is changed.
#[derive(Debug, Clone, Copy)]
pub(super) enum Widget {
    /// On or off.
    Switch,
    /// A number between bounds.
    Range { low: f64, high: f64, step: f64 },
    /// One of several values.
    Choice(&'static [(&'static str, &'static str)]),
}

/// An option: a variable of the console.
#[derive(Debug, Clone, Copy)]
pub(super) struct Setting {
    pub(super) label: &'static str,
    pub(super) convar: &'static str,
    pub(super) widget: Widget,
}

const fn setting(label: &'static str, convar: &'static str, widget: Widget) -> Setting {
    Setting { label, convar, widget }
}

const fn range(low: f64, high: f64, step: f64) -> Widget {
    Widget::Range { low, high, step }
}

/// The page of the picture.
pub(super) const VIDEO: &[Setting] = &[
    setting("Screen", "r_fullscreen", Widget::Choice(&[("0", "Window"), ("1", "Borderless"), ("2", "Exclusive")])),
    setting("Wait for the screen", "r_vsync", Widget::Switch),
    setting(
        "Most frames a second",
        "fps_max",
        Widget::Choice(&[("0", "No limit"), ("60", "60"), ("120", "120"), ("240", "240")]),
    ),
    setting("Smooth edges", "r_msaa", Widget::Choice(&[("1", "Off"), ("4", "4 samples")])),
    setting("Exposure", "mat_exposure", range(0.25, 4.0, 0.05)),
    setting("Gamma", "mat_gamma", range(0.5, 2.5, 0.05)),
    setting("Bright light", "mat_tonemap", Widget::Choice(&[("0", "Cut off"), ("1", "Reinhard"), ("2", "ACES")])),
    setting("Bloom", "r_bloom", range(0.0, 1.0, 0.05)),
    setting("Moving lights", "r_dynamic", Widget::Switch),
    setting("Shadows", "r_shadows", Widget::Switch),
    setting("Show what a frame costs", "r_speeds", Widget::Choice(&[("0", "Off"), ("1", "Times"), ("2", "Graphs")])),
];

/// The page of mouse and gamepad; the binds follow it.
pub(super) const CONTROLS: &[Setting] = &[
    setting("Mouse speed", "sensitivity", range(0.1, 10.0, 0.1)),
    setting(
        "Look up and down",
        "m_pitch",
        Widget::Choice(&[("0.022", "As the hand moves"), ("-0.022", "The other way")]),
    ),
    setting("Raw mouse motion", "m_rawinput", Widget::Switch),
    setting("Gamepads", "joystick", Widget::Switch),
    setting("Stick speed", "joy_sensitivity", range(0.1, 5.0, 0.1)),
    setting("Dead zone", "joy_deadzone", range(0.0, 0.9, 0.05)),
];

/// The page of what eyes and hands need.
pub(super) const ACCESSIBILITY: &[Setting] = &[
    setting("Field of view", "cl_fov", range(50.0, 130.0, 1.0)),
    setting("View sways as one walks", "cl_bob", Widget::Switch),
    setting("Crosshair", "cl_crosshair", Widget::Choice(&[("0", "None"), ("1", "Plain"), ("2", "For every eye")])),
    setting("Size of texts and menus", "ui_scale", range(0.5, 3.0, 0.1)),
    setting("Health and messages", "cl_drawhud", Widget::Switch),
    setting("Time stands still in the menu", "sv_pause_on_menu", Widget::Switch),
    setting("And while another window has the keyboard", "sv_pause_unfocused", Widget::Switch),
];

/// Draws options that there are, each with a way back to its default.
pub(super) fn show(ui: &mut Ui, console: &Console, settings: &[Setting], intents: &mut Vec<Intent>) {
    egui::Grid::new(settings.first().map_or("", |first| first.convar)).num_columns(3).spacing([24.0, 10.0]).show(
        ui,
        |ui| {
            for setting in settings {
                let Some(convar) = console.find_convar(setting.convar) else { continue };
                ui.label(setting.label).on_hover_text(convar.help());
                if let Some(value) = show_widget(ui, setting, convar.value()) {
                    intents.push(Intent::Run(format!("{} {value}", setting.convar)));
                }
                if convar.value() != convar.default() {
                    let back = reachable(ui.button(RichText::new("Default").color(FAINT)));
                    if back.on_hover_text(format!("{}", convar.default())).clicked() {
                        intents.push(Intent::Run(format!("revert {}", setting.convar)));
                    }
                } else {
                    ui.label("");
                }
                ui.end_row();
            }
        },
    );
}

/// Draws one; gives the value that was chosen.
fn show_widget(ui: &mut Ui, setting: &Setting, value: &Value) -> Option<String> {
    match setting.widget {
        Widget::Switch => {
            let mut on = value.as_bool();
            let text = if on { "On" } else { "Off" };
            reachable(ui.checkbox(&mut on, text)).changed().then(|| u8::from(on).to_string())
        }
        Widget::Range { low, high, step } => {
            let mut number = value.as_f64();
            let slider = Slider::new(&mut number, low..=high).step_by(step).clamping(egui::SliderClamping::Edits);
            reachable_and_turned(ui.add(slider))
                .changed()
                .then(|| format!("{:.3}", number).trim_end_matches('0').trim_end_matches('.').to_owned())
        }
        Widget::Choice(choices) => {
            let mut chosen = None;
            ui.horizontal(|ui| {
                for (text, label) in choices {
                    let is_it = value.to_string() == *text;
                    let label = if is_it { RichText::new(*label).color(ACCENT) } else { RichText::new(*label) };
                    if reachable(ui.selectable_label(is_it, label)).clicked() && !is_it {
                        chosen = Some((*text).to_owned());
                    }
                }
            });
            chosen
        }
    }
}
