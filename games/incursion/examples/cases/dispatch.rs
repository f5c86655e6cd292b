//! Dispatch cases: a house of stand-ins, told by a case what everybody answers.

use referee_dispatch::{
    Depth, Phase, Place, Role, Roles, Stage, Table, TableBuilder, Verdict, View, Waiting, redirect, rethrow, throw,
};
use referee_incursion::parts::{get, set};
use referee_incursion::stations::{consult, hearing};
use referee_incursion::{
    Asking, Class, Flag, Ground, Handler, Happening, House, Id, Kind, Print, Res, STATIONS, Value as Held, Verb, Waiter,
};
use serde_json::{Map, Value, json};

/// How wide and high a map is that does not say so.
const EDGE: i64 = 64;

type Fallible<T> = Result<T, String>;

/// Runs a case.
pub(crate) fn run(case: &Value) -> Fallible<Value> {
    let id = case["id"].clone();
    let ran = Case::new(&case["given"]).and_then(|mut house| {
        let verdict = house.perform(&case["throw"])?;
        house.trouble.map_or(Ok(()), Err)?;
        Ok(json!({ "id": id, "return": verdict.name(), "errors_reported": house.errors, "trace": house.trace }))
    });
    ran.map_err(|why| format!("case {}: {why}", case["id"]))
}

/// Somebody in a case.
struct Stand {
    id: String,
    kind: Kind,
    at: Option<Place>,
    body: Option<Res>,
    enchantment: Option<Res>,
    owner: Option<String>,
    templates: Vec<Res>,
    traps: Vec<(u32, Waiting, Res)>,
}

/// What somebody answers.
#[derive(Clone)]
struct Answer {
    verdict: Verdict,
    ops: Vec<Value>,
}

/// What a class answers.
struct OwnCode {
    class: String,
    moments: Vec<(u16, Phase)>,
    guard: String,
    answer: Answer,
}

struct Case {
    names: Vec<String>,
    stands: Vec<Stand>,
    table: Table<Handler>,
    answers: Vec<Answer>,
    own: Vec<OwnCode>,
    gods: Vec<Res>,
    map: Value,
    fields: Vec<Option<Res>>,
    has_map: bool,
    /// Whether the throw at hand was given the level though nobody in it is on one.
    map_given: bool,
    depth: Depth,
    ancestors: Vec<(Verb, bool)>,
    next_trap: u32,
    errors: u32,
    trace: Vec<Value>,
    trouble: Option<String>,
}

impl Case {
    fn new(given: &Value) -> Fallible<Case> {
        let mut case = Case {
            names: Vec::new(),
            stands: Vec::new(),
            table: Table::default(),
            answers: Vec::new(),
            own: Vec::new(),
            gods: Vec::new(),
            map: given["map"].clone(),
            fields: Vec::new(),
            has_map: !given["map"].is_null(),
            map_given: false,
            depth: Depth::default(),
            ancestors: Vec::new(),
            next_trap: 0,
            errors: 0,
            trace: Vec::new(),
            trouble: None,
        };
        for layer in ["region", "terrain", "dungeon"] {
            match &given["map"][layer] {
                Value::Object(cells) => cells.values().filter_map(Value::as_str).for_each(|name| case.know(name)),
                name => name.as_str().into_iter().for_each(|name| case.know(name)),
            }
        }
        case.gods = texts(&given["gods"]).into_iter().map(|god| case.res(&god)).collect();
        for object in list(&given["objects"]) {
            let stand = case.stand(object)?;
            case.stands.push(stand);
        }
        let mut table = TableBuilder::default();
        for handler in list(&given["handlers"]) {
            case.register(&mut table, handler)?;
        }
        case.table = table.freeze();
        for handler in list(&given["class_handlers"]) {
            let own = case.own_code(handler)?;
            case.own.push(own);
        }
        Ok(case)
    }

    fn res(&mut self, name: &str) -> Res {
        let at = self.names.iter().position(|known| known == name).unwrap_or_else(|| {
            self.names.push(name.to_string());
            self.names.len() - 1
        });
        Res(at as u16)
    }

    fn know(&mut self, name: &str) {
        self.res(name);
    }

    fn stand(&mut self, object: &Value) -> Fallible<Stand> {
        let named = |key: &str| object[key].as_str();
        let kind = named("type").and_then(Kind::named).ok_or_else(|| format!("unknown type {}", object["type"]))?;
        let body = named("mon").or(named("item")).or(named("feature")).map(|name| self.res(name));
        let templates = texts(&object["templates"]).iter().map(|name| self.res(name)).collect();
        let mut stand = Stand {
            id: named("id").ok_or("an object without id")?.to_string(),
            kind,
            at: place(&object["at"]),
            body,
            enchantment: named("effect").map(|name| self.res(name)),
            owner: named("owner").map(str::to_string),
            templates,
            traps: Vec::new(),
        };
        for trap in list(&object["traps"]) {
            let trap = self.trap(trap)?;
            stand.traps.push(trap);
        }
        Ok(stand)
    }

