//! `cargo xtask wasm`: builds the modules and the TypeScript package around them, on a machine that has Rust and Node.

use crate::{Done, run};
use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Instant;

const TARGET: &str = "wasm32-unknown-unknown";
const PACKAGE: &str = "web/engine";
/// The modules: each is the crate with one feature.
const MODULES: [&str; 2] = ["plain", "scripted"];

/// Builds everything; what has not changed is not built again.
pub(crate) fn wasm() -> Done {
    let start = Instant::now();
    node_is_there()?;
    let toolchain = Toolchain::find()?;
    for module in MODULES {
        toolchain.build(module)?;
    }
    package()?;
    script("sizes.mjs", &[])?;
    println!("{PACKAGE} is built, in {} s", start.elapsed().as_secs());
    Ok(())
}

/// Writes the types of the package anew, from those of Rust; a test compares them.
pub(crate) fn types() -> Done {
    let file = format!("{PACKAGE}/src/types.ts");
    let mut command = Command::new(env!("CARGO"));
    let args = ["run", "--package", "referee-wasm", "--no-default-features", "--features", "types", "--bin", "types"];
    let output = command.args(args).stderr(Stdio::inherit()).output();
    let output = output.map_err(|error| format!("cargo run could not be started: {error}"))?;
    if !output.status.success() {
        return Err("the types could not be written".into());
    }
    write_if_new(Path::new(&file), &output.stdout)
}

/// Whether the types as written are those of Rust. No game is needed for it.
pub(crate) fn check_types() -> Done {
    crate::cargo(&["test", "--package", "referee-wasm", "--no-default-features", "--features", "types", "--test", "types"])
}

/// Builds everything, and sees whether the list of games was as the modules tell it: it is written by building, and kept in the repository.
pub(crate) fn check_catalog() -> Done {
    let file = format!("{PACKAGE}/src/catalog.ts");
    let read = || fs::read(&file).map_err(|error| format!("{file}: {error}"));
    let kept = read()?;
    wasm()?;
    if read()? == kept {
        return Ok(());
    }
    Err(format!("{file} was not what the modules tell. It has been written anew: look at it and commit it"))
}

/// Runs a script of the package.
pub(crate) fn script(name: &str, args: &[&str]) -> Done {
    run(Command::new("node").arg(format!("{PACKAGE}/scripts/{name}")).args(args), name)
}

/// The tests of the package.
pub(crate) fn test_package() -> Done {
    println!("\n> node --test {PACKAGE}/test/engine.test.mjs");
    run(Command::new("node").args(["--test", "test/engine.test.mjs"]).current_dir(PACKAGE), "node --test")
}

/// A program that the tests have built.
pub(crate) fn built(name: &str) -> PathBuf {
    std::path::absolute(target().join("debug").join(name)).unwrap_or_else(|_| name.into())
}

/// Where cargo builds.
pub(crate) fn target() -> PathBuf {
    env::var_os("CARGO_TARGET_DIR").map_or_else(|| "target".into(), PathBuf::from)
}

fn node_is_there() -> Done {
    let told = Command::new("node").arg("--version").output().map_err(|_| "Node 20 or later is needed (https://nodejs.org)")?;
    let told = String::from_utf8_lossy(&told.stdout).trim().to_owned();
    let major = told.trim_start_matches('v').split('.').next().and_then(|major| major.parse::<u32>().ok());
    match major {
        Some(20..) => Ok(()),
        _ => Err(format!("Node 20 or later is needed, found {told:?}")),
    }
}

/// A compiler that knows the target.
enum Toolchain {
    /// The one that runs us.
    Ours,
    /// Debian's own, which builds the standard library from its sources.
    Debian { cargo: PathBuf, rustc: PathBuf },
}

impl Toolchain {
    /// The one that runs us, if it has the target or can get it; else Debian's.
    fn find() -> Result<Toolchain, String> {
        if has_target() {
            return Ok(Toolchain::Ours);
        }
        println!("\n> rustup target add {TARGET}");
        let added = Command::new("rustup").args(["target", "add", TARGET]).status().is_ok_and(|status| status.success());
        if added && has_target() {
            return Ok(Toolchain::Ours);
        }
        println!("the target cannot be added: trying Debian's compiler");
        Toolchain::debian()
    }

    fn debian() -> Result<Toolchain, String> {
        const PACKAGES: [&str; 4] = ["rustc-web", "cargo-web", "rust-web-src", "lld-19"];
        let found = || {
            Some((
                file_of("cargo-web", "/bin/cargo")?,
                file_of("rustc-web", "/bin/rustc")?,
                file_of("lld-19", "/bin/wasm-ld-19")?,
            ))
        };
        if found().is_none() || file_of("rust-web-src", "/library/std/Cargo.toml").is_none() {
            println!("\n> apt-get update; apt-get install --yes {}", PACKAGES.join(" "));
            run(Command::new("apt-get").arg("update"), "apt-get update").map_err(nothing_left)?;
            run(Command::new("apt-get").args(["install", "--yes"]).args(PACKAGES), "apt-get install").map_err(nothing_left)?;
        }
        let (cargo, rustc, _) = found().ok_or_else(|| nothing_left("Debian's packages have no compiler".into()))?;
        Ok(Toolchain::Debian { cargo, rustc })
    }

