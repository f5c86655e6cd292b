//! A first look at a script, without the engine. Most handlers find after one or two questions that this is none of their business. A
//! glance answers those questions itself, as long as they only read; where anything else comes, it has seen nothing, and the engine runs the
//! script from its beginning. So a glance never decides otherwise than the engine, only sooner.

use super::Hand;
use super::value::{self, Held, T};
use crate::content::{Breed, Content, Noun, Trait};
use crate::{Id, Res, Thing};
use referee_dispatch::Verdict;
use rhai::{ASTFlags, Dynamic, Expr, FnCallExpr, INT, Stmt};
use std::collections::BTreeMap;

/// A first look at a script.
pub(super) struct Glance(Vec<Step>);

/// A statement.
enum Step {
    If { test: Look, then: Vec<Step>, or: Vec<Step> },
    Return(Option<Look>),
    Value(Look),
}

/// An expression that only reads.
enum Look {
    Plain(Plain),
    Me,
    Part(Held),
    Property(Box<Look>, Reading),
    IsA(Box<Look>, Breed),
    HasTrait(Box<Look>, Trait),
    Has(Box<Look>, Res),
    Note(Box<Look>, Box<str>),
    Not(Box<Look>),
    And(Vec<Look>),
    Or(Vec<Look>),
    Compare(Box<Look>, Comparison, Box<Look>),
    /// Only the engine knows.
    Beyond,
}

#[derive(Clone, Copy)]
enum Comparison {
    Same,
    Other,
    Less,
    AtMost,
    More,
    AtLeast,
}

/// A value.
#[derive(Clone)]
enum Plain {
    Nothing,
    Flag(bool),
    Number(INT),
    Text(rhai::ImmutableString),
    Thing(Id),
}

/// Only the engine knows.
struct Beyond;

/// What comes of some statements.
enum Flow {
    Goes(Plain),
    Returns(Plain),
}

