// Play: one person against computers. The page deals, by a seed that is kept with the game, so that a game that is
// loaded again or undone goes on with the same cards.

import * as api from "../static/api.js";
import {nameOf} from "./board.js";
import {chance, deal, newSeed} from "./deal.js";
import {button, chip, chooser, el, refill} from "../static/dom.js";
import {GameRoom} from "./game-room.js";
import {eventsOf} from "./game.js";
import {choose, settings} from "./kept.js";
import {chosenBefore, nameField, rulesChooser, shownAfter} from "./new-game.js";
import {CARDS, LIMITS, PRESETS, rulesNamed} from "./numbers.js";
import {openRoom, Session} from "./rooms.js";
import {fold, questionOf} from "./rules.js";
import {parseLine} from "./text.js";

/** @import {Pile} from "./deal.js" */
/** @import {Page} from "./rooms.js" */
/** @import {Table} from "./rules.js" */

const FIRST_COMPUTER = "medium";
/** Whole numbers that a computer's choice goes by. */
const CHANCES = 2 ** 32;
const NAMELESS = "Player 1";

/** Names that differ: of two that are easy the second is Easy 2. @param {string[]} names */
function apart(names) {
  return names.map((name, at) => {
    const before = names.slice(0, at).filter((other) => other.toLowerCase() === name.toLowerCase()).length;
    return before ? `${name} ${before + 1}` : name;
  });
}

/** A view: a game against computers. */
class PlayedGame extends GameRoom {
  #computers;
  #seed;
  /** Why the computers do not go on. */
  #trouble = "";
  /** Where a computer was asked for its turn. @type {Table | null} */
  #asked = null;

  /** @param {Page} page @param {Session} session */
  constructor(page, session) {
    const {computers = [], seed = ""} = session.room;
    super(page, session, computers.indexOf(""));
    this.#computers = computers;
    this.#seed = seed;
    this.begin();
  }

  // The course of the game --------------------------------------------------------------------------

