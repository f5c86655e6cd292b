//! How it looks, in the terminal and in the browser.

use crate::danger::{Blow, blows};
use crate::others::is_about_to_explode;
use crate::rules::Hop;
use crate::score::account;
use crate::skills::DEADLY;
use crate::tale::{Teller, whereabouts};
use crate::{
    Action, Actor, Cause, Event, Hex, Id, Intent, Kind, Named, Quirk, Run, Seen, SkillId, Status, StatusId, Upgrade, Use,
};
use crate::{FLOORS, score};
use alloc::{format, string::String, vec, vec::Vec};
use referee::{Aim, Board, Cue, Face, Hue, Line, Mark, MarkKind, Next, Panel, Scene, Shape, Show, Slot, Spot, Tile, Token};

impl<const O: bool> Show for Hop<O> {
    const ABOUT: &'static str = if O {
        "Hop as the public engine plays it, all its quirks included"
    } else {
        "ten floors of hexes: a spear, a shield and a jump against whatever waits"
    };

    fn scene(&self, seen: &Seen) -> Scene {
        let run = seen.run();
        let blows = if run.status == Status::Playing { blows(run) } else { Vec::new() };
        let board = Board { shape: Shape::Hex, tiles: tiles(run), tokens: tokens(run), marks: marks(run, &blows) };
        let mut panels = vec![standing(run)];
        if run.status == Status::ChoosingUpgrade {
            panels.insert(0, offers(run));
        }
        Scene {
            title: format!("Hop, floor {} of {FLOORS}", run.floor),
            status: status(run, &blows),
            board: Some(board),
            panels,
            tray: tray(run),
            order: order(run),
            account: if matches!(run.status, Status::Won | Status::Lost) { account(run) } else { Vec::new() },
            ..Scene::default()
        }
    }

    fn tell(&self, event: &Event) -> String {
        Teller::default().tell(event)
    }

    fn tale(&self, before: &dyn Fn() -> Option<Seen>, events: &[Event]) -> Vec<String> {
        let mut teller = before().map_or_else(Teller::default, |seen| Teller::new(seen.run()));
        events.iter().map(|event| teller.tell(event)).collect()
    }

    fn cues(&self, event: &Event) -> Vec<Cue> {
        cues(event)
    }

    fn aim(&self, seen: &Seen, action: &Action) -> Aim {
        let run = seen.run();
        // What is done is called as its slot of the tray is.
        let at = |verb: &str, at: Hex| Aim { verb: verb.into(), ..Aim::new(verb, [spot(at)]) };
        match action {
            Action::Move(to) if run.enemy_at(to.0).is_some() => strike(run, to.0),
            Action::Move(to) => Aim { plain: true, ..at(STEP, to.0) },
            Action::Wait => at(WAIT, run.player.at),
            Action::UseSkill(Use { skill_id: Named::Known(SkillId::BasicAttack), target: Some(to) }) => strike(run, to.0),
            Action::UseSkill(used) => {
                let verb = used.skill_id.known().map_or("no skill", |id| id.skill().title);
                used.target.map_or_else(|| Aim { verb: verb.into(), ..Aim::new(verb, []) }, |to| at(verb, to.0))
            }
            Action::SelectUpgrade(Named::Known(upgrade)) => {
                Aim { about: upgrade.about().into(), ..Aim::new(title(*upgrade), []) }
            }
            Action::SelectUpgrade(Named::Unknown(_)) => Aim::new("no upgrade", []),
            Action::ThrowSpear(to) | Action::Jump(to) | Action::Leap(to) | Action::ShieldBash(to) => {
                Aim::new("an old action", [spot(to.0)])
            }
            Action::Attack(_) => Aim::new("an old action", []),
        }
    }
}

const STEP: &str = "step";
const STRIKE: &str = "strike";
const WAIT: &str = "wait";

/// A blow, by stepping into somebody or by the skill: the two are the same, and screens offer one of what has the same face.
fn strike(run: &Run, at: Hex) -> Aim {
    let face = run.enemy_at(at).map(|enemy| {
        let (glyph, hue) = look(enemy);
        Face { glyph, hue, name: named(run, enemy), ..Face::default() }
    });
    Aim { verb: STRIKE.into(), plain: true, face, ..Aim::new(STRIKE, [spot(at)]) }
}

fn spot(hex: Hex) -> Spot {
    Spot::new(i16::from(hex.q), i16::from(hex.r))
}