/// How a property of a thing is read.
pub(super) type Reading = std::sync::Arc<dyn Fn(&Hand<'_>, &Thing) -> Dynamic + Send + Sync>;
/// The properties of things, by name.
pub(super) type Readings = BTreeMap<&'static str, Reading>;

impl Glance {
    /// The first look at a script; none where its first word is for the engine.
    pub(super) fn of(script: &[Stmt], content: &Content, readings: &Readings) -> Option<Glance> {
        let steps = Reader { content, readings }.steps(script);
        let begins_beyond = match steps.first()? {
            Step::If { test: look, .. } | Step::Return(Some(look)) | Step::Value(look) => look.begins_beyond(),
            Step::Return(None) => false,
        };
        (!begins_beyond).then_some(Glance(steps))
    }

    /// What the script says, if reading is enough to know.
    pub(super) fn verdict(&self, hand: &Hand<'_>) -> Option<Verdict> {
        let (Flow::Goes(value) | Flow::Returns(value)) = run(&self.0, hand).ok()?;
        match value {
            Plain::Nothing => Some(Verdict::Nothing),
            Plain::Number(number) => Verdict::ALL.into_iter().find(|verdict| INT::from(verdict.number()) == number),
            _ => None,
        }
    }
}

/// Runs statements; their value is that of the last.
fn run(steps: &[Step], hand: &Hand<'_>) -> Result<Flow, Beyond> {
    let mut value = Plain::Nothing;
    for step in steps {
        let flow = match step {
            Step::Value(look) => Flow::Goes(look.value(hand)?),
            Step::Return(look) => return Ok(Flow::Returns(look.as_ref().map_or(Ok(Plain::Nothing), |look| look.value(hand))?)),
            Step::If { test, then, .. } if test.is(hand)? => run(then, hand)?,
            Step::If { or, .. } => run(or, hand)?,
        };
        match flow {
            Flow::Goes(next) => value = next,
            returns => return Ok(returns),
        }
    }
    Ok(Flow::Goes(value))
}

impl Look {
    fn begins_beyond(&self) -> bool {
        match self {
            Look::Beyond => true,
            Look::Plain(_) | Look::Me | Look::Part(_) => false,
            Look::And(all) | Look::Or(all) => all.first().is_none_or(Look::begins_beyond),
            Look::Compare(one, _, two) => one.begins_beyond() || two.begins_beyond(),
            Look::Property(of, ..)
            | Look::IsA(of, _)
            | Look::HasTrait(of, _)
            | Look::Has(of, _)
            | Look::Note(of, _)
            | Look::Not(of) => of.begins_beyond(),
        }
    }

    fn is(&self, hand: &Hand<'_>) -> Result<bool, Beyond> {
        match self.value(hand)? {
            Plain::Flag(flag) => Ok(flag),
            _ => Err(Beyond),
        }
    }

    fn thing(&self, hand: &Hand<'_>) -> Result<Id, Beyond> {
        match self.value(hand)? {
            Plain::Thing(id) => Ok(id),
            _ => Err(Beyond),
        }
    }

    fn value(&self, hand: &Hand<'_>) -> Result<Plain, Beyond> {
        let thing = |of: &Look| of.thing(hand);
        Ok(match self {
            Look::Plain(plain) => plain.clone(),
            Look::Me => hand.asking.holder.map_or(Plain::Nothing, Plain::Thing),
            Look::Part(held) => value::read(hand.play.content(), hand.happening, held).try_into()?,
            Look::Property(of, read) => read(hand, hand.play.thing(thing(of)?)).try_into()?,
            Look::IsA(of, breed) => Plain::Flag(hand.play.figures(thing(of)?).is_a(*breed)),
            Look::HasTrait(of, it) => Plain::Flag(hand.play.figures(thing(of)?).has(*it)),
            Look::Has(of, nature) => Plain::Flag(hand.play.thing(thing(of)?).has(*nature)),
            Look::Note(of, key) => Plain::Number(hand.play.world().note(&format!("#{}", thing(of)?.0), key).into()),
            Look::Not(look) => Plain::Flag(!look.is(hand)?),
            Look::And(all) => {
                for look in all {
                    if !look.is(hand)? {
                        return Ok(Plain::Flag(false));
                    }
                }
                Plain::Flag(true)
            }
            Look::Or(all) => {
                for look in all {
                    if look.is(hand)? {
                        return Ok(Plain::Flag(true));
                    }
                }
                Plain::Flag(false)
            }
            Look::Compare(one, how, two) => Plain::Flag(compared(&one.value(hand)?, *how, &two.value(hand)?)?),
            Look::Beyond => return Err(Beyond),
        })
    }
}

/// Only likes are compared, and things with nobody; anything else is for the engine to judge.
fn compared(one: &Plain, how: Comparison, two: &Plain) -> Result<bool, Beyond> {
    let same = match (one, two) {
        (Plain::Number(one), Plain::Number(two)) => {
            return Ok(match how {
                Comparison::Same => one == two,
                Comparison::Other => one != two,
                Comparison::Less => one < two,
                Comparison::AtMost => one <= two,
                Comparison::More => one > two,
                Comparison::AtLeast => one >= two,
            });
        }
        (Plain::Flag(one), Plain::Flag(two)) => one == two,
        (Plain::Text(one), Plain::Text(two)) => one == two,
        (Plain::Thing(one), Plain::Thing(two)) => one == two,
        (Plain::Nothing, Plain::Nothing) => true,
        (Plain::Thing(_), Plain::Nothing) | (Plain::Nothing, Plain::Thing(_)) => false,
        _ => return Err(Beyond),
    };
    match how {
        Comparison::Same => Ok(same),
        Comparison::Other => Ok(!same),
        _ => Err(Beyond),
    }
}

impl TryFrom<Dynamic> for Plain {
    type Error = Beyond;

    fn try_from(value: Dynamic) -> Result<Plain, Beyond> {
        if value.is_unit() {
            return Ok(Plain::Nothing);
        }
        if let Ok(flag) = value.as_bool() {
            return Ok(Plain::Flag(flag));
        }
        if let Ok(number) = value.as_int() {
            return Ok(Plain::Number(number));
        }
        if let Some(thing) = value.read_lock::<T>() {
            return Ok(Plain::Thing(thing.0));
        }
        value.into_immutable_string().map(Plain::Text).map_err(|_| Beyond)
    }
}

/// Turns what the engine has read into looks.
struct Reader<'a> {
    content: &'a Content,
    readings: &'a Readings,
}

