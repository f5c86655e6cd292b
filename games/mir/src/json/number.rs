//! Numbers as JavaScript prints them.

use alloc::string::String;
use core::fmt::Write;

/// Appends a number as `JSON.stringify` prints it: the fewest digits that read back as the same double, an exponent from `1e+21` up and
/// below `0.000001`, `null` for what is no finite number.
pub fn write(value: f64, out: &mut String) {
    if !value.is_finite() {
        return out.push_str("null");
    }
    let whole = value as i64;
    if whole.unsigned_abs() < WHOLE_MAX && whole as f64 == value {
        return put(out, format_args!("{whole}"));
    }
    let digits = Digits::of(value);
    if value < 0.0 {
        out.push('-');
    }
    digits.write(out);
}

/// The double that a number in JSON's syntax stands for.
///
/// Text of any other syntax gives NaN.
pub fn read(text: &str) -> f64 {
    text.parse().unwrap_or(f64::NAN)
}

/// Where the number that begins here ends; none if it is no JSON number.
pub(super) fn end(bytes: &[u8], start: usize) -> Option<usize> {
    let mut at = start + usize::from(bytes.get(start) == Some(&b'-'));
    at = match bytes.get(at)? {
        b'0' => at + 1,
        _ => digits(bytes, at)?,
    };
    if bytes.get(at) == Some(&b'.') {
        at = digits(bytes, at + 1)?;
    }
    if let Some(b'e' | b'E') = bytes.get(at) {
        at += 1;
        at = digits(bytes, at + usize::from(matches!(bytes.get(at), Some(b'+' | b'-'))))?;
    }
    Some(at)
}

/// Where one or more digits end.
fn digits(bytes: &[u8], start: usize) -> Option<usize> {
    let mut at = start;
    while bytes.get(at).is_some_and(u8::is_ascii_digit) {
        at += 1;
    }
    (at > start).then_some(at)
}

/// Whole numbers below this are printed without a detour; all of them are exact doubles.
const WHOLE_MAX: u64 = 1_000_000_000_000_000;

/// A double has at most 17 digits, and `{:e}` adds a point and an exponent.
const DIGITS_MAX: usize = 32;

/// So many digits tell a double that is exactly halfway from every other.
const EXACT_DIGITS: usize = 60;

/// The digits of a number without its sign, and where the point stands: `0.digits * 10^point`.
struct Digits {
    bytes: [u8; DIGITS_MAX],
    count: usize,
    point: i32,
}

impl Digits {
    fn of(value: f64) -> Self {
        let mut scientific = String::with_capacity(DIGITS_MAX);
        put(&mut scientific, format_args!("{value:e}"));
        let (mantissa, exponent) = scientific.split_once('e').expect("{:e} writes an exponent");
        let mut digits =
            Self { bytes: [0; DIGITS_MAX], count: 0, point: 1 + exponent.parse::<i32>().expect("an exponent is a number") };
        for digit in mantissa.bytes().filter(u8::is_ascii_digit) {
            digits.bytes[digits.count] = digit;
            digits.count += 1;
        }
        digits.prefer_even(value);
        digits
    }

    /// Halfway between two shortest texts JavaScript takes the even one, where Rust takes the upper.
    fn prefer_even(&mut self, value: f64) {
        let last = self.count - 1;
        if self.bytes[last].is_multiple_of(2) || !self.is_upper_half(value) {
            return;
        }
        self.bytes[last] -= 1;
        let mut even = String::with_capacity(DIGITS_MAX);
        self.write(&mut even);
        if read(&even) != value.abs() {
            self.bytes[last] += 1; // doubles lie closer below a power of two: the even one is another double
        }
    }

    /// Whether the exact digits are one less than these and then a half.
    fn is_upper_half(&self, value: f64) -> bool {
        let mut exact = String::with_capacity(2 * EXACT_DIGITS);
        put(&mut exact, format_args!("{value:.EXACT_DIGITS$e}"));
        let last = self.count - 1;
        let mut exact = exact.bytes().take_while(|&byte| byte != b'e').filter(u8::is_ascii_digit).skip(last);
        exact.next() == Some(self.bytes[last] - 1) && exact.next() == Some(b'5') && exact.all(|digit| digit == b'0')
    }

