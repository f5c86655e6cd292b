//! Sealed dice, over every game we ship: whoever has the log can check each of them, and nobody can change one.

use referee::{Seat, Stream};
use referee_host::{Branch, Dice, HostError, Line, Players, Registry, Report, Sealing, Secret, Table, verify};

const ACTIONS: usize = 40;

fn secret(byte: u8) -> Secret {
    Secret::new([byte; 32])
}

pub(crate) fn sealing(byte: u8) -> Sealing {
    Sealing { secret: secret(byte), salt: "ann:4f bob:77".into(), name: "sealed".into(), players: Players::NONE }
}

/// Plays on at random.
fn play(table: &mut dyn Table, luck: &mut Stream) -> String {
    let mut lines = String::new();
    for _ in 0..ACTIONS {
        let Some(&seat) = table.waiting_for(table.at()).first() else { break };
        let action = table.bot("random", seat, table.at(), luck).unwrap().unwrap();
        let verdict = table.act(seat, table.at(), &action, None);
        assert!(verdict.success, "{action}: {:?}", verdict.errors);
        lines.push_str(&verdict.lines);
    }
    lines
}

/// A sealed game of a title, whole, and how many dice it has.
fn played(registry: &Registry, game: &str, seed: &str, byte: u8) -> String {
    let title = registry.title(game).unwrap();
    let seed = title.card().seeded.then_some(seed);
    let mut table = title.start_sealed(None, seed, 0, sealing(byte)).unwrap();
    let mut lines = table.text().unwrap();
    lines.push_str(&play(&mut *table, &mut Stream::from_seed("players")));
    lines.push_str(&table.reveal().unwrap());
    assert_eq!(lines, table.text().unwrap(), "{game}: the lines as they were given are the log");
    lines
}

fn checked(registry: &Registry, log: &str) -> Result<Report, HostError> {
    verify(registry, log.as_bytes(), &mut |_| {})
}

pub(crate) fn games() -> (Registry, Vec<&'static str>) {
    let registry = referee_registry::games();
    let names = registry.titles().map(|title| title.card().name).collect();
    (registry, names)
}

/// Seals the lines of a log again after they were changed.
fn sealed_again(lines: &[String]) -> String {
    let (mut log, mut prev) = (String::new(), "0".repeat(64));
    for line in lines {
        let body = &line[..line.rfind(",\"id\":\"").unwrap()];
        let at = body.find("\"prev\":\"").unwrap() + 8;
        let body = format!("{}{prev}{}", &body[..at], &body[at + 64..]);
        prev = referee_host::Id::of(body.as_bytes()).to_string();
        log.push_str(&format!("{body},\"id\":\"{prev}\"}}\n"));
    }
    log
}

#[test]
fn every_die_of_every_game_is_checked() {
    let (registry, names) = games();
    let mut dice = 0;
    for game in names {
        let log = played(&registry, game, "seed", 1);
        let report = checked(&registry, &log).unwrap_or_else(|error| panic!("{game}: {error:?}"));
        assert_eq!(report.dice_unchecked, 0, "{game}");
        dice += report.dice_checked;
        let cut = &log[..log.trim_end().rfind('\n').unwrap() + 1];
        let report = checked(&registry, cut).unwrap();
        assert_eq!(report.dice_checked, 0, "{game}: the secret is not told yet");
    }
    assert!(dice > 50, "only {dice} dice in all games");
}

