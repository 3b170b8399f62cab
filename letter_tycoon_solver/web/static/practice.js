// The room Practice: today's five hands, and the mistakes of one's own games, as the address says.
//
//   /practice   /practice?do=hands   /practice?do=mistakes

import {WordList} from "../table/answers.js";
import {ask, post, whenReady} from "./api.js";
import {cards, players} from "../table/board.js";
import {laid, ownerOn} from "./cards.js";
import {byId, el, focusOn, refill, say, sentence} from "./dom.js";
import {ToldTurn} from "../table/draft.js";
import {listenToKeys} from "./letters.js";
import {brief, byEquity, headline, PlanList} from "./plan-list.js";
import {panelParts, turnKeys} from "../table/telling.js";
import {turnText} from "../table/text.js";
import {newDraft} from "../table/told.js";

// What the server is asked -----------------------------------------------------------------------------------------

/** Today, where the person is: 2026-11-22. @returns {string} */
function today() {
  const now = new Date();
  const two = (/** @type {number} */ number) => String(number).padStart(2, "0");
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
}

/** @param {string} date @param {string} lexicon  The word list of the hands. @returns {Promise<Api.PracticeRoom>} */
function askRoom(date, lexicon) {
  return ask(`/api/practice?${new URLSearchParams({date, lexicon})}`);
}

/** @param {string} position @param {string} turn  Nothing gives up. @returns {Promise<Api.Answered>} */
function answer(position, turn) {
  return post(`/api/practice/${encodeURIComponent(position)}/answers`, {turn, date: today()});
}

/** @param {string} position @param {string} turn @returns {Promise<Api.Verdict>} */
function verdict(position, turn) {
  return post(`/api/practice/${encodeURIComponent(position)}/verdicts`, {turn, date: today()});
}

// What the browser keeps -------------------------------------------------------------------------------------------

const KEY = "letter-tycoon-practice";
const LIST = "letter-tycoon-practice-list";

/** @typedef {{points: number, turn: string, best: string}} Played */
/** @typedef {{date: string, lexicon: string, played: Played[]}} Kept */

/** @param {string} date @param {string} lexicon @returns {Played[]} */
function playedOn(date, lexicon) {
  try {
    /** @type {Kept | null} */
    const kept = JSON.parse(localStorage.getItem(KEY) ?? "null");
    return kept?.date === date && kept.lexicon === lexicon && Array.isArray(kept.played) ? kept.played : [];
  } catch {
    return [];
  }
}

/** @param {Kept} kept */
function keep(kept) {
  try {
    localStorage.setItem(KEY, JSON.stringify(kept));
  } catch {
    // A browser that keeps nothing: the hands begin anew when the page is loaded.
  }
}

/** The word list that was chosen in this browser, or nothing. @returns {string} */
function chosenList() {
  try {
    return localStorage.getItem(LIST) ?? "";
  } catch {
    return "";
  }
}

/** @param {string} lexicon */
function chooseList(lexicon) {
  try {
    localStorage.setItem(LIST, lexicon);
  } catch {
    // As above.
  }
}

// A text to share --------------------------------------------------------------------------------------------------

/**
 * The text in a field, and a button of a class that shares it.
 * @param {string} text
 * @param {string} label
 * @param {ShareData} shared
 * @param {string} look
 */
function shareField(text, label, shared, look) {
  const copied = el("span", {class: "status", role: "status"});
  const field = el("input", {type: "text", readonly: true, value: text, "aria-label": label});
  const share = async () => {
    try {
      if (navigator.share) return await navigator.share(shared);
      await navigator.clipboard.writeText(text);
      copied.textContent = "Copied.";
    } catch {
      // Neither may be allowed, as without https: the text can be copied by hand.
      field.focus();
      field.select();
    }
  };
  return el(
    "div",
    {class: "share"},
    field,
    el("button", {class: look, type: "button", onclick: share}, "Share"),
    copied,
  );
}

// One position: the table, the turn that one finds, and then what was best -----------------------------------------

/** @typedef {Api.PracticePosition} Position */
/** @typedef {Api.Answered} Answered */
/** @typedef {import("../table/rules.js").Table} Table */
/**
 * @typedef {object} How
 * @property {string} title
 * @property {string} text
 * @property {string} next  What comes after it.
 * @property {(answered: Answered) => void} done
 * @property {() => void} go
 */

const BEST = "best-turns";
const GOOD_POINTS = 5;
/** @type {Map<string, WordList>} */
const lists = new Map();

