//! `cargo xtask long [NAME | --list]`: the longer forms of the tests. `cargo xtask test` runs the short ones; these take from minutes to hours.

use crate::{Done, run};
use std::env;
use std::process::Command;
use std::time::Instant;

/// A longer form of a test.
struct Form {
    name: &'static str,
    /// What it proves.
    proves: &'static str,
    /// The variables of the environment that make it long.
    environment: &'static [(&'static str, &'static str)],
    /// What cargo is told to do.
    cargo: &'static [&'static str],
}

/// All of them.
const FORMS: [Form; 18] = [
    Form {
        name: "hop-actions",
        proves: "what must hold in Hop holds after each of a million random actions, sense and nonsense",
        environment: &[("REFEREE_ACTIONS", "1000000")],
        cargo: &["test", "--release", "-p", "referee-hop", "--test", "all", "invariants"],
    },
    Form {
        name: "hop-symmetry",
        proves: "a skill does the same for the player and for enemies, in 400,000 mirrored arenas",
        environment: &[("REFEREE_MIRRORS", "400000")],
        cargo: &["test", "--release", "-p", "referee-hop", "--test", "all", "symmetry"],
    },
    Form {
        name: "hop-balance",
        proves: "the bots win as many of 300 runs as they should, and no skill is in nearly all of the wins",
        environment: &[("REFEREE_RUNS", "300")],
        cargo: &["test", "--release", "-p", "referee-hop", "--test", "all", "balance"],
    },
    Form {
        name: "hop-maps",
        proves: "every floor of 100,000 seeds can be walked and has what it should have",
        environment: &[("REFEREE_SEEDS", "100000")],
        cargo: &["test", "--release", "-p", "referee-hop", "--test", "all", "maps"],
    },
    Form {
        name: "hop-laws",
        proves: "Hop keeps the laws of every game over 20,000 random games each",
        environment: &[("REFEREE_GAMES", "20000")],
        cargo: &["test", "--release", "-p", "referee-hop", "--test", "all", "laws"],
    },
    Form {
        name: "duel-positions",
        proves: "what must hold in Mage Duel holds in a million positions and on fifty million boards",
        environment: &[("REFEREE_POSITIONS", "1000000")],
        cargo: &["test", "--release", "-p", "referee-duel", "--test", "all", "invariants"],
    },
    Form {
        name: "duel-bots",
        proves: "the greedy bot wins most of 1,000 games of Mage Duel against the random one",
        environment: &[("REFEREE_MATCH", "1000")],
        cargo: &["test", "--release", "-p", "referee-duel", "--test", "all", "bots"],
    },
    Form {
        name: "duel-setups",
        proves: "each of 20,000 random setups of Mage Duel is refused or leaves the first player a legal move",
        environment: &[("PROPTEST_CASES", "20000")],
        cargo: &["test", "--release", "-p", "referee-duel", "--test", "all", "rules"],
    },
    Form {
        name: "duel-laws",
        proves: "Mage Duel keeps the laws of every game over 10,000 random games each",
        environment: &[("REFEREE_GAMES", "10000")],
        cargo: &["test", "--release", "-p", "referee-duel", "--test", "all", "laws"],
    },
    Form {
        name: "mir-page",
        proves: "MIR judges 2,500,000 declarations upon good and damaged documents as the contract says",
        environment: &[("REFEREE_GAMES", "100000")],
        cargo: &["test", "--release", "-p", "referee-mir", "--test", "all", "page"],
    },
    Form {
        name: "mir-balance",
        proves: "each of MIR's ten fights is won by either side in 30 to 70 of 100 games of greedy bots",
        environment: &[("REFEREE_RUNS", "100")],
        cargo: &["test", "--release", "-p", "referee-mir", "--test", "all", "balance"],
    },
    Form {
        name: "mir-laws",
        proves: "MIR keeps the laws of every game over 20,000 random games each",
        environment: &[("REFEREE_GAMES", "20000")],
        cargo: &["test", "--release", "-p", "referee-mir", "--test", "all", "laws"],
    },
    Form {
        name: "nim-laws",
        proves: "the kernel keeps the laws of every game over 100,000 random games of Nim each",
        environment: &[("REFEREE_GAMES", "100000")],
        cargo: &["test", "--release", "-p", "referee-nim", "--test", "laws"],
    },
    Form {
        name: "incursion-dungeons",
        proves: "Incursion keeps the laws in 4,000 dungeons, 200 actions of the explorer in each",
        environment: &[("REFEREE_GAMES", "4000"), ("REFEREE_ACTIONS", "200")],
        cargo: &["test", "--release", "-p", "referee-incursion", "--test", "all", "dungeons"],
    },
    Form {
        name: "forged-runs",
        proves: "a leaderboard accepts none of 100,000 forged runs",
        environment: &[("REFEREE_FORGED", "100000")],
        cargo: &["test", "--release", "-p", "referee-cli", "--test", "all", "forged"],
    },
    Form {
        name: "parity",
        proves: "a million actions give the same bytes native and in the modules",
        environment: &[],
        cargo: &["xtask", "parity", "--actions", "1000000"],
    },
    Form {
        name: "fuzz",
        proves: "no input of a format makes a reader panic, a minute of tries for each",
        environment: &[],
        cargo: &["xtask", "fuzz"],
    },
    Form {
        name: "schemathesis",
        proves: "the server does what its description says, 1,000 examples for each route",
        environment: &[],
        cargo: &["xtask", "schemathesis", "1000"],
    },
];

