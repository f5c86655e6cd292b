//! What the project may depend on, and the check of it. The rule is the constants below and nothing else: licences, crates that are banned, and
//! where crates come from. `cargo xtask test` checks the whole graph of `cargo metadata`, all platforms and features included.

use crate::{Done, not_started};
use serde_json::Value;
use spdx::{Expression, Licensee, ParseMode};
use std::path::Path;
use std::process::{Command, Stdio};

/// The licences that a dependency may be used under. All of them are permissive, or bind only the files of the dependency itself (MPL-2.0).
const LICENCES: [&str; 15] = [
    "MIT",
    "MIT-0",
    "Apache-2.0",
    "Apache-2.0 WITH LLVM-exception",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "ISC",
    "Zlib",
    "CC0-1.0",
    "Unlicense",
    "WTFPL",
    "Unicode-3.0",
    "Unicode-DFS-2016",
    "CDLA-Permissive-2.0",
    "MPL-2.0",
];

/// The only registry that crates come from.
const REGISTRY: &str = "registry+https://github.com/rust-lang/crates.io-index";

/// Crates that no part of the project may use, and why.
const BANNED: [(&str, &str); 3] = [
    ("openssl-sys", "it needs a library of the system; use rustls"),
    ("native-tls", "it is another TLS on every system; use rustls"),
    ("failure", "it is deprecated; use thiserror or an enum"),
];

/// Checks the dependencies of the workspace.
pub(crate) fn check() -> Done {
    println!("\n> cargo metadata: licences, bans and sources of the dependencies");
    let mut command = Command::new(env!("CARGO"));
    command.args(["metadata", "--format-version", "1", "--all-features", "--locked"]).stderr(Stdio::inherit());
    let output = command.output().map_err(|error| not_started("cargo metadata", &error))?;
    if !output.status.success() {
        return Err("cargo metadata failed: the dependencies could not be checked".into());
    }
    let metadata = serde_json::from_slice(&output.stdout).map_err(|error| format!("cargo metadata: {error}"))?;
    let problems = problems(&metadata);
    match problems.is_empty() {
        true => Ok(()),
        false => Err(format!("these dependencies are not allowed (xtask/src/dependencies.rs):\n  {}", problems.join("\n  "))),
    }
}

/// Everything that is wrong, a sentence each.
fn problems(metadata: &Value) -> Vec<String> {
    let root = metadata["workspace_root"].as_str().unwrap_or_default();
    let packages = metadata["packages"].as_array().map_or(&[][..], Vec::as_slice);
    if packages.is_empty() {
        return vec!["cargo metadata lists no packages".into()];
    }
    packages.iter().flat_map(|package| problems_of(package, root)).collect()
}

fn problems_of(package: &Value, root: &str) -> Vec<String> {
    let text = |field: &str| package[field].as_str();
    let name = text("name").unwrap_or_default();
    let told = format!("{name} {}", text("version").unwrap_or_default());
    let mut problems = Vec::new();
    match text("source") {
        Some(REGISTRY) => problems.extend(licence_problem(text("license"))),
        Some(source) => problems.push(format!("it comes from {source}, and only crates.io is allowed")),
        None if !Path::new(text("manifest_path").unwrap_or_default()).starts_with(root) => {
            problems.push("it lies outside the repository".into());
        }
        None => problems.extend(wildcards(package)),
    }
    problems.extend(BANNED.iter().find(|(banned, _)| *banned == name).map(|(_, why)| format!("it is banned: {why}")));
    problems.into_iter().map(|problem| format!("{told}: {problem}")).collect()
}

fn licence_problem(licence: Option<&str>) -> Option<String> {
    let Some(licence) = licence else { return Some("it names no licence".into()) };
    let Ok(expression) = Expression::parse_mode(licence, ParseMode::LAX) else {
        return Some(format!("its licence {licence:?} is no SPDX expression"));
    };
    let allowed: Vec<Licensee> = LICENCES.iter().filter_map(|licence| Licensee::parse(licence).ok()).collect();
    let is_allowed = expression.evaluate(|asked| allowed.iter().any(|licence| licence.satisfies(asked)));
    (!is_allowed).then(|| format!("its licence {licence:?} is not allowed"))
}

