// Turns and whole games as text, in and out: docs/notation.md. What the browser writes Python reads, and the other way
// round: the full form, which rules/play.py, rules/turn.py and game/game.py write. Short forms Python alone reads.

import {InvalidInputError, refuse, show} from "../engine/position.js";

/** A word, and for each letter where it comes from: h hand, c community, d duplicate, s suffix. For each Y: v or c.
 * @typedef {{word: string, sources: string, ys: string}} LaidWord */
/** @typedef {"words" | "exchange" | "replace" | "rest"} Kind  As TurnKind of rules/turn.py. */
/** A turn, or what is left of one.
 * @typedef {object} Turn
 * @property {Kind} kind
 * @property {string} replace  The card that goes first with Q, "" for none; in a small letter one of the community.
 * @property {LaidWord[]} words  Where nothing says where the letters come from, all are h or all are c.
 * @property {string[] | null} doublers  For each word; null for those that pay most.
 * @property {string | null} challenger  "" if nobody says who; null if the words were not challenged.
 * @property {string} buy
 * @property {string} discards  Letters, sorted, then ? for each card that was not seen; or * for all. */
/** The cards that came, into the community and into the hand; null where nothing is said of them.
 * @typedef {{came: string | null, drew: string | null}} Cards */
/** @typedef {Cards & {turn: Turn}} Told */
/** A line of a game; `line` is its number in the text, from 1.
 * @typedef {Told & {line: number, round: number, player: number}} Line */
/** @typedef {{name: string, sha256: string, also?: string[], without?: string[]}} WordList */
/** What stands above the turns.
 * @typedef {object} Header
 * @property {string[]} players
 * @property {number} first
 * @property {string[]} hands  "" where a hand is not known.
 * @property {string} community
 * @property {WordList} lexicon
 * @property {Record<string, unknown>} rules  Those that are not of the rulebook. */

const TITLE = "Letter Tycoon 1";
const MAX_NAME = 100;
const [MIN_PLAYERS, MAX_PLAYERS] = [2, 5];

const LETTER = /\(([A-Za-z])\)|\+([A-Za-z])|([A-Z])|([a-z])/g;
const SOURCES = "dshc";
const WORD = /^((?:\([A-Za-z]\)|\+[A-Za-z]|[A-Za-z])+)(?:\/([vc]+))?(?:\*([BJKQ]+))?$/;
const NOTHING = "nothing";
/** The parts of a turn in their order; an exchange is in place of words. */
const PARTS = Object.entries({
  replace: /^replace ([A-Z?])( from community)?$/,
  exchange: /^exchange (nothing|\*|[A-Z]*\?*)$/,
  laid: /^\S+( & \S+)*$/,
  challenged: /^challenged(?: by ([^\s<>,]+(?: [^\s<>,]+)*))?$/,
  buy: /^buy (nothing|[A-Z])$/,
  discard: /^discard (\*|[A-Z]*\?*)$/,
});
const LINE = /^([^<>]*?)(?: < ([A-Z?]+))?(?: > ([A-Z?]+))?$/;
const SHOWN = '"JeWeLs, buy J, discard Z", "exchange JZ" or "replace X"';

const LINE_END = /\r\n|[\n\r\v\f\x1c-\x1e\x85\u2028\u2029]/;
const ROUND = /^([0-9]{1,5})\. /;
const INVISIBLE = /[\p{C}\p{Z}]/u;
const JOINERS = "\u200c\u200d";
const JOINED = /[\p{Lo}\p{Mc}\p{Mn}\p{Sk}\p{Sm}\p{So}]/u;

// Turns -------------------------------------------------------------------------------------------

/** The words of a notation, and the doublers for each, null if it names none.
 * @param {string} text @returns {{words: LaidWord[], doublers: string[] | null}} */
