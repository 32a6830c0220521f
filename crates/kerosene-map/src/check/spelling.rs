//! What was probably meant.

use kerosene_diagnostics::nearest_within;

/// The candidate nearest to `word`, at most `limit` single-character edits away and of the same case; the first one of
/// several.
pub(super) fn nearest<'a>(word: &str, candidates: impl Iterator<Item = &'a str>, limit: usize) -> Option<&'a str> {
    nearest_within(word, candidates, limit, u8::eq)
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
