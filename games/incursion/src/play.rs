//! A turn in the dungeon: throws, dice, and what everybody needs of both.

use crate::content::{Content, Dice, TerrainFlag};
use crate::course::{self, Asking, Ground, Handler, House, STATIONS, Waiter};
use crate::lore::Lore;
use crate::making::{Draft, Luck};
use crate::rules::Incursion;
use crate::worth::Worth;
use crate::{Class, Duty, Event, Gauge, Happening, Id, Kind, Print, Refusal, Res, Thing, Verb, World, classes, why};
use referee::{Ask, Loan, Turn};
use referee_dispatch::{Depth, Lens, Phase, Place, Role, Stage, Table, Verdict, View, redirect, rethrow, throw};
use std::ops::{Deref, DerefMut};
use std::sync::Arc;

/// A turn in the dungeon. What it is made of can be taken out and handed to a script, which cannot borrow.
pub(crate) struct Play(Option<Box<Core>>);

/// What a turn in the dungeon is made of.
pub(crate) struct Core {
    pub(crate) loan: Loan<Incursion>,
    pub(crate) lore: Arc<Lore>,
    depth: Depth,
    ancestors: Vec<Ancestor>,
    /// The first thing that went wrong: the action will be refused.
    pub(crate) fault: Option<Refusal>,
    /// Who died in the throw under way: they are there until it is over, so that all who react can see them.
    pub(crate) dead: Vec<Id>,
    /// How many more resources may be asked.
    budget: u32,
    /// The dice of a level on its way: two recorded dice stand for all of them.
    pub(crate) luck: Option<Luck>,
    /// The level on its way.
    pub(crate) draft: Option<Box<Draft>>,
    /// The station that is asked at the moment.
    station: usize,
    /// Whether the blow under way has been told already.
    pub(crate) blow_told: bool,
    /// What was added to parts of the happening at hand, and why: for whoever asks why.
    parts: Vec<Step>,
    /// How many scripts are under way.
    pub(crate) scripts: u16,
    /// What everybody is worth, as far as somebody has asked.
    pub(crate) worth: Worth,
}

/// A throw that is under way.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ancestor {
    /// What was thrown.
    pub(crate) verb: Verb,
    /// Whether a god does it.
    pub(crate) divine: bool,
}

/// Something added to a part of a happening: to which, how much, and why.
pub(crate) type Step = (&'static str, i32, &'static str);

/// How many resources and classes one action may ask: more is a cascade without end.
pub(crate) const BUDGET: u32 = 400_000;

impl Deref for Play {
    type Target = Core;
    #[inline]
    fn deref(&self) -> &Core {
        self.0.as_deref().expect("the play is here: scripts give it back")
    }
}

impl DerefMut for Play {
    #[inline]
    fn deref_mut(&mut self) -> &mut Core {
        self.0.as_deref_mut().expect("the play is here: scripts give it back")
    }
}

impl Play {
    /// Does something with a turn. What went wrong on the way comes first.
    pub(crate) fn run(
        turn: &mut Turn<'_, Incursion>,
        work: impl FnOnce(&mut Play) -> Result<(), Refusal>,
    ) -> Result<(), Refusal> {
        turn.lend(|loan| {
            let lore = loan.rules().lore();
            let core = Core {
                loan,
                lore,
                depth: Depth::default(),
                ancestors: Vec::new(),
                fault: None,
                dead: Vec::new(),
                budget: BUDGET,
                luck: None,
                draft: None,
                station: 0,
                blow_told: false,
                parts: Vec::new(),
                scripts: 0,
                worth: Worth::default(),
            };
            let mut play = Play::of(Box::new(core));
            let result = work(&mut play);
            let Core { loan, fault, .. } = *play.out();
            (loan, fault.map_or(result, Err))
        })
    }

    /// A play of its parts.
    pub(crate) fn of(core: Box<Core>) -> Play {
        Play(Some(core))
    }

    /// Its parts.
    pub(crate) fn out(mut self) -> Box<Core> {
        self.lend_out()
    }

    /// Its parts, to be given back: until then it is empty.
    pub(crate) fn lend_out(&mut self) -> Box<Core> {
        self.0.take().expect("the play is here: scripts give it back")
    }

    /// Gets its parts back.
    pub(crate) fn take_back(&mut self, core: Box<Core>) {
        self.0 = Some(core);
    }

