// The hint board.

import {AdvicePanel} from "./advice.js";
import * as api from "./api.js";
import {format, parse, toTable, withNames, withPatent} from "./board.js";
import {byId, say, sentence} from "./dom.js";
import {listenToKeys} from "./letters.js";
import {moveFocus} from "./plan-list.js";
import {showDock, showExtras, showRows, sizes} from "./table.js";

/** @typedef {import("./board.js").Board} Board */
/** @typedef {import("./board.js").RowName} RowName */

const setup = await api.whenReady((message) => say(byId("starting"), message));

/** @type {Board} */
let board = parse(location.search);
/** Which row the letters go to; null while they are hidden. @type {RowName | null} */
let selected = rowToFill();
/** The question that is being answered. @type {AbortController} */
let question = new AbortController();
/** The address of the board that has an answer, without the play that is open. */
let answered = "";
/** @type {Api.Hint | null} */
let hint = null;

const advice = new AdvicePanel(byId("advice"), setup, toggle, null, takeFor);

/** @type {import("./table.js").Actions} */
const actions = {select, tap, erase, take, change, changePlayer, newTurn};

/** @returns {RowName | null} */
function rowToFill() {
  const size = sizes(setup, board);
  if (board.hand.length < size.hand) return "hand";
  return board.community.length < size.community ? "community" : null;
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
    change(withPatent(board, selected, letter));
    return;
  }
  const row = selected ?? rowToFill();
  if (row !== "hand" && row !== "community") return;
  const known = setup.letters.find((one) => one.letter === letter);
  const used = (board.hand + board.community).split(letter).length - 1;
  if (board[row].length >= sizes(setup, board)[row] || used >= (known?.cards ?? 0)) return;
  change({[row]: board[row] + letter});
  if (board[row].length >= sizes(setup, board)[row]) selected = rowToFill();
  show();
}

function erase() {
  const row = selected === "community" && !board.community ? "hand" : selected;
  if (row !== "hand" && row !== "community") return;
  selected = row;
  change({[row]: board[row].slice(0, -1)});
}

/** @param {"hand" | "community"} row @param {number} at */
function take(row, at) {
  selected = row;
  change({[row]: board[row].slice(0, at) + board[row].slice(at + 1)});
}

/** @param {number} player @param {Partial<import("./board.js").Player>} changed */
function changePlayer(player, changed) {
  change({seats: board.seats.map((one, number) => (number === player ? {...one, ...changed} : one))});
}

/** @param {Partial<Board>} changed */
function change(changed) {
  board = {...board, play: "", ...changed};
  history.replaceState(null, "", location.pathname + format(board));
  show();
  ask();
}

/** Opponents are to be taken for that; the plays are the same. @param {string} against */
function takeFor(against) {
  board = {...board, against: against === setup.opponents[0]?.name ? "" : against};
  history.replaceState(history.state, "", location.pathname + format(board));
  answered = format({...board, play: ""});
  think();
}

function think() {
  advice.think(withNames(board), (against) => api.adviceAddress(toTable(board), against));
}

/** Cards of the next turn; the last board is one step back. */
function newTurn() {
  board = {...board, hand: "", community: "", play: "", replaced: false};
  history.pushState(null, "", location.pathname + format(board));
  selected = "hand";
  show();
  ask();
}

/** Opens a plan, or closes it; one step back closes it too. @param {string} notation */
function toggle(notation) {
  if (board.play !== notation) {
    board = {...board, play: notation};
    const isOpen = history.state?.isOpen;
    const address = location.pathname + format(board);
    history[isOpen ? "replaceState" : "pushState"]({isOpen: true}, "", address);
    showAnswer();
  } else if (history.state?.isOpen) {
    history.back();
  } else {
    board = {...board, play: ""};
    history.replaceState(null, "", location.pathname + format(board));
    showAnswer();
  }
}

addEventListener("popstate", () => {
  const before = format({...board, play: ""});
  board = parse(location.search);
  if (format({...board, play: ""}) !== before) selected = rowToFill();
  show();
  ask();
});

async function ask() {
  const asked = format({...board, play: ""});
  if (asked === answered) {
    showAnswer();
    return;
  }
  question.abort();
  question = new AbortController();
  const {signal} = question;
  answered = "";
  advice.stop();
  if (!board.hand) {
    begin(null);
    say(byId("problem"), "");
    return;
  }
  try {
    const found = await api.hint(toTable(board), signal);
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
  showRows(byId("rows"), board, setup, selected, actions);
  showDock(byId("dock"), board, setup, selected, actions);
  showExtras(byId("extras"), board, setup, actions);
  byId("example").hidden = Boolean(board.hand || board.community);
  document.body.dataset["letters"] = String(selected !== null);
  linkWords();
  document.title = board.hand ? `${board.hand} – Letter Tycoon` : "Hint – Letter Tycoon";
}

/** Words says what words pay with the patents of the board. */
function linkWords() {
  const [you] = board.seats;
  const query = new URLSearchParams();
  if (you?.patents) query.set("you", you.patents);
  if (board.lexicon) query.set("lexicon", board.lexicon);
  const link = /** @type {HTMLAnchorElement | null} */ (document.querySelector('nav a[href*="words"]'));
  if (link) link.search = String(query);
}

function showAnswer() {
  advice.show(withNames(board), hint?.plans);
  const welcome = board.hand ? "" : "Tap the letters in your hand; plays appear with every tap.";
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
  else if (key === "Escape" && board.play) toggle(board.play);
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
