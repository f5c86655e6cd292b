// Checks the dice of a finished Referee log: the chain of its lines, the commitment, and every sealed die, made again from the secret.
//
//     node verify-dice.mjs http://HOST/api/logs/ID          the log and its questions from a server
//     node verify-dice.mjs LOG.jsonl QUESTIONS.json         both from files (or addresses)
//
// A log says which dice were rolled, and the rules say how many faces each had: that is what the questions are, [lowest, highest] for each
// die (GET /api/logs/ID/dice). Those that were found are printed, so that nobody is told that a die of twenty had seven faces.
//
// No dependency: Node 18 or later, or a browser (`import { verify } from "./verify-dice.mjs"`). How a die is made is written in
// crates/host/src/sealed.rs; this file is a second implementation of it, and knows no game.
//
// Exit codes: 0 all of it holds, 1 something does not (the line is named), 2 it cannot be checked.

const crypto = globalThis.crypto ?? (await import("node:crypto")).webcrypto;
const bytes = (text) => new TextEncoder().encode(text);
const hex = (buffer) => Array.from(new Uint8Array(buffer), (byte) => byte.toString(16).padStart(2, "0")).join("");
const sha256 = async (text) => hex(await crypto.subtle.digest("SHA-256", bytes(text)));
const isId = (text) => typeof text === "string" && /^[0-9a-f]{64}$/.test(text);

/** What does not hold, and in which line, counted from 1. */
export class Wrong extends Error {
  constructor(line, message) {
    super(`line ${line}: ${message}`);
    this.line = line;
  }
}

/** It cannot be checked: nothing is known to be wrong. */
export class Unknown extends Error {}

/** Where the members of a line begin, by name: only its own, none of what is nested inside. */
function members(line) {
  const found = new Map();
  let depth = 0;
  for (let at = 0; at < line.length; at++) {
    const c = line[at];
    if (c === "{" || c === "[") depth++;
    else if (c === "}" || c === "]") depth--;
    else if (c === '"') {
      const begin = at++;
      while (at < line.length && line[at] !== '"') at += line[at] === "\\" ? 2 : 1;
      if (depth === 1 && line[at + 1] === ":") found.set(line.slice(begin + 1, at), begin);
    }
  }
  return found;
}

/** What the dice of a record are made from: its line up to where dice or events begin, without the comma. */
function beginning(line) {
  const found = members(line);
  const end = found.get("dice") ?? found.get("events");
  return end === undefined ? line : line.slice(0, end - 1);
}

/** The dice of one record: words of 32 bits, block after block. */
async function* words(secret, head) {
  const raw = Uint8Array.from(secret.match(/../g), (pair) => parseInt(pair, 16));
  const key = await crypto.subtle.importKey("raw", raw, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  for (let block = 0; ; block++) {
    const view = new DataView(await crypto.subtle.sign("HMAC", key, bytes(`${head}:${block}`)));
    for (let word = 0; word < 8; word++) yield view.getUint32(word * 4);
  }
}

/** One die: no face is likelier than another, because the last words that would make it so are passed over. */
async function die(source, low, high) {
  const faces = high - low + 1;
  const fair = Math.floor(2 ** 32 / faces) * faces;
  for (;;) {
    const { value } = await source.next();
    if (value < fair) return low + (value % faces);
  }
}

/** A line of a log, its own id checked, and that it follows the line before. */
async function link(line, number, before) {
  const cut = line.match(/^(.*),"id":"([0-9a-f]{64})"\}$/s);
  if (!cut) throw new Wrong(number, "this is no line of a log: it does not end with its id");
  let parsed;
  try {
    parsed = JSON.parse(line);
  } catch {
    throw new Wrong(number, "this is no JSON");
  }
  const id = await sha256(`${cut[1]}}`);
  if (id !== cut[2]) throw new Wrong(number, `the line was changed: its id is ${id}, and it says ${cut[2]}`);
  if (parsed.prev !== before) throw new Wrong(number, `the chain is broken: before it comes ${before}, and it says ${parsed.prev}`);
  return { parsed, id };
}

/** Dice of records that wait for their secret. */
class Vault {
  constructor(commit) {
    Object.assign(this, { commit, waiting: [] });
  }

  async open(secret, number, tally) {
    if (!isId(secret)) throw new Wrong(number, "a secret has 64 hex digits");
    const commit = await sha256(`referee-sealed/1 ${secret}`);
    if (commit !== this.commit) throw new Wrong(number, `this is not the secret that was committed to: it gives ${commit}, not ${this.commit}`);
    for (const { line, seq, head, dice, asks } of this.waiting.splice(0)) {
      const source = words(secret, head);
      for (const [index, found] of dice.entries()) {
        const [low, high] = asks[index];
        const value = await die(source, low, high);
        if (value !== found) throw new Wrong(line, `die ${index} of record ${seq} is ${found}, and the secret gives ${value} (${low} to ${high})`);
        tally.checked++;
        const kind = `${low} to ${high}`;
        tally.kinds.set(kind, (tally.kinds.get(kind) ?? 0) + 1);
      }
    }
  }
}

