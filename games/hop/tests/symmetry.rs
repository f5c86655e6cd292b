//! The law of symmetry: an actor does the same by a skill whether it is the player's or an enemy. A random arena is played twice, the second time with
//! the factions mirrored, so that the user of a skill that was the player's is an enemy; what happens in its turn must be the same, names aside.
//! `REFEREE_MIRRORS` says how many arenas.

use crate::random::roles::{any, below, place, role, some};

use referee::{Game, Seat, Stream};
use referee_hop::{
    Action, Arena, Event, Faction, Gear, Guide, Hex, Hop, Id, Kind, MindId, Place, Refusal, Role, Run, Setup, SkillId,
    StatusEffect, StatusId, Upgrade, Use,
};
use std::collections::{BTreeMap, BTreeSet};

/// How many arenas, unless the environment says otherwise.
const MIRRORS: u32 = 40_000;
/// The skills that are used; the others work by themselves.
const USED: [SkillId; 9] = [
    SkillId::BasicAttack,
    SkillId::SpearThrow,
    SkillId::ShieldBash,
    SkillId::Jump,
    SkillId::Lunge,
    SkillId::GrappleHook,
    SkillId::BulwarkCharge,
    SkillId::SentinelBlast,
    SkillId::AxialStrike,
];

#[allow(clippy::disallowed_methods)] // a test may read the environment
fn mirrors() -> u32 {
    std::env::var("REFEREE_MIRRORS").ok().map_or(MIRRORS, |count| count.parse().expect("REFEREE_MIRRORS is a number"))
}

/// An arena before anyone has a side: tiles, and actors of which the first uses a skill.
#[derive(Clone, Debug)]
struct Duel {
    tiles: [Vec<Hex>; 4],
    roles: Vec<Role>,
    /// Which of the others is the player where the first one is not.
    rival: usize,
    action: Action,
}

fn duel(luck: &mut Stream) -> Duel {
    let mut free: Vec<Hex> = Hex::board().collect();
    let middle = place(luck, &mut free, Hex::new(3, 4));
    let skill = any(luck, &USED);
    let mut own = some(luck, SkillId::EVERY, 3);
    own.push(skill);
    own.sort();
    own.dedup();
    let mut user = role(luck, middle, own);
    if skill == SkillId::Lunge {
        user.upgrades.push(Upgrade::Lunge);
    }
    user.statuses.retain(|&given| StatusEffect::from(given).status != StatusId::Stun); // it would do nothing
    let mut roles = vec![user];
    for _ in 0..2 + below(luck, 6) {
        let at = place(luck, &mut free, middle);
        let skills = some(luck, SkillId::EVERY, 4);
        roles.push(role(luck, at, skills));
    }
    let tiles = [6, 6, 8, 4].map(|most| (0..below(luck, most)).map(|_| place(luck, &mut free, middle)).collect());
    if below(luck, 4) == 0 {
        roles[0].shield = Some(Gear::At(any(luck, &free)));
    }
    if below(luck, 4) == 0 {
        let at = if below(luck, 2) == 0 { middle } else { any(luck, &free) };
        roles[0].spear = Some(Gear::At(at));
    }
    // Mostly where something is: at another actor, or at the shield.
    let targets: Vec<Hex> = roles[1..].iter().map(|role| role.at).chain(roles[0].shield.and_then(Gear::place)).collect();
    let at = match below(luck, 4) {
        0 => any(luck, &Hex::board().collect::<Vec<_>>()),
        _ => any(luck, &targets),
    };
    let action = match below(luck, 8) {
        0 => Action::Move(Place(at)),
        1 => Action::Wait,
        _ => Action::UseSkill(Use { skill_id: skill.into(), target: Some(Place(at)) }),
    };
    let rival = 1 + below(luck, roles.len() - 1);
    Duel { tiles, roles, rival, action }
}

impl Duel {
    /// Whether an actor is on the side of the first.
    fn is_friend(&self, index: usize) -> bool {
        index != self.rival && (index == 0 || index.is_multiple_of(3))
    }