export function parseWords(text) {
  const found = text.split("&").map((part) => {
    const match = WORD.exec(part.trim());
    if (!match) {
      const means = "write hand cards in upper case, community cards in lower case, (E) a duplicate, +S the suffix,";
      const rest = "/cv the Ys, *KQ the doublers, and & between two words";
      refuse(`${show(part.trim())} is not a word in play notation; ${means} ${rest}`);
    }
    const letters = [...(match[1] ?? "").matchAll(LETTER)].map((found) => found.slice(1));
    const word = letters.map((groups) => groups.join("").toUpperCase()).join("");
    const sources = letters.map((groups) => SOURCES[groups.findIndex(Boolean)]).join("");
    return {word: {word, sources, ys: match[2] ?? ""}, doubled: [...(match[3] ?? "")].sort().join("")};
  });
  const doublers = found.map(({doubled}) => doubled);
  return {words: found.map(({word}) => word), doublers: doublers.some(Boolean) ? doublers : null};
}

/** Do words leave out where their letters come from? @param {LaidWord[]} words */
export const areBare = (words) => words.every(({sources}) => /^(h+|c+)$/.test(sources));

/** Words as they are laid, in a line. @param {LaidWord[]} words @param {string[] | null} doublers */
export function wordsText(words, doublers) {
  const texts = words.map(({word, sources, ys}, at) => {
    const letters = [...word].map((letter, place) => {
      const source = sources[place] ?? "c";
      return {h: letter, c: letter.toLowerCase(), d: `(${letter})`, s: `+${letter}`}[source] ?? letter;
    });
    const doubled = doublers?.[at];
    return letters.join("") + (ys && `/${ys}`) + (doubled ? `*${doubled}` : "");
  });
  return texts.join(" & ");
}

/** The turn of a text in its full form; words are not judged. @param {string} text @returns {Turn} */
function parseTurn(text) {
  /** What is said, by the name of the part. @type {Record<string, string[]>} */
  const found = {};
  let open = PARTS;
  for (const part of text.split(", ")) {
    const at = open.findIndex(([, form]) => form.test(part));
    const [name, form] = open[at] ?? refuse(`${show(text)} is no turn in its full form, such as ${SHOWN}`);
    found[name] = form.exec(part) ?? [];
    open = open.slice(at + 1);
  }
  const {replace, exchange, laid, challenged, buy, discard} = found;
  const [, card = "", fromCommunity] = replace ?? [];
  const [, cards = ""] = exchange ?? discard ?? [];
  const [, patent = ""] = buy ?? [];
  const isRest = challenged || buy || (discard && !replace);
  return {
    kind: laid ? "words" : exchange ? "exchange" : isRest ? "rest" : "replace",
    replace: fromCommunity ? card.toLowerCase() : card,
    ...(laid ? parseWords(laid[0] ?? "") : {words: [], doublers: null}),
    challenger: challenged ? (challenged[1] ?? "") : null,
    buy: patent === NOTHING ? "" : patent,
    discards: cards === NOTHING ? "" : cards.replace(/[A-Z]+/, (letters) => [...letters].sort().join("")),
  };
}

/** A turn in a line: "JeWeLs, buy J, discard AZ". @param {Turn} turn */
export function turnText({kind, replace, words, doublers, challenger, buy, discards}) {
  const where = /[a-z]/.test(replace) ? " from community" : "";
  const parts = replace ? [`replace ${replace.toUpperCase()}${where}`] : [];
  if (kind === "exchange") return [...parts, `exchange ${discards || NOTHING}`].join(", ");
  if (kind === "replace") return parts.join(", ");
  const more = words.length ? [wordsText(words, doublers)] : [];
  if (challenger !== null) more.push(challenger ? `challenged by ${challenger}` : "challenged");
  if (buy) more.push(`buy ${buy}`);
  if (discards) more.push(`discard ${discards}`);
  return [...parts, ...(more.length ? more : [`buy ${NOTHING}`])].join(", ");
}

/** The turn of a line, and the cards that came: "LaNE, buy K < ERTO > K". @param {string} text @returns {Told} */
export function parseLine(text) {
  const [, said = "", drew = null, came = null] = LINE.exec(text) ?? ["", text];
  const told = {turn: parseTurn(said), came, drew};
  const full = lineText(told);
  if (full !== text) refuse(`${show(text)} is not in its full form, as ${show(full)} is`);
  return told;
}

