//! Points in time as MIR 1.4 accepts them: nearly RFC 3339, with a few liberties of the library that it checked them with.
#![allow(clippy::disallowed_types)] // seconds are read as the double that JavaScript makes of them, and only compared

use crate::json::number;

/// Whether a text is a date and a time, with `t`, `T` or one white-space character between them: `2024-02-29T23:59:60Z`.
pub(crate) fn is_date_time(text: &str) -> bool {
    let mut parts = text.split(is_separator);
    match (parts.next(), parts.next(), parts.next()) {
        (Some(date), Some(time), None) => is_date(date) && is_time(time),
        _ => false,
    }
}

/// White space is JavaScript's: Unicode's, with the byte order mark and without U+0085.
fn is_separator(char: char) -> bool {
    matches!(char, 't' | 'T' | '\u{FEFF}') || char.is_whitespace() && char != '\u{85}'
}

/// `YYYY-MM-DD`, a day of the Gregorian calendar, the year 0000 included.
fn is_date(text: &str) -> bool {
    let parsed = || {
        let (year, rest) = digits(text, 4)?;
        let (month, rest) = digits(rest.strip_prefix('-')?, 2)?;
        let (day, rest) = digits(rest.strip_prefix('-')?, 2)?;
        rest.is_empty().then_some((year, month, day))
    };
    parsed().is_some_and(|(year, month, day)| 1 <= day && day <= days(year, month))
}

fn days(year: i32, month: i32) -> i32 {
    let leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    match month {
        2 => 28 + i32::from(leap),
        4 | 6 | 9 | 11 => 30,
        1..=12 => 31,
        _ => 0,
    }
}

/// `HH:MM:SS`, perhaps a fraction, and a zone.
fn is_time(text: &str) -> bool {
    let parsed = || {
        let (hour, rest) = digits(text, 2)?;
        let (minute, rest) = digits(rest.strip_prefix(':')?, 2)?;
        let (second, rest) = seconds(rest.strip_prefix(':')?)?;
        Some((hour, minute, second, zone(rest)?))
    };
    parsed().is_some_and(|(hour, minute, second, zone)| {
        hour <= 23 && minute <= 59 && second < 60.0 || is_leap_second(hour, minute, second, zone)
    })
}

/// A leap second is the last one of a day in Greenwich. Taken with the liberty that `24:59:00+01:00` passes for one.
fn is_leap_second(hour: i32, minute: i32, second: f64, (zone_hour, zone_minute): (i32, i32)) -> bool {
    let utc_minute = minute - zone_minute;
    let utc_hour = hour - zone_hour - i32::from(utc_minute < 0);
    matches!(utc_hour, 23 | -1) && matches!(utc_minute, 59 | -1) && second < 61.0
}

/// Two digits and perhaps a fraction; so many nines that a double cannot hold them are a whole second.
fn seconds(text: &str) -> Option<(f64, &str)> {
    let (_, mut rest) = digits(text, 2)?;
    if let Some(fraction) = rest.strip_prefix('.') {
        rest = fraction.trim_start_matches(|char: char| char.is_ascii_digit());
        if rest.len() == fraction.len() {
            return None;
        }
    }
    Some((number::read(&text[..text.len() - rest.len()]), rest))
}

/// `Z`, `+HH`, `+HHMM` or `+HH:MM`: hours and minutes ahead of Greenwich, both with the sign.
fn zone(text: &str) -> Option<(i32, i32)> {
    let sign = match text.bytes().next()? {
        b'z' | b'Z' if text.len() == 1 => return Some((0, 0)),
        b'+' => 1,
        b'-' => -1,
        _ => return None,
    };
    let (hour, rest) = digits(&text[1..], 2)?;
    let (minute, rest) = if rest.is_empty() { (0, "") } else { digits(rest.strip_prefix(':').unwrap_or(rest), 2)? };
    (rest.is_empty() && hour <= 23 && minute <= 59).then_some((sign * hour, sign * minute))
}

