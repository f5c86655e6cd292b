// Written by `cargo xtask types` from the types of crates/wasm, crates/host and crates/kernel. Not edited by hand.

/** Declares an action. */
export type Act = {
/** The session. */
session: number,
/** Who acts; left out where the rules know whose the action is. */
seat?: string,
/** When; left out, no time has passed. */
at?: number,
/** The action. */
action: unknown,
/** Dice handed in, where the log takes such. */
dice?: Array<number>, };

/** What a bot would do. */
export type Advice = {
/** The action. */
action: unknown, };

/** What an action is called, and which places of the board it points at: choosing one of them offers the action. */
export type Aim = {
/** A few words: "take 2 from heap 3". */
label: string,
/** The places it points at, the most telling one last. */
spots: Array<Spot>,
/** The [`Slot`] of the tray it belongs to, or what it is grouped under where there is none of that name. Where it is empty, screens take
 * the first word of the label. */
verb?: string,
/** Whether it is meant by just choosing its place, where several things could be done there. */
plain?: boolean,
/** What it brings, in a few words that the label need not have. */
about?: string,
/** What is laid or played with it, as it will lie. Of actions with the same verb, places and face, one is offered. */
face?: Face, };

/** Something that was changed on the way. */
export type Altered = {
/** What. */
field: string,
/** From what. */
from: string,
/** To what. */
to: string, };

/** Asks a bot. */
export type AskBot = {
/** The session. */
session: number,
/** The bot, one of the card's. */
bot: string,
/** The seat; left out, the only one. */
seat?: string,
/** When; left out, now. */
at?: number,
/** What its luck is drawn from: the same gives the same. */
luck: string, };

/** Asks what the rules make of an action upon a state; the request is the text. */
export type AskJudge = {
/** The game. */
game: string, };

/** Asks for the state after an event; the request is the text. */
export type AskMutate = {
/** The game. */
game: string, };

/** Goes back to an earlier record, in a session of its own. */
export type Back = {
/** The session. */
session: number,
/** The record. */
seq: number, };

/** Starts the game of a lesson. */
export type Begin = {
/** The game. */
game?: string,
/** The lesson; left out, the text is a scenario. */
lesson?: string, };

/** A board: its places, what stands on them, what is marked. */
export type Board = {
/** How the places lie. */
shape: Shape,
/** The places. */
tiles: Array<Tile>,
/** What stands on them; a later token lies on top. */
tokens: Array<Token>,
/** What is marked. */
marks: Array<Mark>, };

/** Makes a child game. */
export type Branching = {
/** The session. */
session: number,
/** The record it follows; left out, the latest. */
seq?: number,
/** What the child is called. */
name: string,
/** How many events of the record are kept; left out, all. */
events?: number,
/** The seed of dice of its own. */
seed?: string,
/** Who plays from here on: a name by seat. */
players?: { [key in string]: string }, };

/** A throw, somebody who was asked, or an event; and what belongs to it. */
export type Branchlet = { "kind": "thrown",
/** What. */
verb: string,
/** About whom. */
about: string,
/** What came of it. */
verdict: string,
/** What followed from it, in order. */
within: Array<Branchlet>, } | { "kind": "asked",
/** At which station. */
station: string,
/** Whose handler, and in which moment. */
handler: string,
/** What it answered. */
verdict: string,
/** What it changed. */
changes: Array<Altered>,
/** What it threw and wrote meanwhile, in order. */
within: Array<Branchlet>, } | { "kind": "event",
/** Its place in the record, from 0. */
index: number,
/** As a sentence. */
told: string,
/** As JSON. */
event: string, };

/** What the list of games says about a game. */
export type Card = {
/** The game's name. */
name: string,
/** The version of its rules. */
rules: string,
/** Its seats by name. */
seats: Array<string>,
/** Its seats that nobody needs to take, by name. */
optional_seats?: Array<string>,
/** Whether declared time matters. */
clock: boolean,
/** How much declared time a second is. */
second: number,
/** Whether it can be given a seed. */
seeded: boolean,
/** What it is, in a few words. */
about: string,
/** The bots that can take a seat. */
bots: Array<string>,
/** The setups that it brings by name. */
setups?: Array<NamedSetup>,
/** The keys of its own that it is played with, and what they do. */
keys?: [string, string][], };

