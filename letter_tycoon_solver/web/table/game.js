// A game that is told or played: what stands above it, its events as they were told, and the table that the rules make
// of them after each. Every function answers with a new game and leaves the old one as it is, or with why it cannot be.

import {refuse, show} from "../engine/position.js";
import {orRefused} from "./referee.js";
import {fold, newTable, scores} from "./rules.js";
import {gameText, readGameText, turnText} from "./text.js";
import {partsOf} from "./told.js";

/** @import {Pile} from "./deal.js" */
/** @import {KeptGame} from "./kept.js" */
/** @import {Table} from "./rules.js" */
/** @import {Header, Line, Told, Turn} from "./text.js" */
/** @typedef {Omit<Line, "line">} OfTurn */
/** The word list of the page; `isWord` takes capitals.
 * @typedef {{name: string, sha256: string, isWord: (word: string) => boolean}} Words */
/** @typedef {object} Game
 * @property {Header} header
 * @property {Told[]} events  The last ones may be undone.
 * @property {Table[]} tables  Before the first event, and after each.
 * @property {number} done  How many events are not undone.
 * @property {Words} words */
/** Why nothing has changed; `at` is the number of the event that cannot be, from 1.
 * @typedef {{refused: import("./rules.js").Refused & {at?: number}}} Refused */
/** @typedef {{game: Game} | Refused} Answer */

/** @param {string} message @returns {Refused} */
const refused = (message) => orRefused(() => refuse(message));

/** The table now. @param {Game} game */
export const tableOf = ({tables, done}) => /** @type {Table} */ (tables[done]);

/** The events that are not undone. @param {Game} game */
export const eventsOf = ({events, done}) => events.slice(0, done);

/** A game whose cards have just been dealt. @param {Header} header @param {Words} words @returns {Answer} */
export function begin(header, words) {
  const {name, sha256} = header.lexicon;
  if (sha256 !== words.sha256) {
    const other = `${show(words.name)} has other words (${words.sha256.slice(0, 16)}..)`;
    return refused(`the game was played with the lexicon ${show(name)} of sha256 ${sha256.slice(0, 16)}..; ${other}`);
  }
  const begun = newTable(header);
  return "refused" in begun ? begun : {game: {header, events: [], tables: [begun.table], done: 0, words}};
}

/** The words of a game: those of its list, but for what the table has agreed on. @param {Game} game */
function isWordOf({header, words}) {
  const {also = [], without = []} = header.lexicon;
  return (/** @type {string} */ word) => also.includes(word) || (!without.includes(word) && words.isWord(word));
}

/** The game after one more event; what was undone is forgotten.
 * @param {Game} game
 * @param {Told} told
 * @param {Pile | null} [pile]  The cards that come are drawn from it, and not told.
 * @returns {Answer} */
export function tell(game, told, pile = null) {
  const answer = fold(tableOf(game), told, isWordOf(game), pile);
  if ("refused" in answer) return answer;
  const done = game.done + 1;
  const tables = [...game.tables.slice(0, done), answer.table];
  return {game: {...game, events: [...eventsOf(game), answer.told], tables, done}};
}

/** With the event that was undone last. @param {Game} game @returns {Answer} */
export function redo(game) {
  if (game.done === game.events.length) return refused("there is nothing to redo; no turn was undone");
  return {game: {...game, done: game.done + 1}};
}

/** The game told anew: for events that were told wrong, forgotten, or told twice.
 * @param {Game} game @param {Told[]} events @returns {Answer} */
export function retell(game, events) {
  const others = eventsOf(game);
  const changed = events.findIndex((told, at) => told !== others[at]);
  const same = changed < 0 ? Math.min(events.length, others.length) : changed;
  /** @type {Game} */
  const stays = {...game, events: others.slice(0, same), tables: game.tables.slice(0, same + 1), done: same};
  return toldAfter(stays, events.slice(same));
}

/** Other cards, names or another first player, and all events as they were told.
 * @param {Game} game @param {Header} header @returns {Answer} */
export function redeal(game, header) {
  const begun = begin(header, game.words);
  return "refused" in begun ? begun : toldAfter(begun.game, eventsOf(game));
}