    /// Throws a happening: three phases over the whole course.
    pub(crate) fn throw(&mut self, verb: Verb, happening: &mut Happening) -> Verdict {
        self.thrown(verb, |play| throw(play, verb, happening).map_err(|_| Refusal::TooDeep))
    }

    /// Throws another verb with the happening at hand: what it changes comes back.
    pub(crate) fn rethrow(&mut self, verb: Verb, happening: &mut Happening) -> Verdict {
        happening.flags.set(crate::Flag::Verb, false);
        self.thrown(verb, |play| rethrow(play, verb, happening).map_err(|_| Refusal::TooDeep))
    }

    /// Throws another verb with a copy of the happening at hand and another effect: nothing comes back.
    pub(crate) fn redirect(&mut self, verb: Verb, happening: &Happening, effect: Res) -> Verdict {
        let change = |copy: &mut Happening| {
            copy.effect = Some(effect);
            copy.more.effect.magic = false;
            copy.more.effect.segment = 0;
            copy.more.figured = None;
            copy.flags.set(crate::Flag::Activation, false);
        };
        self.thrown(verb, |play| redirect(play, verb, happening, change).map_err(|_| Refusal::TooDeep))
    }

    fn thrown(&mut self, verb: Verb, throw: impl FnOnce(&mut Play) -> Result<Verdict, Refusal>) -> Verdict {
        if self.fault.is_some() {
            return Verdict::Abort;
        }
        let station = self.station;
        let thrown = throw(self);
        self.station = station; // whoever threw it is still being asked
        let verdict = match thrown {
            Ok(verdict) => verdict,
            Err(why) => {
                self.fail(why);
                Verdict::Abort
            }
        };
        if verdict == Verdict::Nothing && verb.duty() == Duty::Must {
            self.fail(Refusal::Unhandled { verb });
        }
        verdict
    }

    /// Asks one resource directly: no phases, no course.
    pub(crate) fn ask(&mut self, resource: Res, verb: Verb, holder: Option<Id>, happening: &mut Happening) -> Verdict {
        if self.fault.is_some() {
            return Verdict::Abort;
        }
        course::ask(self, Asking { resource, verb, view: Default::default(), holder }, happening)
    }

    /// Damage by the ground under somebody: dealt by who made it, or by the illusion's maker if it is not there.
    pub(crate) fn terrain_damage(&mut self, victim: Id, terrain: Res, mut happening: Happening) -> Verdict {
        let Some(at) = self.world().spot(victim) else { return Verdict::Done };
        let level = self.world().level();
        let real = level.and_then(|level| level.terrain.get(at));
        let mut actor = level.and_then(|level| level.creator(at)).or(Some(victim));
        if real != Some(terrain) {
            happening.flags.set(crate::Flag::EffectIllusion, true);
            let covering = level.into_iter().flat_map(|level| level.fields_at(at, crate::Field::ILLUSION));
            actor = covering.last().and_then(|field| field.creator);
        }
        happening.roles.set(Role::Actor, actor);
        happening.roles.set(Role::Target, Some(victim));
        self.throw(Verb::DAMAGE, &mut happening)
    }
}

impl Core {
    /// What everything is.
    #[inline]
    pub(crate) fn content(&self) -> &Content {
        &self.lore.content
    }

    /// What is true now.
    #[inline]
    pub(crate) fn world(&self) -> &World {
        self.loan.state()
    }

    /// A thing. One that is gone is a thing without anything.
    pub(crate) fn thing(&self, id: Id) -> &Thing {
        self.world().thing(id).unwrap_or(&NOTHING)
    }

    /// Writes what happened.
    pub(crate) fn emit(&mut self, event: Event) {
        let world = self.loan.state();
        self.worth.hear(&event, |id| world.thing(id).is_some_and(|thing| thing.holder().is_some()));
        self.loan.emit(event);
    }

    /// Sets a number of a thing, if it is another.
    pub(crate) fn set(&mut self, id: Id, gauge: Gauge, to: i32) {
        self.emit(Event::Set { id, gauge, to });
    }

    /// The first thing that goes wrong counts.
    pub(crate) fn fail(&mut self, why: Refusal) {
        self.fault.get_or_insert(why);
    }

    /// Rolls a die.
    pub(crate) fn die(&mut self, sides: i32, why: &'static str) -> i32 {
        let sides = u32::try_from(sides).unwrap_or(1).clamp(1, 1_000_000);
        if let Some(luck) = &mut self.luck {
            return luck.die(sides as i32);
        }
        self.loan.roll(Ask::die(sides), format_args!("{why}")) as i32
    }

