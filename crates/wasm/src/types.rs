//! What is asked and answered, as TypeScript: written from the types themselves.

use crate::asks;
use referee_host::Details;
use std::any::TypeId;
use std::collections::BTreeMap;
use ts_rs::{Config, TS, TypeVisitor};

/// Whoever is shown every question.
pub(crate) trait Visitor {
    /// A question: its name, what it is for, its types.
    fn visit<A: TS + 'static, T: TS + 'static>(&mut self, name: &str, about: &str);
}

/// The module `types.ts`: every type that is asked or answered, and `Asks`, which says what answers what.
pub fn types() -> String {
    let mut book =
        Book { config: Config::new().with_large_int("number"), seen: Vec::new(), types: BTreeMap::new(), asks: String::new() };
    book.add::<Details>();
    asks::each(&mut book);
    let types = tidy(&book.types.into_values().collect::<String>());
    format!(
        "// Written by `cargo xtask types` from the types of crates/wasm, crates/host and crates/kernel. Not edited by hand.\n\n\
         {types}/** Every question: what is asked, and what is told. */\nexport interface Asks {{\n{}}}\n",
        book.asks
    )
}

/// The derive gives each comment three lines, and spaces at the ends of lines.
fn tidy(types: &str) -> String {
    types.replace("/**\n * ", "/** ").replace("\n */\n", " */\n").replace(" \n", "\n")
}

/// The types met so far, by name, and the questions.
struct Book {
    config: Config,
    seen: Vec<TypeId>,
    types: BTreeMap<String, String>,
    asks: String,
}

impl Book {
    /// Adds a type, and whatever it is made of.
    fn add<T: TS + 'static + ?Sized>(&mut self) {
        if self.seen.contains(&TypeId::of::<T>()) {
            return;
        }
        self.seen.push(TypeId::of::<T>());
        if T::output_path().is_some() {
            let docs = T::docs().unwrap_or_default();
            self.types.insert(T::name(&self.config), format!("{docs}export {}\n\n", T::decl(&self.config)));
        }
        T::visit_dependencies(self);
        T::visit_generics(self);
    }
}

impl TypeVisitor for Book {
    fn visit<T: TS + 'static + ?Sized>(&mut self) {
        self.add::<T>();
    }
}

impl Visitor for Book {
    fn visit<A: TS + 'static, T: TS + 'static>(&mut self, name: &str, about: &str) {
        self.add::<A>();
        self.add::<T>();
        let (asked, told) = (A::name(&self.config), T::name(&self.config));
        self.asks.push_str(&format!("  /**{about} */\n  {name}: {{ asked: {asked}; told: {told} }}\n"));
    }
}
