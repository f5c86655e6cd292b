//! A log of any length is checked in the memory of one chapter. The log is made while it is read, and never whole in memory; the only test
//! in this file, so that the peak of the process is its own.
#![allow(clippy::disallowed_types, clippy::disallowed_methods)] // reads what the system says about this process

mod common;

use common::{games, take_one};
use referee_host::{Table, verify};
use std::io::{BufReader, Read};

/// How many records: a hundred chapters.
const RECORDS: u32 = 100_000;

/// A log that is played while it is read.
struct Source {
    table: Box<dyn Table>,
    ready: Vec<u8>,
    given: usize,
    bytes: u64,
}

impl Read for Source {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        if self.given == self.ready.len() {
            self.given = 0;
            self.ready = if self.table.over(0) { Vec::new() } else { take_one(&mut *self.table).into_bytes() };
        }
        let count = buffer.len().min(self.ready.len() - self.given);
        buffer[..count].copy_from_slice(&self.ready[self.given..self.given + count]);
        self.given += count;
        self.bytes += count as u64;
        Ok(count)
    }
}

/// The most memory this process has had so far, in KiB; `None` where the system does not say.
fn peak() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?.trim().trim_end_matches(" kB").parse().ok()
}

#[test]
fn a_hundred_thousand_records_are_verified_in_the_memory_of_a_chapter() {
    let mut table = common::table(&[RECORDS], "", None);
    table.forget();
    let ready = common::table(&[RECORDS], "", None).text().unwrap().into_bytes();
    let mut source = Source { table, ready, given: 0, bytes: 0 };
    let before = peak();
    let report = verify(&games(), BufReader::new(&mut source), &mut |_| {}).unwrap();
    assert_eq!(report.records, u64::from(RECORDS) + 1);
    assert!(source.bytes > 30_000_000, "the log is long: {} bytes", source.bytes);
    if let (Some(before), Some(after)) = (before, peak()) {
        assert!(after - before < 2 << 10, "{} KiB more for a log of {} KiB", after - before, source.bytes >> 10);
    }
}