/** The turn and the cards that came. @param {Told} told */
export function lineText({turn, came, drew}) {
  return [turnText(turn), ...(drew ? [`< ${drew}`] : []), ...(came ? [`> ${came}`] : [])].join(" ");
}

// Names of players --------------------------------------------------------------------------------

/** @param {string} name */
function isVisible(name) {
  const signs = [...name];
  const joins = (/** @type {string | undefined} */ side) => side !== undefined && side > "\x7f" && JOINED.test(side);
  return signs.every((sign, at) => {
    if (JOINERS.includes(sign)) return joins(signs[at - 1]) && joins(signs[at + 1]);
    return sign === " " || !INVISIBLE.test(sign);
  });
}

/** The names, if they can be those of the players of a game. @param {unknown} names */
export function parseNames(names) {
  if (!Array.isArray(names)) refuse("there are no names; give a list with one name per player");
  if (names.length < MIN_PLAYERS || names.length > MAX_PLAYERS) {
    const are = names.length === 1 ? "there is 1 name" : `there are ${names.length} names`;
    refuse(`${are}; ${MIN_PLAYERS} to ${MAX_PLAYERS} can play`);
  }
  for (const name of names) {
    if (typeof name === "string" && name && [...name].length <= MAX_NAME && isVisible(name)) continue;
    const rule = `give 1 to ${MAX_NAME} printable characters`;
    refuse(`${show(String(name))} is not a name of a player; ${rule}`);
  }
  if (new Set(names).size < names.length) refuse(`two players have the same name in ${names.join(", ")}`);
  return names;
}

/** Upper case first, for letters that have more than one small form. @param {string} name */
const folded = (name) => name.toUpperCase().toLowerCase().trim().replace(/\s+/g, " ");

/** The number of the player with that name, in any case, or that number.
 * @param {string} name @param {string[]} names */
export function playerNamed(name, names) {
  const numbered = [...names.keys()];
  let found = numbered.filter((player) => names[player] === name);
  if (!found.length) found = numbered.filter((player) => folded(names[player] ?? "") === folded(name));
  if (!found.length && /^[0-9]$/.test(name)) found = numbered.filter((player) => player === Number(name));
  const [player] = found;
  if (player !== undefined && found.length === 1) return player;
  const players = `${names.join(", ")}, or 0 to ${names.length - 1}`;
  refuse(`there is no player ${show(name)}; the players are ${players}`);
}

/** The name of a player, or the number where the name cannot be read back from a turn.
 * @param {number} player @param {string[]} names */
export function saidName(player, names) {
  const name = names[player] ?? "";
  const isPlain = name.trim().replace(/\s+/g, " ") === name && !/[,<>]/.test(name);
  return isPlain ? name : String(player);
}

// Whole games -------------------------------------------------------------------------------------

/** JSON in a line as Python writes it, with a blank behind "," and ":". @param {unknown} value */
function jsonText(value) {
  const lines = JSON.stringify(value, null, 1).replaceAll(/(?<=[[{])\n *|\n *(?=[\]}])/g, "");
  return lines.replaceAll(/\n */g, " ");
}

/** A game as text, one line a turn.
 * @param {Header} header
 * @param {Omit<Line, "line">[]} lines
 * @param {number[] | null} scores  Of the players, once the game is over. */
export function gameText({players, first, hands, community, lexicon, rules}, lines, scores) {
  const header = {players, first: saidName(first, players), hands, community, lexicon, rules};
  const above = Object.entries(header).map(([name, value]) => `${name}: ${jsonText(value)}`);
  const turns = lines.map((line) => `${line.round}. ${players[line.player]}: ${lineText(line)}`);
  const ending = scores ? [`# ${scores.map((score, player) => `${players[player]} ${score}`).join(", ")}`] : [];
  return [TITLE, ...above, "", ...turns, ...ending, ""].join("\n");
}

/** Names the line in errors. @template T @param {number} line @param {() => T} read @returns {T} */
export function naming(line, read) {
  try {
    return read();
  } catch (error) {
    if (error instanceof InvalidInputError) refuse(`line ${line}: ${error.message}`);
    throw error;
  }
}

