// The room Practice: today's five hands, and the mistakes of one's own games, as the address says.
//
//   /practice   /practice?do=hands   /practice?do=mistakes

import {whenReady} from "./api.js";
import {byId, el, focusOn, say, sentence} from "./dom.js";
import {listenToKeys} from "./letters.js";
import {room as askRoom, today} from "./practice-api.js";
import {Exercise} from "./practice-exercise.js";
import {chooseList, chosenList, keep, playedOn} from "./practice-memory.js";
import {shareField} from "./share.js";

/** @typedef {Api.PracticeRoom} Room */
/** @typedef {import("./practice-memory.js").Played} Played */

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