    fn write(&self, out: &mut String) {
        let all = core::str::from_utf8(&self.bytes[..self.count]).expect("digits are ASCII");
        let count = i32::try_from(self.count).expect("a double has few digits");
        match self.point {
            point if (count..=21).contains(&point) => put(out, format_args!("{all}{:0<1$}", "", (point - count) as usize)),
            point @ 1..=21 => {
                let (whole, fraction) = all.split_at(point as usize);
                put(out, format_args!("{whole}.{fraction}"));
            }
            point @ -5..=0 => put(out, format_args!("0.{:0<1$}{all}", "", -point as usize)),
            point => {
                let (first, rest) = all.split_at(1);
                let dot = if rest.is_empty() { "" } else { "." };
                put(out, format_args!("{first}{dot}{rest}e{:+}", point - 1));
            }
        }
    }
}

fn put(out: &mut String, text: core::fmt::Arguments<'_>) {
    out.write_fmt(text).expect("a string takes everything");
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn written(value: f64) -> String {
        let mut out = String::new();
        write(value, &mut out);
        out
    }

    #[test]
    fn numbers_print_as_javascript_prints_them() {
        for (text, expected) in [
            ("0", "0"),
            ("-0", "0"),
            ("-0.0", "0"),
            ("5.0", "5"),
            ("-5", "-5"),
            ("1e2", "100"),
            ("0.1", "0.1"),
            ("-0.1", "-0.1"),
            ("1.50", "1.5"),
            ("123456.789", "123456.789"),
            ("0.000001", "0.000001"),
            ("0.0000012", "0.0000012"),
            ("1e-6", "0.000001"),
            ("1e-7", "1e-7"),
            ("1.5e-7", "1.5e-7"),
            ("-1.25E-10", "-1.25e-10"),
            ("999999999999999", "999999999999999"),
            ("1000000000000000", "1000000000000000"),
            ("1000000000000000.5", "1000000000000000.5"),
            ("9007199254740991", "9007199254740991"),
            ("9007199254740993", "9007199254740992"),
            ("9223372036854775807", "9223372036854776000"),
            ("123456789012345680000", "123456789012345680000"),
            ("999999999999999900000", "999999999999999900000"),
            ("1e20", "100000000000000000000"),
            ("1e21", "1e+21"),
            ("-1e21", "-1e+21"),
            ("1.5e300", "1.5e+300"),
            ("5e-324", "5e-324"),
            ("1.7976931348623157e308", "1.7976931348623157e+308"),
            ("2.2250738585072014e-308", "2.2250738585072014e-308"),
            ("0.30000000000000004", "0.30000000000000004"),
            ("844333353172697.25", "844333353172697.2"), // halfway: the even one
            ("-844333353172697.75", "-844333353172697.8"),
            ("2.98023223876953125e-8", "2.9802322387695312e-8"),
            ("5.9604644775390625e-8", "5.960464477539063e-8"), // a power of two: the even one would be another number
            ("1e400", "null"),
            ("-1e400", "null"),
            ("1e-400", "0"),
        ] {
            assert_eq!(written(read(text)), expected, "{text}");
        }
    }

    #[test]
    fn a_number_ends_where_its_syntax_ends() {
        for (text, expected) in [
            ("0", Some(1)),
            ("01", Some(1)),
            ("-", None),
            ("-01", Some(2)),
            ("12]", Some(2)),
            ("1.", None),
            ("1.5e", None),
            ("1e+", None),
            ("1.5e+07,", Some(7)),
            (".5", None),
            ("+1", None),
            ("NaN", None),
            ("", None),
        ] {
            assert_eq!(end(text.as_bytes(), 0), expected, "{text}");
        }
    }

    proptest! {
        #[test]
        fn every_number_reads_back(bits in any::<u64>()) {
            let value = f64::from_bits(bits);
            prop_assume!(value.is_finite());
            let text = written(value);
            prop_assert_eq!(read(&text), value);
            prop_assert_eq!(end(text.as_bytes(), 0), Some(text.len()));
        }
    }
}
