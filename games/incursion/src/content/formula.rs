//! Numbers that grow: with the caster's level `L`, or with the magnitude `M` of a status.
//!
//! Whole numbers, `L`, `M`, `+ - * /`, brackets, `min(a, b)` and `max(a, b)`. Division rounds toward zero, by nothing it gives nothing.

use serde::de::{Deserialize, Deserializer, Error, Visitor};
use std::fmt;

/// A number that grows.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Formula {
    /// Always the same.
    Fixed(i32),
    /// The caster's level.
    Level,
    /// The magnitude of the status.
    Magnitude,
    /// Two of them together.
    Two(Op, Box<(Formula, Formula)>),
}

/// What is done with two numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Op {
    /// Their sum.
    Add,
    /// Their difference.
    Sub,
    /// Their product.
    Mul,
    /// The first by the second.
    Div,
    /// The smaller.
    Min,
    /// The larger.
    Max,
}

/// How deep brackets nest, and how long a formula is.
pub const FORMULA_MAX: (usize, usize) = (8, 200);

impl Default for Formula {
    fn default() -> Formula {
        Formula::Fixed(0)
    }
}

impl Formula {
    /// Reads a formula.
    ///
    /// ```
    /// # use referee_incursion::content::Formula;
    /// let missiles = Formula::parse("(L+1)/2").expect("a formula");
    /// assert_eq!([1, 2, 5].map(|level| missiles.at(level, 0)), [1, 1, 3]);
    /// assert!(Formula::parse("L+").is_none());
    /// ```
    pub fn parse(text: &str) -> Option<Formula> {
        if text.len() > FORMULA_MAX.1 {
            return None;
        }
        let mut reader = Reader { rest: text.trim() };
        let formula = reader.sum(0)?;
        reader.rest.is_empty().then_some(formula)
    }

    /// The number at a level and a magnitude. What is too large stays at the largest number.
    pub fn at(&self, level: i32, magnitude: i32) -> i32 {
        match self {
            Formula::Fixed(number) => *number,
            Formula::Level => level,
            Formula::Magnitude => magnitude,
            Formula::Two(op, both) => {
                let (a, b) = (both.0.at(level, magnitude), both.1.at(level, magnitude));
                match op {
                    Op::Add => a.saturating_add(b),
                    Op::Sub => a.saturating_sub(b),
                    Op::Mul => a.saturating_mul(b),
                    Op::Div if b == 0 => 0,
                    Op::Div => a.saturating_div(b),
                    Op::Min => a.min(b),
                    Op::Max => a.max(b),
                }
            }
        }
    }
}

struct Reader<'a> {
    rest: &'a str,
}

impl Reader<'_> {
    fn sum(&mut self, depth: usize) -> Option<Formula> {
        let mut left = self.product(depth)?;
        loop {
            let op = if self.eat("+") {
                Op::Add
            } else if self.eat("-") {
                Op::Sub
            } else {
                return Some(left);
            };
            left = two(op, left, self.product(depth)?);
        }
    }

    fn product(&mut self, depth: usize) -> Option<Formula> {
        let mut left = self.atom(depth)?;
        loop {
            let op = if self.eat("*") {
                Op::Mul
            } else if self.eat("/") {
                Op::Div
            } else {
                return Some(left);
            };
            left = two(op, left, self.atom(depth)?);
        }
    }

    fn atom(&mut self, depth: usize) -> Option<Formula> {
        if depth > FORMULA_MAX.0 {
            return None;
        }
        if self.eat("L") {
            return Some(Formula::Level);
        }
        if self.eat("M") {
            return Some(Formula::Magnitude);
        }
        if self.eat("-") {
            return Some(two(Op::Sub, Formula::Fixed(0), self.atom(depth + 1)?));
        }
        if self.eat("(") {
            let within = self.sum(depth + 1)?;
            return self.eat(")").then_some(within);
        }
        for (word, op) in [("min", Op::Min), ("max", Op::Max)] {
            if self.eat(word) {
                let left = self.eat("(").then(|| self.sum(depth + 1))??;
                let right = self.eat(",").then(|| self.sum(depth + 1))??;
                return self.eat(")").then(|| two(op, left, right));
            }
        }
        self.number()
    }

    fn number(&mut self) -> Option<Formula> {
        let end = self.rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(self.rest.len());
        let (digits, rest) = self.rest.split_at(end);
        self.rest = rest.trim_start();
        digits.parse().ok().map(Formula::Fixed)
    }

    fn eat(&mut self, word: &str) -> bool {
        let rest = self.rest.strip_prefix(word).map(str::trim_start);
        self.rest = rest.unwrap_or(self.rest);
        rest.is_some()
    }
}

fn two(op: Op, left: Formula, right: Formula) -> Formula {
    Formula::Two(op, Box::new((left, right)))
}

impl<'de> Deserialize<'de> for Formula {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Formula, D::Error> {
        struct Either;
        impl Visitor<'_> for Either {
            type Value = Formula;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a whole number or a formula such as (L+1)/2")
            }
            fn visit_i64<E: Error>(self, number: i64) -> Result<Formula, E> {
                let small = i32::try_from(number).ok().filter(|number| number.abs() <= 100_000);
                small
                    .map(Formula::Fixed)
                    .ok_or_else(|| E::custom(format_args!("{number} is out of range, expected -100000 to 100000")))
            }
            fn visit_str<E: Error>(self, text: &str) -> Result<Formula, E> {
                Formula::parse(text)
                    .ok_or_else(|| E::custom(format_args!("`{text}` is no formula, expected one such as (L+1)/2 or min(L,9)+M")))
            }
        }
        from.deserialize_any(Either)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formulas_count_as_written() {
        for (text, level, magnitude, wanted) in [
            ("7", 1, 0, 7),
            ("min(L,9)+max(0,L-9)/3", 15, 0, 11),
            ("12+L/2", 7, 0, 15),
            ("-M*2", 1, 3, -6),
            ("L/0", 9, 0, 0),
            ("min(15, L)", 20, 0, 15),
        ] {
            assert_eq!(Formula::parse(text).map(|formula| formula.at(level, magnitude)), Some(wanted), "{text}");
        }
        for bad in ["", "L L", "(L", "min(L)", "x", "1e3", "((((((((((L))))))))))"] {
            assert_eq!(Formula::parse(bad), None, "{bad}");
        }
    }
}