/** What was declared in a record. */
export type Cause = {
/** Who acted; nobody in record 0. */
seat: string | null,
/** When. */
at: number,
/** The action; the setup in record 0. */
action: unknown, };

/** A child game. */
export type Child = {
/** The record it follows. */
after: number,
/** What it is called. */
name: string, };

/** Asks what a seat may do. */
export type Choices = {
/** The session. */
session: number,
/** The seat; left out, the only one. */
seat?: string,
/** When; left out, now. */
at?: number,
/** The first so many, because a game may offer millions; left out, 10,000. */
most?: number, };

/** Closes a game before its end. */
export type Close = {
/** The session. */
session: number,
/** Why. */
why: string, };

/** Something that moves on the screen because something happened. */
export type Cue = { "move": {
/** The token. */
token: number,
/** Where it was. */
from: Spot,
/** Where it is now. */
to: Spot, } } | { "shake": {
/** The token. */
token: number, } } | { "flash": {
/** The place. */
at: Spot,
/** In this colour. */
hue: Hue, } } | { "float": {
/** The place. */
at: Spot,
/** The words. */
text: string,
/** In this colour. */
hue: Hue, } } | { "fade": {
/** The token. */
token: number, } } | { "turn": {
/** The token. */
token: number,
/** Where it stands. */
at: Spot, } } | { "trail": {
/** The place. */
to: Spot,
/** In this colour. */
hue: Hue, } } | { "sink": {
/** The token. */
token: number, } } | { "stars": {
/** The token. */
token: number, } } | { "freeze": {
/** How long, in thousandths of a second. */
millis: number, } };

/** What went wrong: a stable code, a sentence, the place, and who is at fault. */
export type Details = {
/** A stable name for programs. */
code: string,
/** What went wrong, in one sentence. */
message: string,
/** Where. */
place: Place,
/** What was expected there. */
expected: string | null,
/** What was found there. */
found: string | null,
/** What to do about it. */
help: string | null,
/** Whether the answer is "no" or the question was unreadable. */
fault: Fault, };

/** A draw that is offered. */
export type DrawOffer = {
/** The seat that offers it. */
by: string,
/** The seats that have accepted it. */
agreed: Array<string>, };

/** What time alone brings about. */
export type Due = {
/** When. */
at: number,
/** For whom. */
seat: string,
/** The action that says so. */
action: unknown, };

/** Something that counted. */
export type Entry = {
/** What it was, in a few words: "floor 3 reached". */
what: string,
/** What it was worth: "+3000". */
worth: string, };

/** Why a record came so. */
export type Explained = {
/** The number of the record. */
seq: number,
/** Who acted. */
seat: string,
/** What was declared, as JSON. */
action: string,
/** What led to what. */
tree: Array<Branchlet>,
/** How many more events it had: a branch begins inside the record and leaves them out. */
left_out?: number, };

/** Writes a game as a file of another program. */
export type Export = {
/** The session. */
session: number,
/** The format. */
format: string,
/** After which record; left out, the latest. */
seq?: number, };

/** What a thing looks like away from the board. */
export type Face = {
/** One character for the terminal. */
glyph: string,
/** Its colour. */
hue: Hue,
/** What it is called. */
name: string,
/** As of a [`Token`]. */
sides?: Array<Hue>, };

/** Something a scenario expects that is not so. */
export type Failure = {
/** The line of the file, counted from 1. */
line: number,
/** The step: how many actions have been declared. */
step: number,
/** The field. */
field: string,
/** What the scenario expects. */
expected: string,
/** What is so. */
found: string, };

/** Whether the answer is "no" or the question was unreadable. */
export type Fault = "no" | "badInput";

/** Appends lines that were decided elsewhere. */
export type Follow = {
/** The session. */
session: number, };

/** Asks what an action would do. */
export type Foresee = {
/** The session. */
session: number,
/** Who would act; left out where the rules know whose the action is. */
seat?: string,
/** When; left out, now. */
at?: number,
/** The action. */
action: unknown, };

/** What an action would do. */
export type Foreseen = {
/** Whether it would be accepted. */
success: boolean,
/** What would happen. */
events: unknown[],
/** Why not. */
errors: Array<string>,
/** What would happen: each event as a sentence. */
tale: Array<string>,
/** So many of the events are sure; what follows them is an example. */
alike: number,
/** Whether all of it is sure. */
sure: boolean,
/** How it would look to the seat afterwards. */
scene: Scene,
/** The tokens that may look otherwise, by id. */
open: Array<number>, };

