//! Encounters: who comes together, step by step, each of them a throw.

use super::new::Newcomer;
use crate::content::{self, EncounterFlag, Noun, Side};
use crate::play::Play;
use crate::{Encounter, Event, Gauge, Happening, Id, Mood, Res, Verb};
use referee_dispatch::{Role, Verdict};

/// The most that come with one encounter, whatever its parts say.
const MEMBERS_MAX: i32 = 40;
/// How often an encounter is chosen anew that nobody could be found for.
const TRIES_MAX: usize = 5;
/// Templates that one creature has at most.
const TEMPLATES_MAX: usize = 3;

/// What a CR is worth, to be shared out.
pub(crate) fn worth(cr: i32) -> i32 {
    match cr {
        1.. => (cr.min(100) + 3).pow(3),
        _ => [55, 44, 33, 26, 22, 18, 15, 12, 10][usize::try_from(-cr).unwrap_or(0).min(8)],
    }
}

/// How many may come at most at a CR.
fn crowd(cr: i32) -> i32 {
    match cr {
        ..2 => 5,
        2 => 7,
        3 => 10,
        4 => 12,
        _ => 15,
    }
}

fn on(happening: &mut Happening) -> &mut Encounter {
    happening.more.encounter.get_or_insert_default()
}

/// ENGEN: an encounter is chosen and its parts are thrown. Who came first is the target in the end.
pub(crate) fn engen(play: &mut Play, _who: Id, happening: &mut Happening) -> Verdict {
    if happening.place.is_none() {
        happening.place = happening.roles.get(Role::Actor).and_then(|actor| play.world().spot(actor));
    }
    for _ in 0..TRIES_MAX {
        let before = happening.clone();
        on(happening).en_tries += 1;
        let first = play.world().things.next_id();
        if begin(play, happening) {
            parts(play, happening);
        }
        let came = (first.0..play.world().things.next_id().0).map(Id).find(|&id| play.thing(id).kind.is_creature());
        if let Some(came) = came {
            happening.roles.set(Role::Target, Some(came));
            return Verdict::Done;
        }
        if before.encounter.as_ref().is_some_and(|encounter| encounter.en_id.is_some()) || play.fault.is_some() {
            break;
        }
        *happening = before;
    }
    Verdict::Abort
}

/// Chooses the encounter and its budget.
fn begin(play: &mut Play, happening: &mut Happening) -> bool {
    let encounter = on(happening);
    if encounter.en_cr == 0 && encounter.en_depth != 0 {
        encounter.en_cr = play.level_cr(u8::try_from(encounter.en_depth).unwrap_or(1));
    }
    let Some(id) = encounter.en_id.or_else(|| choose(play, happening)) else { return false };
    let lore = play.lore.clone();
    let Some(definition) = lore.content.encounter(id) else { return false };
    let party = 1 + play.world().things.next_id().0 as i32;
    let amount = 3 + play.die(5, "how many");
    let encounter = on(happening);
    encounter.en_id = Some(id);
    encounter.en_cr = encounter.en_cr.clamp(definition.cr[0].get(), definition.cr[1].get());
    if encounter.en_party == 0 {
        encounter.en_party = party;
    }
    let single = definition.flags.contains(&EncounterFlag::Single);
    encounter.en_amount = match encounter.en_amount {
        _ if single => 1,
        0 => amount,
        amount => amount.max(1),
    };
    encounter.en_amount = encounter.en_amount.min(crowd(encounter.en_cr)).min(MEMBERS_MAX);
    if encounter.en_xcr == 0 {
        let more = (encounter.en_amount - 1).max(0) / 3;
        encounter.en_xcr = worth(encounter.en_cr) * (2 + more) / 2;
    }
    if happening.roles.get(Role::Actor).is_none() {
        mark_all(play, happening);
    }
    true
}