fn tiles(run: &Run) -> Vec<Tile> {
    let tile = |hex: Hex| {
        let (glyph, hue, name) = match () {
            () if run.walls.has(hex) => ('#', Hue::Plain, "wall"),
            () if run.lava.has(hex) => ('~', Hue::Red, "lava"),
            () if run.stairs == hex => ('>', Hue::Green, "stairs"),
            () if run.shrine == Some(hex) => ('_', Hue::Violet, "shrine"),
            () if run.slippery.has(hex) => ('=', Hue::Cyan, "ice"),
            () if run.void.has(hex) => (':', Hue::Violet, "void"),
            () => ('.', Hue::Faint, "floor"),
        };
        Tile::new(spot(hex), glyph, hue, name.into())
    };
    Hex::board().map(tile).collect()
}

/// How an actor looks.
fn look(actor: &Actor) -> (char, Hue) {
    match actor.kind {
        _ if actor.id.is_player() => ('@', Hue::Green),
        Kind::Player => ('&', Hue::Green),
        Kind::Footman => ('f', Hue::Orange),
        Kind::ShieldBearer => ('S', Hue::Yellow),
        Kind::Sprinter => ('s', Hue::Orange),
        Kind::Archer => ('a', Hue::Cyan),
        Kind::Bomber => ('b', Hue::Brown),
        Kind::Bomb => ('o', Hue::Red),
        Kind::Warlock => ('w', Hue::Violet),
        Kind::Sentinel => ('X', Hue::Red),
        Kind::Assassin => ('A', Hue::Faint),
        Kind::Golem => ('G', Hue::Brown),
    }
}

/// Tokens keep their number: actors theirs, spears and shields that of their owner with one of these.
const SPEAR: u32 = 0x1_0000;
const SHIELD: u32 = 0x2_0000;

/// What somebody is called: with a number where there are several of the kind.
fn named(run: &Run, actor: &Actor) -> String {
    match run.enemies.iter().filter(|enemy| enemy.kind == actor.kind).count() {
        _ if actor.id.is_player() => "you".into(),
        0 | 1 => spoken(actor.kind).into(),
        _ => numbered(actor.kind, actor.id),
    }
}

/// One of several of a kind; people count from one.
pub(crate) fn numbered(kind: Kind, id: Id) -> String {
    format!("{} {}", spoken(kind), id.number() + 1)
}

fn token(run: &Run, actor: &Actor) -> Token {
    let (glyph, hue) = look(actor);
    let mut token = Token::new(u32::from(actor.id.0), spot(actor.at), glyph, hue, named(run, actor));
    token.gauge = match actor.kind {
        Kind::Bomb => Some((u32::from(actor.timer), u32::from(crate::FUSE))),
        _ => Some((u32::from(actor.hp), u32::from(actor.max_hp))),
    };
    // Where somebody looks counts for whoever hides behind a shield.
    token.facing = actor.facing.filter(|_| actor.has(StatusId::Shield)).map(|to| spot(actor.at.beside(to)));
    token.signs = actor.statuses.iter().filter_map(|it| it.status.rule().sign).collect();
    token
}

fn tokens(run: &Run) -> Vec<Token> {
    let lying = |id, at: Option<Hex>, glyph, name: &str| at.map(|at| Token::new(id, spot(at), glyph, Hue::Yellow, name.into()));
    let things = run.actors().flat_map(|actor| {
        let id = u32::from(actor.id.0);
        [lying(SPEAR | id, actor.spear.place(), '/', "spear"), lying(SHIELD | id, actor.shield.place(), ')', "shield")]
    });
    let mut tokens: Vec<Token> = things.flatten().collect();
    tokens.extend(run.enemies.iter().map(|enemy| token(run, enemy)));
    let bears = borne(run).into_iter().map(String::from).collect();
    tokens.push(Token { bears, ..token(run, &run.player) });
    tokens
}

/// Every blow that will fall on a place, and what else is announced: a bomb that is only laid, a blow that does not reach.
fn marks(run: &Run, blows: &[Blow]) -> Vec<Mark> {
    let mark = |at: Hex, from: Hex, kind| Mark { from: Some(spot(from)).filter(|_| from != at), ..Mark::new(spot(at), kind) };
    let danger = blows.iter().map(|blow| mark(blow.at, blow.from, MarkKind::Danger));
    let harmless = |enemy: &&Actor| !enemy.has(StatusId::Stun) && !blows.iter().any(|blow| blow.from == enemy.at);
    let announced = run.enemies.iter().filter(harmless);
    let notes = announced.filter_map(|enemy| enemy.aimed.map(|at| mark(at, enemy.at, MarkKind::Note)));
    let goals = [Some(run.stairs), run.shrine].into_iter().flatten().map(|at| Mark::new(spot(at), MarkKind::Goal));
    let here = Mark::new(spot(run.player.at), MarkKind::Here);
    danger.chain(notes).chain(goals).chain([here]).collect()
}

