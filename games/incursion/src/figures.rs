//! What somebody is worth: numbers that follow from race, class, templates, conditions and what is worn.

use crate::content::{Attribute, Breed, Formula, Harm, Save, Set, Size, Skill, Slot, StatusFlag, Stop, Trained, Trait};
use crate::gaze::Gaze;
use crate::play::Core;
use crate::{Id, Kind, Status, Thing};

/// What somebody is worth.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Figures {
    /// Str Dex Con Int Wis Cha Luck; 0 for one it has not.
    pub(crate) attributes: [i32; 7],
    pub(crate) size: i32,
    pub(crate) cr: i32,
    /// The level of a character, the CR of a monster.
    pub(crate) level: i32,
    /// What is added to blows, weapon and attribute not counted.
    pub(crate) attack: i32,
    /// What is added to shots and throws, likewise.
    pub(crate) archery: i32,
    pub(crate) defence: i32,
    /// How much of the defence is dexterity and dodging: lost by who does not see it coming.
    pub(crate) agility: i32,
    /// How much of the defence is the shield: touches pass it.
    pub(crate) shield: i32,
    /// With what chance the shield takes a blow whole.
    pub(crate) cover: i32,
    /// What is added to damage, strength and weapon not counted.
    pub(crate) damage: i32,
    pub(crate) coverage: i32,
    pub(crate) armour: i32,
    pub(crate) worn: [i32; 3],
    pub(crate) penalty: i32,
    /// How fast it acts and moves, in percent.
    pub(crate) speed: i32,
    pub(crate) movement: i32,
    /// Fortitude, reflexes, will.
    pub(crate) saves: [i32; 3],
    pub(crate) magic_resistance: i32,
    pub(crate) weapon_immunity: i32,
    pub(crate) miss_chances: Vec<i32>,
    pub(crate) regeneration: i32,
    breeds: u64,
    traits: u64,
    immune: u128,
    /// Innate resistances and those of conditions: kind and value.
    resist: Vec<(i32, i32)>,
    /// What its conditions keep it from.
    stops: u64,
    /// What is so while its conditions last.
    flags: u64,
}

impl Figures {
    /// The modifier of an attribute: none for an attribute it has not.
    pub(crate) fn modifier(&self, attribute: Attribute) -> i32 {
        modifier(self.attributes[attribute as usize])
    }

    /// What dexterity adds to the defence: armour leaves less of it.
    pub(crate) fn dexterity(&self) -> i32 {
        let cap = if self.penalty < 0 { (9 + self.penalty).max(0) } else { i32::MAX };
        self.modifier(Attribute::Dex).min(cap)
    }

    pub(crate) fn is_a(&self, breed: Breed) -> bool {
        self.breeds >> breed as u32 & 1 == 1
    }

    pub(crate) fn has(&self, it: Trait) -> bool {
        self.traits >> it as u32 & 1 == 1
    }

    pub(crate) fn is_immune(&self, harm: i32) -> bool {
        (0..128).contains(&harm) && self.immune >> harm & 1 == 1
    }

    pub(crate) fn resistances(&self, harm: i32) -> Vec<i32> {
        self.resist.iter().filter(|(kind, _)| *kind == harm).map(|(_, value)| *value).collect()
    }

    pub(crate) fn stops(&self, stop: Stop) -> bool {
        self.stops >> stop as u32 & 1 == 1
    }

    pub(crate) fn is(&self, flag: StatusFlag) -> bool {
        self.flags >> flag as u32 & 1 == 1
    }

    /// Whether it cannot defend itself.
    pub(crate) fn is_helpless(&self) -> bool {
        self.is(StatusFlag::Helpless) || self.stops(Stop::Acting)
    }

    fn breed(&mut self, breeds: &[Breed]) {
        breeds.iter().for_each(|breed| self.breeds |= 1 << *breed as u32);
    }

    fn talented(&mut self, traits: &Set<Trait>) {
        self.traits |= traits.bits();
    }

    fn shrugs_off(&mut self, harms: &[Harm]) {
        harms.iter().filter(|harm| harm.number() < 128).for_each(|harm| self.immune |= 1 << harm.number());
    }
}

