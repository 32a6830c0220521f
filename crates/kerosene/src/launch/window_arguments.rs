//! The window's options.
//!
//! They have one dash, as Source's players type them, so they are taken out of the command line before anything else
//! looks at it.

/// What the window's options say.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct WindowArguments {
    /// `-w`: width in pixels.
    pub(crate) width: Option<u32>,
    /// `-h`: height in pixels.
    pub(crate) height: Option<u32>,
    /// `-fullscreen` or `-windowed`: the value of `r_fullscreen`.
    pub(crate) fullscreen: Option<u32>,
    /// `-nomenu`: begins in the level.
    pub(crate) no_menu: bool,
}

impl WindowArguments {
    /// Takes the window's options out of a command line. A `-h` without a number is somebody who asks for help.
    pub(crate) fn take(words: &mut Vec<String>) -> Self {
        let mut taken = Self::default();
        let mut left = Vec::with_capacity(words.len());
        let mut words_left = std::mem::take(words).into_iter().peekable();
        while let Some(word) = words_left.next() {
            let number = words_left.peek().and_then(|next| next.parse().ok()).filter(|&pixels: &u32| pixels > 0);
            match (word.as_str(), number) {
                ("-w", Some(width)) => {
                    taken.width = Some(width);
                    words_left.next();
                }
                ("-h", Some(height)) => {
                    taken.height = Some(height);
                    words_left.next();
                }
                ("-fullscreen", _) => taken.fullscreen = Some(1),
                ("-windowed", _) => taken.fullscreen = Some(0),
                ("-nomenu", _) => taken.no_menu = true,
                _ => left.push(word),
            }
        }
        *words = left;
        taken
    }

    /// Text for the console that sets the variables that they stand for.
    pub(crate) fn console(&self) -> String {
        let rows = [("r_width", self.width), ("r_height", self.height), ("r_fullscreen", self.fullscreen)];
        rows.into_iter().filter_map(|(name, value)| Some(format!("{name} {}\n", value?))).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn take(words: &str) -> (WindowArguments, Vec<String>) {
        let mut words = words.split(' ').map(str::to_owned).collect();
        (WindowArguments::take(&mut words), words)
    }

    #[test]
    fn they_are_taken_wherever_they_stand() {
        let (taken, left) = take("-w 800 +map e1m1 -h 600 -fullscreen --portable -nomenu +sv_gravity -5");
        let expected = WindowArguments { width: Some(800), height: Some(600), fullscreen: Some(1), no_menu: true };
        assert_eq!(taken, expected);
        assert_eq!(left, ["+map", "e1m1", "--portable", "+sv_gravity", "-5"]);
        assert_eq!(taken.console(), "r_width 800\nr_height 600\nr_fullscreen 1\n");
    }

    #[test]
    fn help_and_nonsense_are_left_to_others() {
        for words in ["-h", "-h --headless", "-w wide", "-w 0"] {
            assert_eq!(take(words), (WindowArguments::default(), words.split(' ').map(str::to_owned).collect()));
        }
        assert_eq!(take("-fullscreen -windowed").0.fullscreen, Some(0), "the last one counts");
    }
}