/// Dependencies of our own crates that take any version of a crate.
fn wildcards(package: &Value) -> Vec<String> {
    let dependencies = package["dependencies"].as_array().map_or(&[][..], Vec::as_slice);
    let is_any = |dependency: &&Value| dependency["req"] == "*" && dependency["path"].is_null();
    let told = |dependency: &Value| format!("it takes any version of {}", dependency["name"].as_str().unwrap_or_default());
    dependencies.iter().filter(is_any).map(told).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    /// A workspace with one crate of its own and one dependency.
    fn problems_with(dependency: &Value) -> Vec<String> {
        let own = json!({
            "name": "own", "version": "0.1.0", "source": null, "license": "MIT OR Apache-2.0",
            "manifest_path": "/repository/own/Cargo.toml",
            "dependencies": [
                {"name": "sister", "req": "*", "path": "/repository/sister"},
                {"name": "foreign", "req": "^1", "path": null},
            ],
        });
        problems(&json!({"workspace_root": "/repository", "packages": [own, dependency]}))
    }

    fn foreign(licence: &str) -> Value {
        let manifest = "/home/registry/foreign-1.2.3/Cargo.toml";
        json!({"name": "foreign", "version": "1.2.3", "source": REGISTRY, "license": licence, "manifest_path": manifest})
    }

    #[test]
    fn every_licence_of_the_list_is_allowed_alone_and_in_expressions() {
        for licence in LICENCES {
            assert!(Licensee::parse(licence).is_ok(), "{licence} is a licence of SPDX");
            assert_eq!(problems_with(&foreign(licence)), [""; 0], "{licence}");
        }
        for licence in ["MIT/Apache-2.0", "MIT OR GPL-3.0-only", "(MIT OR Apache-2.0) AND Unicode-3.0", "MPL-2.0+"] {
            assert_eq!(problems_with(&foreign(licence)), [""; 0], "{licence}");
        }
    }

    #[test]
    fn a_licence_that_is_not_on_the_list_is_refused() {
        for licence in ["GPL-3.0-only", "AGPL-3.0-or-later", "MIT AND GPL-2.0-only", "BUSL-1.1"] {
            let expected = format!("foreign 1.2.3: its licence {licence:?} is not allowed");
            assert_eq!(problems_with(&foreign(licence)), [expected]);
        }
        let expected = "foreign 1.2.3: its licence \"as you like\" is no SPDX expression";
        assert_eq!(problems_with(&foreign("as you like")), [expected]);
        let mut unnamed = foreign("MIT");
        unnamed["license"] = Value::Null;
        assert_eq!(problems_with(&unnamed), ["foreign 1.2.3: it names no licence"]);
    }

    #[test]
    fn a_dependency_from_git_another_registry_or_another_folder_is_refused() {
        for source in ["git+https://example.org/foreign?branch=main#0123", "registry+https://example.org/index"] {
            let mut other = foreign("MIT");
            other["source"] = json!(source);
            let expected = format!("foreign 1.2.3: it comes from {source}, and only crates.io is allowed");
            assert_eq!(problems_with(&other), [expected]);
        }
        let mut outside = foreign("MIT");
        outside["source"] = Value::Null;
        assert_eq!(problems_with(&outside), ["foreign 1.2.3: it lies outside the repository"]);
    }

    #[test]
    fn a_banned_crate_and_a_dependency_on_any_version_are_refused() {
        for (name, why) in BANNED {
            let mut banned = foreign("MIT");
            banned["name"] = json!(name);
            assert_eq!(problems_with(&banned), [format!("{name} 1.2.3: it is banned: {why}")]);
        }
        let mut own = foreign("MIT");
        (own["source"], own["manifest_path"]) = (Value::Null, json!("/repository/foreign/Cargo.toml"));
        own["dependencies"] = json!([{"name": "anything", "req": "*", "path": null}]);
        assert_eq!(problems_with(&own), ["foreign 1.2.3: it takes any version of anything"]);
    }

    #[test]
    fn a_graph_without_packages_is_not_taken_for_a_good_one() {
        assert_eq!(problems(&json!({})), ["cargo metadata lists no packages"]);
    }
}