/// A template for all who come, where there is one: chosen before anybody is.
fn mark_all(play: &mut Play, happening: &mut Happening) {
    let before = happening.choice.clone();
    happening.choice.result = None;
    on(happening).ep_mon = None;
    play.rethrow(Verb::ENCHOOSE_TEMP, happening);
    on(happening).en_template = happening.choice.result.filter(|&it| play.content().template(it).is_some());
    happening.choice = before;
}

/// The encounter of a place: of its region's list, else any that fits.
fn choose(play: &mut Play, happening: &mut Happening) -> Option<Res> {
    let lore = play.lore.clone();
    let (cr, region) = (on(happening).en_cr, on(happening).en_region);
    let region = region.and_then(|region| lore.content.region(region));
    let listed: Vec<(Res, i32)> =
        region.into_iter().flat_map(|region| &region.encounters).map(|it| (it.encounter.res(), it.weight.get())).collect();
    let fits = |res: &Res| {
        let range = lore.content.encounter(*res).map(|it| it.cr[0].get()..=it.cr[1].get());
        range.is_some_and(|range| range.contains(&cr))
    };
    let weight = |res: Res| lore.content.encounter(res).map_or(0, |it| it.weight.get());
    let all = match listed.is_empty() {
        false => listed,
        true => lore.content.all(Noun::Encounter).filter(fits).map(|res| (res, weight(res))).collect(),
    };
    let mut wanted = Vec::new();
    for (res, weight) in all.into_iter().filter(|(_, weight)| *weight > 0) {
        let mut question = happening.clone();
        if !play.ask(res, Verb::ISTARGET, None, &mut question).is_no() {
            wanted.push((res, weight));
        }
    }
    play.pick(&wanted, "which encounter")
}

/// Throws the parts that are there; of a staggered encounter, one.
fn parts(play: &mut Play, happening: &mut Happening) {
    let lore = play.lore.clone();
    let Some(definition) = on(happening).en_id.and_then(|id| lore.content.encounter(id)) else { return };
    let cr = on(happening).en_cr;
    let mut present: Vec<(usize, i32)> = Vec::new();
    for (nth, part) in definition.parts.iter().enumerate().take(content::PARTS_MAX) {
        let deep_enough = part.from_cr.is_none_or(|least| cr >= least.get());
        if deep_enough && part.chance.is_none_or(|chance| play.percent(chance.get(), "whether they come")) {
            present.push((nth, part.share.get()));
        }
    }
    if definition.flags.contains(&EncounterFlag::Staggered) {
        let one = play.pick(&present, "who comes");
        present.retain(|(nth, _)| Some(*nth) == one);
    }
    let shares: i32 = present.iter().map(|(_, share)| share).sum();
    for (nth, share) in present {
        let part = &definition.parts[nth];
        let encounter = on(happening);
        let fresh = Encounter { ep_mon: None, ep_template: None, ..encounter.clone() };
        *encounter = Encounter {
            part: nth as i32,
            ep_min: part.count[0].get(),
            ep_max: part.count[1].get(),
            ep_weight: share,
            ep_current_xcr: 0,
            ep_xcr: encounter.en_xcr * share / shares.max(1),
            ep_failed: false,
            ..fresh
        };
        play.rethrow(Verb::ENGEN_PART, happening);
    }
}

/// ENGEN_PART: so many members are chosen and built, as far as the budget of the part reaches.
pub(crate) fn engen_part(play: &mut Play, _who: Id, happening: &mut Happening) -> Verdict {
    let lore = play.lore.clone();
    let encounter = on(happening);
    let nth = usize::try_from(encounter.part).unwrap_or(usize::MAX);
    let definition = encounter.en_id.and_then(|id| lore.content.encounter(id));
    let Some(uniform) = definition.map(|it| it.flags.contains(&EncounterFlag::Uniform)) else { return Verdict::Abort };
    if definition.and_then(|it| it.parts.get(nth)).is_none() {
        return Verdict::Abort;
    }
    let most = encounter.ep_max.min(encounter.en_amount.max(encounter.ep_min)).max(encounter.ep_min);
    let least = encounter.ep_min;
    let wanted = least + play.die((most - least + 1).max(1), "how many") - 1;
    on(happening).ep_amount = wanted;
    for _ in 0..wanted {
        let encounter = on(happening);
        if encounter.member >= MEMBERS_MAX || play.fault.is_some() {
            break;
        }
        let enough = encounter.ep_current_xcr >= encounter.ep_xcr;
        if enough && encounter.ep_current_xcr > 0 && encounter.ep_amount > encounter.ep_min {
            encounter.ep_amount -= 1;
            continue;
        }
        encounter.eim_xcr = encounter.ep_xcr / wanted.max(1);
        member(play, happening, uniform);
    }
    Verdict::Done
}