    fn trap(&mut self, trap: &Value) -> Fallible<(u32, Waiting, Res)> {
        let (verb, view) = moment(text(&trap["on"])?)?;
        let waiting = match view.lens {
            referee_dispatch::Lens::Victim => Waiting::for_done_to(verb.number(), view.phase),
            _ => Waiting::for_own(verb.number(), view.phase),
        };
        self.next_trap += 1;
        Ok((self.next_trap, waiting, self.res(text(&trap["res"])?)))
    }

    fn register(&mut self, table: &mut TableBuilder<Handler>, handler: &Value) -> Fallible<()> {
        let res = self.res(text(&handler["res"])?);
        for on in texts(&handler["on"]) {
            let (verb, view) = moment(&on)?;
            let mut register = |handler| table.on(res.0.into(), verb.number(), view, handler);
            match handler["kind"].as_str() {
                Some("msg") => (0..handler["count"].as_u64().unwrap_or(1)).for_each(|nth| register(Handler::Text(nth as u32))),
                _ => register(Handler::Code(self.answers.len() as u32)),
            }
        }
        self.answers.push(answer(handler)?);
        Ok(())
    }

    fn own_code(&mut self, handler: &Value) -> Fallible<OwnCode> {
        let moments = texts(&handler["on"]);
        let moments = moments.iter().map(|on| moment(on).map(|(verb, view)| (verb.number(), view.phase)));
        Ok(OwnCode {
            class: text(&handler["class"])?.to_string(),
            moments: moments.collect::<Fallible<_>>()?,
            guard: handler["guard"].as_str().unwrap_or("any").to_string(),
            answer: answer(handler)?,
        })
    }

    fn id(&self, name: &str) -> Option<Id> {
        self.stands.iter().position(|stand| stand.id == name).map(|at| Id(at as u32))
    }

    fn of(&self, id: Id) -> &Stand {
        &self.stands[id.0 as usize]
    }

    fn name(&self, res: Res) -> &str {
        &self.names[usize::from(res.0)]
    }

    /// Throws what a case says, by the entry point it names.
    fn perform(&mut self, op: &Value) -> Fallible<Verdict> {
        let verb = text(&op["event"]).and_then(|name| Verb::named(name).ok_or_else(|| format!("unknown event {name}")))?;
        let via = op["via"].as_str().unwrap_or("Throw");
        let mut happening = Happening::new();
        for (role, who) in Role::ALL.into_iter().zip(list(&op["p"])) {
            happening.roles.set(role, who.as_str().and_then(|name| self.id(name)));
        }
        self.fill(&mut happening, op)?;
        if let Some(field) = op.get("field").filter(|field| field.is_object()) {
            let effect = field["eID"].as_str().map(|name| self.res(name));
            self.fields.push(effect);
            happening.field = Some(self.fields.len() as u32 - 1);
        }
        if via == "ThrowTerraDmg" {
            self.terrain_damage(&mut happening, op);
        }
        let given = std::mem::replace(&mut self.map_given, is_given_map(op, verb));
        let verdict = match via {
            "ReThrow" => {
                happening.flags.set(Flag::Verb, false);
                rethrow(self, verb, &mut happening)
            }
            "RedirectEff" => redirect(self, verb, &happening, |copy| copy.flags.set(Flag::Activation, false)),
            _ => throw(self, verb, &mut happening),
        };
        self.map_given = given;
        verdict.map_or_else(|_| Ok(Verdict::Abort), Ok)
    }

    /// Whatever a throw gives besides who takes part.
    fn fill(&mut self, happening: &mut Happening, op: &Value) -> Fallible<()> {
        let groups = op.as_object().into_iter().flatten().filter(|(key, _)| *key != "field").filter_map(|(_, it)| it.as_object());
        let fields: Map<String, Value> = groups.chain(op.as_object()).flat_map(|map| map.clone()).collect();
        for (key, value) in &fields {
            let part = match key.as_str() {
                "via" | "event" | "p" | "op" | "field" | "ops" | "map" | "EMap" | "victim" => continue,
                _ if value.is_object() => continue,
                "x" if fields.contains_key("y") => "EXVal",
                "y" => "EYVal",
                "dir" => "EDir",
                "dtype" => "DType",
                "dmg" => "vDmg",
                "val" | "n" | "param" => "EParam",
                "text" => "GraveText",
                part => part,
            };
            self.assign(happening, part, value)?;
        }
        Ok(())
    }