/// What a condition adds: of one kind of bonus the best counts, the first of equals; penalties add up.
pub(crate) fn counted(statuses: &[Status], nth: usize, formula: &Formula) -> i32 {
    let at = |status: &Status| formula.at(status.caster_level, status.magnitude);
    let (value, nature) = (at(&statuses[nth]), statuses[nth].nature);
    let rivals = statuses.iter().enumerate().filter(|(other, status)| *other != nth && status.nature == nature);
    let beaten = |(other, status): (usize, &Status)| at(status) > value || at(status) == value && other < nth;
    if value > 0 && rivals.into_iter().any(beaten) { 0 } else { value }
}

/// The modifier of a score: none for one that is not there.
pub(crate) fn modifier(score: i32) -> i32 {
    if score == 0 { 0 } else { (score - 10) / 2 }
}

impl Gaze<'_> {
    /// What somebody is worth now.
    pub(crate) fn figures(&self, who: Id) -> Figures {
        let thing = self.thing(who);
        let mut figures = Figures { speed: 100, movement: 100, ..Figures::default() };
        let (hit, def) = match thing.kind {
            Kind::Player => self.born_and_learned(thing, &mut figures),
            _ => self.bred(thing, &mut figures),
        };
        self.templates(thing, &mut figures);
        let (mut attack, mut defence) = (hit, def);
        self.conditions(thing, &mut figures, &mut attack, &mut defence);
        self.worn(thing, &mut figures);
        let bulk = Size::Medium.number() - figures.size;
        let dexterity = figures.dexterity();
        figures.agility = dexterity.max(0);
        figures.attack = attack + bulk;
        figures.archery += attack + bulk;
        figures.defence = defence + bulk + dexterity + figures.shield;
        figures.cr_bounds();
        figures
    }

    fn born_and_learned(&self, thing: &Thing, figures: &mut Figures) -> (i32, i32) {
        let Some(character) = thing.character() else { return (0, 10) };
        figures.attributes = character.attributes;
        (figures.level, figures.cr) = (character.level, character.level);
        if let Some(race) = self.content().race(character.race) {
            figures.size = race.size.number();
            figures.movement = race.movement.get();
            figures.breed(&race.is_a);
            figures.talented(&race.traits);
            let cr = figures.cr;
            figures.resist.extend(race.resist.iter().map(|harm| (harm.number(), innate(cr))));
        }
        let Some(class) = self.content().class(character.class) else { return (0, 10) };
        figures.talented(&class.traits);
        let level = character.level;
        for (nth, attribute) in [Attribute::Con, Attribute::Dex, Attribute::Wis].into_iter().enumerate() {
            let good = class.saves.iter().any(|save| save.number() == nth as i32);
            figures.saves[nth] = base_save(level, good) + modifier(figures.attributes[attribute as usize]);
        }
        let (attack, archery) = (class.attack.get() * level / 100, class.archery.get() * level / 100);
        figures.archery = archery - attack;
        let dodge = if class.defence.get() > 0 { level / class.defence.get() } else { 0 };
        (attack, 10 + dodge)
    }

    fn bred(&self, thing: &Thing, figures: &mut Figures) -> (i32, i32) {
        let Some(monster) = self.content().monster(thing.res) else { return (0, 10) };
        for (score, given) in figures.attributes.iter_mut().zip(monster.attributes) {
            *score = given.get();
        }
        figures.attributes[Attribute::Luck as usize] = 10;
        figures.size = monster.size.number();
        (figures.cr, figures.level) = (monster.cr.get(), monster.cr.get());
        (figures.speed, figures.movement) = (monster.speed.get(), monster.movement.get());
        figures.armour = monster.armour.get();
        figures.magic_resistance = monster.magic_resistance.get();
        figures.weapon_immunity = monster.weapon_immunity.get();
        figures.regeneration = monster.regeneration.get();
        figures.breed(&monster.is_a);
        figures.talented(&monster.traits);
        figures.shrugs_off(&monster.immune);
        figures.miss_chances.extend(Some(monster.miss_chance.get()).filter(|chance| *chance > 0));
        let cr = figures.cr;
        figures.resist.extend(monster.resist.iter().map(|harm| (harm.number(), innate(cr))));
        for (nth, attribute) in [Attribute::Con, Attribute::Dex, Attribute::Wis].into_iter().enumerate() {
            let good = monster.is_a.iter().any(|breed| strong(*breed).number() == nth as i32);
            figures.saves[nth] = base_save(cr, good) + modifier(figures.attributes[attribute as usize]);
        }
        (monster.hit.get(), monster.def.get())
    }

    fn templates(&self, thing: &Thing, figures: &mut Figures) {
        let statuses = thing.statuses.iter().filter(|status| status.nature == self.lore.natures.template);
        for template in statuses.filter_map(|status| self.content().template(status.effect?)) {
            figures.cr = (figures.cr + template.cr.get()).max(template.cr_min.map_or(i32::MIN, |least| least.get()));
            figures.level = figures.cr;
            for (score, gain) in figures.attributes.iter_mut().zip(template.attributes) {
                *score = if *score > 0 { (*score + gain.get()).max(1) } else { 0 };
            }
            template.without.iter().for_each(|attribute| figures.attributes[*attribute as usize] = 0);
            figures.attack += template.hit.get();
            figures.defence += template.def.get();
            figures.armour += template.armour.get();
            figures.speed = (figures.speed + 5 * template.speed_bonus.get()).max(template.speed.map_or(1, |pace| pace.get()));
            figures.movement = figures.movement.max(template.movement.map_or(1, |pace| pace.get()));
            figures.magic_resistance = figures.magic_resistance.max(template.magic_resistance.get());
            figures.regeneration += template.regeneration.get();
            figures.breed(&template.is_a);
            figures.talented(&template.traits);
            figures.shrugs_off(&template.immune);
        }
    }

    /// What conditions change: of one kind of bonus the best counts, penalties add up.
    fn conditions(&self, thing: &Thing, figures: &mut Figures, attack: &mut i32, defence: &mut i32) {
        *attack += figures.attack;
        *defence += figures.defence;
        for (nth, status) in thing.statuses.iter().enumerate() {
            let Some(definition) = self.content().status(status.nature) else { continue };
            figures.stops |= definition.stops.bits();
            figures.flags |= definition.flags.bits();
            for flag in &definition.flags {
                match flag {
                    StatusFlag::Resists => figures.resist.push((status.value, status.magnitude)),
                    StatusFlag::Immune if (0..128).contains(&status.value) => figures.immune |= 1 << status.value,
                    StatusFlag::MissChance => figures.miss_chances.push(status.magnitude),
                    _ => {}
                }
            }
            let at = |formula: &Formula| counted(&thing.statuses, nth, formula);
            *attack += at(&definition.attack);
            *defence += at(&definition.defence);
            figures.damage += at(&definition.damage);
            figures.armour += at(&definition.armour);
            figures.speed += 5 * at(&definition.speed);
            figures.movement += 5 * at(&definition.movement);
            figures.saves.iter_mut().for_each(|save| *save += at(&definition.saves));
            for (score, gain) in figures.attributes.iter_mut().zip(&definition.attributes) {
                *score = if *score > 0 { (*score + at(gain)).max(0) } else { 0 };
            }
        }
        figures.speed = figures.speed.max(10);
        figures.movement = figures.movement.max(10);
    }

    fn worn(&self, thing: &Thing, figures: &mut Figures) {
        for item in self.world().inventory(thing.id) {
            let (Some((_, slot)), Some(definition)) = (item.holder(), self.content().item(item.res)) else { continue };
            let plus = item.item().map_or(0, |item| item.plus);
            if let Some(armour) = definition.armour.as_ref().filter(|_| slot.is_worn()) {
                for (worn, gives) in figures.worn.iter_mut().zip([armour.slash, armour.pierce, armour.blunt]) {
                    *worn += gives.get() + plus;
                }
                figures.coverage += armour.coverage.get() + plus;
                figures.penalty += armour.penalty.get();
            }
            if let Some(shield) = definition.shield.as_ref().filter(|_| slot == Slot::Shield) {
                figures.shield += (shield.defence.get() + 2 * (Size::Medium.number() - figures.size)).max(1) + plus;
                figures.cover = shield.cover.get();
                figures.penalty += shield.penalty.get();
            }
        }
    }

    /// What a skill adds.
    pub(crate) fn skill(&self, who: Id, skill: Skill) -> i32 {
        let (thing, figures) = (self.thing(who), self.figures(who));
        let of = |trained: &[Trained]| -> i32 {
            trained.iter().filter(|it| it.skill == skill).map(|it| it.bonus.at(figures.level, 0)).sum()
        };
        let learned = match thing.character() {
            Some(character) => {
                self.content().class(character.class).map_or(0, |class| of(&class.skills))
                    + self.content().race(character.race).map_or(0, |race| of(&race.skills))
            }
            None => self.content().monster(thing.res).map_or(0, |monster| of(&monster.skills)),
        };
        let (attribute, is_bodily) = governs(skill);
        learned + figures.modifier(attribute) + if is_bodily { figures.penalty } else { 0 }
    }
}