/// One member: who, with which templates, on what mount; then it is built.
fn member(play: &mut Play, happening: &mut Happening, uniform: bool) {
    let kind = if uniform { happening.choice.source } else { None };
    let before = happening.choice.clone();
    happening.choice.result = kind;
    if kind.is_none() && play.rethrow(Verb::ENCHOOSE_MID, happening) == Verdict::Abort {
        return;
    }
    let Some(monster) = happening.choice.result else { return };
    happening.choice = before;
    if play.content().encounter(monster).is_some() {
        return within(play, happening, monster);
    }
    if uniform {
        happening.choice.source = Some(monster); // the same kind for all parts
    }
    let cr = play.content().monster(monster).map_or(0, |monster| monster.cr.get());
    let encounter = on(happening);
    (encounter.ep_mon, encounter.ep_mon_cr) = (Some(monster), cr);
    (encounter.ep_template, encounter.ep_template2, encounter.ep_template3) = (None, None, None);
    (encounter.ep_mount, encounter.ep_mount_template) = (None, None);
    if play.rethrow(Verb::ENSELECT_TEMPS, happening) == Verdict::Abort {
        return;
    }
    let source = happening.choice.source.take();
    play.rethrow(Verb::ENGEN_MOUNT, happening);
    happening.choice.source = source;
    if play.rethrow(Verb::ENBUILD_MON, happening) == Verdict::Abort {
        on(happening).ep_failed = true;
    }
    happening.roles.set(Role::Target, None);
    let encounter = on(happening);
    encounter.ep_current_xcr += worth(encounter.ep_mon_cr);
    encounter.member += 1;
}

/// A script chose a whole encounter for a member: it comes in its place, with its budget.
fn within(play: &mut Play, happening: &mut Happening, encounter: Res) {
    let outer = on(happening).clone();
    let mut inner = Happening::new().actor(happening.roles.get(Role::Actor)).with(|more| {
        more.encounter = Some(Box::new(Encounter {
            en_id: Some(encounter),
            en_xcr: outer.eim_xcr,
            part: 0,
            member: 0,
            ep_mon: None,
            ..outer.clone()
        }));
    });
    inner.place = happening.place;
    play.throw(Verb::ENGEN, &mut inner);
    let spent = outer.eim_xcr.max(1);
    let encounter = on(happening);
    encounter.ep_current_xcr += spent;
    encounter.member += 1;
}

/// ENCHOOSE_MID: of those that may come, one that the budget reaches; if it reaches none, the least dangerous.
pub(crate) fn choose_monster(play: &mut Play, _who: Id, happening: &mut Happening) -> Verdict {
    if happening.choice.result.is_some() {
        return Verdict::Done; // a script has chosen
    }
    let lore = play.lore.clone();
    let encounter = on(happening).clone();
    let part = part_of(&lore.content, &encounter);
    let Some(part) = part else { return Verdict::Abort };
    let candidates: Vec<(Res, i32)> = match part.of.is_empty() {
        false => part.of.iter().map(|choice| (choice.monster.res(), choice.weight.get())).collect(),
        true => {
            lore.content.all(Noun::Monster).map(|res| (res, lore.content.monster(res).map_or(0, |it| it.weight.get()))).collect()
        }
    };
    let mut fitting = Vec::new();
    for (res, weight) in candidates {
        if weight <= 0 || !play.is_bred(res, &part.is_a) {
            continue;
        }
        let mut question = happening.clone();
        question.effect = Some(res);
        let id = encounter.en_id.unwrap_or(res);
        if !play.ask(id, Verb::CRITERIA, None, &mut question).is_no() {
            fitting.push((res, weight));
        }
    }
    let cr = |res: &Res| lore.content.monster(*res).map_or(0, |monster| monster.cr.get());
    let afford = encounter.eim_xcr.max(1) * 3 / 2;
    let mut affordable: Vec<(Res, i32)> = fitting.iter().copied().filter(|(res, _)| worth(cr(res)) <= afford).collect();
    if affordable.is_empty() {
        affordable.extend(fitting.iter().copied().min_by_key(|(res, _)| (cr(res), *res)));
    }
    happening.choice.result = play.pick(&affordable, "who it is");
    if happening.choice.result.is_some() { Verdict::Done } else { Verdict::Abort }
}