/** @param {Position} position @returns {Table} */
function tableOf({seats, you, rules, hand, final_round: finalRound, ...rest}) {
  const all = /** @type {Table["rules"]} */ (rules);
  return {
    ...rest,
    rules: all,
    names: seats.map(({name}) => name),
    known: seats.map((_, at) => at === you),
    seats: seats.map((seat, at) => ({...seat, hand: at === you ? hand : "?".repeat(all.hand_size)})),
    phase: "start",
    active: you,
    finalRound,
    failed: 0,
    done: null,
  };
}

/** A position, from the first card to the best turns. */
class Exercise {
  #position;
  #table;
  #turn;
  #parts = {
    players: el("div"),
    cards: el("div"),
    telling: el("section", {class: "telling", "aria-label": "Your turn"}),
  };
  #verdict = el("p", {class: "status verdict", role: "status"});
  #giveUp = el("button", {class: "quiet", type: "button", onclick: () => this.#answer("")}, "Give up");
  #result = el("section", {class: "result", "aria-label": "What was best", tabindex: -1, hidden: true});
  #status = el("p", {role: "status"});
  #open = "";

  /** @param {HTMLElement} place @param {Position} position @param {Api.Setup} setup @param {How} how */
  constructor(place, position, setup, how) {
    this.how = how;
    this.#position = position;
    this.#table = tableOf(position);
    const {lexicon} = position;
    const list = lists.get(lexicon) ?? new WordList(lexicon, setup.digests[lexicon] ?? "");
    lists.set(lexicon, list);
    const handlers = {
      show: () => this.#show(),
      done: () => void this.#answer(turnText(this.#turn.told.turn)),
      tell: (/** @type {unknown} */ error) => this.#tell(error),
    };
    this.#turn = new ToldTurn(list, this.#table, {...newDraft(this.#table), field: "words"}, handlers, true);
    this.#status.textContent = how.text;
    const title = el("h1", {}, how.title);
    const {players, cards, telling} = this.#parts;
    place.append(title, this.#status, players, cards, telling, this.#result);
    this.#show();
    focusOn(title);
  }

  /** @param {string} key @returns {boolean} */
  press(key) {
    if (!this.#result.hidden) return false;
    if (/^[A-Z&]$/.test(key)) this.#turn.type(key);
    else if (key === "Backspace") this.#turn.erase();
    else if (key === "Enter") this.#turn.next();
    else return false;
    return true;
  }

  /** @param {unknown} error */
  #tell(error) {
    say(byId("problem"), error instanceof Error ? sentence(error.message) : String(error));
  }

  #show() {
    const {players: rows, cards: lying, telling} = this.#parts;
    const turn = this.#turn;
    const {you} = this.#position;
    refill(rows, players(this.#table, you));
    const tap = (/** @type {string} */ letter, /** @type {string} */ source) =>
      turn.tap(source === "community" ? letter.toLowerCase() : letter);
    refill(lying, cards(this.#table, you, turn.tapsCards ? tap : null));
    const parts = panelParts({
      telling: turn.telling,
      lexicon: this.#position.lexicon,
      title: "Your turn",
      aside: this.#giveUp,
      verdict: this.#verdict,
      change: (change) => turn.choose(change),
      select: (field) => turn.select(field),
      take: (field, at) => turn.take(field, at),
      done: () => void this.#answer(turnText(turn.told.turn)),
    });
    refill(telling, ...parts);
    this.#showKeys();
  }

  #showKeys() {
    const turn = this.#turn;
    const dock = byId("dock");
    const {field} = turn.draft;
    dock.hidden = field === null || !this.#result.hidden;
    if (dock.hidden) return;
    refill(dock, turnKeys(turn));
  }

  /** @param {string} turn  "" for giving up. */
  async #answer(turn) {
    say(byId("problem"), "");
    try {
      const found = await answer(this.#position.position, turn);
      this.#parts.telling.hidden = true;
      this.#showResult(found);
      if (found.right === null && found.told) {
        Object.assign(found, await verdict(this.#position.position, turn));
        this.#showResult(found);
      }
      this.how.done(found);
    } catch (error) {
      this.#parts.telling.hidden = false;
      this.#tell(error);
    }
  }

  // What was best ----------------------------------------------------------------------------------

  /** @param {Answered} found */
  #showResult(found) {
    const board = () => ({
      ...this.#table,
      seats: this.#position.seats,
      lexicon: this.#position.lexicon,
      play: this.#open,
    });
    const lines = found.best.map(byEquity);
    const list = new PlanList(BEST, (notation) => {
      this.#open = this.#open === notation ? "" : notation;
      list.show(lines, board());
    });
    list.show(lines, board());
    this.#status.textContent = "";
    this.#result.hidden = false;
    byId("dock").hidden = true;
    const isOpen = found.told !== "" && found.right === null;
    const next = {class: "primary", type: "button", onclick: this.how.go, disabled: isOpen};
    const why = found.why.map((line) => el("li", {}, line));
    this.#result.replaceChildren(
      this.#judged(found),
      found.turn ? this.#own(found.turn) : "",
      found.told ? el("p", {}, `In the game, ${found.told}.`) : "",
      el("h2", {}, "The best turns"),
      list.element,
      el("details", {class: "why-best"}, el("summary", {}, "Why the first is best"), el("ul", {class: "why"}, ...why)),
      el("button", next, this.how.next),
    );
    focusOn(this.#result);
    this.#result.scrollIntoView({block: "nearest"});
  }

  /** @param {Answered} found */
  #judged(found) {
    const isGood = found.told ? found.right === true : found.points >= GOOD_POINTS;
    const isOpen = found.told && found.right === null;
    const text = found.told ? rightly(found) : `${found.points} of 10 points: ${behindBest(found)}`;
    return el("p", {class: `verdict ${isGood ? "yes" : isOpen ? "" : "no"}`}, text);
  }

  /** @param {Api.WholeTurn} plan */
  #own(plan) {
    const words = plan.words.map((word) => laid(word, ownerOn(this.#table), "small"));
    const what = words.length ? words : [el("span", {class: "headline"}, headline(plan))];
    const aside = (/** @type {string} */ text) => el("span", {class: "aside"}, text);
    return el("p", {class: "own-turn"}, aside("Your turn "), ...what, aside(` ${brief(plan)}`));
  }
}

/** @param {Answered} found */
function behindBest({turn, behind, best}) {
  if (!turn) return "you gave up.";
  return turn.notation === best[0]?.notation ? "the best turn." : `${behind} behind the best.`;
}

/** @param {Answered} found */
function rightly({turn, right, again}) {
  if (right === null) return "Games are simulated …";
  const verdict = right ? "Right: as good as the best." : turn ? "Not it." : "You gave up.";
  return `${verdict} ${again ? `It comes again on ${again}.` : "It is done."}`;
}

// The room ---------------------------------------------------------------------------------------------------------

/** @typedef {Api.PracticeRoom} Room */

const setup = await whenReady((message) => say(byId("starting"), message));
const place = byId("room");
/** The list of the words that most people know, if the server has it. */
const EVERYDAY = "common";
let list = [chosenList(), EVERYDAY].find((name) => setup.lexicons.includes(name)) ?? "";
/** @type {Room} */
let room;
/** The hands that were played today. @type {Played[]} */
let played = [];
/** How many mistakes were answered since the page was opened. */
let answered = 0;

/** @param {string} what  Nothing for the beginning. */
function go(what) {
  history.pushState(null, "", what ? `/practice?do=${what}` : "/practice");
  void show();
}

async function show() {
  say(byId("problem"), "");
  try {
    room = await askRoom(today(), list);
  } catch (error) {
    say(byId("problem"), error instanceof Error ? sentence(error.message) : String(error));
    return;
  }
  played = playedOn(room.date, room.lexicon);
  answered = 0;
  fill();
}

/** The position that is tried. @type {Exercise | null} */
let tried = null;

/** @param {Api.PracticePosition} position @param {ConstructorParameters<typeof Exercise>[3]} how */
function exercise(position, how) {
  tried = new Exercise(place, position, setup, how);
}

function fill() {
  const what = new URLSearchParams(location.search).get("do");
  place.replaceChildren();
  tried = null;
  byId("dock").hidden = true;
  scrollTo(0, 0);
  if (what === "hands") showHands();
  else if (what === "mistakes") showMistakes();
  else showChoice();
}

function showChoice() {
  const total = played.reduce((sum, {points}) => sum + points, 0);
  const count = room.hands.length;
  const isOver = played.length === count;
  const progress = isOver
    ? `${total} of ${count * room.max_points} points`
    : played.length
      ? `${played.length} of ${count} played`
      : "";
  place.append(
    el("h1", {}, "Practice"),
    listChooser(),
    choice(
      "hands",
      "Today's five hands",
      "The same five for everybody, each with more patents. The best turn gives 10 points; each dollar that yours " +
        "is worth less costs one.",
      progress,
      isOver ? "See the result" : played.length ? "Go on" : "Play",
    ),
    room.is_owner
      ? choice(
          "mistakes",
          "Your own mistakes",
          about(),
          room.puzzles.length ? `${room.puzzles.length} today` : "",
          room.puzzles.length ? "Practise" : "",
        )
      : el("span"),
  );
}

/** The word list of the hands. */
function listChooser() {
  const change = (/** @type {Event} */ event) => {
    list = /** @type {HTMLSelectElement} */ (event.target).value;
    chooseList(list);
    void show();
  };
  const told = (/** @type {string} */ name) => (name === EVERYDAY ? "common words" : name);
  return el(
    "label",
    {class: "choice list"},
    "Words of the hands",
    el(
      "select",
      {onchange: change, "data-row": "list"},
      ...setup.lexicons.map((name) => el("option", {value: name, selected: name === room.lexicon}, told(name))),
    ),
  );
}

/** @returns {string} */
function about() {
  if (room.puzzles.length) return "What went wrong in your games, once more: find a turn as good as the best.";
  if (room.next) return `Nothing today. The next comes on ${room.next}.`;
  return "None yet. Open a game in Review; when it is judged, tap “Practise” there.";
}

/**
 * @param {string} what
 * @param {string} title
 * @param {string} text
 * @param {string} progress
 * @param {string} action  Nothing for no button.
 */
function choice(what, title, text, progress, action) {
  const start = (/** @type {Event} */ event) => {
    event.preventDefault();
    go(what);
  };
  const link = el("a", {class: "primary", href: `/practice?do=${what}`, onclick: start}, action);
  return el(
    "section",
    {class: "choice-card"},
    el("h2", {}, title, progress ? el("span", {class: "aside"}, progress) : null),
    el("p", {}, text),
    action ? link : null,
  );
}

// The hands ------------------------------------------------------------------------------------------

function showHands() {
  const number = played.length;
  const position = room.hands[number];
  if (!position) {
    showResult();
    return;
  }
  const isLast = number + 1 === room.hands.length;
  exercise(position, {
    title: `Hand ${number + 1} of ${room.hands.length}`,
    text: "What is your best turn?",
    next: isLast ? "The result" : "Next hand",
    done: ({points, turn, best}) => {
      played = [...played, {points, turn: turn?.notation ?? "", best: best[0]?.notation ?? ""}];
      keep({date: room.date, lexicon: room.lexicon, played});
    },
    go: fill,
  });
}

function showResult() {
  const most = room.hands.length * room.max_points;
  const total = played.reduce((sum, {points}) => sum + points, 0);
  const each = played.map(({points}) => points).join(" ");
  const line = `Letter Tycoon ${room.date} (${room.lexicon}): ${total} of ${most} = ${each}`;
  const title = el("h1", {}, `${total} of ${most} points`);
  const rows = played.map(({points, turn, best}, at) =>
    el(
      "tr",
      {},
      el("th", {scope: "row"}, String(at + 1)),
      el("td", {class: "points"}, String(points)),
      el(
        "td",
        {},
        turn === best ? turn : el("span", {}, turn || "given up", el("span", {class: "aside"}, `best: ${best}`)),
      ),
    ),
  );
  place.append(
    title,
    shareField(line, "The result, to share", {text: line}, "primary"),
    el(
      "table",
      {class: "hands-played"},
      el("thead", {}, el("tr", {}, ...["Hand", "Points", "Your turn"].map((head) => el("th", {scope: "col"}, head)))),
      el("tbody", {}, ...rows),
    ),
    el("p", {class: "status"}, "Five new hands tomorrow."),
    el("button", {class: "quiet", type: "button", onclick: () => go("")}, "Back"),
  );
  focusOn(title);
}

// Mistakes -------------------------------------------------------------------------------------------

function showMistakes() {
  const position = room.puzzles[answered];
  if (!position) {
    const title = el("h1", {}, answered ? "All of today are done" : "No mistake is due");
    place.append(
      title,
      el("p", {}, answered ? "What you got wrong comes again." : about()),
      el("button", {class: "quiet", type: "button", onclick: () => go("")}, "Back"),
    );
    focusOn(title);
    return;
  }
  exercise(position, {
    title: `Mistake ${answered + 1} of ${room.puzzles.length}`,
    text: `Round ${position.round}. Find a turn as good as the best.`,
    next: "Next",
    done: () => {
      answered += 1;
    },
    go: fill,
  });
}

addEventListener("popstate", () => void show());
listenToKeys((key) => tried?.press(key) ?? false);
void show();