    /// Whether something with a chance in percent comes about.
    pub(crate) fn percent(&mut self, chance: i32, why: &'static str) -> bool {
        chance > 0 && (chance >= 100 || self.die(100, why) <= chance)
    }

    /// Rolls dice.
    pub(crate) fn dice(&mut self, dice: Dice, why: &'static str) -> i32 {
        (0..dice.count.min(200)).map(|_| self.die(dice.sides.max(1), why)).sum::<i32>() + dice.plus
    }

    /// How deep throws are nested.
    pub(crate) fn nesting(&self) -> u16 {
        self.depth.get()
    }

    /// The station that is asked at the moment.
    pub(crate) fn station(&self) -> &'static str {
        STATIONS.get(self.station).copied().unwrap_or("")
    }

    /// Notes that a part of the happening at hand becomes more, and why.
    pub(crate) fn part(&mut self, part: &'static str, much: i32, why: &'static str) {
        if much != 0 && self.loan.is_watched() {
            self.parts.push((part, much, why));
        }
    }

    /// The throws under way, the outermost first.
    pub(crate) fn ancestors(&self) -> &[Ancestor] {
        &self.ancestors
    }

    /// Whether the world has become too much for one action.
    fn spend(&mut self) -> bool {
        self.budget = self.budget.saturating_sub(1);
        if self.budget == 0 || self.loan.is_runaway() {
            self.fail(Refusal::TooMuch);
        }
        self.fault.is_some()
    }
}

/// What is not there.
pub(crate) static NOTHING: Thing = Thing {
    id: Id(u32::MAX),
    kind: Kind::Unknown,
    res: Res(u16::MAX),
    at: crate::Whereabouts::Nowhere,
    hp: 0,
    max_hp: 0,
    statuses: Vec::new(),
    more: crate::Nature::Plain,
};

