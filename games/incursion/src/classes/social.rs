//! Words.
//!
//! Whoever speaks rolls a die and adds charisma and half a level; the listener's rank, wits and mood are what it must reach.

use super::magic::target::is_silent;
use super::magic::{a_moment, enlist, spend};
use super::{Own, actor};
use crate::content::{Attribute, Skill, Slot, Stop};
use crate::play::{Core, Play};
use crate::{Event, Gauge, Happening, Id, Kind, Mood, Print, Verb, Whereabouts};
use referee_dispatch::{Phase, Role, Verdict};

pub(crate) const CREATURE: &[Own] = &[
    actor(Verb::TALK, Phase::Pre, can_talk),
    actor(Verb::TALK, Phase::Main, talk),
    actor(Verb::GREET, Phase::Main, greet),
    actor(Verb::COW, Phase::Main, cow),
    actor(Verb::TAUNT, Phase::Main, taunt),
    actor(Verb::QUELL, Phase::Main, quell),
    actor(Verb::ENLIST, Phase::Main, enlist_listener),
    actor(Verb::DISMISS, Phase::Main, dismiss),
    actor(Verb::DISTRACT, Phase::Main, distract),
    actor(Verb::FAST_TALK, Phase::Main, fast_talk),
    actor(Verb::SURRENDER, Phase::Main, surrender),
    actor(Verb::TERMS, Phase::Main, terms),
    actor(Verb::ORDER, Phase::Main, order),
    actor(Verb::REQUEST, Phase::Main, request),
    actor(Verb::BARTER, Phase::Main, barter),
];

/// The verbs that talk may lead to.
const SPEECHES: [Verb; 13] = [
    Verb::BARTER,
    Verb::COW,
    Verb::DISMISS,
    Verb::DISTRACT,
    Verb::ENLIST,
    Verb::FAST_TALK,
    Verb::GREET,
    Verb::ORDER,
    Verb::QUELL,
    Verb::REQUEST,
    Verb::SURRENDER,
    Verb::TAUNT,
    Verb::TERMS,
];

/// Before a word: has one a voice, and does anybody listen?
fn can_talk(play: &mut Play, who: Id, happening: &mut Happening) -> Verdict {
    if is_silent(play, who) {
        return refuse(play, who, "No word leaves your mouth.");
    }
    let Some(listener) = happening.roles.get(Role::Target).filter(|&it| play.thing(it).kind.is_creature()) else {
        return refuse(play, who, "Nobody listens.");
    };
    if !understands(play, listener) {
        return answer(play, happening, Verdict::Abort, ["<Target> does not understand.", "<Actor> makes noises at you."]);
    }
    Verdict::Nothing
}

/// What is said decides what follows: the value names the verb.
fn talk(play: &mut Play, who: Id, happening: &mut Happening) -> Verdict {
    let said = u8::try_from(happening.value).ok().map(Verb).filter(|verb| SPEECHES.contains(verb));
    let Some(verb) = said else { return refuse(play, who, "You do not know what to say.") };
    spend(play, who, a_moment(play, who));
    match play.rethrow(verb, happening) {
        Verdict::Abort => Verdict::Abort,
        _ => Verdict::Done,
    }
}

fn refuse(play: &mut Play, who: Id, why: &str) -> Verdict {
    play.tell(who, why);
    Verdict::Abort
}

/// Words for the speaker and for the listener; others hear what the speaker hears.
fn answer(play: &mut Play, happening: &Happening, verdict: Verdict, [speaker, listener]: [&str; 2]) -> Verdict {
    if !happening.quiet {
        play.print(Print::Three, &[speaker, listener, speaker], happening);
    }
    verdict
}

/// Animals and golems do not talk; sleepers do not listen.
fn understands(core: &Core, who: Id) -> bool {
    let figures = core.figures(who);
    figures.attributes[Attribute::Int as usize] >= 3 && !figures.stops(Stop::Acting)
}