impl Core {
    /// A saving throw: whether it reaches the number. Nothing is reached by nobody.
    pub(crate) fn saves(&mut self, who: Id, save: Save, dc: i32) -> bool {
        if dc <= 0 {
            return false;
        }
        let figures = self.figures(who);
        let stuck = save == Save::Ref && self.thing(who).has(self.lore.natures.stuck);
        self.die(20, "save") + figures.saves[save as usize] - if stuck { 7 } else { 0 } >= dc
    }

    /// A skill check: by how much it reaches the number.
    pub(crate) fn check(&mut self, who: Id, skill: Skill, dc: i32) -> i32 {
        let bonus = self.skill(who, skill);
        self.die(20, "check") + bonus - dc
    }
}

impl Figures {
    fn cr_bounds(&mut self) {
        self.cr = self.cr.clamp(-8, 60);
    }
}

/// What an innate resistance is worth.
fn innate(cr: i32) -> i32 {
    7 + cr * 2 / 3
}

fn base_save(level: i32, good: bool) -> i32 {
    match level {
        ..1 => 0,
        level if good => 2 + level / 2,
        level => level / 3,
    }
}

/// The save a breed is good at.
fn strong(breed: Breed) -> Save {
    match breed {
        Breed::Animal | Breed::Beast | Breed::Giant | Breed::Rodent | Breed::Canine | Breed::Lizard => Save::Fort,
        Breed::Undead | Breed::Outsider | Breed::Aberration | Breed::Hag => Save::Will,
        _ => Save::Ref,
    }
}