    fn terrain_damage(&mut self, happening: &mut Happening, op: &Value) {
        let victim = op["victim"].as_str().and_then(|name| self.id(name)).or(happening.roles.get(Role::Target));
        let creator = self.map["creator"].as_str().and_then(|name| self.id(name));
        happening.roles.set(Role::Target, victim);
        happening.roles.set(Role::Actor, creator.or(victim));
        let real = victim.and_then(|victim| self.spot(victim)).and_then(|at| self.terrain(at));
        let claimed = op["terrain"].as_str().map(|name| self.res(name));
        if claimed.is_some_and(|claimed| real.is_none_or(|real| real.terrain != claimed)) {
            happening.flags.set(Flag::EffectIllusion, true);
        }
    }

    fn assign(&mut self, happening: &mut Happening, part: &str, value: &Value) -> Fallible<()> {
        let held = match (get(happening, part), value) {
            (_, Value::Bool(flag)) => Held::Flag(*flag),
            (Some(Held::Thing(_)), value) => Held::Thing(value.as_str().and_then(|name| self.id(name))),
            (Some(Held::Resource(_)), value) => Held::Resource(value.as_str().map(|name| self.res(name))),
            (Some(Held::Text(_)), value) => Held::Text(value.as_str().map(Into::into)),
            (_, value) => Held::Number(value.as_i64().ok_or_else(|| format!("{part} = {value}: a number was expected"))? as i32),
        };
        match set(happening, part, held) {
            Ok(true) => Ok(()),
            Ok(false) => Err(format!("unknown field {part}")),
            Err(why) => Err(why.to_string()),
        }
    }

    /// Notes an answer, then does what comes with it.
    fn answer(&mut self, asked: &Asked, handler: String, answer: &Answer, happening: &mut Happening) -> Verdict {
        self.note(asked, json!({ "handler": handler, "ret": answer.verdict.name() }));
        for op in &answer.ops {
            if let Err(why) = self.op(asked, op, happening) {
                self.trouble.get_or_insert(why);
            }
        }
        answer.verdict
    }

    fn note(&mut self, asked: &Asked, more: Value) {
        let event = asked.view.of(asked.verb.name()).to_string();
        let code = asked.view.code(asked.verb.number());
        let mut entry = json!({ "depth": self.depth.get() - 1, "phase": asked.view.phase.name(), "code": code, "event": event });
        if let (Some(entry), Value::Object(more)) = (entry.as_object_mut(), more) {
            entry.extend(more);
        }
        self.trace.push(entry);
    }

    fn op(&mut self, asked: &Asked, op: &Value, happening: &mut Happening) -> Fallible<()> {
        match text(&op["op"])? {
            "set" => self.assign(happening, text(&op["field"])?, &op["value"]),
            "observe" | "log" => {
                let part = text(&op["field"])?;
                let told = match part {
                    "Event" => asked.view.code(asked.verb.number()).to_string(),
                    part => self.told(part, happening)?,
                };
                self.note(asked, json!({ "observe": format!("{part}={told}") }));
                Ok(())
            }
            "throw" => self.perform(op).map(drop),
            "rethrow" => {
                let verb = text(&op["event"])?;
                let verb = Verb::named(verb).ok_or_else(|| format!("unknown event {verb}"))?;
                happening.flags.set(Flag::Verb, false);
                let _ = rethrow(self, verb, happening);
                Ok(())
            }
            "redirect" => {
                let verb = text(&op["event"])?;
                let verb = Verb::named(verb).ok_or_else(|| format!("unknown event {verb}"))?;
                let effect = self.res(text(&op["eID"])?);
                let _ = redirect(self, verb, happening, |copy| {
                    copy.effect = Some(effect);
                    copy.flags.set(Flag::Activation, false);
                });
                Ok(())
            }
            "setp" => {
                let slot =
                    ["slot", "i", "n", "index", "p"].iter().find_map(|key| op[*key].as_u64()).ok_or("setp without slot")?;
                let role = *Role::ALL.get(slot as usize).ok_or("setp beyond slot 3")?;
                let who = ["obj", "to", "value", "id"].iter().find_map(|key| op[*key].as_str());
                happening.roles.set(role, who.and_then(|name| self.id(name)));
                Ok(())
            }
            "gain_trap" => {
                let trap = self.trap(op)?;
                let who = self.id(text(&op["obj"])?).ok_or("gain_trap for nobody")?;
                self.stands[who.0 as usize].traps.push(trap);
                Ok(())
            }
            "remove_eff" => {
                let res = self.res(text(&op["res"])?);
                let who = self.id(text(&op["obj"])?).ok_or("remove_eff for nobody")?;
                let stand = &mut self.stands[who.0 as usize];
                stand.traps.retain(|trap| trap.2 != res);
                stand.templates.retain(|template| *template != res);
                Ok(())
            }
            other => Err(format!("unknown op {other}")),
        }
    }