/// A number of exactly so many digits, and what follows it.
fn digits(text: &str, count: usize) -> Option<(i32, &str)> {
    let (number, rest) = text.split_at_checked(count)?;
    number.bytes().all(|byte| byte.is_ascii_digit()).then_some((number.parse().ok()?, rest))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[track_caller]
    fn good(texts: &[&str]) {
        texts.iter().for_each(|text| assert!(is_date_time(text), "{text:?} is a date and time"));
    }

    #[track_caller]
    fn bad(texts: &[&str]) {
        texts.iter().for_each(|text| assert!(!is_date_time(text), "{text:?} is no date and time"));
    }

    #[test]
    fn a_t_or_one_white_space_separates() {
        good(&["2024-01-31T10:20:30Z", "2024-01-31t10:20:30z", "2024-01-31 10:20:30Z", "2024-01-31\n10:20:30Z"]);
        good(&["2024-01-31\u{A0}10:20:30Z", "2024-01-31\u{2003}10:20:30Z", "2024-01-31\u{3000}10:20:30Z"]);
        good(&["2024-01-31\u{FEFF}10:20:30Z", "2024-01-31\u{2028}10:20:30Z", "2024-01-31\u{B}10:20:30Z"]);
        bad(&["2024-01-31\u{85}10:20:30Z", "2024-01-31\u{200B}10:20:30Z", "2024-01-31_10:20:30Z"]);
        bad(&["2024-01-3110:20:30Z", "2024-01-31  10:20:30Z", "2024-01-31T 10:20:30Z", "2024-01-31T10:20:30Z "]);
        bad(&["", "T", "2024-01-31", "2024-01-31T", "T10:20:30Z", "10:20:30Z"]);
    }

    #[test]
    fn a_date_is_a_day_of_the_calendar() {
        good(&["0000-02-29T00:00:00Z", "2000-02-29T00:00:00Z", "2024-02-29T00:00:00Z", "9999-12-31T00:00:00Z"]);
        bad(&["1900-02-29T00:00:00Z", "2023-02-29T00:00:00Z", "2024-02-30T00:00:00Z", "2024-04-31T00:00:00Z"]);
        bad(&["2024-00-10T00:00:00Z", "2024-13-10T00:00:00Z", "2024-01-00T00:00:00Z", "2024-01-32T00:00:00Z"]);
        bad(&["24-01-01T00:00:00Z", "02024-01-01T00:00:00Z", "2024-1-01T00:00:00Z", "2024-01-1T00:00:00Z"]);
        bad(&["+024-01-01T00:00:00Z", "2024/01/01T00:00:00Z", "２０２４-01-01T00:00:00Z", "2024-01-01-T00:00:00Z"]);
    }

    #[test]
    fn a_time_has_hours_minutes_and_seconds() {
        good(&["2024-01-01T00:00:00Z", "2024-01-01T23:59:59Z", "2024-01-01T00:00:00.5Z", "2024-01-01T00:00:00.000000001Z"]);
        bad(&["2024-01-01T00:00Z", "2024-01-01T0:00:00Z", "2024-01-01T00:00:00.Z", "2024-01-01T00:00:00,5Z"]);
        bad(&["2024-01-01T24:00:00Z", "2024-01-01T00:60:00Z", "2024-01-01T00:00:60Z", "2024-01-01T-1:00:00Z"]);
    }

    #[test]
    fn a_zone_is_needed() {
        good(&["2024-01-01T00:00:00+00", "2024-01-01T00:00:00+0530", "2024-01-01T00:00:00-23:59", "2024-01-01T00:00:00.5+05:30"]);
        bad(&["2024-01-01T00:00:00", "2024-01-01T00:00:00+", "2024-01-01T00:00:00+5", "2024-01-01T00:00:00+053"]);
        bad(&[
            "2024-01-01T00:00:00+24:00",
            "2024-01-01T00:00:00+00:60",
            "2024-01-01T00:00:00+05:",
            "2024-01-01T00:00:00+05:30:00",
        ]);
        bad(&["2024-01-01T00:00:00ZZ", "2024-01-01T00:00:00Z+00", "2024-01-01T00:00:00 Z", "2024-01-01T00:00:00é"]);
    }

    #[test]
    fn a_leap_second_ends_the_day_in_greenwich() {
        good(&["2016-12-31T23:59:60Z", "2016-12-31T23:59:60.999Z", "2016-12-31T15:59:60-08:00", "2017-01-01T05:29:60+05:30"]);
        good(&["2017-01-01T00:59:60+01:00", "2017-01-01T00:29:60+00:30", "2017-01-01T00:00:60+00:01"]);
        bad(&["2016-12-31T23:59:61Z", "2016-12-31T23:58:60Z", "2016-12-31T22:59:60Z", "2016-12-31T23:59:60+01:00"]);
        // Not the last second of a day, yet taken by the same rule.
        good(&["2016-12-31T24:59:00+01:00", "2016-12-31T24:59:60+01:00", "2016-12-31T23:89:60+00:30"]);
    }

    #[test]
    fn seconds_are_doubles() {
        good(&["2016-12-31T22:00:59.999999Z", "2016-12-31T23:59:59.99999999999999999999Z", "2016-12-31T23:59:60.9999Z"]);
        bad(&["2016-12-31T22:00:59.99999999999999999999Z", "2016-12-31T23:59:60.99999999999999999999Z"]);
    }

    proptest! {
        #[test]
        fn no_text_makes_it_panic(text in "[0-9TZtz:+\\-. é]{0,30}") {
            let _ = is_date_time(&text);
        }
    }
}