fn status(run: &Run, blows: &[Blow]) -> String {
    match run.status {
        Status::Won => format!("won with {} points", score(run)),
        Status::Lost => format!("lost on floor {} with {} points", run.floor, score(run)),
        Status::ChoosingUpgrade => "the shrine offers an upgrade".into(),
        Status::Playing => match blows.iter().filter(|blow| blow.at == run.player.at).count() {
            0 => "your turn".into(),
            1 => "your turn; an attack will hit you here".into(),
            many => format!("your turn; {many} attacks will hit you here"),
        },
    }
}

/// What the player has in hand and knows to use.
fn borne(run: &Run) -> Vec<&'static str> {
    let can = |skill| run.player.can(skill);
    let spear = run.player.spear.is_held() && (can(SkillId::SpearThrow) || run.player.upgrades.has(Upgrade::Lunge));
    let shielded = [SkillId::ShieldBash, SkillId::BulwarkCharge, SkillId::FrontalShield].into_iter().any(can);
    let shield = run.player.shield.is_held() && shielded;
    [(spear, "spear"), (shield, "shield")].into_iter().filter(|(is, _)| *is).map(|(_, name)| name).collect()
}

fn standing(run: &Run) -> Panel {
    let player = &run.player;
    let full = |on: usize, of: usize| format!("{}{}", "♥".repeat(on), "♡".repeat(of.saturating_sub(on)));
    let life = match player.max_hp {
        0..=12 => full(usize::from(player.hp), usize::from(player.max_hp)),
        _ => format!("{} of {}", player.hp, player.max_hp),
    };
    let hue = if player.hp <= player.max_hp / 3 { Hue::Red } else { Hue::Green };
    let hands = match &borne(run)[..] {
        [] => "empty hands".into(),
        borne => format!("{} in hand", borne.join(" and ")),
    };
    let lines = [
        (format!("life {life}{}", if player.has(StatusId::Armour) { ", armoured" } else { "" }), hue),
        (format!("score {}   turn {}   kills {}", score(run), run.turns_spent, run.kills + run.environmental_kills), Hue::Plain),
        (hands, Hue::Faint),
    ];
    Panel { title: "You".into(), lines: lines.map(Line::from).into(), ..Panel::default() }
}

/// What can be done by every wanderer, and the skills of this one; not those that work by themselves, or when striking.
fn tray(run: &Run) -> Vec<Slot> {
    let lunge = [SkillId::Lunge].into_iter().filter(|_| run.player.upgrades.has(Upgrade::Lunge));
    let own = run.player.skills.iter().chain(lunge);
    let used = own.filter(|&id| id.skill().slot != crate::Slot::Passive && id != SkillId::BasicAttack);
    let slot = |id: SkillId| Slot {
        name: id.skill().title.into(),
        about: id.skill().about.into(),
        cooling: run.player.cooldown(id).into(),
        better: run.player.upgrades.iter().filter(|it| it.skill() == Some(id)).map(title).collect(),
    };
    [STEP, STRIKE, WAIT].into_iter().map(Slot::new).chain(used.map(slot)).collect()
}

/// Whose turn comes, and what is known of its plans.
fn order(run: &Run) -> Vec<Next> {
    let queued = run.queue.entries.iter().filter_map(|entry| run.actor(entry.who));
    let plan = |actor: &Actor| match (actor.has(StatusId::Stun), actor.intent, actor.aimed) {
        _ if is_about_to_explode(actor) => "will go off".into(),
        (true, _, _) => "stunned".into(),
        (_, Intent::None, _) => String::new(),
        (_, intent, Some(at)) => format!("{} {}", plan(intent), whereabouts(at, run.player.at)),
        (_, intent, None) => plan(intent).into(),
    };
    queued.map(|actor| Next { token: actor.id.0.into(), plan: plan(actor) }).collect()
}