/// Whether words move a listener: a die, charisma, half a level and a skill against rank, wits and mood.
fn persuades(play: &mut Play, who: Id, listener: Id, skill: Option<Skill>, harder: i32) -> bool {
    let (speaker, hearer) = (play.figures(who), play.figures(listener));
    let trained = skill.map_or(0, |skill| play.skill(who, skill) - speaker.modifier(Attribute::Cha));
    let bonus = speaker.modifier(Attribute::Cha) + speaker.level.max(0) / 2 + trained;
    let hostility = if play.are_hostile(who, listener) { 3 } else { 0 };
    let goal = 10 + hearer.cr + hearer.modifier(Attribute::Wis) + hostility + harder;
    play.die(20, "words") + bonus >= goal
}

fn listener(happening: &Happening) -> Option<Id> {
    happening.roles.get(Role::Target)
}

fn mood(core: &Core, who: Id) -> Mood {
    core.world().creature(who).map_or(Mood::Hostile, |creature| creature.mood)
}

/// A listener stands otherwise to the player, and is after nobody.
fn soften(play: &mut Play, who: Id, to: Mood) {
    play.set(who, Gauge::Mood, to as i32);
    play.emit(Event::Aimed { id: who, target: None, trail: None });
}

fn greet(play: &mut Play, who: Id, happening: &mut Happening) -> Verdict {
    let Some(other) = listener(happening) else { return Verdict::Abort };
    if play.are_hostile(who, other) {
        return answer(play, happening, Verdict::Done, ["<Target> has no words for you.", "<Actor> greets you."]);
    }
    answer(play, happening, Verdict::Done, ["<Target> returns your greeting.", "<Actor> greets you."])
}

/// Threats: who believes them is afraid.
fn cow(play: &mut Play, who: Id, happening: &mut Happening) -> Verdict {
    let Some(other) = listener(happening) else { return Verdict::Abort };
    if !persuades(play, who, other, Some(Skill::Intimidate), 0) {
        return answer(play, happening, Verdict::Done, ["<Target> is not impressed.", "<Actor> threatens you."]);
    }
    let turns = play.die(6, "fear") + 4;
    play.afflict(other, play.lore.natures.afraid, 0, turns);
    answer(play, happening, Verdict::Done, ["<Target> shrinks from you.", "You shrink from <actor>."])
}

/// Insults: who takes them to heart comes for the speaker, whatever it was about to do.
fn taunt(play: &mut Play, who: Id, happening: &mut Happening) -> Verdict {
    let Some(other) = listener(happening) else { return Verdict::Abort };
    if !persuades(play, who, other, Some(Skill::Intimidate), -2) {
        return answer(play, happening, Verdict::Done, ["<Target> laughs.", "<Actor> insults you."]);
    }
    if play.world().creature(who).is_some_and(|creature| creature.party == 0) {
        play.set(other, Gauge::Mood, Mood::Hostile as i32);
    }
    let trail = play.world().spot(who);
    play.emit(Event::Aimed { id: other, target: Some(who), trail });
    answer(play, happening, Verdict::Done, ["<Target> sees red.", "The words of <actor> burn."])
}

/// Words of peace: a foe is none any more.
fn quell(play: &mut Play, who: Id, happening: &mut Happening) -> Verdict {
    let Some(other) = listener(happening) else { return Verdict::Abort };
    if mood(play, other) != Mood::Hostile {
        return answer(play, happening, Verdict::Done, ["<Target> means you no harm.", "<Actor> speaks of peace."]);
    }
    if !persuades(play, who, other, None, 2) {
        return answer(play, happening, Verdict::Done, ["<Target> will not hear of peace.", "<Actor> speaks of peace."]);
    }
    soften(play, other, Mood::Neutral);
    answer(play, happening, Verdict::Done, ["<Target> lowers <his:target> weapon.", "You lower your weapon."])
}

/// A listener of lesser rank joins the speaker's party.
fn enlist_listener(play: &mut Play, who: Id, happening: &mut Happening) -> Verdict {
    let Some(other) = listener(happening) else { return Verdict::Abort };
    let outranks = play.figures(other).cr >= play.figures(who).level.max(1);
    let harder = if mood(play, other) == Mood::Friendly { 0 } else { 5 };
    if play.are_hostile(who, other) || outranks || !persuades(play, who, other, None, harder) {
        return answer(play, happening, Verdict::Done, ["<Target> goes <his:target> own way.", "<Actor> wants you to follow."]);
    }
    enlist(play, other, Some(who));
    answer(play, happening, Verdict::Done, ["<Target> follows you now.", "You follow <actor> now."])
}