impl Reader<'_> {
    fn steps(&self, statements: &[Stmt]) -> Vec<Step> {
        statements.iter().filter(|statement| !statement.is_noop()).map(|statement| self.step(statement)).collect()
    }

    fn step(&self, statement: &Stmt) -> Step {
        match statement {
            Stmt::If(flow, _) => Step::If {
                test: self.look(&flow.expr),
                then: self.steps(flow.body.statements()),
                or: self.steps(flow.branch.statements()),
            },
            Stmt::Return(value, flags, _) if !flags.intersects(ASTFlags::BREAK) => {
                Step::Return(value.as_deref().map(|value| self.look(value)))
            }
            Stmt::Expr(expr) => Step::Value(self.look(expr)),
            Stmt::FnCall(call, _) => Step::Value(self.operator(call)),
            _ => Step::Value(Look::Beyond),
        }
    }

    fn look(&self, expr: &Expr) -> Look {
        match expr {
            Expr::BoolConstant(flag, _) => Look::Plain(Plain::Flag(*flag)),
            Expr::IntegerConstant(number, _) => Look::Plain(Plain::Number(*number)),
            Expr::StringConstant(text, _) => Look::Plain(Plain::Text(text.clone())),
            Expr::Unit(_) => Look::Plain(Plain::Nothing),
            Expr::Variable(name, ..) => self.named(&name.1),
            Expr::And(all, _) => Look::And(all.iter().map(|expr| self.look(expr)).collect()),
            Expr::Or(all, _) => Look::Or(all.iter().map(|expr| self.look(expr)).collect()),
            Expr::FnCall(call, _) => self.operator(call),
            Expr::Dot(both, flags, _) if !flags.intersects(ASTFlags::NEGATED) => match &both.lhs {
                Expr::Variable(name, ..) if name.1 == "e" => self.part(&both.rhs),
                of => self.member(self.look(of), &both.rhs),
            },
            _ => Look::Beyond,
        }
    }

    fn named(&self, name: &str) -> Look {
        let verdict = Verdict::ALL.into_iter().find(|verdict| verdict.name() == name);
        match verdict {
            Some(verdict) => Look::Plain(Plain::Number(verdict.number().into())),
            None if name == "me" => Look::Me,
            None => Look::Beyond,
        }
    }

    /// A part of the happening, and what is read of that.
    fn part(&self, rest: &Expr) -> Look {
        let part = |name: &str| Held::named(name).filter(|held| held.name() == name).map_or(Look::Beyond, Look::Part);
        match rest {
            Expr::Property(names, _) => part(&names.2),
            Expr::Dot(both, flags, _) if !flags.intersects(ASTFlags::NEGATED) => match &both.lhs {
                Expr::Property(names, _) => self.member(part(&names.2), &both.rhs),
                _ => Look::Beyond,
            },
            _ => Look::Beyond,
        }
    }

    /// Something of a thing.
    fn member(&self, of: Look, rest: &Expr) -> Look {
        match rest {
            Expr::Property(names, _) => self.property(of, &names.2),
            Expr::MethodCall(call, _) => self.question(of, call),
            Expr::Dot(both, flags, _) if !flags.intersects(ASTFlags::NEGATED) => {
                let next = self.member(of, &both.lhs);
                self.member(next, &both.rhs)
            }
            _ => Look::Beyond,
        }
    }

    fn property(&self, of: Look, name: &str) -> Look {
        let reading = self.readings.get(name).cloned();
        reading.map_or(Look::Beyond, |reading| Look::Property(Box::new(of), reading))
    }

    fn question(&self, of: Look, call: &FnCallExpr) -> Look {
        let [Expr::StringConstant(word, _)] = &call.args[..] else { return Look::Beyond };
        let of = Box::new(of);
        let look = match call.name.as_str() {
            "is_a" => Breed::named(word).map(|breed| Look::IsA(of, breed)),
            "has_trait" => Trait::named(word).map(|it| Look::HasTrait(of, it)),
            "note" => Some(Look::Note(of, word.as_str().into())),
            "has" => self.content.find(Noun::Status, word).map(|nature| Look::Has(of, nature)),
            _ => None,
        };
        look.unwrap_or(Look::Beyond)
    }

    fn operator(&self, call: &FnCallExpr) -> Look {
        let look = |expr: &Expr| Box::new(self.look(expr));
        match (&call.args[..], comparison(&call.name)) {
            ([one], _) if call.name == "!" => Look::Not(look(one)),
            ([one, two], Some(how)) => Look::Compare(look(one), how, look(two)),
            _ => Look::Beyond,
        }
    }
}

fn comparison(name: &str) -> Option<Comparison> {
    Some(match name {
        "==" => Comparison::Same,
        "!=" => Comparison::Other,
        "<" => Comparison::Less,
        "<=" => Comparison::AtMost,
        ">" => Comparison::More,
        ">=" => Comparison::AtLeast,
        _ => return None,
    })
}
