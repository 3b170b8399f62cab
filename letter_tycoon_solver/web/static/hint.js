// The Hint board.

import {AdvicePanel} from "./advice.js";
import * as api from "./api.js";
import {byId, el, say, sentence} from "./dom.js";
import {choose, settings} from "../table/settings.js";
import {listenToKeys} from "./letters.js";
import {moveFocus} from "./plan-list.js";
import {afterPlan, boardOf, format, parse, toRequest, withPatent} from "./table.js";
import {showDock, showExtras, showRows, sizes} from "./table-inputs.js";

/** @typedef {import("./table.js").Table} Table */
/** @typedef {import("./table.js").RowName} RowName */

const setup = await api.whenReady((message) => say(byId("starting"), message));

/** Where the browser keeps the last board, as its address. */
const KEPT = "letter-tycoon-board";

const store = () => localStorage;

/** @type {Table} */
let table = withChoices(parse(location.search || kept()));
/** Which row the letters go to; null while they are hidden. @type {RowName | null} */
let selected = rowToFill();
/** The question that is being answered. @type {AbortController} */
let question = new AbortController();
/** The address of the table that has an answer, without the play that is open. */
let answered = "";
/** @type {Api.Hint | null} */
let hint = null;

const advice = new AdvicePanel(byId("advice"), setup, toggle, playedButton, takeFor);

/** @type {import("./table-inputs.js").Actions} */
const actions = {select, tap, erase, take, change, changePlayer, newTurn, newBoard};

/** The board that was here last; a browser may keep none. @returns {string} */
function kept() {
  try {
    return store().getItem(KEPT) ?? "";
  } catch {
    return "";
  }
}

/** Keeps the board, and has it in the address. @param {"pushState" | "replaceState"} how */
function keep(how) {
  const query = format(table);
  history[how](null, "", location.pathname + query);
  try {
    store().setItem(KEPT, query);
  } catch {
    // The address has it.
  }
}

/**
 * A board with what was chosen for all rooms, where its address says nothing of it.
 * @param {Table} board
 * @returns {Table}
 */
function withChoices(board) {
  const {lexicon, ruleset, against} = settings(store);
  // The first of a list is what an address without a name means.
  const chosen = (/** @type {string} */ name, /** @type {string[]} */ all) => (all.indexOf(name) > 0 ? name : "");
  return {
    ...board,
    lexicon: board.lexicon || chosen(lexicon, setup.lexicons),
    ruleset: board.ruleset || chosen(ruleset, setup.rulesets.map(({name}) => name)),
    against: board.against || chosen(against, setup.opponents.map(({name}) => name)),
  };
}

/** Carries the turn out: the next one needs only the cards that came. @param {Api.PlanOfTurn} plan */
function playedButton(plan) {
  const press = () => {
    table = afterPlan(table, plan, setup.letters);
    keep("pushState");
    selected = rowToFill();
    show();
    ask();
    scrollTo(0, 0);
  };
  return el("button", {class: "quiet", type: "button", "data-row": "played", onclick: press}, "I played this");
}

/** @returns {RowName | null} */
function rowToFill() {
  const size = sizes(setup, table);
  if (table.hand.length < size.hand) return "hand";
  return table.community.length < size.community ? "community" : null;
}

/** @param {RowName | null} row */
function select(row) {
  selected = row;
  show();
  // The button that has hidden the letters is hidden too.
  if (row === null) /** @type {HTMLElement | null} */ (document.querySelector(".row-name"))?.focus();
}

/** @param {string} letter */
function tap(letter) {
  if (typeof selected === "number") {
    change(withPatent(table, selected, letter));
    return;
  }
  const row = selected ?? rowToFill();
  if (row !== "hand" && row !== "community") return;
  const known = setup.letters.find((one) => one.letter === letter);
  const used = (table.hand + table.community).split(letter).length - 1;
  if (table[row].length >= sizes(setup, table)[row] || used >= (known?.cards ?? 0)) return;
  change({[row]: table[row] + letter});
  if (table[row].length >= sizes(setup, table)[row]) selected = rowToFill();
  show();
}

function erase() {
  const row = selected === "community" && !table.community ? "hand" : selected;
  if (row !== "hand" && row !== "community") return;
  selected = row;
  change({[row]: table[row].slice(0, -1)});
}

/** @param {"hand" | "community"} row @param {number} at */
function take(row, at) {
  selected = row;
  change({[row]: table[row].slice(0, at) + table[row].slice(at + 1)});
}

/** @param {number} player @param {Partial<import("./table.js").Player>} changed */
function changePlayer(player, changed) {
  change({seats: table.seats.map((one, number) => (number === player ? {...one, ...changed} : one))});
}