/** What the list of games says about a format. */
export type FormatCard = {
/** Its name. */
name: string,
/** What it is, in a few words. */
about: string,
/** Whether it can be read. */
imports: boolean,
/** Whether it can be written. */
exports: boolean, };

/** Asks for the games of this module. */
export type Games = Record<symbol, never>;

/** A colour by meaning; each screen has its own palette. */
export type Hue = "plain" | "faint" | "red" | "orange" | "yellow" | "green" | "cyan" | "blue" | "violet" | "brown";

/** Reads a file of another program. */
export type Import = {
/** The game; left out, the first that can read it. */
game?: string,
/** The format; left out, the first that fits. */
format?: string, };

/** What came of reading a file of another program. */
export type Imported = {
/** The session, where nothing was wrong. */
opened: Opened | null,
/** The format it was read as. */
format: string,
/** What was read. */
report: unknown,
/** What is wrong with the file. */
problems: Array<Details>, };

/** What came of an action. */
export type Judged = {
/** Whether it was accepted. */
success: boolean,
/** Whether it could be read at all. */
readable: boolean,
/** What happened. */
events: unknown[],
/** Why not, each as `[CODE] sentence`. */
errors: Array<string>,
/** Why not, in the game's own words for programs. */
errorEvents: unknown[],
/** The number of the latest record. */
seq: number, };

/** Asks what a lesson says. */
export type Learn = {
/** The game. */
game?: string,
/** The lesson; left out, the text is a scenario. */
lesson?: string, };

/** Leaves a session. */
export type Leave = {
/** The session. */
session: number, };

/** What a lesson says. */
export type Lecture = {
/** The game it is about. */
game: string,
/** Its title. */
title: string,
/** Its task, a paragraph each. */
task: Array<string>,
/** What it says before its first action and after each, a paragraph each. */
notes: Array<Array<string>>,
/** The actions of its own way. */
planned: Array<Step>, };

/** A lesson in a list. */
export type LessonCard = {
/** Its name. */
name: string,
/** Its title. */
title: string,
/** What one learns by it, in a sentence, where it is one to begin with. */
learns: string | null, };

/** Asks for the lessons of a game. */
export type Lessons = {
/** The game. */
game: string, };

/** A line of a panel. */
export type Line = {
/** What it says. */
text: string,
/** Its colour. */
hue: Hue,
/** The places it speaks of: a screen may show them to whoever points at it. */
spots?: Array<Spot>, };

/** Looks at a game. */
export type Look = {
/** The session. */
session: number,
/** The seat that looks; left out, an onlooker. */
eye?: string,
/** After which record; left out, the latest. */
seq?: number, };

/** What an eye may know. */
export type Looked = {
/** The view. */
view: unknown, };

/** A mark on a place. */
export type Mark = {
/** Where it is. */
at: Spot,
/** What it means. */
kind: MarkKind,
/** Where it comes from: who announces a blow stands there. */
from?: Spot, };

/** What a mark on a place means. */
export type MarkKind = "latest" | "danger" | "goal" | "note" | "here";

/** A moment: after a record, or inside it. */
export type Moment = {
/** The record. */
record: number,
/** How many of its events; all where it is none. */
events: number | null, };

/** A setup that a title brings by name. */
export type NamedSetup = {
/** Its name, for programs. */
name: string,
/** Its name, for people. */
title: string,
/** What it is, in one sentence. */
about: string, };

/** Somebody whose turn comes. */
export type Next = {
/** The token. */
token: number,
/** What it is about to do, in a few words, as far as one knows. */
plan: string, };

/** Asks what was declared in a record. It tells what no other seat may see. */
export type OfCause = {
/** The session. */
session: number,
/** The record. */
seq: number, };

/** Asks for the whole log. */
export type OfLog = {
/** The session. */
session: number, };

/** Asks for the moments of a game. */
export type OfMoments = {
/** The session. */
session: number, };

/** Asks how a game stands. */
export type OfSession = {
/** The session. */
session: number,
/** When; left out, now. */
at?: number, };

