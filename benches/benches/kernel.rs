//! `cargo bench -p referee-benches`: the kernel by the clock, nim at growing lengths of the log.
#![allow(missing_docs)] // a table of names and times is the documentation
#![allow(clippy::disallowed_types, clippy::disallowed_methods)] // benchmarks look at the clock

use divan::{Bencher, black_box, counter::ItemsCount};
use referee::{Ask, Stream};
use referee_benches::{connect_four, hand, nim};

const LENGTHS: [u64; 4] = [0, 1_000, 100_000, 1_000_000];
/// So many actions are timed at once: one alone is shorter than the clock's step.
const BATCH: u64 = 2_000;

fn main() {
    divan::main();
}

#[divan::bench]
fn act_by_hand(bencher: Bencher) {
    bencher.counter(ItemsCount::new(BATCH)).with_inputs(hand::Table::new).bench_refs(|table| {
        (0..BATCH).for_each(|turn| assert!(black_box(table.act(nim::seat(turn), &black_box(nim::take(turn)))).is_ok()));
    });
}

#[divan::bench]
fn act_by_hand_on_record(bencher: Bencher) {
    bencher.counter(ItemsCount::new(BATCH)).with_inputs(hand::Table::new).bench_refs(|table| {
        (0..BATCH)
            .for_each(|turn| assert!(black_box(table.act_on_record(nim::seat(turn), 0, &black_box(nim::take(turn)))).is_ok()));
    });
}

#[divan::bench(args = LENGTHS)]
fn act(bencher: Bencher, length: u64) {
    let game = nim::game(length);
    bencher.counter(ItemsCount::new(BATCH)).with_inputs(|| game.clone()).bench_refs(|game| {
        (length..length + BATCH).for_each(|turn| assert!(nim::act(game, nim::seat(turn), black_box(nim::take(turn)))));
    });
}

#[divan::bench(args = LENGTHS)]
fn replay(bencher: Bencher, length: u64) {
    let game = nim::game(length);
    bencher.counter(ItemsCount::new(game.log().events().count())).bench_local(|| nim::replay(black_box(&game)));
}

#[divan::bench(args = LENGTHS)]
fn fold(bencher: Bencher, length: u64) {
    let game = nim::game(length);
    bencher.counter(ItemsCount::new(game.log().events().count())).bench_local(|| nim::fold(black_box(&game)));
}

#[divan::bench(args = LENGTHS)]
fn verify(bencher: Bencher, length: u64) {
    let game = nim::game(length);
    bencher.counter(ItemsCount::new(game.log().len())).bench_local(|| assert!(nim::verify(black_box(&game))));
}

#[divan::bench]
fn seek_in_100_000(bencher: Bencher) {
    let game = nim::game(100_000);
    let mut luck = Stream::from_seed("seek");
    bencher.with_inputs(|| u64::from(luck.draw(Ask::below(100_000)))).bench_local_values(|seq| nim::seek(&game, seq));
}

#[divan::bench]
fn branch_in_100_000(bencher: Bencher) {
    let mut game = nim::game(100_000);
    let mut luck = Stream::from_seed("branch");
    bencher.with_inputs(|| u64::from(luck.draw(Ask::below(100_000)))).bench_local_values(|seq| nim::branch(&mut game, seq));
}

#[divan::bench(args = [false, true])]
fn connect_four_playout(bencher: Bencher, forget: bool) {
    let mut luck = Stream::from_seed("connect four");
    bencher.bench_local(|| connect_four::measure(1, forget, &mut luck));
}
