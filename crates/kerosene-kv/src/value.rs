//! Values of a kind.

/// What a value's text can be read as.
///
/// Numbers are refused when they are out of range or not finite; white space around any value is
/// ignored. Truth is `1`, `true`, `yes` or `on`, untruth `0`, `false`, `no` or `off`, in any case. An
/// array is its elements with white space between them, no fewer and no more.
pub trait Value: Sized {
    /// What to call it in a message.
    const EXPECTED: &'static str;

    /// Reads `text`, or `None` where it says something else.
    fn from_text(text: &str) -> Option<Self>;
}

macro_rules! whole_number {
    ($($kind:ty, $expected:literal;)*) => {$(
        impl Value for $kind {
            const EXPECTED: &'static str = $expected;

            fn from_text(text: &str) -> Option<Self> {
                text.trim().parse().ok()
            }
        }
    )*};
}

whole_number! {
    u8, "a whole number from 0 to 255";
    u16, "a whole number from 0 to 65535";
    u32, "a whole number from 0 to 4294967295";
    i32, "a whole number from -2147483648 to 2147483647";
    u64, "a whole number from 0 to 18446744073709551615";
    i64, "a whole number from -9223372036854775808 to 9223372036854775807";
}

impl Value for f64 {
    const EXPECTED: &'static str = "a finite number";

    fn from_text(text: &str) -> Option<Self> {
        text.trim().parse().ok().filter(|number: &Self| number.is_finite())
    }
}

impl Value for f32 {
    const EXPECTED: &'static str = "a finite number";

    fn from_text(text: &str) -> Option<Self> {
        text.trim().parse().ok().filter(|number: &Self| number.is_finite())
    }
}

impl Value for bool {
    const EXPECTED: &'static str = "0 or 1";

    fn from_text(text: &str) -> Option<Self> {
        let is_any = |words: &[&str]| words.iter().any(|word| text.trim().eq_ignore_ascii_case(word));
        if is_any(&["1", "true", "yes", "on"]) {
            Some(true)
        } else if is_any(&["0", "false", "no", "off"]) {
            Some(false)
        } else {
            None
        }
    }
}

impl Value for String {
    const EXPECTED: &'static str = "text";

    fn from_text(text: &str) -> Option<Self> {
        Some(text.to_owned())
    }
}

impl<V: Value, const N: usize> Value for [V; N] {
    const EXPECTED: &'static str = match N {
        2 => "two numbers",
        3 => "three numbers",
        4 => "four numbers",
        _ => "a list of numbers of the right length",
    };

    fn from_text(text: &str) -> Option<Self> {
        let mut words = text.split_ascii_whitespace();
        let mut values = Vec::with_capacity(N);
        for _ in 0..N {
            values.push(V::from_text(words.next()?)?);
        }
        if words.next().is_some() {
            return None;
        }
        values.try_into().ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_must_be_finite_and_in_range() {
        assert_eq!(f64::from_text(" 1.5e2 "), Some(150.0));
        for bad in ["inf", "nan", "1e999", "", "1 2", "0x10"] {
            assert_eq!(f64::from_text(bad), None, "{bad}");
        }
        assert_eq!(u8::from_text("255"), Some(255));
        assert_eq!(u8::from_text("256"), None);
        assert_eq!(u32::from_text("-1"), None);
    }

    #[test]
    fn an_array_has_its_length() {
        assert_eq!(<[f64; 3]>::from_text("1\t-2  0.5"), Some([1.0, -2.0, 0.5]));
        assert_eq!(<[f64; 3]>::from_text("1 2"), None);
        assert_eq!(<[f64; 3]>::from_text("1 2 3 4"), None);
        assert_eq!(<[u8; 3]>::from_text("1 2 256"), None);
    }

    #[test]
    fn truth_has_many_names() {
        assert_eq!(bool::from_text("Yes"), Some(true));
        assert_eq!(bool::from_text("off"), Some(false));
        assert_eq!(bool::from_text("2"), None);
    }
}
