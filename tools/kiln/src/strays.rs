//! Files that look like sources and are none: of a format that no stage reads, or in a folder where it is not looked for.

use crate::rules::{ART, RULES};
use crate::scan::Found;
use kerosene_diagnostics::{Diagnostic, Severity, SourcePosition, codes};

/// Formats that no stage reads, and what to do with them.
const UNREAD: [(&[&str], &str); 3] = [
    (
        &["bmp", "gif", "tif", "tiff", "dds", "avif", "heic", "jxl", "svg"],
        "save it as PNG, or as EXR where it has more than 8 bits",
    ),
    (&["fbx", "dae", "stl", "ply", "3ds", "x3d", "usd", "usdz"], "export it as glTF (.glb), or as OBJ"),
    (&["aiff", "aif", "m4a", "aac", "wma", "opus", "mid", "midi"], "save it as WAV, FLAC, Ogg Vorbis or MP3"),
];

/// What programs save their own work in: it may well lie beside what is exported from it.
const WORKING_FILES: [&str; 11] = ["psd", "xcf", "kra", "blend", "blend1", "max", "ma", "mb", "spp", "clip", "ora"];

/// What there is to say of a file that no rule takes.
pub(crate) fn note(file: &Found, folder: &str, extension: &str) -> Option<Diagnostic> {
    let packed = if folder == ART { "left out" } else { "packed as it is" };
    let told = |message: String, fix: String| {
        Diagnostic::new(codes::SOURCE_LEFT_OUT, message).at(SourcePosition::file(&file.path)).fix(fix)
    };
    if WORKING_FILES.contains(&extension) {
        let message = format!("{packed}: .{extension} files are not compiled");
        return Some(told(message, "export it as PNG or glTF beside it".to_owned()).severity(Severity::Info));
    }
    if let Some((_, fix)) = UNREAD.iter().find(|(extensions, _)| extensions.contains(&extension)) {
        return Some(told(format!("{packed}: no stage reads .{extension} files"), (*fix).to_owned()));
    }
    if extension == "wad" {
        // Beside a map it tells the compiler the sizes of textures.
        return None;
    }
    let rule = RULES.iter().find(|rule| rule.extensions.contains(&extension))?;
    let message = format!("{packed}: .{extension} files are compiled in {}/ only, and no game loads them", rule.folder);
    Some(told(message, format!("move it to {}/, or out of the content", rule.folder)))
}