    /// Builds one module.
    fn build(&self, module: &str) -> Done {
        let mut command = match self {
            Toolchain::Ours => Command::new(env!("CARGO")),
            Toolchain::Debian { cargo, rustc } => {
                let mut command = Command::new(cargo);
                command.env("RUSTC", rustc).env("RUSTC_BOOTSTRAP", "1").env_remove("RUSTUP_TOOLCHAIN");
                command.env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER", "wasm-ld-19");
                command
            }
        };
        let args =
            ["build", "--profile", "wasm", "--target", TARGET, "--package", "referee-wasm", "--lib", "--no-default-features"];
        command.args(args).args(["--features", module]);
        if let Toolchain::Debian { .. } = self {
            command.arg("-Zbuild-std=std,panic_abort");
        }
        println!("\n> cargo {} --features {module}", args.join(" "));
        run(&mut command, &format!("building the module {module}"))?;
        let built = target().join(TARGET).join("wasm/referee_wasm.wasm");
        let bytes = fs::read(&built).map_err(|error| format!("{}: {error}", built.display()))?;
        write_if_new(&Path::new(PACKAGE).join(format!("dist/{module}.wasm")), &bare(&bytes).ok_or("this is no module")?)
    }
}

/// A module without its custom sections: the linker leaves the names of functions in, a seventh of the file.
fn bare(module: &[u8]) -> Option<Vec<u8>> {
    let (head, mut rest) = module.split_at_checked(8)?;
    let mut bare = head.to_vec();
    while let Some((kind, after)) = rest.split_first() {
        let (length, bytes) = number(after)?;
        let whole = 1 + bytes + length;
        if *kind != 0 {
            bare.extend_from_slice(rest.get(..whole)?);
        }
        rest = rest.get(whole..)?;
    }
    Some(bare)
}

/// A number of a module, seven bits a byte, and how many bytes it has.
fn number(bytes: &[u8]) -> Option<(usize, usize)> {
    let end = bytes.iter().take(5).position(|byte| byte & 0x80 == 0)?;
    let value = bytes[..=end].iter().rev().fold(0, |value, byte| value << 7 | usize::from(byte & 0x7f));
    Some((value, end + 1))
}

fn nothing_left(why: String) -> String {
    format!(
        "{why}\nno compiler for {TARGET}: `rustup target add {TARGET}` where rustup is, or as root on Debian its own packages"
    )
}

/// Whether the compiler that cargo uses has the target's standard library.
fn has_target() -> bool {
    let told = Command::new("rustc").args(["--print", "target-libdir", "--target", TARGET]).output();
    told.is_ok_and(|told| Path::new(String::from_utf8_lossy(&told.stdout).trim()).is_dir())
}

/// The file of an installed Debian package whose path ends so.
fn file_of(package: &str, ending: &str) -> Option<PathBuf> {
    let listed = Command::new("dpkg").args(["-L", package]).stderr(Stdio::null()).output().ok()?;
    let listed = String::from_utf8_lossy(&listed.stdout).into_owned();
    listed.lines().find(|line| line.ends_with(ending)).map(PathBuf::from).filter(|path| path.exists())
}

/// What TypeScript makes of the package.
fn package() -> Done {
    install(PACKAGE)?;
    script("catalog.mjs", &[])?;
    println!("\n> tsc");
    run(Command::new("npx").args(["--no-install", "tsc"]).current_dir(PACKAGE), "tsc")
}

/// Installs what a package of npm needs, unless it is there.
pub(crate) fn install(package: &str) -> Done {
    let newer =
        |one: &str, other: &str| Some(fs::metadata(one).ok()?.modified().ok()? > fs::metadata(other).ok()?.modified().ok()?);
    let (lock, installed) = (format!("{package}/package-lock.json"), format!("{package}/node_modules/.package-lock.json"));
    if newer(&lock, &installed) == Some(false) {
        return Ok(());
    }
    // Not `npm ci`: a lock that was written on one system does not list what a bundler needs on another, and `ci` then refuses it.
    println!("\n> npm install");
    run(Command::new("npm").args(["install", "--no-audit", "--no-fund"]).current_dir(package), "npm install")
}

/// Writes a file, unless it says so already: what is built from it need not be built again.
fn write_if_new(file: &Path, bytes: &[u8]) -> Done {
    if fs::read(file).is_ok_and(|there| there == bytes) {
        return Ok(());
    }
    let folder = file.parent().unwrap_or(Path::new("."));
    fs::create_dir_all(folder).and_then(|()| fs::write(file, bytes)).map_err(|error| format!("{}: {error}", file.display()))
}
