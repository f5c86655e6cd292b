//! The door of a module: how text gets in and out. A browser asks for room, writes its question there, and reads the answer where it lies.
#![allow(unsafe_code)] // the names only: no other function of the program may be called so

use crate::Engine;
use std::cell::RefCell;

thread_local! {
    static DOOR: RefCell<Door> = RefCell::new(Door { engine: Engine::new(), paper: Vec::new() });
}

/// The engine, and the paper on which questions and answers are written.
struct Door {
    engine: Engine,
    paper: Vec<u8>,
}

/// Makes room for a question of so many bytes, and tells where.
#[unsafe(no_mangle)]
extern "C" fn room(bytes: usize) -> *mut u8 {
    DOOR.with_borrow_mut(|door| {
        door.paper.clear();
        door.paper.resize(bytes, 0);
        door.paper.as_mut_ptr()
    })
}

/// Answers the question that was written there; tells how many bytes the answer has.
#[unsafe(no_mangle)]
extern "C" fn ask() -> usize {
    DOOR.with_borrow_mut(|door| {
        let question = std::mem::take(&mut door.paper);
        door.paper = door.engine.answer(&String::from_utf8_lossy(&question)).into_bytes();
        door.paper.len()
    })
}

/// Where the answer lies.
#[unsafe(no_mangle)]
extern "C" fn answer() -> *const u8 {
    DOOR.with_borrow(|door| door.paper.as_ptr())
}

/// Gives the room back that a long answer took.
#[unsafe(no_mangle)]
extern "C" fn tidy() {
    DOOR.with_borrow_mut(|door| door.paper = Vec::new());
}
