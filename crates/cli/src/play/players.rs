//! Who plays which seat: someone here, a bot, or someone elsewhere who writes to the same log.

use referee::Seat;
use referee_host::{Card, HostError};

/// Who plays a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Player {
    /// Whoever sits at this terminal.
    Here,
    /// A bot, by name.
    Bot(&'static str),
    /// Someone who writes to the same log.
    Elsewhere,
}

/// Who plays which seat, and whose eyes the screen has.
#[derive(Clone, Debug)]
pub(crate) struct Players {
    card: Card,
    seats: Vec<Player>,
    only: Option<Seat>,
}

impl Players {
    /// Reads `SEAT=BOT` for each bot, and the seat that is played here if only one is.
    pub(crate) fn parse(card: &Card, bots: &[String], only: Option<&str>) -> Result<Players, HostError> {
        let only = only.map(|seat| card.seat(Some(seat))).transpose()?;
        let here = |seat: usize| if only.is_none_or(|only| only.index() == seat) { Player::Here } else { Player::Elsewhere };
        // An optional seat is there only if it is the one that is played here.
        let last = only.map_or(0, |only| only.index() + 1);
        let mut seats: Vec<Player> = (0..card.seats.len().max(last)).map(here).collect();
        for text in bots {
            let (seat, bot) = seat_and_bot(card, text)?;
            seats[seat.index()] = Player::Bot(bot);
        }
        Ok(Players { card: card.clone(), seats, only })
    }

    /// Who plays a seat.
    pub(crate) fn of(&self, seat: Seat) -> Player {
        self.seats.get(seat.index()).copied().unwrap_or(Player::Elsewhere)
    }

    /// Whether someone at this terminal plays a seat.
    pub(crate) fn is_here(&self, seat: Seat) -> bool {
        self.of(seat) == Player::Here
    }

    /// The bot in a seat.
    pub(crate) fn bot(&self, seat: Seat) -> Option<&'static str> {
        match self.of(seat) {
            Player::Bot(bot) => Some(bot),
            _ => None,
        }
    }

    /// Whether any seat has a bot.
    pub(crate) fn has_bots(&self) -> bool {
        self.seats.iter().any(|player| matches!(player, Player::Bot(_)))
    }

    /// Whether nobody sits at this terminal: a demonstration.
    pub(crate) fn is_demonstration(&self) -> bool {
        !self.seats.contains(&Player::Here)
    }

    /// The next player for a seat: nobody but us, then each bot, then us again.
    pub(crate) fn cycle(&mut self, seat: Seat) -> Player {
        let bots = &self.card.bots;
        let next = match self.of(seat) {
            Player::Bot(bot) => bots.iter().position(|known| *known == bot).map_or(0, |index| index + 1),
            _ => 0,
        };
        let player = bots.get(next).map_or(Player::Here, |bot| Player::Bot(bot));
        if let Some(place) = self.seats.get_mut(seat.index()) {
            *place = player;
        }
        player
    }

    /// The optional seat that is played here.
    pub(crate) fn optional(&self) -> Option<Seat> {
        self.only.filter(|only| only.index() >= self.card.seats.len())
    }

    /// Whose eyes the screen has: the seat asked for; else the only one that plays here; else whoever is to move; else an onlooker.
    pub(crate) fn eye(&self, mover: Option<Seat>) -> Option<Seat> {
        let mut here = (0..self.seats.len() as u8).map(Seat).filter(|&seat| self.is_here(seat));
        match (self.only, here.next(), here.next()) {
            (Some(only), ..) => Some(only),
            (None, one, None) => one,
            (None, ..) => mover.filter(|&mover| self.is_here(mover)),
        }
    }

    /// Every seat and its player, in order.
    pub(crate) fn all(&self) -> impl Iterator<Item = (Seat, Player)> {
        let seats = self.seats.iter().zip(0u8..);
        seats.map(|(player, seat)| (Seat(seat), *player))
    }
}

/// Reads `SEAT=BOT`.
pub(crate) fn seat_and_bot(card: &Card, text: &str) -> Result<(Seat, &'static str), HostError> {
    let (seat, bot) = match text.split_once('=') {
        Some((seat, bot)) => (Some(seat), bot),
        None => (None, text),
    };
    let advice = |error: HostError| error.help(format!("for example --bot {}={}", card.seat_name(Seat(0)), card.bots.join("|")));
    let seat = card.seat(seat).map_err(advice)?;
    if seat.index() >= card.seats.len() {
        let message = format!("no bot plays the seat {}: nobody needs to take it", card.seat_name(seat));
        return Err(advice(HostError::bad("NO_BOT_SEAT", message).because(card.seats.join(" or "), text)));
    }
    let unknown =
        || HostError::bad("NO_SUCH_BOT", format!("there is no bot called {bot:?}")).because(card.bots.join(" or "), bot);
    let known = card.bots.iter().find(|known| **known == bot).ok_or_else(unknown).map_err(advice)?;
    Ok((seat, known))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn players(bots: &[&str], only: Option<&str>) -> Result<Players, HostError> {
        let card = referee_registry::games().title("nim").unwrap().card();
        Players::parse(&card, &bots.iter().map(|bot| bot.to_string()).collect::<Vec<_>>(), only)
    }

    #[test]
    fn an_unknown_seat_or_bot_is_refused_by_name() {
        assert_eq!(players(&["third=random"], None).unwrap_err().code, "NO_SUCH_SEAT");
        assert_eq!(players(&["first=clever"], None).unwrap_err().code, "NO_SUCH_BOT");
        assert_eq!(players(&["random"], None).unwrap_err().code, "NO_SEAT");
        assert_eq!(players(&[], Some("third")).unwrap_err().code, "NO_SUCH_SEAT");
    }

    #[test]
    fn an_optional_seat_is_there_only_for_the_one_who_plays_it_here() {
        let card = referee_registry::games().title("mir").unwrap().card();
        let alone = Players::parse(&card, &[], None).unwrap();
        assert_eq!((alone.all().count(), alone.optional()), (2, None));
        let bots = ["players=greedy".to_owned(), "npcs=greedy".to_owned()];
        let master = Players::parse(&card, &bots, Some("gm")).unwrap();
        assert_eq!((master.all().count(), master.optional(), master.eye(Some(Seat(0)))), (3, Some(Seat(2)), Some(Seat(2))));
        assert_eq!((master.bot(Seat(1)), master.of(Seat(2))), (Some("greedy"), Player::Here));
        assert_eq!(Players::parse(&card, &["gm=greedy".to_owned()], Some("gm")).unwrap_err().code, "NO_BOT_SEAT");
    }

    #[test]
    fn the_eye_is_the_only_player_here_or_the_mover_or_an_onlooker() {
        assert_eq!(players(&[], None).unwrap().eye(Some(Seat(1))), Some(Seat(1)));
        assert_eq!(players(&["second=greedy"], None).unwrap().eye(Some(Seat(1))), Some(Seat(0)));
        assert_eq!(players(&["first=random", "second=greedy"], None).unwrap().eye(Some(Seat(1))), None);
        assert_eq!(players(&[], Some("second")).unwrap().eye(Some(Seat(0))), Some(Seat(1)));
    }

    #[test]
    fn the_bot_of_a_seat_cycles_through_all_bots_and_back() {
        let mut players = players(&[], None).unwrap();
        let cycle: Vec<Player> = (0..4).map(|_| players.cycle(Seat(0))).collect();
        assert_eq!(cycle, [Player::Bot("random"), Player::Bot("greedy"), Player::Bot("deep"), Player::Here]);
    }
}