  /** @override @returns {Pile} */
  get pile() {
    const {header, tables} = this.session.game;
    const {hand_size: hand, community_size: community} = this.table.rules;
    let {pile} = deal(this.#seed, CARDS, {players: header.players.length, hand, community});
    for (const [at, told] of eventsOf(this.session.game).entries()) {
      pile = fold(/** @type {Table} */ (tables[at]), told, () => true, pile).pile ?? pile;
    }
    return pile;
  }

  /** @override */
  begin() {
    super.begin();
    void this.#computersPlay();
  }

  /** The computer whose turn it is takes it; then comes the next. */
  async #computersPlay() {
    const {session, table} = this;
    const isTheirs = table.phase !== "over" && table.active !== this.me;
    this.#trouble = "";
    if (isTheirs && this.#asked === table) return;
    this.#asked = isTheirs ? table : null;
    if (!isTheirs) return;
    try {
      const {name} = session.game.words;
      const seed = Math.floor(CHANCES * chance(this.#seed, session.game.done));
      const question = {...questionOf(table, name), computer: this.#computers[table.active], seed};
      const {notation} = await api.post("/api/turn", question);
      if (this.table !== table) return;
      const failed = await this.play(parseLine(notation));
      if (failed) throw failed;
    } catch (error) {
      this.#asked = null;
      this.#trouble = error instanceof Error ? error.message : String(error);
      this.show();
    }
  }

  /** Back to one's own turn before. @override */
  undo() {
    const {game} = this.session;
    const before = game.tables.slice(0, game.done);
    this.undoTo(before.findLastIndex(({active, phase}) => active === this.me && phase === "start"));
  }

  /** On to one's own turn after, or to the end. @override */
  redo() {
    const {game} = this.session;
    const next = game.tables.findIndex(({active}, at) => at > game.done && active === this.me);
    const done = next < 0 ? game.events.length : next;
    void this.change([], () => ({...game, done}));
  }

  // What is shown -----------------------------------------------------------------------------------

  /** @override */
  get canUndo() {
    const {tables, done} = this.session.game;
    return tables.slice(0, done).some(({active}) => active === this.me);
  }

  /** @override */
  get shown() {
    const {active, phase} = this.table;
    if (phase === "over" || active === this.me) return {};
    const name = nameOf(this.table, active);
    if (!this.#trouble) return {instead: [el("p", {class: "status", role: "status"}, `${name} is thinking …`)]};
    const told = el("p", {class: "problem", role: "alert"}, `${name} does not play: ${this.#trouble}`);
    const again = () => {
      void this.#computersPlay();
      this.show();
    };
    return {instead: [told, button("quiet", "again", again, "Try again")]};
  }
}

/** A view: the form of a new game. @param {Page} page */
function newGameForm(page) {
  const {store, setup, view} = page;
  const before = settings(store);
  const known = before.computers.filter((one) => Object.hasOwn(setup.computers, one));
  const computers = known.length ? known.slice(0, LIMITS["opponents"]) : [FIRST_COMPUTER];
  let written = before.names[before.me ?? 0] ?? "";
  const chosen = chosenBefore(page);
  const changing = shownAfter(show);
  const addComputer = changing(() => computers.push(FIRST_COMPUTER));
  const chooseRules = changing((/** @type {object} */ rules) => Object.assign(chosen, rules));

  function show() {
    const write = (/** @type {string} */ name) => (written = name);
    const add = button("quiet", "add", addComputer, "Add a computer");
    const form = el(
      "form",
      {class: "new-game", autocomplete: "off", onsubmit: begin},
      el("label", {class: "choice"}, "Your name", nameField(written, NAMELESS, "name", write, {enterkeyhint: "go"})),
      ...computers.map(opponent),
      computers.length < (LIMITS["opponents"] ?? 0) ? add : null,
      rulesChooser(setup, chosen, chooseRules),
      el("button", {class: "primary", type: "submit", "data-row": "begin"}, "Begin"),
    );
    refill(view, el("h1", {}, "New game"), form);
  }

  /** @param {string} computer @param {number} at */
  function opponent(computer, at) {
    const label = computers.length > 1 ? `Computer ${at + 1}` : "Computer";
    const change = changing((/** @type {string} */ name) => (computers[at] = name));
    const remove = changing(() => computers.splice(at, 1));
    const names = Object.keys(setup.computers);
    return el(
      "div",
      {class: "opponent"},
      chooser(label, names, computer, change, `computer-${at}`),
      computers.length > 1 ? chip("×", null, `remove-${at}`, remove, `Remove ${label.toLowerCase()}`) : null,
      el("p", {class: "aside"}, setup.computers[computer] ?? ""),
    );
  }

  /** @param {Event} event */
  function begin(event) {
    event.preventDefault();
    const {lexicon, ruleset} = chosen;
    const name = written.trim();
    const before = settings(store);
    const names = before.names.length ? before.names.with(before.me ?? 0, name) : [name, "", ""];
    choose(store, {names, computers, lexicon, ruleset});
    // Review knows computers by these names.
    const players = apart([name || NAMELESS, ...computers]);
    const rules = {...PRESETS[ruleset], challenge: {mode: "none", retries: 0}};
    const {hand_size: hand, community_size: community} = rulesNamed(ruleset);
    const seed = newSeed();
    const {pile: _, ...dealt} = deal(seed, CARDS, {players: players.length, hand, community});
    const room = {name: /** @type {const} */ ("play"), computers: ["", ...computers], seed};
    Session.begin(page, {players, ...dealt, rules}, lexicon, room);
  }

  show();
  return {};
}

await openRoom({
  name: "play",
  title: "Play",
  about:
    "Play against one to four computers. A hint is a tap away, every turn can be undone, and a game that you leave is" +
    " here when you come back.",
  newGame: newGameForm,
  game: (page, session) => new PlayedGame(page, session),
});