/// The attribute behind a skill, and whether armour hinders it.
fn governs(skill: Skill) -> (Attribute, bool) {
    match skill {
        Skill::Balance | Skill::Hide | Skill::MoveSilently | Skill::Tumble | Skill::Ride => (Attribute::Dex, true),
        Skill::Climb | Skill::Jump | Skill::Swim => (Attribute::Str, true),
        Skill::Concentration => (Attribute::Con, false),
        Skill::Disarm | Skill::Knowledge | Skill::Search | Skill::Spellcraft => (Attribute::Int, false),
        Skill::Heal | Skill::Listen | Skill::Theology => (Attribute::Wis, false),
        Skill::Intimidate => (Attribute::Cha, false),
    }
}

#[cfg(test)]
mod tests {
    use crate::arena::Arena;

    #[test]
    fn of_a_kind_of_bonus_the_best_counts_in_any_order_and_penalties_add_up() {
        let attack = |magnitudes: &[(&str, i32)]| {
            let mut arena = Arena::with(&[("statuses-more.toml", "[rage]\nabout = 'Red.'\ngood = true\nattack = 'M'")]);
            let hero = arena.hero;
            magnitudes.iter().for_each(|(name, much)| arena.afflict(hero, name, *much));
            let gaze = crate::gaze::Gaze::new(&arena.world, arena.rules.lore_ref());
            let (figures, account) = (gaze.figures(hero), gaze.account(hero));
            assert_eq!(account.attack.iter().map(|(_, much)| much).sum::<i32>(), figures.attack, "{account:?}");
            assert_eq!(account.defence.iter().map(|(_, much)| much).sum::<i32>(), figures.defence, "{account:?}");
            figures.attack
        };
        let plain = attack(&[]);
        assert_eq!(attack(&[("rage", 4), ("rage", 8)]), plain + 8);
        assert_eq!(attack(&[("rage", 8), ("rage", 4)]), plain + 8);
        assert_eq!(attack(&[("rage", 4), ("morale", 1), ("rage", 4)]), plain + 5);
        assert_eq!(attack(&[("rage", 4), ("rage", -1), ("rage", -2), ("rage", 3)]), plain + 1);
    }
}