    fn told(&self, part: &str, happening: &Happening) -> Fallible<String> {
        Ok(match get(happening, part).ok_or_else(|| format!("unknown field {part}"))? {
            Held::Thing(Some(id)) => self.of(id).id.clone(),
            Held::Resource(Some(res)) => self.name(res).to_string(),
            held => held.to_string(),
        })
    }

    /// What a map says about a square: one name for all, or a table with a default.
    fn cell(&self, layer: &str, at: Place) -> Option<Res> {
        let edge = |nth: usize| self.map["size"][nth].as_i64().unwrap_or(EDGE);
        if at.x < 0 || at.y < 0 || i64::from(at.x) >= edge(0) || i64::from(at.y) >= edge(1) {
            return None;
        }
        let name = match &self.map[layer] {
            Value::Object(cells) => cells.get(&format!("{},{}", at.x, at.y)).or(cells.get("default"))?.as_str()?,
            name => name.as_str()?,
        };
        self.names.iter().position(|known| known == name).map(|at| Res(at as u16))
    }
}

/// A moment in which somebody is asked.
struct Asked {
    verb: Verb,
    view: View,
}

impl House for Case {
    fn table(&self) -> &Table<Handler> {
        &self.table
    }
    fn kind(&self, who: Id) -> Kind {
        self.of(who).kind
    }
    fn spot(&self, who: Id) -> Option<Place> {
        self.of(who).at.filter(|_| self.has_map)
    }
    fn owner(&self, what: Id) -> Option<Id> {
        self.of(what).owner.as_deref().and_then(|owner| self.id(owner))
    }
    fn body(&self, who: Id) -> Option<Res> {
        self.of(who).body
    }
    fn template(&self, who: Id, nth: usize) -> Option<Res> {
        self.of(who).templates.get(nth).copied()
    }
    fn enchantment(&self, what: Id) -> Option<Res> {
        self.of(what).enchantment
    }
    fn region(&self, at: Place) -> Option<Res> {
        self.cell("region", at)
    }
    fn terrain(&self, at: Place) -> Option<Ground> {
        let terrain = self.cell("terrain", at)?;
        let special = list(&self.map["special"]).iter().any(|name| name.as_str() == Some(self.name(terrain)));
        Some(Ground { terrain, special, minds_target: false })
    }
    fn believed(&mut self, at: Place, by: Id) -> Option<Res> {
        let illusion = self.map["illusion"].clone();
        list(&illusion["cells"]).iter().find(|cell| place(cell) == Some(at))?;
        let through = illusion["through"][&self.of(by).id].as_str();
        Some(self.res(through.or(illusion["seen"].as_str())?))
    }
    fn dungeon(&self) -> Option<Res> {
        let name = self.map["dungeon"].as_str()?;
        self.names.iter().position(|known| known == name).map(|at| Res(at as u16))
    }
    fn god(&self, nth: usize) -> Option<Res> {
        self.gods.get(nth).copied()
    }
    fn field_effect(&self, field: u32) -> Option<Res> {
        self.fields.get(field as usize).copied().flatten()
    }
    fn is_on_map(&self, happening: &Happening) -> bool {
        self.has_map && self.map_given && happening.roles == Roles::default()
    }
    fn waiting(&self, who: Id, verb: Verb, phase: Phase, happening: &Happening) -> Vec<Waiter> {
        let traps =
            self.of(who).traps.iter().filter(|(_, waiting, _)| waiting.hears(verb.number(), phase, &happening.roles, who));
        let as_victim = |waiting: &Waiting| waiting.view.lens == referee_dispatch::Lens::TrapOfVictim;
        traps.map(|&(status, waiting, effect)| Waiter { status, effect, as_victim: as_victim(&waiting) }).collect()
    }
    fn still_waits(&self, who: Id, waiter: Waiter) -> bool {
        self.of(who).traps.iter().any(|trap| trap.0 == waiter.status)
    }
    fn owns(&self, _verb: Verb, _phase: Phase) -> bool {
        true
    }
    fn own(&mut self, class: Class, who: Option<Id>, phase: Phase, verb: Verb, happening: &mut Happening) -> Verdict {
        let plays = |role| who.is_some_and(|who| happening.roles.is(role, who));
        let fits = |guard: &str| match guard {
            "actor" => plays(Role::Actor),
            "target" | "victim" => plays(Role::Target),
            "item" => plays(Role::Item),
            "item2" => plays(Role::Item2),
            _ => true,
        };
        let own = self
            .own
            .iter()
            .find(|own| own.class == class.name() && own.moments.contains(&(verb.number(), phase)) && fits(&own.guard));
        let Some(answer) = own.map(|own| own.answer.clone()) else { return Verdict::Nothing };
        let name = who.map_or("M".to_string(), |who| self.of(who).id.clone());
        let asked = Asked { verb, view: View::new(phase, referee_dispatch::Lens::Plain) };
        self.answer(&asked, format!("class:{}@{name}", class.name()), &answer, happening)
    }
    fn run(&mut self, asking: Asking, code: u32, happening: &mut Happening) -> Verdict {
        let answer = self.answers[code as usize].clone();
        let asked = Asked { verb: asking.verb, view: asking.view };
        self.answer(&asked, self.name(asking.resource).to_string(), &answer, happening)
    }
    fn say(&mut self, asking: Asking, print: Print, _texts: &[u32], _happening: &mut Happening) {
        let handler = self.name(asking.resource).to_string();
        self.note(&Asked { verb: asking.verb, view: asking.view }, json!({ "handler": handler, "print": print.name() }));
    }
}