fn part_of<'c>(content: &'c content::Content, encounter: &Encounter) -> Option<&'c content::Part> {
    content.encounter(encounter.en_id?)?.parts.get(usize::try_from(encounter.part).ok()?)
}

/// ENSELECT_TEMPS: the templates of the part, and more as far as the budget of the member reaches.
pub(crate) fn select_templates(play: &mut Play, _who: Id, happening: &mut Happening) -> Verdict {
    let lore = play.lore.clone();
    let encounter = on(happening).clone();
    let for_all = encounter.en_template.filter(|&it| encounter.ep_mon.is_some_and(|monster| fits(play, it, monster)));
    let of_part = part_of(&lore.content, &encounter).into_iter().flat_map(|part| &part.templates).map(|it| it.res());
    let given: Vec<Res> = for_all.into_iter().chain(of_part.filter(|it| Some(*it) != for_all)).collect();
    for nth in 0..TEMPLATES_MAX {
        let before = happening.choice.clone();
        happening.choice.result = given.get(nth).copied();
        let chosen = match happening.choice.result {
            Some(given) => Some(given),
            None if nth > given.len() => None,
            None => {
                play.rethrow(Verb::ENCHOOSE_TEMP, happening);
                happening.choice.result
            }
        };
        happening.choice = before;
        let Some(template) = chosen else { break };
        let Some(definition) = lore.content.template(template) else { break };
        let encounter = on(happening);
        let least = definition.cr_min.map_or(i32::MIN, |least| least.get());
        encounter.ep_mon_cr = (encounter.ep_mon_cr + definition.cr.get()).max(least);
        match nth {
            0 => encounter.ep_template = Some(template),
            1 => encounter.ep_template2 = Some(template),
            _ => encounter.ep_template3 = Some(template),
        }
    }
    Verdict::Done
}

/// ENCHOOSE_TEMP: of the templates that come by themselves, one that fits and that the budget reaches; often none.
pub(crate) fn choose_template(play: &mut Play, _who: Id, happening: &mut Happening) -> Verdict {
    if happening.choice.result.is_some() {
        return Verdict::Done; // a script has chosen
    }
    let lore = play.lore.clone();
    let encounter = on(happening).clone();
    let Some(monster) = encounter.ep_mon else { return choose_for_all(play, happening) };
    let mut fitting = Vec::new();
    for res in lore.content.all(Noun::Template) {
        let Some(template) = lore.content.template(res).filter(|template| template.weight.get() > 0) else { continue };
        let taken = [encounter.ep_template, encounter.ep_template2, encounter.ep_template3].contains(&Some(res));
        let fits = fits(play, res, monster);
        let cr = (encounter.ep_mon_cr + template.cr.get()).max(template.cr_min.map_or(i32::MIN, |least| least.get()));
        if taken || !fits || worth(cr) > encounter.eim_xcr {
            continue;
        }
        let mut question = happening.clone();
        question.effect = Some(monster);
        if !play.ask(res, Verb::ISTARGET, None, &mut question).is_no() {
            fitting.push((Some(res), template.weight.get()));
        }
    }
    let leads = part_of(&lore.content, &encounter).is_some_and(|part| part.leader);
    let none = if leads { 0 } else { 3 * fitting.iter().map(|(_, weight)| weight).sum::<i32>() };
    fitting.push((None, none));
    happening.choice.result = play.pick(&fitting, "which template").flatten();
    Verdict::Done
}