    /// The arena: `mirrored` makes the first actor an enemy that does its action by a script, and its rival the player. All others do nothing, and
    /// the first is the fastest.
    fn setup(&self, mirrored: bool) -> Setup {
        let still = Some(Guide::Mind(MindId::Still));
        let actors = self.roles.iter().enumerate().map(|(index, role)| {
            let is_player = index == if mirrored { self.rival } else { 0 };
            let mind = match index {
                _ if is_player => Some(Guide::Mind(MindId::Player)),
                0 => Some(Guide::Script(vec![self.action.clone(), Action::Wait])),
                _ => still.clone(),
            };
            let faction = if self.is_friend(index) != mirrored { Faction::Player } else { Faction::Enemy };
            let kind = if index == 0 { Kind::Player } else { Kind::Footman };
            let name = if is_player { String::new() } else { format!("actor {index}") };
            Role { name, kind: Some(kind), faction: Some(faction), mind, ..role.clone() }
        });
        let [lava, walls, slippery, void] = self.tiles.clone();
        let arena = Arena { actors: actors.collect(), lava, walls, slippery, void, ..Arena::default() };
        Setup { arena: Some(arena.into()), ..Setup::default() }
    }

    /// Which actor each number stands for.
    fn names(&self, run: &Run) -> BTreeMap<Id, usize> {
        let index = |at: Hex| self.roles.iter().position(|role| role.at == at).expect("nobody has moved yet");
        run.actors().map(|actor| (actor.id, index(actor.at))).collect()
    }
}

/// What happened in a turn, with actors by their index in the duel.
type Turn = Vec<String>;

/// The first actor's turn: its events, and how the actor stands afterwards. What only says whose turn it is or what an actor has in mind is left out.
fn told(duel: &Duel, mut run: Run, events: &[Event]) -> Turn {
    let names = duel.names(&run);
    let user = names.iter().find(|(_, index)| **index == 0).map(|(id, _)| *id).expect("the first actor is there");
    let begins = |event: &Event| matches!(event, Event::PlayerBegan { .. }) || is_turn_of(event, user);
    let ends = |event: &Event| {
        matches!(event, Event::RoundBegan { .. } | Event::FloorEntered { .. } | Event::Won {} | Event::Lost {})
            || matches!(event, Event::TurnTaken { .. }) && !is_turn_of(event, user)
    };
    let mut turn = Vec::new();
    for event in events.iter().skip_while(|event| !begins(event)).take_while(|event| !ends(event)) {
        referee::Rules::evolve(&Hop::<false>, &mut run, event);
        match event {
            Event::PlayerBegan { .. } | Event::TurnTaken { .. } | Event::Intended { .. } | Event::Offered { .. } => {}
            Event::TurnEnded { .. } => break,
            _ => turn.push(renamed(&names, event)),
        }
    }
    turn.extend(run.actor(user).map(|user| {
        let cooldowns = user.cooldowns.map(|turns| turns.to_string()).join(" ");
        format!("{:?} {:?} {:?} {cooldowns} {:?} {:?}", user.at, user.hp, user.statuses, user.spear, user.shield)
    }));
    turn
}

fn is_turn_of(event: &Event, user: Id) -> bool {
    matches!(event, Event::TurnTaken { who, .. } if *who == user)
}

/// An event as text, in which numbers of actors are their indices, and deaths count nothing.
fn renamed(names: &BTreeMap<Id, usize>, event: &Event) -> String {
    let mut event = serde_json::to_value(event).unwrap();
    let fields = event.as_object_mut().unwrap().values_mut().next().unwrap().as_object_mut().unwrap();
    fields.remove("count");
    for field in ["who", "by"] {
        if let Some(id) = fields.get_mut(field)
            && let Ok(number) = serde_json::from_value::<Id>(id.clone())
        {
            *id = serde_json::json!(format!("actor {}", names[&number]));
        }
    }
    event.to_string()
}