/// A follower may go.
fn dismiss(play: &mut Play, who: Id, happening: &mut Happening) -> Verdict {
    let Some(other) = listener(happening) else { return Verdict::Abort };
    if !follows(play, other, who) {
        return answer(play, happening, Verdict::Done, ["<Target> does not follow you.", "<Actor> sends you away."]);
    }
    let party = i32::try_from(other.0).unwrap_or(i32::MAX).max(1);
    play.set(other, Gauge::Party, party);
    soften(play, other, Mood::Neutral);
    answer(play, happening, Verdict::Done, ["<Target> goes <his:target> own way.", "You are free to go."])
}

fn follows(core: &Core, who: Id, leader: Id) -> bool {
    let party = |who: Id| core.world().creature(who).map(|creature| creature.party);
    who != leader && party(who) == party(leader)
}

/// A listener looks the wrong way: it loses whom it was after, and is not ready for a blow.
fn distract(play: &mut Play, who: Id, happening: &mut Happening) -> Verdict {
    let Some(other) = listener(happening) else { return Verdict::Abort };
    if !persuades(play, who, other, None, 0) {
        return answer(play, happening, Verdict::Done, ["<Target> does not look away.", "<Actor> points behind you."]);
    }
    play.emit(Event::Aimed { id: other, target: None, trail: None });
    play.set(other, Gauge::Fought, 0);
    spend(play, other, 30);
    answer(play, happening, Verdict::Done, ["<Target> looks behind <him:target>.", "You look behind you. Nothing."])
}

/// A flood of words: the listener does not know what to do for a moment.
fn fast_talk(play: &mut Play, who: Id, happening: &mut Happening) -> Verdict {
    let Some(other) = listener(happening) else { return Verdict::Abort };
    if !persuades(play, who, other, None, 2) {
        return answer(play, happening, Verdict::Done, ["<Target> does not listen.", "<Actor> talks and talks."]);
    }
    let turns = play.die(2, "bewilderment");
    play.afflict(other, play.lore.natures.confused, 0, turns);
    answer(play, happening, Verdict::Done, ["<Target> scratches <his:target> head.", "You lose the thread."])
}

/// The speaker gives up: lays down what it holds, and may be spared.
fn surrender(play: &mut Play, who: Id, happening: &mut Happening) -> Verdict {
    let Some(other) = listener(happening) else { return Verdict::Abort };
    lay_down(play, who);
    if play.world().creature(who).is_some_and(|creature| creature.party != 0) {
        soften(play, who, Mood::Neutral);
        return answer(play, happening, Verdict::Done, ["You give up.", "<Actor> gives up."]);
    }
    if !persuades(play, who, other, None, 0) {
        return answer(play, happening, Verdict::Done, ["<Target> shows no mercy.", "<Actor> gives up."]);
    }
    soften(play, other, Mood::Neutral);
    answer(play, happening, Verdict::Done, ["<Target> spares you.", "<Actor> gives up."])
}

/// The speaker demands that the listener gives up. Who is badly hurt, or afraid, may.
fn terms(play: &mut Play, who: Id, happening: &mut Happening) -> Verdict {
    let Some(other) = listener(happening) else { return Verdict::Abort };
    let thing = play.thing(other);
    let is_beaten = thing.hp * 3 <= thing.max_hp || thing.has(play.lore.natures.afraid);
    let harder = if is_beaten { -5 } else { 10 };
    if !play.are_hostile(who, other) || !persuades(play, who, other, Some(Skill::Intimidate), harder) {
        return answer(play, happening, Verdict::Done, ["<Target> will not give up.", "<Actor> calls on you to give up."]);
    }
    lay_down(play, other);
    soften(play, other, Mood::Neutral);
    answer(play, happening, Verdict::Done, ["<Target> gives up.", "You give up."])
}

