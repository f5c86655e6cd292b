//! Attack cases: two sides made of numbers, dice handed in.

use referee_dispatch::Verdict;
use referee_incursion::bout::{self, Arm, Bout, Guard};
use referee_incursion::content::Blow;
use referee_incursion::{Flag, Happening, Verb};
use serde_json::{Map, Value, json};

/// Runs a case: the fields its expectation names, as they came out.
pub(crate) fn run(case: &Value) -> Result<Value, String> {
    let mut ring =
        Ring { case, dice: dice(case)?, used: 0, thrown: Vec::new(), hp: number(&case["victim"]["hp"]), trouble: None, power: 0 };
    let mut blow = blow(&case["attack"], &case["victim"]);
    bout::strike(&mut ring, &mut blow);
    let left = ring.dice.len() - ring.used;
    let trouble = ring.trouble.clone().or((left > 0).then(|| format!("{left} dice were not asked for")));
    trouble.map_or(Ok(()), |why| Err(format!("case {}: {why}", case["id"])))?;
    let found = ring.found(&blow);
    let expect = case.get("expect_referee").unwrap_or(&case["expect"]);
    let mut answer = Map::from_iter([("id".to_string(), case["id"].clone())]);
    for key in expect.as_object().into_iter().flat_map(|expect| expect.keys()) {
        answer.insert(key.clone(), found.get(key).cloned().unwrap_or(Value::Null));
    }
    Ok(answer.into())
}

/// Both sides of a case.
struct Ring<'a> {
    case: &'a Value,
    dice: Vec<(i32, i32)>,
    used: usize,
    thrown: Vec<Verb>,
    hp: i32,
    power: i32,
    trouble: Option<String>,
}

impl Bout for Ring<'_> {
    fn die(&mut self, why: &'static str, sides: i32) -> i32 {
        let die = self.dice.get(self.used).copied();
        self.used += 1;
        match die {
            Some((known, value)) if known == sides => value,
            other => {
                self.trouble.get_or_insert(format!("die {} ({why}, d{sides}) was not expected: {other:?}", self.used));
                1
            }
        }
    }

    fn arm(&self, _happening: &Happening) -> Arm {
        let attack = &self.case["attack"];
        let is = |key: &str| [attack, &self.case["victim"]].into_iter().any(|side| side[key].as_bool() == Some(true));
        let of_either = |key: &str| number(&attack[key]).max(number(&self.case["victim"][key]));
        Arm {
            plus: number(&attack["plus"]),
            penetrating: is("penetrating"),
            energy: is("energy"),
            two_handed: is("twoHanded"),
            power: attack["powerAttackStr"].as_i64().map(|score| score as i32),
            aim: attack["aimedShotDex"].as_i64().map(|score| score as i32),
            murderous: if is("murderous") { 2 } else { 0 },
            blind_fight: is("blindFight"),
            stunned: is("stunned"),
            practice: of_either("practice"),
            ..Arm::default()
        }
    }

    fn guard(&self, happening: &Happening) -> Guard {
        let victim = &self.case["victim"];
        let kind = i64::from(happening.combat.damage_type);
        let lists = |key: &str| match &victim[key] {
            Value::Array(list) => list.iter().any(|number| number.as_i64() == Some(kind)),
            one => one.as_i64() == Some(kind) || one.as_bool() == Some(true),
        };
        let worn = victim["worn"].as_array().map_or([0; 3], |worn| [0, 1, 2].map(|which| worn.get(which).map_or(0, number)));
        Guard {
            hp: self.hp,
            coverage: number(&victim["cov"]),
            natural: number(&victim["naturalArm"]),
            worn,
            resistances: if lists("resists") { vec![7 + number(&victim["cr"]) * 2 / 3] } else { Vec::new() },
            immune: lists("immune"),
            weapon_immunity: number(&victim["weaponImmunity"]),
            crit_immune: victim["critImmune"].as_bool().unwrap_or(false),
            fortification: number(&victim["fortification"]),
            luck: number(&victim["luck"]),
            miss_chances: vec![number(&victim["missChance"])],
            ..Guard::default()
        }
    }

    fn throw(&mut self, verb: Verb, happening: &mut Happening) -> Verdict {
        self.thrown.push(verb);
        match verb {
            Verb::HIT => {
                self.power = bout::power(&self.arm(happening), happening);
                bout::hit(self, happening)
            }
            Verb::DAMAGE => bout::damage(self, happening),
            _ => Verdict::Done,
        }
    }

    fn hurt(&mut self, _happening: &Happening, _amount: i32, left: i32) {
        self.hp = left;
    }
}