/** Something a seat may do. */
export type Offer = {
/** The action. */
action: unknown,
/** What it is called and where it points. */
aim: Aim,
/** The keys that offer it. */
keys: string, };

/** A session that was opened. */
export type Opened = {
/** Its number. */
session: number,
/** Its game. */
card: Card,
/** The number of its latest record. */
seq: number, };

/** How the players ended a match that its rules had not ended. */
export type Outcome = {
/** The seat that resigned; none where a draw was agreed. */
resigned?: string,
/** The place of each seat. The first place is 1; seats that share a place have the same number. */
places: Record<string, number>,
/** The result in a sentence: "blue resigned; red wins". */
told: string, };

/** A game before it begins. */
export type Outline = {
/** The usual setup. */
setup: unknown,
/** The file forms of other programs it can read or write. */
formats: Array<FormatCard>, };

/** A titled list of lines beside the board. */
export type Panel = {
/** Its title. */
title: string,
/** Its lines. */
lines: Array<Line>,
/** The same as pictures, each with how many of it there are: a screen that has pictures shows them instead of the lines. */
faces?: Array<[Face, number]>, };

/** What players have said about a match, and how that ended it. */
export type Parley = {
/** The seats of people. Where there are fewer than two, nobody can resign or offer a draw. */
people: Array<string>,
/** The draw that is offered. */
offer?: DrawOffer,
/** What was said last since the latest record. */
said?: Saying,
/** How the players ended the match, if they did. */
result?: Outcome, };

/** Asks for the picture of a game. */
export type Picture = {
/** The session. */
session: number,
/** The seat that looks; left out, an onlooker. */
eye?: string,
/** After which record; left out, the latest. */
seq?: number, };

/** Where something went wrong. Whatever is not known stays empty. */
export type Place = {
/** The file. */
file: string | null,
/** The line in the file, counted from 1. */
line: number | null,
/** The column in the line, counted from 1. */
column: number | null,
/** The path inside the document, as a JSON pointer. */
path: string | null, };

/** What a rehearsal came to. */
export type Rehearsal = {
/** How many actions were declared, those that were refused too. */
actions: number,
/** How many records the log has. */
records: number,
/** The id of its last line. */
head: string,
/** Of every verdict, and of views, scenes, choices, cues and previews on the way. */
fingerprint: string, };

/** Plays a game at random. */
export type Rehearse = {
/** The game. */
game: string,
/** What everything is drawn from. */
seed: string,
/** So many actions at most. */
actions: number,
/** Whether the log is told. */
told?: boolean, };

/** What a log came to. */
export type Report = {
/** The game. */
game: string,
/** The version of its rules. */
rules: string,
/** Where its dice come from: `native`, `scripted` or `sealed`; where branches have changed it, each in turn, as `native then scripted`. */
chance: string,
/** Who sits where. */
players?: Record<string, string>,
/** How many records it has, the setup included. */
records: number,
/** How many events they have. */
events: number,
/** The id of its last line. */
head: string,
/** The digest of the state it leads to. */
digest: string,
/** How many sealed dice were made again from their secret and found right. */
dice_checked?: number,
/** How many sealed dice could not be: their secret is not told yet, or only in the log of the game this one branched off. */
dice_unchecked?: number,
/** Why the game was closed, if it was. */
closed?: string,
/** How the players ended the match, if they did: one resigned, or all agreed to a draw. */
result?: Outcome,
/** How well each seat stands at the end. */
scores: Record<string, number>, };

/** Opens a log. */
export type Resume = Record<symbol, never>;

/** Says something about the match. */
export type Say = {
/** The session. */
session: number,
/** The seat that says it. */
seat: string,
/** What it says. */
word: Word,
/** When; left out, no time has passed. */
at?: number, };

/** A word, and the seat that said it. */
export type Saying = {
/** The seat. */
seat: string,
/** What it said. */
word: Word, };

/** The whole picture. */
export type Scene = {
/** What this is a picture of, in a few words. */
title: string,
/** Whose turn it is, or how it ended, in one sentence. */
status: string,
/** Until when whoever is waited for is in time, on the game's own clock, where it has one. */
until?: number,
/** The board, for games that have one. */
board: Board | null,
/** Lists beside the board. */
panels: Array<Panel>,
/** What whoever is to act holds: the tile to be laid, the cards of a hand. */
hand?: Array<Face>,
/** What whoever looks can do at some time or other. It keeps its place, and its key, while it cannot be done. */
tray?: Array<Slot>,
/** Who acts when, whoever is next first. */
order?: Array<Next>,
/** How it came to this end, once it is over: what counted, and how much. Screens add the score itself. */
account?: Array<Entry>, };

