// A new game, and the games whose seats this browser holds.

import {byId, el, listed, refill, say, sentence} from "./dom.js";
import {begin} from "./play-api.js";
import {heldSeats, hold, letGo} from "./play-seats.js";
import {capital} from "./seats.js";

/** @typedef {Api.Setup} Setup */
/** @typedef {Api.PlaySetup} PlaySetup */
/** @typedef {{level: string, name: string}} Other  A person has no level. */

const NAME_KEY = "letter-tycoon-name";
/** Of characters; an emoji may be eleven of them. The server counts what is seen. */
const LONGEST_NAME = 100;
const CHALLENGES = {
  players: "Players may challenge",
  none: "Only words of the list",
  automatic: "Every word is checked",
};
const [WHOLE, SHORT] = ["Whole game", "A short one"];
/** Dollars of patents that are reached in about four rounds, however many play. */
const SHORT_GOAL = 17;

/** The form, while it is filled in. */
const form = {
  name: "",
  /** @type {Other[]} */
  others: [],
  ruleset: "",
  lexicon: "",
  challenge: "players",
  length: WHOLE,
  hints: false,
};
/** Whether a game is begun right now: a second tap begins no second one. */
let isBeginning = false;

/**
 * @param {HTMLElement} place
 * @param {Setup} setup
 * @param {PlaySetup} play
 * @param {(seat: string) => void} go  Where a new game goes on.
 */
export function showNewGame(place, setup, play, go) {
  try {
    form.name ||= localStorage.getItem(NAME_KEY) ?? "";
  } catch {
    // Nothing is kept in this browser.
  }
  if (!form.others.length) form.others = [{level: play.level, name: ""}];
  document.title = "Play – Letter Tycoon";
  const again = () => showNewGame(place, setup, play, go);
  const send = async (/** @type {Event} */ event) => {
    event.preventDefault();
    if (isBeginning) return;
    isBeginning = true;
    say(byId("problem"), "");
    try {
      const {seat} = await begin(asked(setup));
      try {
        localStorage.setItem(NAME_KEY, form.name);
      } catch {
        // Nothing is kept in this browser.
      }
      hold(seat, {players: [form.name.trim(), ...form.others.map((one) => one.level || one.name)]});
      form.others = [];
      go(seat);
    } catch (error) {
      say(byId("problem"), sentence(error instanceof Error ? error.message : String(error)));
      byId("problem").scrollIntoView({block: "nearest"});
    } finally {
      isBeginning = false;
    }
  };
  const isOfPeople = form.others.some((one) => !one.level);
  refill(
    place,
    el("h1", {}, "Play"),
    heldGames(again),
    el(
      "form",
      {class: "new-game", onsubmit: send, autocomplete: "off"},
      el("h2", {}, "New game"),
      field("Your name", textInput("name", form.name, (value) => (form.name = value))),
      ...form.others.map((other, at) => otherRow(other, at, play, again)),
      form.others.length + 1 < play.max_seats
        ? el("button", {class: "quiet", type: "button", "data-row": "add", onclick: () => { form.others.push({level: play.level, name: ""}); again(); }}, "Add a player")
        : null,
      isOfPeople
        ? el("p", {class: "status"}, play.is_local
          ? "Only this computer can open the page. For phones, start it with: letter-tycoon serve --lan"
          : "Each person gets an invitation, as a code to scan or a link.")
        : null,
      rules(setup, again),
      el("button", {class: "main-action", type: "submit", "data-row": "begin"}, "Begin"),
    ),
  );
}

/** @param {Setup} setup @returns {Api.GameToPlay} */
function asked(setup) {
  return {
    seats: [{name: form.name}, ...form.others.map(({level, name}) => (level ? {level} : {name}))],
    ruleset: /** @type {Required<Api.GameToPlay>["ruleset"]} */ (form.ruleset || setup.rulesets[0]?.name || "rulebook"),
    challenge: /** @type {Required<Api.GameToPlay>["challenge"]} */ (form.challenge),
    goal: form.length === SHORT ? goalOf(setup) : null,
    lexicon: form.lexicon || null,
    hints: form.hints,
  };
}

/** The dollars of patents that end the game. @param {Setup} setup @returns {number} */
function goalOf(setup) {
  const goals = setup.rulesets.find(({name}) => name === form.ruleset)?.goals ?? setup.rulesets[0]?.goals ?? {};
  const whole = goals[String(form.others.length + 1)] ?? 0;
  return form.length === SHORT ? Math.min(whole, SHORT_GOAL) : whole;
}

