//! Death.

use super::advance;
use crate::classes::faith::is_at_altar;
use crate::content::{Noun, Trait};
use crate::play::Play;
use crate::{End, Event, Flag, Happening, Id, Item, Kind, Nature, Print, Thing, Verb};
use referee_dispatch::{Role, Verdict};

/// A creature dies: experience for its killer, remains, and what it carried.
pub(super) fn creature(play: &mut Play, who: Id, happening: &mut Happening) -> Verdict {
    if play.world().thing(who).is_none() || play.dead.contains(&who) {
        return Verdict::Abort;
    }
    let killer = happening.roles.get(Role::Actor).filter(|&killer| killer != who);
    play.emit(Event::Died { id: who, by: killer });
    tell_blow(play, happening);
    play.print(Print::Three, &["You kill <Target>.", "You die.", "<Target> dies."], happening);
    if let Some(killer) = killer.filter(|&killer| play.thing(killer).kind == Kind::Player) {
        let cr = play.figures(who).cr;
        advance::earn(play, killer, cr);
    }
    unhorse(play, who);
    let_go(play, who);
    if let Some(killer) = killer.filter(|&killer| play.thing(killer).character().is_some() && is_at_altar(play, who)) {
        play.throw(Verb::SACRIFICE, &mut Happening::new().actor(killer).target(who));
    }
    play.dead.push(who);
    Verdict::Done
}

/// The blow that kills is told before what came of it.
fn tell_blow(play: &mut Play, happening: &mut Happening) {
    const BLOW: [Verb; 4] = [Verb::STRIKE, Verb::HIT, Verb::DAMAGE, Verb::DEATH];
    let by_blow = play.ancestors().iter().rev().map(|it| it.verb).take(BLOW.len()).eq(BLOW.into_iter().rev());
    if by_blow && happening.flags.has(Flag::Hit) && !happening.flags.has(Flag::Silence) {
        play.rethrow(Verb::ATTACKMSG, happening);
        play.blow_told = true;
    }
}

/// Whomever the dead held goes free.
fn let_go(play: &mut Play, who: Id) {
    let held: Vec<Id> = play.world().creatures().map(|thing| thing.id).filter(|&it| play.is_held_by(it, who)).collect();
    for id in held {
        play.lose_nature(id, play.lore.natures.stuck);
    }
}

/// Whoever rode what died stands beside it; what whoever died rode goes free.
fn unhorse(play: &mut Play, who: Id) {
    if let Some(rider) = play.rider_of(who) {
        play.part_from_mount(rider);
        play.tell_of(rider, "<Target> falls under you.", &Happening::new().actor(rider).target(who));
    }
    play.part_from_mount(who);
}

/// Whoever died in a throw is gone when it is over, and leaves its remains.
pub(crate) fn bury(play: &mut Play) {
    for who in std::mem::take(&mut play.dead) {
        if play.world().thing(who).is_some_and(|thing| thing.hp <= 0) {
            remains(play, who);
            play.vanish(who);
        }
    }
}

/// What is left of somebody.
fn remains(play: &mut Play, who: Id) {
    let (res, at) = (play.thing(who).res, play.thing(who).at);
    let summoned = play.thing(who).has(play.lore.natures.summoned);
    let Some(corpse) = play.content().find(Noun::Item, "corpse").filter(|_| !summoned && !play.figures(who).has(Trait::NoCorpse))
    else {
        return;
    };
    if !play.percent(50, "corpse") {
        return;
    }
    let id = play.world().things.next_id();
    let more = Nature::Item(Box::new(Item { quantity: 1, of: Some(res), ..Item::default() }));
    let thing = Thing { id, kind: Kind::Corpse, res: corpse, at, hp: 10, max_hp: 10, statuses: Vec::new(), more };
    play.emit(Event::Made { thing: Box::new(thing) });
}

/// The hero dies, unless a god raises him.
pub(super) fn hero(play: &mut Play, who: Id, happening: &mut Happening) -> Verdict {
    if who != play.world().hero || play.world().end.is_some() {
        return Verdict::Nothing;
    }
    let killer = happening.roles.get(Role::Actor);
    play.emit(Event::Died { id: who, by: killer });
    if raised(play, who) {
        return Verdict::Done;
    }
    let grave = match happening.texts.as_ref().and_then(|texts| texts.grave.clone()) {
        Some(text) => text.to_string(),
        None => match killer.filter(|&killer| killer != who) {
            Some(killer) => format!("Killed by {}.", play.called(killer, Some(false))),
            None => "Died of many wounds.".to_owned(),
        },
    };
    play.tell(who, "You die.");
    play.emit(Event::Ended { end: End::Died { grave } });
    Verdict::Done
}

/// Every god is asked, his own first, whether it raises him.
fn raised(play: &mut Play, who: Id) -> bool {
    let own = play.thing(who).character().and_then(|character| character.god);
    let others = play.lore.gods.clone();
    let gods: Vec<_> = own.into_iter().chain(others.into_iter().filter(|god| Some(*god) != own)).collect();
    for god in gods {
        let mut plea = Happening::new().actor(who).effected(god);
        play.throw(Verb::GOD_RAISE, &mut plea);
        if play.thing(who).hp > 0 {
            return true;
        }
    }
    false
}

/// The hero has won.
pub(super) fn victory(play: &mut Play, _who: Id, _happening: &mut Happening) -> Verdict {
    if play.world().end.is_none() {
        play.emit(Event::Ended { end: End::Won });
    }
    Verdict::Done
}