/// What somebody holds lies at its feet.
fn lay_down(play: &mut Play, who: Id) {
    let (Some(place), depth) = (play.world().spot(who), play.world().depth) else { return };
    for slot in [Slot::Hand, Slot::OffHand, Slot::Bow] {
        let held = play.world().things.in_slot(who, slot).filter(|thing| thing.item().is_some_and(|item| !item.cursed));
        if let Some(id) = held.map(|thing| thing.id) {
            play.emit(Event::Moved { id, at: Whereabouts::On { depth, place } });
            play.throw(Verb::LOSEITEM, &mut Happening::new().actor(who).item(id));
        }
    }
}

/// A follower is told what to do. The order is kept with it: `order`, for whoever plans its deeds.
fn order(play: &mut Play, who: Id, happening: &mut Happening) -> Verdict {
    let Some(other) = listener(happening) else { return Verdict::Abort };
    if !follows(play, other, who) {
        return answer(play, happening, Verdict::Done, ["<Target> takes no orders of you.", "<Actor> gives you an order."]);
    }
    take_order(play, other, happening.value2);
    answer(play, happening, Verdict::Done, ["<Target> nods.", "You nod."])
}

/// Who is no follower may be asked.
fn request(play: &mut Play, who: Id, happening: &mut Happening) -> Verdict {
    let Some(other) = listener(happening) else { return Verdict::Abort };
    if play.are_hostile(who, other) || !persuades(play, who, other, None, 0) {
        return answer(play, happening, Verdict::Done, ["<Target> shakes <his:target> head.", "<Actor> asks you for something."]);
    }
    take_order(play, other, happening.value2);
    answer(play, happening, Verdict::Done, ["<Target> agrees.", "You agree."])
}

fn take_order(play: &mut Play, who: Id, order: i32) {
    play.emit(Event::Noted { about: format!("thing {}", who.0), key: "order".to_owned(), to: order });
}

/// A trade: the listener is asked about all it has in its pack. Its own handler may sell (`DONE`) or keep a thing (`ABORT`, or quietly);
/// of the rest the speaker gets the dearest it can pay for.
fn barter(play: &mut Play, who: Id, happening: &mut Happening) -> Verdict {
    let Some(other) = listener(happening) else { return Verdict::Abort };
    let offer = "<Actor> offers you a trade.";
    if play.are_hostile(who, other) {
        return answer(play, happening, Verdict::Done, ["<Target> would rather take it from you.", offer]);
    }
    let packed = play.world().inventory(other).filter(|item| item.holder().is_some_and(|(_, slot)| slot == Slot::Pack));
    let goods: Vec<Id> = packed.filter(|item| item.kind != Kind::Coin).map(|item| item.id).collect();
    let mut for_sale = Vec::new();
    for item in goods {
        let mut question = Happening::new().actor(who).target(other).item(item);
        match play.throw(Verb::WILLBUY, &mut question) {
            Verdict::Done => return Verdict::Done,
            Verdict::Nothing if !question.quiet => for_sale.push((price(play, item), item)),
            _ => {}
        }
    }
    let purse = play.world().inventory(who).find(|item| item.kind == Kind::Coin).map(|purse| purse.id);
    let has = purse.and_then(|purse| play.thing(purse).item()).map_or(0, |item| item.quantity);
    match for_sale.iter().filter(|(price, _)| *price <= has).max().zip(purse) {
        Some((&(price, item), purse)) => sell(play, who, other, item, (purse, price), happening),
        None if for_sale.is_empty() => answer(play, happening, Verdict::Done, ["<Target> has nothing to trade.", offer]),
        None => answer(play, happening, Verdict::Done, ["You cannot pay for what <Target> has.", offer]),
    }
}

/// What a thing costs.
fn price(core: &Core, item: Id) -> i32 {
    let level = core.content().item(core.thing(item).res).map_or(0, |item| item.level.get());
    5 + 10 * level + 20 * core.thing(item).item().map_or(0, |item| item.plus.max(0))
}