/** A game with these events; says which cannot be. @param {Game} game @param {Told[]} events @returns {Answer} */
function toldAfter(game, events) {
  let now = game;
  for (const told of events) {
    const answer = tell(now, told);
    if ("refused" in answer) {
      const {refused} = answer;
      const [at, player] = [now.done + 1, now.header.players[tableOf(now).active]];
      const message = `turn ${at}, ${show(turnText(told.turn))} of ${player}, cannot be then: ${refused.message}`;
      return {refused: {...refused, at, message}};
    }
    now = answer.game;
  }
  return {game: now};
}

// As text -----------------------------------------------------------------------------------------

/** The notation of a game, without what is undone: what replay, analyze and Review read. @param {Game} game */
export function textOf(game) {
  const table = tableOf(game);
  const totals = table.phase === "over" ? scores(table).map(({total}) => total) : null;
  return gameText(game.header, linesOf(game), totals);
}

/** The lines of a game. A card replaced with Q stands with what followed, and the card that paid for words that were
 * taken back in a line of its own: so the text of a game whose hands are all known has it.
 * @param {Game} game */
function linesOf({tables, done}) {
  const parts = tables.slice(1, done + 1).flatMap((table) => {
    const {done} = table;
    return done ? partsOf(done, table).map((part) => ({player: done.player, round: done.round, ...part})) : [];
  });
  /** @type {OfTurn[]} */
  const lines = [];
  /** A card that was replaced, until it is known what followed. @type {OfTurn | null} */
  let open = null;
  for (const part of parts) {
    /** @type {OfTurn} */
    const line = open ? together(open, part) : part;
    open = line.turn.kind === "replace" ? line : null;
    if (!open) lines.push(line);
  }
  return open ? [...lines, open] : lines;
}

/** A turn, with the card that was replaced before it. @param {OfTurn} open @param {OfTurn} last @returns {OfTurn} */
function together(open, {turn, came, drew, ...when}) {
  const cards = {came: (open.came ?? "") + (came ?? ""), drew: (open.drew ?? "") + (drew ?? "")};
  return {...when, turn: {...turn, replace: open.turn.replace}, ...cards};
}

/** The words of a text that decide something, in capitals: for who asks a word list first. @param {string} text */
export function wordsOfText(text) {
  const {header, lines} = readGameText(text);
  const {mode} = /** @type {{mode?: string}} */ (header.rules["challenge"] ?? {});
  const isAsked = (/** @type {Turn} */ {challenger}) =>
    challenger !== null || (mode !== undefined && mode !== "players");
  return [...new Set(lines.flatMap(({turn}) => (isAsked(turn) ? turn.words.map(({word}) => word) : [])))];
}

/** The game of a text.
 * @param {string} text
 * @param {Words} words
 * @param {(table: Table, told: Told) => Told} [lay]  Finds where the letters come from that the text does not say.
 * @returns {Answer} */
export function readGame(text, words, lay = (_, told) => told) {
  return orRefused(() => {
    const {header, lines} = readGameText(text);
    let answer = begin(header, words);
    for (const {line, round, player, ...told} of lines) {
      if ("refused" in answer) break;
      const table = tableOf(answer.game);
      if (table.phase !== "over" && (table.round !== round || table.active !== player)) {
        refuse(`line ${line}: it is round ${table.round} and the turn of ${header.players[table.active]}`);
      }
      answer = tell(answer.game, lay(table, told));
      if ("refused" in answer) {
        return {refused: {...answer.refused, message: `line ${line}: ${answer.refused.message}`}};
      }
    }
    return answer;
  });
}

// In the browser ----------------------------------------------------------------------------------

/** A game as the browser keeps it: each event as it was told, those that are undone too.
 * @param {Game} game
 * @param {string} about  For the list of games.
 * @param {unknown} [room]  What the room needs besides.
 * @returns {KeptGame} */
export function keptOf({header, events, tables, done}, about, room = null) {
  const lines = events.map((told, at) => {
    const {round, active: player} = /** @type {Table} */ (tables[at]);
    return {...told, round, player};
  });
  return {text: gameText(header, lines, null), done, about, room};
}

/** The game that was kept. @param {KeptGame} kept @param {Words} words @returns {Answer} */
export function reopened({text, done}, words) {
  const answer = readGame(text, words);
  if ("refused" in answer || (done >= 0 && done <= answer.game.done)) {
    return "refused" in answer ? answer : {game: {...answer.game, done}};
  }
  return refused(`${done} of ${answer.game.done} turns are done`);
}