/// Drops what follows once somebody died who is the player in either world: there the run is over.
fn until_a_player_dies(duel: &Duel, turn: &mut Turn) {
    let dies = |text: &String| {
        let is_of = |index: usize| text.contains(&format!("\"who\":\"actor {index}\""));
        text.contains("\"Died\"") && (is_of(0) || is_of(duel.rival))
    };
    if let Some(last) = turn.iter().position(dies) {
        turn.truncate(last + 1);
    }
}

/// The first actor's turn as the player, and as an enemy; nothing where the setup or the action is refused.
fn both(duel: &Duel) -> Option<[Turn; 2]> {
    let mut right = Game::start(Hop::<false>, duel.setup(false)).ok()?;
    let mut events = Vec::new();
    for action in [duel.action.clone(), Action::Wait] {
        match right.act(Seat(0), 0, action) {
            Ok(_) => {}
            Err(referee::Refused::Rejected(Refusal::TooDeep)) => panic!("{duel:?}"),
            Err(referee::Refused::Rejected(_)) => return None,
            Err(fault) => panic!("{fault:?} {duel:?}"),
        }
        events.extend(right.log().records(1).last().unwrap().events.iter().cloned());
        // A jump may cost no turn: then the turn goes on with the next action.
        if events.iter().any(|event| matches!(event, Event::TurnEnded { .. } | Event::Lost {})) {
            break;
        }
    }
    let mut right = told(duel, opened(duel, false), &events);
    let left = Game::start(Hop::<false>, duel.setup(true)).unwrap_or_else(|why| panic!("mirrored: {why:?} {duel:?}"));
    let mut left = told(duel, opened(duel, true), left.log().records(0).next().unwrap().events);
    until_a_player_dies(duel, &mut right);
    until_a_player_dies(duel, &mut left);
    Some([right, left])
}

/// The run as it is before anyone's turn.
fn opened(duel: &Duel, mirrored: bool) -> Run {
    let game = Game::start(Hop::<false>, duel.setup(mirrored)).unwrap();
    let events = game.log().records(0).next().unwrap().events;
    let entered = events.iter().position(|event| matches!(event, Event::FloorEntered { .. })).unwrap();
    let mut run = Run::default();
    events[..=entered].iter().for_each(|event| referee::Rules::evolve(&Hop::<false>, &mut run, event));
    run
}

#[test]
fn a_skill_does_the_same_for_a_player_and_for_an_enemy() {
    let mut luck = Stream::from_seed("mirrors");
    let (mut compared, mut skills, mut upgrades, mut seen) = (0, BTreeMap::new(), BTreeSet::new(), BTreeSet::new());
    for _ in 0..mirrors() {
        let duel = duel(&mut luck);
        let Some([right, left]) = both(&duel) else { continue };
        assert_eq!(right, left, "as the player, and as an enemy: {}", serde_json::to_string(&duel.setup(false)).unwrap());
        compared += 1;
        if let Action::UseSkill(used) = &duel.action {
            *skills.entry(used.skill_id.known().unwrap()).or_insert(0) += 1;
        }
        upgrades.extend(duel.roles[0].upgrades.iter().copied());
        let kind = |text: &String| text.split('"').nth(1).unwrap_or_default().to_owned();
        seen.extend(right.iter().map(kind));
    }
    println!("{compared} duels, {skills:?}, {seen:?}");
    // The law says something only where everything happened.
    assert_eq!(skills.keys().copied().collect::<BTreeSet<_>>(), USED.into_iter().collect());
    assert_eq!(upgrades.len(), Upgrade::EVERY.len());
    let wanted = [
        "Moved",
        "Hurt",
        "Died",
        "Blocked",
        "StatusChanged",
        "Cooling",
        "Turned",
        "SpearDropped",
        "SpearTaken",
        "ShieldTaken",
        "Learned",
        "Healed",
    ];
    wanted.into_iter().for_each(|kind| assert!(seen.contains(kind), "nothing was {kind}"));
}