/// One of a thing goes to the buyer, coins to the seller.
fn sell(play: &mut Play, who: Id, other: Id, item: Id, (purse, price): (Id, i32), happening: &mut Happening) -> Verdict {
    let (gold, left) = (play.thing(purse).res, play.thing(purse).item().map_or(0, |item| item.quantity) - price);
    match left {
        1.. => play.set(purse, Gauge::Quantity, left),
        _ => play.emit(Event::Removed { id: purse }),
    }
    play.make_item(gold, price, Whereabouts::With { who: other, slot: Slot::Pack });
    play.emit(Event::Moved { id: item, at: Whereabouts::With { who, slot: Slot::Pack } });
    play.throw(Verb::LOSEITEM, &mut Happening::new().actor(other).item(item));
    happening.roles.set(Role::Item, Some(item));
    answer(play, happening, Verdict::Done, ["You buy <item>.", "You sell <item>."])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::Arena;
    use crate::content::{Noun, Slot};

    const ITEMS: &str = "[sword]\nabout = 'Sharp.'\nglyph = '|'\ntint = 'white'\nkind = 'weapon'\nslot = 'hand'";

    fn arena() -> Arena {
        Arena::with(&[("items.toml", ITEMS)])
    }

    /// The hero says something to the goblin, with a die of words.
    fn say(arena: &mut Arena, verb: Verb, die: u32) -> Verdict {
        let (hero, goblin) = (arena.hero, arena.goblin);
        arena.die("words", die);
        arena.throw(Verb::TALK, Happening::new().actor(hero).target(goblin).valued(i32::from(verb.0)))
    }

    fn stands(arena: &Arena) -> (Mood, Option<Id>) {
        arena.thing(arena.goblin).creature().map(|goblin| (goblin.mood, goblin.target)).expect("a creature")
    }

    #[test]
    fn words_must_reach_rank_wits_and_mood() {
        // d20 + charisma 0 + half of level 4 against 10 + rank 1 + wisdom 0 + 3 for a foe
        for (die, afraid) in [(11, 0), (12, 1)] {
            let mut arena = arena();
            assert_eq!(say(&mut arena, Verb::COW, die), Verdict::Done);
            assert_eq!(arena.statuses(arena.goblin, "afraid").len(), afraid);
            assert_eq!(arena.thing(arena.hero).creature().map(|hero| hero.ready), Some(630));
        }
    }

    #[test]
    fn talk_leads_to_speech_only() {
        let mut arena = arena();
        assert_eq!(say(&mut arena, Verb::DEATH, 20), Verdict::Abort);
        let (hero, goblin) = (arena.hero, arena.goblin);
        assert_eq!(arena.throw(Verb::TALK, Happening::new().actor(hero).target(goblin).valued(-5)), Verdict::Abort);
    }

    #[test]
    fn nobody_talks_in_silence_or_to_what_has_no_mind_or_sleeps() {
        let mut arena = arena();
        arena.afflict(arena.goblin, "asleep", 0);
        assert_eq!(say(&mut arena, Verb::GREET, 20), Verdict::Abort);
        let golem = arena.place(Noun::Monster, "golem", referee_dispatch::Place::new(16, 16));
        let hero = arena.hero;
        let greet = Happening::new().actor(hero).target(golem).valued(i32::from(Verb::GREET.0));
        assert_eq!(arena.throw(Verb::TALK, greet), Verdict::Abort);
        assert_eq!(arena.heard("does not understand"), 1);
        arena.afflict(hero, "silenced", 0);
        assert_eq!(say(&mut arena, Verb::GREET, 20), Verdict::Abort);
        assert_eq!(arena.heard("No word"), 1);
    }

    #[test]
    fn a_foe_is_quelled_then_enlisted_then_dismissed() {
        let mut arena = arena();
        say(&mut arena, Verb::ENLIST, 20);
        assert_eq!(stands(&arena).0, Mood::Hostile, "a foe does not follow");
        say(&mut arena, Verb::QUELL, 20);
        assert_eq!(stands(&arena), (Mood::Neutral, None));
        say(&mut arena, Verb::ENLIST, 20);
        let party = |arena: &Arena| arena.thing(arena.goblin).creature().map(|goblin| (goblin.party, goblin.mood));
        assert_eq!(party(&arena), Some((0, Mood::Friendly)));
        say(&mut arena, Verb::ORDER, 1);
        assert_eq!(arena.heard("nods"), 1);
        say(&mut arena, Verb::DISMISS, 1);
        assert_eq!(party(&arena), Some((1, Mood::Neutral)));
    }

    #[test]
    fn a_taunt_draws_and_a_trick_turns_away() {
        let mut arena = arena();
        say(&mut arena, Verb::TAUNT, 20);
        assert_eq!(stands(&arena), (Mood::Hostile, Some(arena.hero)));
        say(&mut arena, Verb::DISTRACT, 20);
        assert_eq!(stands(&arena), (Mood::Hostile, None));
        say(&mut arena, Verb::FAST_TALK, 20);
        assert_eq!(arena.statuses(arena.goblin, "confused").len(), 1);
    }

    #[test]
    fn who_is_beaten_gives_up_and_who_surrenders_lays_down_arms() {
        let mut arena = arena();
        say(&mut arena, Verb::TERMS, 12);
        assert_eq!(stands(&arena).0, Mood::Hostile);
        arena.world.things.change(arena.goblin, |goblin| goblin.hp = 10);
        say(&mut arena, Verb::TERMS, 12);
        assert_eq!(stands(&arena).0, Mood::Neutral);
        let mut arena = self::arena();
        let sword = arena.give("sword", Slot::Hand);
        say(&mut arena, Verb::SURRENDER, 20);
        assert_eq!((stands(&arena).0, arena.world.spot(sword)), (Mood::Neutral, Some(crate::arena::MIDDLE)));
    }

    #[test]
    fn every_speech_has_an_answer() {
        for verb in SPEECHES {
            for die in [1, 20] {
                let mut arena = arena();
                assert_eq!(say(&mut arena, verb, die), Verdict::Done, "{verb}");
                assert!(!arena.said.is_empty(), "{verb}");
            }
        }
    }

    #[test]
    fn a_trade_brings_the_dearest_thing_one_can_pay_for() {
        const GOODS: &str = "[ruby]\nabout = 'Red.'\nglyph = '*'\ntint = 'red'\nkind = 'gem'\nlevel = 9
[flask]\nabout = 'Wet.'\nglyph = '!'\ntint = 'red'\nkind = 'potion'\nlevel = 2
[bread]\nabout = 'Dry.'\nglyph = '%'\ntint = 'brown'\nkind = 'food'
[gold]\nabout = 'Heavy.'\nglyph = '$'\ntint = 'yellow'\nkind = 'coin'";
        let mut arena = Arena::with(&[("items.toml", GOODS)]);
        let (hero, goblin) = (arena.hero, arena.goblin);
        let [_, flask, bread] = ["ruby", "flask", "bread"].map(|name| arena.hand(goblin, name, Slot::Pack));
        let purse = arena.give("gold", Slot::Pack);
        arena.world.things.change(purse, |purse| {
            if let crate::Nature::Item(item) = &mut purse.more {
                item.quantity = 30;
            }
        });
        let trade = Happening::new().actor(hero).target(goblin);
        arena.throw(Verb::BARTER, trade.clone());
        assert_eq!(arena.thing(flask).holder().map(|(who, _)| who), Some(goblin), "a foe does not trade");
        arena.creature(goblin, |goblin| goblin.mood = Mood::Neutral);
        arena.throw(Verb::BARTER, trade.clone());
        let coins = |arena: &Arena| arena.thing(purse).item().map(|item| item.quantity);
        assert_eq!(arena.thing(flask).holder().map(|(who, _)| who), Some(hero));
        assert_eq!(coins(&arena), Some(5));
        arena.throw(Verb::BARTER, trade.clone());
        assert_eq!(arena.thing(bread).holder().map(|(who, _)| who), Some(hero));
        assert!(arena.world.thing(purse).is_none(), "to the last coin");
        arena.throw(Verb::BARTER, trade);
        assert_eq!(arena.heard("cannot pay"), 1);
    }
}