fn offers(run: &Run) -> Panel {
    let line = |upgrade: Upgrade| Line::new(format!("{}: {}", title(upgrade), upgrade.about()), Hue::Violet);
    let life = [Upgrade::ExtraHp].into_iter().filter(|life| run.has(Quirk::ShrinesBlind) && !run.offers.has(*life));
    Panel { title: "The shrine offers".into(), lines: run.offers.iter().chain(life).map(line).collect(), ..Panel::default() }
}

/// An upgrade as people say it.
pub(crate) fn title(upgrade: Upgrade) -> String {
    if upgrade == Upgrade::ExtraHp {
        return "One more life".into();
    }
    let mut words = upgrade.name().replace('_', " ").to_lowercase();
    if let Some(first) = words.get_mut(..1) {
        first.make_ascii_uppercase();
    }
    words
}

/// A kind as people say it.
pub(crate) fn spoken(kind: Kind) -> &'static str {
    match kind {
        Kind::ShieldBearer => "shield bearer",
        Kind::Player => "adventurer",
        _ => kind.name(),
    }
}

/// What an enemy is about to do, as people say it.
pub(crate) fn plan(intent: Intent) -> &'static str {
    match intent {
        Intent::None => "nothing",
        Intent::Moving | Intent::Lumbering => "comes nearer",
        Intent::Advancing => "advances",
        Intent::Idle | Intent::Waiting => "waits",
        Intent::Hidden => "sneaks",
        Intent::Skill(skill) => skill.skill().announced,
        Intent::Bombing => "will lay a bomb",
        Intent::Casting => "will cast",
        Intent::Repositioning => "moves about",
        Intent::Preparing => "prepares",
        Intent::ChargingPower => "gathers strength",
    }
}

/// What flies before it hurts.
fn flight(cause: Cause, at: Hex) -> Option<Cue> {
    let hue = match cause {
        Cause::Spear => Hue::Yellow,
        Cause::Strike => Hue::Cyan,
        Cause::Spell => Hue::Violet,
        Cause::Blast => Hue::Red,
        _ => return None,
    };
    Some(Cue::Trail { to: spot(at), hue })
}

fn cues(event: &Event) -> Vec<Cue> {
    let token = |id: &Id| u32::from(id.0);
    match event {
        Event::Moved { who, from, to, .. } => vec![Cue::Move { token: token(who), from: spot(*from), to: spot(*to) }],
        Event::PlayerBegan { at } => vec![Cue::Turn { token: token(&Id::PLAYER), at: spot(*at) }],
        Event::TurnTaken { who, at } => vec![Cue::Turn { token: token(who), at: spot(*at) }],
        Event::Hurt { who, at, cause, amount, .. } if *amount > 0 => {
            let hit = [Cue::Freeze { millis: 60 }, Cue::Shake { token: token(who) }];
            let float = Cue::Float { at: spot(*at), text: format!("-{amount}"), hue: Hue::Red };
            let counted = Some(float).filter(|_| *amount < DEADLY); // what kills whatever it hits is no number
            flight(*cause, *at).into_iter().chain(hit).chain(counted).collect()
        }
        Event::Hurt { at, .. } => vec![Cue::Float { at: spot(*at), text: "armour".into(), hue: Hue::Cyan }],
        Event::Blocked { who, at, by, cause } => {
            let stopped =
                [Cue::Shake { token: token(who) }, Cue::Float { at: spot(*at), text: by.rule().float.into(), hue: Hue::Cyan }];
            flight(*cause, *at).into_iter().chain(stopped).collect()
        }
        Event::StatusChanged { who, status: StatusId::Stun, amount: 1.., .. } => vec![Cue::Stars { token: token(who) }],
        Event::SpearDropped { at, .. } => vec![Cue::Trail { to: spot(*at), hue: Hue::Yellow }],
        Event::Died { who, cause: Cause::Lava | Cause::Void, .. } => vec![Cue::Sink { token: token(who) }],
        Event::Died { who, at, .. } => vec![Cue::Flash { at: spot(*at), hue: Hue::Red }, Cue::Fade { token: token(who) }],
        Event::Exploded { at, .. } => {
            let fire = core::iter::once(*at).chain(at.around()).map(|at| Cue::Flash { at: spot(at), hue: Hue::Orange });
            fire.chain([Cue::Freeze { millis: 120 }]).collect()
        }
        Event::Intended { aimed: Some(at), .. } => vec![Cue::Flash { at: spot(*at), hue: Hue::Yellow }],
        _ => Vec::new(),
    }
}