impl Stage for Case {
    type Verb = Verb;
    type Happening = Happening;
    const STATIONS: &'static [&'static str] = STATIONS;

    fn depth(&mut self) -> &mut Depth {
        &mut self.depth
    }
    fn hearing(&self, phase: Phase, verb: Verb) -> u64 {
        hearing(self, phase, verb)
    }
    fn consult(&mut self, station: usize, phase: Phase, verb: Verb, happening: &mut Happening) -> Verdict {
        consult(self, station, phase, verb, happening)
    }
    fn opened(&mut self, verb: Verb, happening: &mut Happening) {
        happening.divine |= self.ancestors.last().is_some_and(|(parent, divine)| parent.is_divine() || *divine);
        if matches!(verb, Verb::MAGIC_HIT | Verb::MAGIC_STRIKE) && happening.effect.is_some() {
            happening.more.effect.magic = true;
        }
        self.ancestors.push((verb, happening.divine));
    }
    fn closed(&mut self, _verb: Verb, _verdict: Verdict, _happening: &mut Happening) {
        self.ancestors.pop();
    }
    fn faulted(&mut self, _station: usize, _phase: Phase, _verb: Verb, _happening: &mut Happening) {
        self.errors += 1;
    }
}

/// Whether a throw is at the level itself: it says so, or it makes an encounter.
fn is_given_map(op: &Value, verb: Verb) -> bool {
    let named = ["EMap", "map"].into_iter().any(|key| op.get(key).is_some_and(|it| !it.is_null() && it != &Value::Bool(false)));
    let groups = op.as_object().into_iter().flatten().filter_map(|(_, it)| it.as_object());
    named || groups.into_iter().any(|group| group.contains_key("EMap")) || (Verb::ENGEN..=Verb::ENGEN_ALIGN).contains(&verb)
}

fn answer(handler: &Value) -> Fallible<Answer> {
    let name = handler["ret"].as_str().unwrap_or("NOTHING");
    let verdict = Verdict::named(name).ok_or_else(|| format!("unknown verdict {name}"))?;
    Ok(Answer { verdict, ops: list(&handler["ops"]).to_vec() })
}

fn moment(text: &str) -> Fallible<(Verb, View)> {
    let (name, view) = View::parse(text).map_err(|why| why.to_string())?;
    Verb::named(name).map(|verb| (verb, view)).ok_or_else(|| format!("unknown event {name}"))
}

fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

fn text(value: &Value) -> Fallible<&str> {
    value.as_str().ok_or_else(|| format!("a text was expected, not {value}"))
}

/// One text, or a list of them.
fn texts(value: &Value) -> Vec<String> {
    match value {
        Value::String(one) => vec![one.clone()],
        list => list.as_array().into_iter().flatten().filter_map(Value::as_str).map(str::to_string).collect(),
    }
}

fn place(value: &Value) -> Option<Place> {
    let [x, y] = value.as_array()?.as_slice() else { return None };
    Some(Place { x: x.as_i64()? as i32, y: y.as_i64()? as i32 })
}
