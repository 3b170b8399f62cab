// A game that is told or played: what stands above it, its events as they were told, and the table that the rules make
// of them after each. Every function gives a new game and leaves the old one as it is. What cannot be is refused.

import {InvalidInputError, refuse, show} from "../engine/position.js";
import {fold, newTable, scores} from "./rules.js";
import {gameText, naming, readGameText, turnText} from "./text.js";
import {partsOf} from "./told.js";

/** @import {Pile} from "./deal.js" */
/** @import {KeptGame} from "./kept.js" */
/** @import {Done, IsWord, Table} from "./rules.js" */
/** @import {Header, Line, Told, Turn} from "./text.js" */
/** The word list of the page; `isWord` takes capitals.
 * @typedef {{name: string, sha256: string, isWord: IsWord}} Words */
/** @typedef {object} Game
 * @property {Header} header
 * @property {Told[]} events  The last ones may be undone.
 * @property {Table[]} tables  Before the first event, and after each.
 * @property {number} done  How many events are not undone.
 * @property {Words} words */

/** An event that cannot be, by its number from 1, once those before it are as they are now. */
export class RetellError extends Error {
  /** @param {number} at @param {string} message @param {InvalidInputError} cause */
  constructor(at, message, cause) {
    super(message, {cause});
    this.at = at;
  }
}

/** The table now. @param {Game} game */
export const tableOf = ({tables, done}) => /** @type {Table} */ (tables[done]);

/** The events that are not undone. @param {Game} game */
export const eventsOf = ({events, done}) => events.slice(0, done);

/** A game whose cards have just been dealt. @param {Header} header @param {Words} words @returns {Game} */
export function begin(header, words) {
  const {name, sha256} = header.lexicon;
  if (sha256 !== words.sha256) {
    const other = `${show(words.name)} has other words (${words.sha256.slice(0, 16)}..)`;
    refuse(`the game was played with the lexicon ${show(name)} of sha256 ${sha256.slice(0, 16)}..; ${other}`);
  }
  return {header, events: [], tables: [newTable(header)], done: 0, words};
}

/** The words of a game: those of its list, but for what the table has agreed on. @param {Game} game */
function isWordOf({header, words}) {
  const {also = [], without = []} = header.lexicon;
  return (/** @type {string} */ word) => also.includes(word) || (!without.includes(word) && words.isWord(word));
}

/** The game after one more event; what was undone is forgotten.
 * @param {Game} game
 * @param {Told} given
 * @param {Pile | null} [pile]  The cards that come are drawn from it, and not told.
 * @returns {Game} */
export function tell(game, given, pile = null) {
  const {table, told} = fold(tableOf(game), given, isWordOf(game), pile);
  const done = game.done + 1;
  return {...game, events: [...eventsOf(game), told], tables: [...game.tables.slice(0, done), table], done};
}

/** With the event that was undone last. @param {Game} game @returns {Game} */
export function redo(game) {
  if (game.done === game.events.length) refuse("there is nothing to redo; no turn was undone");
  return {...game, done: game.done + 1};
}

/** The game told anew: for events that were told wrong, forgotten, or told twice. A RetellError says which cannot be.
 * @param {Game} game @param {Told[]} events */
export function retell(game, events) {
  const others = eventsOf(game);
  const changed = events.findIndex((told, at) => told !== others[at]);
  const same = changed < 0 ? Math.min(events.length, others.length) : changed;
  /** @type {Game} */
  const stays = {...game, events: others.slice(0, same), tables: game.tables.slice(0, same + 1), done: same};
  return events.slice(same).reduce(retold, stays);
}

/** Other cards, names or another first player, and all events as they were told.
 * @param {Game} game @param {Header} header */
export const redeal = (game, header) => eventsOf(game).reduce(retold, begin(header, game.words));

/** @param {Game} game @param {Told} told */
function retold(game, told) {
  try {
    return tell(game, told);
  } catch (error) {
    if (!(error instanceof InvalidInputError)) throw error;
    const [at, player] = [game.done + 1, game.header.players[tableOf(game).active]];
    const said = `turn ${at}, ${show(turnText(told.turn))} of ${player}, cannot be then`;
    throw new RetellError(at, `${said}: ${error.message}`, error);
  }
}

// As text -----------------------------------------------------------------------------------------

/** The notation of a game, without what is undone: what replay, analyze and Review read. A card replaced with Q stands
 * with what followed, and the card that paid for words that were taken back in a line of its own: so the text of a game
 * whose hands are all known has it.
 * @param {Game} game */
export function textOf(game) {
  /** @type {Omit<Line, "line">[]} */
  const lines = [];
  for (const table of game.tables.slice(1, game.done + 1)) {
    const done = /** @type {Done} */ (table.done);
    for (const {turn, came, drew} of partsOf(done, table)) {
      const before = lines.at(-1)?.turn.kind === "replace" ? lines.pop() : null;
      const cards = {came: (before?.came ?? "") + (came ?? ""), drew: (before?.drew ?? "") + (drew ?? "")};
      const whole = {...turn, replace: before?.turn.replace ?? turn.replace};
      lines.push({player: done.player, round: done.round, turn: whole, ...cards});
    }
  }
  const table = tableOf(game);
  const totals = table.phase === "over" ? scores(table).map(({total}) => total) : null;
  return gameText(game.header, lines, totals);
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
 * @param {(table: Table, told: Told) => Told} [lay]  Finds where the letters come from that the text does not say. */
export function readGame(text, words, lay = (_, told) => told) {
  const {header, lines} = readGameText(text);
  return lines.reduce(
    (game, {line, round, player, ...told}) => {
      const table = tableOf(game);
      return naming(line, () => {
        if (table.phase !== "over" && (table.round !== round || table.active !== player)) {
          refuse(`it is round ${table.round} and the turn of ${header.players[table.active]}`);
        }
        return tell(game, lay(table, told));
      });
    },
    begin(header, words),
  );
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

/** The game that was kept. @param {KeptGame} kept @param {Words} words @returns {Game} */
export function reopened({text, done}, words) {
  const game = readGame(text, words);
  if (done < 0 || done > game.done) refuse(`${done} of ${game.done} turns are done`);
  return {...game, done};
}
