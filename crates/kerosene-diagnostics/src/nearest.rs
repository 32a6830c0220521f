//! What was probably meant.

/// Longest word that is looked at, in bytes; the work is bounded by it.
const MAX_WORD: usize = 128;

/// The known word that a misspelt one most likely means: the fewest single-letter edits away (Levenshtein 1966, with swaps
/// of neighbours counted as one: Damerau 1964), at most a third of its letters and never more than four; without case. The
/// first one of several, and never the word itself.
///
/// ```
/// use kerosene_diagnostics::nearest;
///
/// let keys = ["basetexture", "normalmap", "roughness"];
/// assert_eq!(nearest("BaseTextrue", keys), Some("basetexture"));
/// assert_eq!(nearest("glow", keys), None);
/// ```
pub fn nearest<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let most = (word.len() / 3).min(4);
    if word.len() > MAX_WORD || most == 0 {
        return None;
    }
    nearest_within(word, known, most, u8::eq_ignore_ascii_case)
}

/// The known word nearest to another, from one to `most` single-letter edits away, as [`nearest`] counts them; `same` says
/// which bytes are one letter. The first one of several. The work grows with the product of the words' lengths.
///
/// ```
/// use kerosene_diagnostics::nearest_within;
///
/// assert_eq!(nearest_within("lihgt", ["light", "sight"], 1, u8::eq), Some("light"));
/// assert_eq!(nearest_within("LIGHT", ["light"], 1, u8::eq), None);
/// ```
pub fn nearest_within<'a>(
    word: &str,
    known: impl IntoIterator<Item = &'a str>,
    most: usize,
    same: fn(&u8, &u8) -> bool,
) -> Option<&'a str> {
    let near = known.into_iter().filter(|known| known.len().abs_diff(word.len()) <= most);
    let distances = near.map(|known| (distance(word.as_bytes(), known.as_bytes(), same), known));
    let best = distances.filter(|(distance, _)| (1..=most).contains(distance)).min_by_key(|(distance, _)| *distance);
    best.map(|(_, known)| known)
}

/// Edits between two words, with a row of the table per byte of the first.
fn distance(word: &[u8], known: &[u8], same: fn(&u8, &u8) -> bool) -> usize {
    let mut before_last: Vec<usize> = Vec::new();
    let mut last: Vec<usize> = (0..=known.len()).collect();
    for (line, from) in word.iter().enumerate() {
        let mut row = vec![line + 1];
        for (column, to) in known.iter().enumerate() {
            let changed = last[column] + usize::from(!same(from, to));
            let mut best = changed.min(last[column + 1] + 1).min(row[column] + 1);
            if line > 0 && column > 0 && same(from, &known[column - 1]) && same(&word[line - 1], to) {
                best = best.min(before_last[column - 1] + 1);
            }
            row.push(best);
        }
        before_last = std::mem::replace(&mut last, row);
    }
    last[known.len()]
}

#[cfg(test)]
mod tests {
    use super::nearest;

    #[test]
    fn slips_of_the_finger_are_found_and_strangers_are_not() {
        let known = ["roughnessmap", "roughness", "metalness", "color"];
        for (slip, meant) in [
            ("roughnes", Some("roughness")),
            ("ruoghness", Some("roughness")),
            ("colour", Some("color")),
            ("METALNES", Some("metalness")),
            ("color", None),
            ("envmap", None),
            ("", None),
            ("co", None),
        ] {
            assert_eq!(nearest(slip, known), meant, "{slip}");
        }
        assert_eq!(nearest(&"x".repeat(1 << 20), known), None);
    }
}