/// Whether a template can be on a monster.
fn fits(play: &Play, template: Res, monster: Res) -> bool {
    let fits = play.content().template(template).map_or(&[][..], |template| &template.fits);
    fits.is_empty() || fits.iter().any(|&breed| play.is_bred(monster, &[breed]))
}

/// ENCHOOSE_TEMP before anybody is chosen: one for all, as often as it says, and often none.
fn choose_for_all(play: &mut Play, happening: &mut Happening) -> Verdict {
    let lore = play.lore.clone();
    for res in lore.content.all(Noun::Template) {
        let often = lore.content.template(res).map_or(0, |template| template.universal.get());
        let mut question = happening.clone();
        let comes =
            often > 0 && play.percent(often, "a template for all") && !play.ask(res, Verb::ISTARGET, None, &mut question).is_no();
        if comes {
            happening.choice.result = Some(res);
            break;
        }
    }
    Verdict::Done
}

/// ENGEN_MOUNT: nobody rides unless a script says so.
pub(crate) fn mount(play: &mut Play, _who: Id, happening: &mut Happening) -> Verdict {
    let source = happening.choice.source.filter(|&source| play.content().monster(source).is_some());
    let encounter = on(happening);
    encounter.ep_mount = encounter.ep_mount.or(source);
    Verdict::Done
}

/// ENBUILD_MON: the member comes to be, with its mount beside it. It is the target in the end.
pub(crate) fn build(play: &mut Play, _who: Id, happening: &mut Happening) -> Verdict {
    let encounter = on(happening).clone();
    let (Some(monster), Some(near)) = (encounter.ep_mon, happening.place) else { return Verdict::Abort };
    let Some(place) = play.free_near(near) else { return Verdict::Abort };
    let caller = happening.roles.get(Role::Actor).map(|actor| play.thing(actor));
    let mood = caller.map(|caller| if caller.kind == crate::Kind::Player { Mood::Friendly } else { mood_of(caller) });
    let called = caller.and_then(|caller| caller.creature()).map(|creature| creature.party);
    let sleeps = lore_says_asleep(play, &encounter);
    let asleep = sleeps > 0 && mood.is_none() && play.percent(sleeps, "asleep");
    let templates = [encounter.ep_template, encounter.ep_template2, encounter.ep_template3].into_iter().flatten().collect();
    let party = called.unwrap_or(u32::try_from(encounter.en_party).unwrap_or(1));
    let newcomer = Newcomer { monster, templates, place, party, mood: mood.unwrap_or_default(), asleep };
    let Some(id) = play.make_monster(&newcomer) else { return Verdict::Abort };
    if let Some(steed) = encounter.ep_mount.zip(play.free_near(place)) {
        let templates = encounter.ep_mount_template.into_iter().collect();
        play.make_monster(&Newcomer { monster: steed.0, templates, place: steed.1, ..newcomer.clone() });
    }
    happening.roles.set(Role::Target, Some(id));
    if mood.is_none() {
        let mut aligned = Happening::new().actor(id).with(|more| more.encounter = Some(Box::new(encounter)));
        play.throw(Verb::ENGEN_ALIGN, &mut aligned);
    }
    Verdict::Done
}

fn mood_of(thing: &crate::Thing) -> Mood {
    thing.creature().map_or(Mood::Hostile, |creature| creature.mood)
}