impl Ring<'_> {
    fn found(&self, blow: &Happening) -> Value {
        let (combat, flags) = (&blow.combat, blow.flags);
        let meeting = bout::meeting(combat.armour, combat.damage, self.case["attack"]["penetrating"].as_bool().unwrap_or(false));
        json!({
            "roll": combat.roll,
            "threatRoll": combat.threat_roll,
            "hit": flags.has(Flag::Hit),
            "fumble": flags.has(Flag::Fumble),
            "crit": flags.has(Flag::Crit),
            "total": combat.hit + combat.roll,
            "vDmg": combat.damage,
            "powerAttack": self.power,
            "thrown": self.thrown.iter().map(|verb| verb.name()).collect::<Vec<_>>(),
            "bypass": flags.has(Flag::Bypassed),
            "vArm": combat.armour,
            "column": meeting.column,
            "absorbPercent": meeting.absorb_percent,
            "absorbMax": meeting.absorb_most,
            "reduction": meeting.reduction,
            "aDmg": combat.applied,
            "wildMiss": flags.has(Flag::WildMiss),
            "outcome": outcome(blow),
            "hpAfter": self.hp,
            "died": flags.has(Flag::Died),
        })
    }
}

fn outcome(blow: &Happening) -> &'static str {
    let flags = blow.flags;
    match () {
        () if flags.has(Flag::WildMiss) => "wild_miss",
        () if !flags.has(Flag::Hit) => "miss",
        () if flags.has(Flag::Immune) => "immune",
        () if flags.has(Flag::WeaponImmune) => "weapon_immune",
        () if flags.has(Flag::Absorbed) => "absorbed",
        () => "damage",
    }
}

fn blow(attack: &Value, victim: &Value) -> Happening {
    let mut blow = Happening::new().with(|more| {
        let combat = &mut more.combat;
        combat.hit = number(&attack["hit"]);
        combat.defence = number(&victim["def"]);
        let rides =
            [victim, attack].into_iter().flat_map(|side| ["ride", "rideCheck", "vRideCheck"].map(|key| number(&side[key])));
        combat.ride_check = rides.max().unwrap_or(0);
        combat.threat = number(&attack["threat"]);
        combat.crit = number(&attack["critMult"]);
        combat.damage_type = number(&attack["dtype"]);
        combat.bonus_damage = number(&attack["bDmg"]);
        combat.attack_type = if attack["ranged"].as_bool() == Some(true) { Blow::Shoot.number() } else { Blow::Swing.number() };
        let dice = |nth: usize| number(&attack["dice"][nth]);
        (combat.dice_count, combat.dice_sides, combat.dice_bonus) = (dice(0), dice(1), dice(2));
    });
    blow.flags.set(Flag::Ranged, attack["ranged"].as_bool() == Some(true));
    let is = |key: &str| [attack, victim].into_iter().any(|side| side[key].as_bool() == Some(true));
    blow.flags.set(Flag::VictimUnseen, is("unseen") || is("vicUnseen"));
    blow.flags.set(Flag::ActorUnseen, is("actUnseen"));
    blow
}

fn dice(case: &Value) -> Result<Vec<(i32, i32)>, String> {
    let die = |die: &Value| Some((die[1].as_i64()? as i32, die[2].as_i64()? as i32));
    let dice = case["dice"].as_array().map_or(&[][..], Vec::as_slice).iter().map(die);
    dice.collect::<Option<_>>().ok_or_else(|| format!("case {}: a die is [name, faces, value]", case["id"]))
}

fn number(value: &Value) -> i32 {
    value.as_i64().unwrap_or(0) as i32
}
