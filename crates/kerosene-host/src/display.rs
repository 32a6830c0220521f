//! Whether there is anything to open a window on.

/// Why no window can be opened here, where that is plain before trying: on systems whose displays are named by the
/// environment, none is named.
///
/// ```
/// let missing = kerosene_host::missing_display(|_| None);
/// assert_eq!(missing.is_some(), cfg!(all(unix, not(target_os = "macos"))));
/// assert_eq!(kerosene_host::missing_display(|name| (name == "DISPLAY").then(|| ":0".into())), None);
/// ```
pub fn missing_display(variable: impl Fn(&str) -> Option<std::ffi::OsString>) -> Option<&'static str> {
    let is_named = |name| variable(name).is_some_and(|value| !value.is_empty());
    let by_environment = cfg!(all(unix, not(target_os = "macos")));
    let none = by_environment && !["WAYLAND_DISPLAY", "WAYLAND_SOCKET", "DISPLAY"].into_iter().any(is_named);
    none.then_some("there is no display: neither DISPLAY nor WAYLAND_DISPLAY is set")
}