fn lore_says_asleep(play: &Play, encounter: &Encounter) -> i32 {
    let flags = encounter.en_id.and_then(|id| play.content().encounter(id)).map(|it| &it.flags);
    let sleepers = flags.is_some_and(|flags| flags.contains(&EncounterFlag::Asleep));
    let wakes = encounter.ep_mon.and_then(|monster| play.content().monster(monster));
    let never = wakes.is_some_and(|monster| monster.traits.contains(&content::Trait::NeedsNoSleep));
    if never { 0 } else { encounter.en_sleep + if sleepers { 40 } else { 0 } }
}

/// ENGEN_ALIGN: those on the side of good do not begin a fight.
pub(crate) fn take_sides(play: &mut Play, _who: Id, happening: &mut Happening) -> Verdict {
    let Some(who) = happening.roles.get(Role::Actor) else { return Verdict::Abort };
    let good = play.content().monster(play.thing(who).res).is_some_and(|monster| monster.align.contains(&Side::Good));
    if good && mood_of(play.thing(who)) == Mood::Hostile {
        play.emit(Event::Set { id: who, gauge: Gauge::Mood, to: 1 });
    }
    Verdict::Done
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_cr_is_worth_grows_with_it() {
        assert_eq!([-8, -4, 0, 1, 2, 5].map(worth), [10, 22, 55, 64, 125, 512]);
        assert!((-8..40).all(|cr| worth(cr) < worth(cr + 1)));
    }

    #[test]
    fn a_template_for_all_is_on_all_whom_it_fits() {
        use crate::arena::{Arena, MIDDLE};
        const TEMPLATES: &str = "[cursed]\nabout = 'Pale.'\ncr = 0\nuniversal = 50\nfits = ['goblinoid']";
        const ENCOUNTERS: &str = "[band]\nabout = 'Three.'\ncr = [1, 5]\nparts = [
{ name = 'two', count = [2, 2], share = 1, of = [{ monster = 'goblin', weight = 1 }] },
{ name = 'one', count = [1, 1], share = 1, of = [{ monster = 'golem', weight = 1 }] }]";
        for (die, marked) in [(50, 2), (51, 0)] {
            let mut arena = Arena::with(&[("templates.toml", TEMPLATES), ("encounters.toml", ENCOUNTERS)]);
            arena.die("a template for all", die);
            let band = arena.res(Noun::Encounter, "band");
            let first = arena.world.things.next_id();
            let come = Happening::new().at(MIDDLE).with(|more| {
                let encounter = more.encounter.get_or_insert_default();
                (encounter.en_id, encounter.en_cr) = (Some(band), 2);
            });
            arena.throw(Verb::ENGEN, come);
            let came: Vec<Id> = arena.world.creatures().map(|thing| thing.id).filter(|&id| id >= first).collect();
            let with_template = came.iter().filter(|&&id| !arena.statuses(id, "template").is_empty()).count();
            assert_eq!((came.len(), with_template), (3, marked), "a {die}");
        }
    }

    #[test]
    fn a_script_may_choose_a_whole_encounter_for_a_member() {
        use crate::arena::{Arena, MIDDLE};
        const ENCOUNTERS: &str = "
[pair]\nabout = 'Two.'\ncr = [1, 5]\nparts = [{ name = 'two', count = [2, 2], share = 1, of = [{ monster = 'golem', weight = 1 }] }]
[band]\nabout = 'One, or two.'\ncr = [1, 5]\nparts = [{ name = 'one', count = [1, 1], share = 1, of = [{ monster = 'goblin', weight = 1 }] }]
[band.on]\n\"POST(ENCHOOSE_MID)\" = 'if e.result == \"goblin\" { e.result = \"pair\" }'";
        let mut arena = Arena::with(&[("encounters.toml", ENCOUNTERS)]);
        let (band, golem) = (arena.res(Noun::Encounter, "band"), arena.res(Noun::Monster, "golem"));
        let come = Happening::new().at(MIDDLE).with(|more| {
            let encounter = more.encounter.get_or_insert_default();
            (encounter.en_id, encounter.en_cr) = (Some(band), 2);
        });
        arena.throw(Verb::ENGEN, come);
        assert_eq!(arena.world.creatures().filter(|thing| thing.res == golem).count(), 2);
    }
}