/** The questions by record. */
function questions(told) {
  const list = told === undefined ? [] : told.dice;
  if (!Array.isArray(list)) throw new Unknown('the questions are {"dice":[{"seq":1,"asks":[[1,20]]}]}');
  return new Map(list.map(({ seq, asks }) => [seq, asks]));
}

function checkAsks(asks, dice, seq, line) {
  if (!asks) throw new Unknown(`nobody said how many faces the dice of record ${seq} (line ${line}) have: the questions are needed`);
  const isAsk = ([low, high]) => Number.isInteger(low) && Number.isInteger(high) && 0 <= low && low <= high && high < 2 ** 32;
  if (!asks.every(isAsk)) throw new Unknown(`the questions of record ${seq} cannot be read`);
  if (asks.length !== dice.length) throw new Wrong(line, `record ${seq} has ${dice.length} dice, and ${asks.length} were asked for`);
}

/**
 * Checks a log. `told` are the questions, as `/api/logs/ID/dice` tells them; they may be left out where nothing was rolled.
 * Gives what it comes to; throws `Wrong` where it does not hold, and `Unknown` where it cannot be said.
 */
export async function verify(text, told) {
  const asked = questions(told);
  const tally = { lines: 0, checked: 0, unchecked: 0, kinds: new Map() };
  let [before, vault, number, revealed] = ["0".repeat(64), null, 0, false];
  for (const line of text.split("\n")) {
    number++;
    if (line === "" || (line.startsWith("#") && !line.startsWith('#"'))) continue;
    const { parsed, id } = await link(line, number, before);
    before = id;
    tally.lines++;
    if (parsed.chance !== undefined && !("keyframe" in parsed)) {
      // A first line, or a branch with dice of its own: what was rolled before has its secret elsewhere.
      tally.unchecked += vault ? vault.waiting.reduce((sum, { dice }) => sum + dice.length, 0) : 0;
      vault = parsed.chance === "sealed" ? new Vault(parsed.commit) : null;
      revealed = false;
    }
    if (tally.lines === 1 && parsed.format !== "referee-log/1") throw new Wrong(number, "this is not a log of the form referee-log/1");
    if ("reveal" in parsed) {
      if (!vault) throw new Wrong(number, "a secret is told, and none was committed to");
      await vault.open(parsed.reveal, number, tally);
      revealed = true;
    } else if (parsed.dice && vault) {
      if (revealed) throw new Wrong(number, "a die was rolled after the secret was told");
      const asks = asked.get(parsed.seq);
      checkAsks(asks, parsed.dice, parsed.seq, number);
      vault.waiting.push({ line: number, seq: parsed.seq, head: await sha256(beginning(line)), dice: parsed.dice, asks });
    }
  }
  if (tally.lines === 0) throw new Unknown("there is no log in here");
  if (vault && !revealed) throw new Unknown("the secret is not told yet: the log is not finished");
  return { ...tally, head: before, sealed: vault !== null };
}

async function read(from) {
  if (!/^https?:\/\//.test(from)) return (await import("node:fs/promises")).readFile(from, "utf8");
  const answer = await fetch(from);
  if (!answer.ok) throw new Unknown(`${from}: ${answer.status} ${await answer.text()}`);
  return answer.text();
}

async function main([log, asks, ...rest]) {
  if (!log || rest.length > 0) throw new Unknown("usage: node verify-dice.mjs LOG [QUESTIONS]; each is a file or an address");
  const text = await read(log);
  const from = asks ?? (/^https?:\/\//.test(log) ? `${log}/dice` : undefined);
  const found = await verify(text, from && JSON.parse(await read(from)));
  const kinds = [...found.kinds].map(([kind, count]) => `${count} of ${kind}`).join(", ");
  const dice = found.sealed ? `${found.checked} sealed dice are what the secret gives${kinds && ` (${kinds})`}` : "its dice are not sealed";
  const rest_ = found.unchecked ? `; ${found.unchecked} dice from before a branch are for its parent's log to check` : "";
  console.log(`ok: ${found.lines} lines, the chain holds; ${dice}${rest_}. Head ${found.head}`);
}

if (typeof process !== "undefined" && process.argv[1] && import.meta.url.endsWith(encodeURI(process.argv[1].split(/[\\/]/).pop()))) {
  try {
    await main(process.argv.slice(2));
  } catch (error) {
    console.error(error instanceof Wrong ? `wrong: ${error.message}` : `cannot be checked: ${error.message}`);
    process.exitCode = error instanceof Wrong ? 1 : 2;
  }
}