/** The game of a text: what stands above the turns, and the turns. Whether they can be is for the rules to say.
 * @param {string} text @returns {{header: Header, lines: Line[]}} */
export function readGameText(text) {
  const lines = text.replace(/^\ufeff+|\ufeff+$/g, "").split(LINE_END);
  const all = lines.map((said, at) => ({line: at + 1, said: said.trim()}));
  const [title, ...rest] = all.filter(({said}) => said && !said.startsWith("#"));
  if (title?.said !== TITLE) refuse(`the text does not begin with the line "${TITLE}"`);
  const begin = rest.findIndex(({said}) => ROUND.test(said));
  const above = begin < 0 ? rest : rest.slice(0, begin);
  const header = readHeader(above);
  const turns = begin < 0 ? [] : rest.slice(begin);
  return {header, lines: turns.map(({line, said}) => naming(line, () => readTurn(line, said, header.players)))};
}

/** What stands above the turns, as an example. @type {Record<string, unknown>} */
const HEADER = {
  players: ["Ann", "Ben"],
  first: "Ann",
  hands: ["AEJLNWZ", ""],
  community: "EES",
  lexicon: {name: "enable", sha256: "16f8..", also: ["ZZZ"], without: [""]},
  rules: {},
};

/** Is a value like an example, with all of its parts? Lists may be left out.
 * @param {any} value @param {any} example @returns {boolean} */
function isLike(value, example) {
  if (Array.isArray(example)) return Array.isArray(value) && value.every((one) => isLike(one, example[0]));
  if (typeof example !== "object") return typeof value === typeof example;
  const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
  return isObject && Object.keys(example).every((name) => isLike(name in value ? value[name] : [], example[name]));
}

/** @param {{line: number, said: string}[]} above @returns {Header} */
function readHeader(above) {
  /** @type {Record<string, any>} */
  const found = {rules: {}};
  /** @type {Record<string, number>} */
  const places = {};
  for (const {line, said} of above) {
    naming(line, () => {
      const at = said.indexOf(":");
      const name = at < 0 ? said : said.slice(0, at);
      if (!Object.hasOwn(HEADER, name))
        refuse(`there is no field ${show(name)}; use ${Object.keys(HEADER).join(", ")}`);
      found[name] = readJson(said, at < 0 ? "" : said.slice(at + 1));
      places[name] = line;
      if (!isLike(found[name], HEADER[name])) refuse(`${show(said)} is not as in ${name}: ${jsonText(HEADER[name])}`);
    });
  }
  const missing = Object.keys(HEADER).filter((name) => !(name in found));
  if (missing.length) refuse(`the text lacks the lines of ${missing.join(", ")}`);
  const {hands, community, lexicon, rules} = found;
  const players = naming(places.players ?? 0, () => parseNames(found.players));
  const first = naming(places.first ?? 0, () => playerNamed(found.first, players));
  if (hands.length !== players.length) {
    const held = hands.length === 1 ? "there is 1 hand" : `there are ${hands.length} hands`;
    refuse(`line ${places.hands}: ${held} for ${players.length} players`);
  }
  return {players, first, hands, community, lexicon, rules};
}

/** @param {string} said @param {string} value @returns {any} */
function readJson(said, value) {
  try {
    return JSON.parse(value);
  } catch {
    refuse(`${show(said)} has no value in JSON`);
  }
}

/** @param {number} line @param {string} said @param {string[]} players @returns {Line} */
function readTurn(line, said, players) {
  const round = ROUND.exec(said);
  const rest = said.slice(round?.[0].length ?? 0);
  const names = players.filter((name) => rest.startsWith(`${name}: `)).sort((a, b) => b.length - a.length);
  const [name] = names;
  if (!round || name === undefined) {
    refuse(`${show(said)} does not begin with the round and the player, as "1. ${players[0]}: "`);
  }
  return {line, round: Number(round[1]), player: players.indexOf(name), ...parseLine(rest.slice(name.length + 2))};
}