/// Runs all forms, whatever becomes of each, and names those that failed.
pub(crate) fn all() -> Done {
    let failed: Vec<String> = FORMS.iter().filter_map(|form| form.run().err()).collect();
    match failed.is_empty() {
        true => Ok(()),
        false => Err(format!("{} of {} long forms failed:\n  {}", failed.len(), FORMS.len(), failed.join("\n  "))),
    }
}

/// Runs one form.
pub(crate) fn one(name: &str) -> Done {
    let names = || FORMS.iter().map(|form| form.name).collect::<Vec<_>>().join(", ");
    let form = FORMS.iter().find(|form| form.name == name);
    form.ok_or_else(|| format!("no long form is called {name:?}; there are {}", names()))?.run()
}

/// Prints the table.
pub(crate) fn list() -> Done {
    for form in &FORMS {
        println!("{}\n  proves that {}\n  {}", form.name, form.proves, form.command_line());
    }
    Ok(())
}

impl Form {
    fn run(&self) -> Done {
        let start = Instant::now();
        println!("\n> {}: {}", self.name, self.command_line());
        let mut command = Command::new(env!("CARGO"));
        command.args(self.cargo).envs(self.environment.iter().copied());
        run(&mut command, self.name)?;
        println!("{} passed in {} s", self.name, start.elapsed().as_secs());
        Ok(())
    }

    /// The same as a person would type it.
    fn command_line(&self) -> String {
        let environment: String = self.environment.iter().map(|(name, value)| format!("{name}={value} ")).collect();
        format!("{environment}cargo {}", self.cargo.join(" "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;
    use std::fs;
    use std::path::PathBuf;

    fn root(path: &str) -> PathBuf {
        PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("..").join(path)
    }

    /// What a form asks `cargo test` to run: the folder of the crate, and the file of tests.
    fn tests_of(form: &Form) -> Option<(PathBuf, PathBuf)> {
        let after = |flag: &str| form.cargo.iter().position(|word| *word == flag).and_then(|at| form.cargo.get(at + 1));
        let name = after("-p")?.strip_prefix("referee-")?;
        let folder =
            ["games", "crates"].map(|parent| root(&format!("{parent}/{name}"))).into_iter().find(|path| path.is_dir())?;
        let file = form.cargo.last().map(|file| folder.join(format!("tests/{file}.rs")))?;
        Some((folder, file))
    }

    /// A filter that names no test, or a variable that nobody reads, would pass without testing anything.
    #[test]
    fn every_form_names_tests_that_there_are_and_variables_that_they_read() {
        let laws = fs::read_to_string(root("crates/laws/src/run.rs")).unwrap();
        for form in FORMS.iter().filter(|form| form.cargo[0] == "test") {
            let (_, file) = tests_of(form).unwrap_or_else(|| panic!("{}: no crate is called so", form.name));
            let text = fs::read_to_string(&file).unwrap_or_else(|error| panic!("{}: {}: {error}", form.name, file.display()));
            assert!(text.contains("#[test]") || text.contains("laws!"), "{}: {} has no tests", form.name, file.display());
            for (variable, _) in form.environment {
                let quoted = format!("\"{variable}\"");
                let is_read = text.contains(&quoted) || text.contains("laws!") && laws.contains(&quoted);
                let is_read = is_read || *variable == "PROPTEST_CASES" && text.contains("proptest!");
                assert!(is_read, "{}: {} does not read {variable}", form.name, file.display());
            }
        }
    }

    #[test]
    fn names_are_told_apart_and_commands_are_those_of_cargo() {
        let names: BTreeSet<&str> = FORMS.iter().map(|form| form.name).collect();
        assert_eq!(names.len(), FORMS.len());
        assert!(FORMS.iter().all(|form| ["test", "xtask"].contains(&form.cargo[0]) && !form.proves.is_empty()));
        let line = FORMS[0].command_line();
        assert_eq!(line, "REFEREE_ACTIONS=1000000 cargo test --release -p referee-hop --test all invariants");
        let error = one("nothing").unwrap_err();
        assert!(error.contains("no long form is called \"nothing\"; there are hop-actions, "), "{error}");
    }

    #[test]
    fn a_form_that_fails_is_named() {
        let broken = Form { name: "broken", proves: "nothing", environment: &[], cargo: &["no-such-command-of-cargo"] };
        assert_eq!(broken.run(), Err("broken failed".into()));
    }
}