/** Asks what an eye saw happen in a record. */
export type See = {
/** The session. */
session: number,
/** The seat that looks; left out, an onlooker. */
eye?: string,
/** The record. */
seq: number, };

/** What an eye saw happen in a record. */
export type Seen = {
/** Who acted; nobody in record 0. */
seat: string | null,
/** When. */
at: number,
/** The events. */
events: unknown[],
/** Each event as a sentence. */
tale: Array<string>,
/** What moves on the screen. */
cues: Array<Cue>, };

/** Asks for the usual setup of a game. */
export type Setup = {
/** The game. */
game: string, };

/** How the places of a board lie. */
export type Shape = "square" | "hex" | "map";

/** How somebody is, as far as it is seen. */
export type Sign = "stunned" | "asleep" | "hidden" | "armoured";

/** Something one can do at some time or other: a skill, a spell, a kind of move. */
export type Slot = {
/** What it is called: [`Aim::verb`] of the actions that belong to it. */
name: string,
/** What it does, in a sentence. */
about: string,
/** In how many turns it is ready; 0: it is. */
cooling: number,
/** What has made it better. */
better: Array<string>, };

/** A place on a board: column and row of a square board, axial q and r of a hex board. */
export type Spot = {
/** Column, or q. */
x: number,
/** Row (0 is the top), or r. */
y: number, };

/** How a lesson stands. */
export type Stand = "open" | "late" | "done" | "missed";

/** How a session stands in a lesson. */
export type Standing = {
/** In a word. */
stands: Stand,
/** So many of its actions are those of the lesson's own way, from the beginning. */
along: number,
/** What differs from the lesson's end. */
unmet: Array<Failure>, };

/** Asks how a session stands in a lesson. */
export type Stands = {
/** The session. */
session: number,
/** The game. */
game?: string,
/** The lesson; left out, the text is a scenario. */
lesson?: string, };

/** Starts a game. */
export type Start = {
/** The game. */
game: string,
/** Its setup, or the name of one of those that it brings; left out, the usual one. */
setup?: unknown,
/** The seed of its dice, where it takes one. */
seed?: string,
/** When it begins. */
at?: number,
/** Who sits where: a name by seat. */
players?: { [key in string]: string },
/** What it is called where it is kept. */
name?: string, };

/** How a game stands. */
export type Status = {
/** The game. */
game: string,
/** What it is called where it is kept; empty where it has no name. */
name: string,
/** The number of the latest record. */
seq: number,
/** When the latest record was declared. */
at: number,
/** What the clock of the game says. */
clock: number,
/** How many events the log has. */
events: number,
/** The id of the latest line. */
head: string,
/** The digest of the state. */
digest: string,
/** Where dice come from. */
chance: string,
/** Whether the game is over. */
over: boolean,
/** Why it was closed before its end, if it was. */
closed: string | null,
/** What players have said about the match, and how that ended it. */
match: Parley,
/** The seats that have something to do. */
waiting: Array<string>,
/** How well each seat stands. */
scores: Record<string, number>,
/** Who sits where. */
players: Record<string, string>,
/** What time alone brings about. */
due: Due | null,
/** The child games this one is, the latest last. */
branches: Array<Child>, };

/** An action of the lesson's own way. */
export type Step = {
/** Who acts, where the lesson says so. */
seat: string | null,
/** When, where the lesson says so. */
at: number | null,
/** The action. */
action: unknown,
/** Dice handed in with it. */
dice: Array<number> | null, };

/** A place. */
export type Tile = {
/** Where it is. */
at: Spot,
/** One character for the terminal. */
glyph: string,
/** Its colour. */
hue: Hue,
/** What it is called. */
name: string, };