/** @param {Partial<Table>} changed */
function change(changed) {
  table = {...table, play: "", ...changed};
  const {lexicon, ruleset} = table;
  if ("lexicon" in changed || "ruleset" in changed) choose(store, {lexicon, ruleset});
  keep("replaceState");
  show();
  ask();
}

/** Opponents are to be taken for that; the plays are the same. @param {string} against */
function takeFor(against) {
  choose(store, {against});
  table = {...table, against: against === setup.opponents[0]?.name ? "" : against};
  history.replaceState(history.state, "", location.pathname + format(table));
  answered = format({...table, play: ""});
  think();
}

function think() {
  advice.think(boardOf(table), (against) => api.adviceAddress(toRequest(table), against));
}

/** Cards of the next turn; the last table is one step back. */
function newTurn() {
  table = {...table, hand: "", community: "", play: "", replaced: false};
  keep("pushState");
  selected = "hand";
  show();
  ask();
}

/** Nothing on the table; the word list and the rules stay, and the last board is one step back. */
function newBoard() {
  const {lexicon, ruleset, against = ""} = table;
  table = {...parse(""), lexicon, ruleset, against};
  keep("pushState");
  selected = "hand";
  show();
  ask();
}

/** Opens a plan, or closes it; one step back closes it too. @param {string} notation */
function toggle(notation) {
  if (table.play !== notation) {
    table = {...table, play: notation};
    const isOpen = history.state?.isOpen;
    const address = location.pathname + format(table);
    history[isOpen ? "replaceState" : "pushState"]({isOpen: true}, "", address);
    showAnswer();
  } else if (history.state?.isOpen) {
    history.back();
  } else {
    table = {...table, play: ""};
    history.replaceState(null, "", location.pathname + format(table));
    showAnswer();
  }
}

addEventListener("popstate", () => {
  const before = format({...table, play: ""});
  table = parse(location.search);
  if (format({...table, play: ""}) !== before) selected = rowToFill();
  show();
  ask();
});

async function ask() {
  const asked = format({...table, play: ""});
  if (asked === answered) {
    showAnswer();
    return;
  }
  question.abort();
  question = new AbortController();
  const {signal} = question;
  answered = "";
  advice.stop();
  if (!table.hand) {
    begin(null);
    say(byId("problem"), "");
    return;
  }
  try {
    const found = await api.hint(toRequest(table), signal);
    if (signal.aborted) return;
    begin(found);
    answered = asked;
    say(byId("problem"), "");
    if (!found.advice_needs) think();
  } catch (error) {
    if (signal.aborted) return;
    begin(null);
    say(byId("problem"), error instanceof Error ? sentence(error.message) : String(error));
  }
}

/** @param {Api.Hint | null} found  Null without an answer. */
function begin(found) {
  hint = found;
  // Not before what stands above it.
  byId("extras").hidden = false;
  advice.clear();
  showAnswer();
}

function show() {
  showRows(byId("rows"), table, setup, selected, actions);
  showDock(byId("dock"), table, setup, selected, actions);
  showExtras(byId("extras"), table, setup, actions);
  byId("example").hidden = Boolean(table.hand || table.community);
  document.body.dataset["letters"] = String(selected !== null);
  linkWords();
  document.title = table.hand ? `${table.hand} – Letter Tycoon` : "Hint – Letter Tycoon";
}

/** Words says what words pay with the patents of the table. */
function linkWords() {
  const [you] = table.seats;
  const query = new URLSearchParams();
  if (you?.patents) query.set("you", you.patents);
  if (table.lexicon) query.set("lexicon", table.lexicon);
  const link = /** @type {HTMLAnchorElement | null} */ (document.querySelector('nav a[href*="words"]'));
  if (link) link.search = String(query);
}

function showAnswer() {
  advice.show(boardOf(table), hint?.plans);
  const welcome = table.hand ? "" : "Tap the letters in your hand; plays appear with every tap.";
  say(byId("note"), hint ? whatIsMissing(hint) : welcome);
}

/** @param {Api.Hint} found @returns {string} */
function whatIsMissing(found) {
  // That cards are missing is to be seen in the rows.
  return found.note || !found.advice_needs ? "" : `No advice: ${sentence(found.advice_needs)}`;
}

listenToKeys((key) => {
  if (/^[A-Z]$/.test(key)) tap(key);
  else if (key === "Backspace") erase();
  else if (key === "ArrowDown") moveFocus(1);
  else if (key === "ArrowUp") moveFocus(-1);
  else if (key === "Escape" && table.play) toggle(table.play);
  else if (key === "Enter" && document.activeElement === document.body) openFirst();
  else return false;
  return true;
});

function openFirst() {
  moveFocus(0);
  const first = document.activeElement;
  if (first instanceof HTMLElement && first.matches(".plan")) first.click();
}

show();
showAnswer();
ask();
