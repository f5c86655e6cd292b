//! The server's settings as flags: each of them also by the environment.

use clap::{Arg, ArgMatches, Args, Command, Error, FromArgMatches, error::ErrorKind};
use referee_server::Settings;

/// The settings that were given, over those of a file.
#[derive(Clone, Debug, Default)]
pub(crate) struct Given(Vec<(&'static str, String)>);

impl Given {
    /// What a file says, and over it what was given.
    pub(crate) fn over(&self, mut settings: Settings) -> Settings {
        for (name, value) in &self.0 {
            let _ = settings.set(name, value); // it was checked when it was read
        }
        settings
    }
}

impl FromArgMatches for Given {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Given, Error> {
        let mut given = Given::default();
        for (name, _) in Settings::ALL {
            if let Some(value) = matches.get_one::<String>(name) {
                Settings::default()
                    .set(name, value)
                    .map_err(|why| Error::raw(ErrorKind::ValueValidation, format!("--{}: {why}\n", name.replace('_', "-"))))?;
                given.0.push((name, value.clone()));
            }
        }
        Ok(given)
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), Error> {
        *self = Given::from_arg_matches(matches)?;
        Ok(())
    }
}

impl Args for Given {
    fn augment_args(command: Command) -> Command {
        let usual = Settings::default();
        Settings::ALL.iter().fold(command, |command, (name, about)| {
            let value = usual.get(name);
            let shown = if value.is_empty() { String::new() } else { format!(" [usual: {value}]") };
            command.arg(
                Arg::new(*name)
                    .long(name.replace('_', "-"))
                    .env(format!("REFEREE_{}", name.to_uppercase()))
                    .value_name("VALUE")
                    .help_heading("Settings")
                    .help(format!("{}{shown}", about.trim())),
            )
        })
    }

    fn augment_args_for_update(command: Command) -> Command {
        Given::augment_args(command)
    }
}
