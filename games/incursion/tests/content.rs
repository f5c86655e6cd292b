//! The pack that comes with the game, and what the linter finds.

use referee_incursion::content::Content;

#[test]
fn the_pack_reads_without_problems() {
    match Content::read(referee_incursion::content::FILES) {
        Ok(content) => println!("{}\n{}", content.count(), content.hash()),
        Err(problems) => panic!("{}", problems.iter().map(|problem| format!("{problem}\n")).collect::<String>()),
    }
}
