//! Looking at a thing closely.

use crate::play::Play;
use crate::{Happening, Id, Verb};
use referee_dispatch::{Role, Verdict};

/// EXAMINE: what a thing is. Its definition and what lies on it know parts of its name that change: GETNAME.
pub(super) fn examine(play: &mut Play, who: Id, happening: &mut Happening) -> Verdict {
    let Some(what) = happening.roles.get(Role::Item) else { return Verdict::Nothing };
    let lore = play.lore.clone();
    let Some(definition) = lore.content.item(play.thing(what).res) else { return Verdict::Nothing };
    let enchantment = play.thing(what).item().and_then(|item| item.enchantment);
    let mut named = Happening::new().actor(who).item(what);
    for res in [Some(play.thing(what).res), enchantment].into_iter().flatten() {
        play.ask(res, Verb::GETNAME, Some(what), &mut named);
    }
    let mechanics = named.more.texts.as_ref().and_then(|texts| texts.name_mechanics.clone());
    let mechanics = mechanics.map(|mechanics| format!(" {mechanics}")).unwrap_or_default();
    play.tell_of(who, &format!("<Item>{mechanics}: {}", definition.about.get()), happening);
    Verdict::Done
}