impl House for Play {
    fn table(&self) -> &Table<Handler> {
        self.content().table()
    }
    fn kind(&self, who: Id) -> Kind {
        self.thing(who).kind
    }
    fn spot(&self, who: Id) -> Option<Place> {
        self.world().spot(who)
    }
    fn owner(&self, what: Id) -> Option<Id> {
        self.thing(what).holder().map(|(who, _)| who)
    }
    fn body(&self, who: Id) -> Option<Res> {
        self.world().thing(who).map(|thing| thing.res)
    }
    fn template(&self, who: Id, nth: usize) -> Option<Res> {
        let nature = self.lore.natures.template;
        let templates = self.thing(who).statuses.iter().filter(|status| status.nature == nature);
        templates.filter_map(|status| status.effect).nth(nth)
    }
    fn enchantment(&self, what: Id) -> Option<Res> {
        self.thing(what).item().and_then(|item| item.enchantment)
    }
    fn region(&self, at: Place) -> Option<Res> {
        self.world().level().and_then(|level| level.regions.get(at))
    }
    fn terrain(&self, at: Place) -> Option<Ground> {
        let terrain = self.world().level()?.terrain.get(at)?;
        let definition = self.content().terrain(terrain);
        let is = |flag| definition.is_some_and(|definition| definition.is(flag));
        let (special, minds_target) = (is(TerrainFlag::Special), is(TerrainFlag::MindsTarget));
        Some(Ground { terrain, special, minds_target })
    }
    fn believed(&mut self, at: Place, by: Id) -> Option<Res> {
        crate::illusion::believed(self, at, by)
    }
    fn dungeon(&self) -> Option<Res> {
        self.world().dungeon
    }
    fn god(&self, nth: usize) -> Option<Res> {
        self.lore.gods.get(nth).copied()
    }
    fn field_effect(&self, field: u32) -> Option<Res> {
        self.world().field(field).and_then(|field| field.effect)
    }
    fn is_on_map(&self, happening: &Happening) -> bool {
        self.world().level().is_some() || happening.generation.is_some()
    }
    fn waiting(&self, who: Id, verb: Verb, phase: Phase, happening: &Happening) -> Vec<Waiter> {
        let statuses = self.thing(who).statuses.iter().filter(|status| status.waits_for != 0);
        let waiters = statuses.filter_map(|status| {
            let waiting = status.waiting().filter(|it| it.hears(verb.number(), phase, &happening.roles, who))?;
            let as_victim = waiting.view.lens == referee_dispatch::Lens::TrapOfVictim;
            Some(Waiter { status: status.seq, effect: status.effect?, as_victim })
        });
        waiters.collect()
    }
    fn still_waits(&self, who: Id, waiter: Waiter) -> bool {
        self.thing(who).statuses.iter().any(|status| status.seq == waiter.status)
    }
    #[inline]
    fn owns(&self, verb: Verb, phase: Phase) -> bool {
        classes::owns(verb, phase)
    }
    fn own(&mut self, class: Class, who: Option<Id>, phase: Phase, verb: Verb, happening: &mut Happening) -> Verdict {
        if !classes::has(class, verb, phase) {
            return Verdict::Nothing;
        }
        if self.spend() {
            return Verdict::Abort;
        }
        let (before, mark) = (self.loan.is_watched().then(|| happening.clone()), self.parts.len());
        let verdict = classes::own(self, class, who, phase, verb, happening);
        let steps = self.parts.split_off(mark);
        if let Some(before) = before.filter(|before| verdict != Verdict::Nothing || before.more != happening.more) {
            let whose = who.map_or("the level".to_owned(), |who| why::named(self, who));
            let handler = format!("{} of {whose}: {}", class.name(), View::new(phase, Lens::Plain).of(verb.name()));
            why::asked_by_steps(self, handler, verdict, &before, happening, &steps);
        }
        verdict
    }
    fn run(&mut self, asking: Asking, code: u32, happening: &mut Happening) -> Verdict {
        if self.spend() {
            return Verdict::Abort;
        }
        let before = self.loan.is_watched().then(|| happening.clone());
        let verdict = crate::desk::run(self, asking, code, happening);
        if let Some(before) = before {
            why::asked(self, why::handler(self, asking), verdict, &before, happening);
        }
        verdict
    }
    fn say(&mut self, asking: Asking, print: Print, texts: &[u32], happening: &mut Happening) {
        if self.loan.is_watched() {
            let handler = format!("{} says ({})", why::handler(self, asking), print.name());
            why::asked(self, handler, Verdict::Hush, happening, happening);
        }
        let lore = self.lore.clone();
        let messages: Vec<_> = texts.iter().filter_map(|&text| lore.content.message(text)).collect();
        let print = messages.first().and_then(|message| message.print).unwrap_or(print);
        let texts: Vec<&str> = messages.iter().map(|message| &*message.text).collect();
        self.print(print, &texts, happening);
    }
}

impl Stage for Play {
    type Verb = Verb;
    type Happening = Happening;
    const STATIONS: &'static [&'static str] = STATIONS;

    fn depth(&mut self) -> &mut Depth {
        &mut self.depth
    }
    #[inline]
    fn hearing(&self, phase: Phase, verb: Verb) -> u64 {
        course::hearing(self, phase, verb)
    }
    fn consult(&mut self, station: usize, phase: Phase, verb: Verb, happening: &mut Happening) -> Verdict {
        if self.fault.is_some() {
            return Verdict::Abort;
        }
        self.station = station;
        course::consult(self, station, phase, verb, happening)
    }
    fn opened(&mut self, verb: Verb, happening: &mut Happening) {
        happening.divine |= self.ancestors.last().is_some_and(|parent| parent.divine || parent.verb.is_divine());
        if matches!(verb, Verb::MAGIC_HIT | Verb::MAGIC_STRIKE) && happening.effect.is_some() {
            happening.more.effect.magic = true;
            classes::figure(self, happening);
        }
        let ancestor = Ancestor { verb, divine: happening.divine };
        self.ancestors.push(ancestor);
        if self.loan.is_watched() {
            why::opened(self, verb, happening);
            if verb == Verb::STRIKE {
                why::reckoned(self, happening);
            }
        }
    }
    fn closed(&mut self, verb: Verb, verdict: Verdict, _happening: &mut Happening) {
        self.ancestors.pop();
        if self.loan.is_watched() {
            why::closed(self, verb, verdict);
        }
        if self.ancestors.is_empty() && !self.dead.is_empty() {
            classes::bury(self);
        }
    }
    fn faulted(&mut self, station: usize, phase: Phase, verb: Verb, _happening: &mut Happening) {
        let station = STATIONS[station].to_owned();
        self.emit(Event::Faulted { station, code: referee_dispatch::View::new(phase, Default::default()).code(verb.number()) });
    }
}