/** A thing on a place. */
export type Token = {
/** The same thing keeps its id from scene to scene, so that it can move. */
id: number,
/** Where it stands. */
at: Spot,
/** One character for the terminal. */
glyph: string,
/** Its colour. */
hue: Hue,
/** What it is called. */
name: string,
/** How full it is (life, charge), of how much. */
gauge: [number, number] | null,
/** A tile that fits at its sides: what is at each, as it lies, clockwise from the top. Everything else has none. */
sides?: Array<Hue>,
/** The place beside it that it looks at, where that counts. */
facing?: Spot,
/** How it is, as far as it is seen. */
signs?: Array<Sign>,
/** What it visibly carries, by name, where that changes. */
bears?: Array<string>, };

/** Checks a log. */
export type Verify = Record<symbol, never>;

/** Asks why a record came so. It tells what no seat sees: for games that are over, or played alone. */
export type Why = {
/** The session. */
session: number,
/** The record. */
seq: number, };

/** What a player says about a match. */
export type Word = "resign" | "offer" | "accept" | "decline";

/** Every question: what is asked, and what is told. */
export interface Asks {
  /** The games of this module. */
  games: { asked: Games; told: Array<Card> }
  /** The usual setup of a game. */
  setup: { asked: Setup; told: Outline }
  /** Starts a game. Text: its first line. */
  start: { asked: Start; told: Opened }
  /** Opens a log, the text. Its chain is checked, its events folded, every state audited; nothing is decided again. */
  resume: { asked: Resume; told: Opened }
  /** Reads a file of another program, the text. Text: the log it became. */
  import: { asked: Import; told: Imported }
  /** Checks a log, the text: chain, fold, and every action decided again. */
  verify: { asked: Verify; told: Report }
  /** Leaves a session; whether it was there. */
  leave: { asked: Leave; told: boolean }
  /** How a game stands. */
  status: { asked: OfSession; told: Status }
  /** Judges an action. Text: the lines to append to the log, where it goes on record. */
  act: { asked: Act; told: Judged }
  /** Appends lines that were decided elsewhere, the text; tells the number of the latest record. */
  follow: { asked: Follow; told: number }
  /** Closes a game before its end. Text: the line that says so. */
  close: { asked: Close; told: null }
  /** Says something about the match for a seat: resigns, offers a draw, accepts or declines one. Text: the line that says so. */
  say: { asked: Say; told: Parley }
  /** What a seat may do, with words and places. */
  choices: { asked: Choices; told: Array<Offer> }
  /** What an action would do, as far as its seat can know. */
  preview: { asked: Foresee; told: Foreseen }
  /** What a bot would do in a seat; nothing where there is nothing to do. */
  bot: { asked: AskBot; told: Advice | null }
  /** What an eye may know. */
  view: { asked: Look; told: Looked }
  /** The picture of what an eye may know. */
  scene: { asked: Picture; told: Scene }
  /** What an eye saw happen in a record: events, sentences, cues. */
  record: { asked: See; told: Seen }
  /** What was declared in a record. */
  cause: { asked: OfCause; told: Cause }
  /** Why a record came so. */
  why: { asked: Why; told: Explained }
  /** The moments before the first move and after each, as players count them. */
  moments: { asked: OfMoments; told: Array<Moment> }
  /** The same game at an earlier record, as a session of its own. Text: its log. */
  back: { asked: Back; told: Opened }
  /** A child game from a record on, as a session of its own. Text: its log. */
  branch: { asked: Branching; told: Opened }
  /** The whole log. Text: it. */
  log: { asked: OfLog; told: number }
  /** The game as a file of another program. Text: it. */
  export: { asked: Export; told: null }
  /** The pure contract: what the rules make of an action upon a state, the text. Text: the line that `referee judge` answers. */
  judge: { asked: AskJudge; told: null }
  /** One event applied to a state, the text, where a game's contract has that layer. Text: the line that `referee mutate` answers. */
  mutate: { asked: AskMutate; told: null }
  /** The lessons of a game. */
  lessons: { asked: Lessons; told: Array<LessonCard> }
  /** A lesson: what it says, and its own way. The text is a scenario where no name is given. */
  lesson: { asked: Learn; told: Lecture }
  /** Starts the game of a lesson. Text: its first line. */
  begin: { asked: Begin; told: Opened }
  /** How a session stands in a lesson. */
  standing: { asked: Stands; told: Standing }
  /** Plays a game at random, the same on every machine. Text: its log, where that is asked for. */
  rehearse: { asked: Rehearse; told: Rehearsal }
}
