//! What was probably meant.

/// The candidate nearest to `word`, at most `limit` single-character edits away (Levenshtein 1966, with swaps of
/// neighbours counted as one: Damerau 1964); the first one of several.
pub(super) fn nearest<'a>(word: &str, candidates: impl Iterator<Item = &'a str>, limit: usize) -> Option<&'a str> {
    let near = candidates.filter(|candidate| candidate.len().abs_diff(word.len()) <= limit);
    let distances = near.map(|candidate| (distance(word.as_bytes(), candidate.as_bytes()), candidate));
    let best = distances.filter(|(distance, _)| (1..=limit).contains(distance)).min_by_key(|(distance, _)| *distance);
    best.map(|(_, candidate)| candidate)
}

/// Edits between two words, with a row of the table per character of the first.
fn distance(a: &[u8], b: &[u8]) -> usize {
    let mut before_last: Vec<usize> = Vec::new();
    let mut last: Vec<usize> = (0..=b.len()).collect();
    for (i, from) in a.iter().enumerate() {
        let mut row = vec![i + 1];
        for (j, to) in b.iter().enumerate() {
            let change = last[j] + usize::from(from != to);
            let mut best = change.min(last[j + 1] + 1).min(row[j] + 1);
            if i > 0 && j > 0 && *from == b[j - 1] && a[i - 1] == *to {
                best = best.min(before_last[j - 1] + 1);
            }
            row.push(best);
        }
        before_last = std::mem::replace(&mut last, row);
    }
    last[b.len()]
}

#[cfg(test)]
mod tests {
    use super::nearest;

    #[test]
    fn slips_of_the_finger_are_one_edit() {
        let known = ["logic_relay", "logic_timer", "light"];
        for slip in ["logic_relya", "logic_rela", "logic_rrelay", "logic_relax"] {
            assert_eq!(nearest(slip, known.into_iter(), 1), Some("logic_relay"), "{slip}");
        }
        assert_eq!(nearest("logic_relay", known.into_iter(), 2), None);
        assert_eq!(nearest("monster_ogre", known.into_iter(), 2), None);
    }
}
