//! Colours by meaning, readable on dark and on light terminals; none where `NO_COLOR` asks for none.

use ratatui::style::{Color, Modifier, Style};
use referee::{Hue, Seat};

/// The colours of the screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Palette {
    coloured: bool,
}

/// Fixed colours of the 256 that stand out from black and from white alike.
const RED: u8 = 160;
const ORANGE: u8 = 166;
const YELLOW: u8 = 136;
const GREEN: u8 = 28;
const CYAN: u8 = 30;
const BLUE: u8 = 33;
const VIOLET: u8 = 134;
const BROWN: u8 = 130;

impl Palette {
    /// With colours, unless the environment says `NO_COLOR`.
    pub(crate) fn of_environment() -> Palette {
        Palette { coloured: std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty()) }
    }

    /// With colours, or without.
    #[cfg(test)]
    pub(crate) fn new(coloured: bool) -> Palette {
        Palette { coloured }
    }

    /// The style of a colour by meaning.
    pub(crate) fn hue(self, hue: Hue) -> Style {
        match hue {
            Hue::Plain => Style::new(),
            Hue::Faint => Style::new().add_modifier(Modifier::DIM),
            Hue::Red => self.colour(RED),
            Hue::Orange => self.colour(ORANGE),
            Hue::Yellow => self.colour(YELLOW),
            Hue::Green => self.colour(GREEN),
            Hue::Cyan => self.colour(CYAN),
            Hue::Blue => self.colour(BLUE),
            Hue::Violet => self.colour(VIOLET),
            Hue::Brown => self.colour(BROWN),
        }
    }

    /// The style of a seat's name.
    pub(crate) fn seat(self, seat: Seat) -> Style {
        const SEATS: [Hue; 6] = [Hue::Blue, Hue::Orange, Hue::Green, Hue::Violet, Hue::Cyan, Hue::Brown];
        self.hue(SEATS[seat.index() % SEATS.len()]).add_modifier(Modifier::BOLD)
    }

    /// What can be chosen.
    pub(crate) fn target(self) -> Style {
        self.hue(Hue::Green).add_modifier(Modifier::BOLD)
    }

    /// What is about to be chosen.
    pub(crate) fn chosen(self) -> Style {
        Style::new().add_modifier(Modifier::REVERSED | Modifier::BOLD)
    }

    /// A refusal, or a failure of the world.
    pub(crate) fn alarm(self) -> Style {
        self.hue(Hue::Red).add_modifier(Modifier::BOLD)
    }

    fn colour(self, index: u8) -> Style {
        if self.coloured { Style::new().fg(Color::Indexed(index)) } else { Style::new() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ALL: [u8; 8] = [RED, ORANGE, YELLOW, GREEN, CYAN, BLUE, VIOLET, BROWN];

    /// How bright a colour of the 6 x 6 x 6 cube is, from 0 to 1, as contrast is reckoned.
    fn brightness(index: u8) -> f64 {
        let cube = index - 16;
        let part = |level: u8| {
            let value = f64::from([0u8, 95, 135, 175, 215, 255][usize::from(level)]) / 255.0;
            if value <= 0.03928 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
        };
        0.2126 * part(cube / 36) + 0.7152 * part(cube / 6 % 6) + 0.0722 * part(cube % 6)
    }

    #[test]
    fn every_colour_is_readable_on_black_and_on_white() {
        for index in ALL {
            let (on_black, on_white) = ((brightness(index) + 0.05) / 0.05, 1.05 / (brightness(index) + 0.05));
            assert!(on_black >= 3.0 && on_white >= 3.0, "{index}: {on_black:.1} on black, {on_white:.1} on white");
        }
    }

    #[test]
    fn without_colours_nothing_is_coloured() {
        assert_eq!(Palette::new(false).hue(Hue::Red).fg, None);
        assert_eq!(Palette::new(false).seat(Seat(1)).fg, None);
    }
}