#[test]
fn a_changed_die_is_found_however_well_it_is_hidden() {
    let (registry, _) = games();
    let log = played(&registry, "duel", "seed", 1);
    let lines: Vec<String> = log.lines().map(str::to_owned).collect();
    // As if the operator had played with another die: the game is judged honestly from there on, with other dice than the secret gives.
    let other = played(&registry, "duel", "seed", 2);
    let mut others: Vec<String> = other.lines().map(str::to_owned).collect();
    let last = others.len() - 1;
    others[0] = others[0].replace(&secret(2).commit().to_string(), &secret(1).commit().to_string());
    others[last] = lines.last().unwrap().clone();
    let error = checked(&registry, &sealed_again(&others)).unwrap_err();
    assert_eq!(error.code, "WRONG_DIE", "{error:?}");
    // Another secret than the one committed to.
    let mut wrong = lines.clone();
    let last = wrong.len() - 1;
    wrong[last] = wrong[last].replace(secret(1).reveal().as_str(), secret(3).reveal().as_str());
    assert_eq!(checked(&registry, &sealed_again(&wrong)).unwrap_err().code, "WRONG_SECRET");
    // Told twice, or gone on with.
    for more in [lines[last].clone(), lines[1].clone()] {
        let again = sealed_again(&[&lines[..], &[more]].concat());
        assert_eq!(checked(&registry, &again).unwrap_err().code, "REVEALED");
    }
}

/// What a seed says cannot matter where dice are sealed: who knows the first line knows the seed.
#[test]
fn sealed_dice_do_not_come_from_the_seed() {
    let (registry, names) = games();
    let dice = |log: &str| -> Vec<String> {
        let of = |line: &str| Line::parse(line).unwrap().deed().map(|deed| deed.dice.to_owned());
        log.lines().filter_map(of).filter(|dice| !dice.is_empty()).collect()
    };
    for game in names {
        let rolled: Vec<_> = (1..9).map(|byte| dice(&played(&registry, game, "seed", byte))).collect();
        let same = rolled.iter().all(|dice| *dice == rolled[0]);
        assert!(rolled[0].is_empty() || !same, "{game}: other secrets, the same dice");
    }
    let floors = (1..5).map(|byte| {
        played(&registry, "hop", "seed", byte).lines().next().unwrap().split("FloorEntered").nth(1).unwrap().to_owned()
    });
    let floors: std::collections::BTreeSet<String> = floors.collect();
    assert_eq!(floors.len(), 4, "who knows the seed of a sealed run knows no floor of it");
}

#[test]
fn who_has_no_secret_cannot_go_on_but_can_branch() {
    let (registry, _) = games();
    let title = registry.title("duel").unwrap();
    let mut table = title.start_sealed(None, Some("seed"), 0, sealing(1)).unwrap();
    play(&mut *table, &mut Stream::from_seed("players"));
    let log = table.text().unwrap();
    let mut copy = table.rewound(table.seq()).unwrap();
    let seat = copy.waiting_for(copy.at())[0];
    let action = copy.legal(seat, copy.at()).remove(0);
    assert!(copy.act(seat, copy.at(), &action, None).errors[0].starts_with("[SEALED]"));
    assert_eq!(copy.reveal().unwrap_err().code, "NO_SECRET");
    assert_eq!(copy.call("other").unwrap_err().code, "SEALED");
    assert_eq!(copy.entrust(secret(2)).unwrap_err().code, "WRONG_SECRET");
    // A child has the dice of its rules, or is sealed anew.
    let mut own = copy.rewound(10).unwrap();
    own.fork(Branch::named("own")).unwrap();
    assert_eq!(*own.dice(), Dice::Native);
    play(&mut *own, &mut Stream::from_seed("others"));
    let report = checked(&registry, &own.text().unwrap()).unwrap();
    assert!(report.dice_checked == 0 && report.dice_unchecked > 0);
    let mut child = copy.rewound(10).unwrap();
    child.fork(Branch { dice: Some(Dice::Sealed(secret(9).commit())), ..Branch::named("child") }).unwrap();
    child.entrust(secret(9)).unwrap();
    play(&mut *child, &mut Stream::from_seed("others"));
    child.reveal().unwrap();
    let child = child.text().unwrap();
    let report = checked(&registry, &child).unwrap();
    assert!(report.dice_checked > 0 && report.dice_unchecked > 0, "its own dice, and the parent's: {report:?}");
    assert!(child.starts_with(log.split_inclusive('\n').take(11).collect::<String>().as_str()), "the parent's lines to the byte");
    // The table with the secret goes on.
    copy.entrust(secret(1)).unwrap();
    assert!(copy.act(seat, copy.at(), &action, None).success);
    assert_eq!(copy.act(Seat(0), 0, "{", None).errors.len(), 1);
}