/** @param {() => void} again */
function heldGames(again) {
  const held = heldSeats();
  if (!held.length) return null;
  const rows = held.map((one) => {
    const others = one.players.filter((_, at) => at !== one.you).map(capital);
    const href = `/play?${new URLSearchParams({seat: one.seat})}`;
    return el(
      "li",
      {},
      el("a", {class: "held", href}, el("span", {class: "name"}, `With ${listed(others) || "others"}`), el("span", {class: "aside"}, one.isOver ? "over" : `round ${one.round}`)),
      el("button", {class: "quiet", type: "button", "aria-label": `Forget the game with ${listed(others)}`, onclick: () => { letGo(one.seat); again(); }}, "Forget"),
    );
  });
  return el("section", {"aria-label": "Your games"}, el("h2", {}, "Your games"), el("ul", {class: "held-games"}, ...rows));
}

/** @param {Other} other @param {number} at @param {PlaySetup} play @param {() => void} again */
function otherRow(other, at, play, again) {
  const label = `Player ${at + 2}`;
  const person = el("option", {value: "", selected: !other.level}, "A person");
  const levels = play.levels.map((level) => el("option", {value: level, selected: level === other.level}, `Computer: ${level}`));
  const kind = el(
    "select",
    {"data-row": `kind-${at}`, "aria-label": label, onchange: (event) => { other.level = /** @type {HTMLSelectElement} */ (event.target).value; again(); }},
    ...levels,
    person,
  );
  const remove = form.others.length > 1
    ? el("button", {class: "key", type: "button", "data-row": `remove-${at}`, "aria-label": `Remove player ${at + 2}`, onclick: () => { form.others.splice(at, 1); again(); }}, "×")
    : null;
  return el(
    "div",
    {class: "field other"},
    el("span", {class: "label", "aria-hidden": "true"}, label),
    kind,
    remove,
    other.level ? el("p", {class: "status about"}, play.about[other.level] ?? "") : textInput(`name-${at}`, other.name, (value) => (other.name = value), `Name of player ${at + 2}`),
  );
}

/** @param {string} label @param {HTMLElement} input */
function field(label, input) {
  input.id = `field-${input.getAttribute("data-row")}`;
  return el("div", {class: "field"}, el("label", {class: "label", for: input.id}, label), input);
}

/** @param {string} row @param {string} value @param {(value: string) => void} change @param {string | null} [label] */
function textInput(row, value, change, label = null) {
  return el("input", {
    type: "text", value, maxlength: LONGEST_NAME, required: true, "data-row": row, "aria-label": label, placeholder: "Name", enterkeyhint: "next",
    oninput: (event) => change(/** @type {HTMLInputElement} */ (event.target).value),
  });
}

/** @param {Setup} setup @param {() => void} again */
function rules(setup, again) {
  const chooser = (/** @type {"ruleset" | "lexicon" | "challenge" | "length"} */ name, /** @type {string} */ label, /** @type {[string, string][]} */ options) => {
    const chosen = form[name] || options[0]?.[0];
    const change = (/** @type {Event} */ event) => {
      form[name] = /** @type {HTMLSelectElement} */ (event.target).value;
      again();
    };
    return field(label, el("select", {"data-row": name, onchange: change}, ...options.map(([value, text]) => el("option", {value, selected: value === chosen}, text))));
  };
  const same = (/** @type {string[]} */ names) => names.map((name) => /** @type {[string, string]} */ ([name, name]));
  const hints = el("input", {type: "checkbox", id: "hints", checked: form.hints, "data-row": "hints", onchange: (event) => (form.hints = /** @type {HTMLInputElement} */ (event.target).checked)});
  return el(
    "div",
    {class: "rules"},
    chooser("length", "Length", same([WHOLE, SHORT])),
    el("p", {class: "status about"}, `It ends when somebody owns patents worth $${goalOf(setup)}${form.length === SHORT ? ", after about four rounds" : ""}.`),
    chooser("challenge", "Words", Object.entries(CHALLENGES)),
    chooser("lexicon", "Word list", same(setup.lexicons)),
    chooser("ruleset", "Rules", same(setup.rulesets.map(({name}) => name))),
    el("label", {class: "check"}, hints, "Everyone may ask for hints"),
  );
}
