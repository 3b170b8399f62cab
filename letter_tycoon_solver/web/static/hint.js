// The Hint board: a table that somebody tells of, as the address of the page says it.
//
//   /?hand=JWLEANZ&community=EES&you=K.3.1&opponent=E&opponent=&lexicon=common&ruleset=online&against=static
//
// Players are patents, then money and stock if there are any. `goal` is that of a game which has not
// that of its ruleset, `against` is what advice takes the opponents for, `play` the play that is open.

import {AdvicePanel} from "./advice.js";
import * as api from "./api.js";
import {ownerOf, ownerOn, patentTags, sign, wealth} from "./cards.js";
import {byId, el, refill, say, sentence} from "./dom.js";
import {lettersFrom, without} from "../engine/position.js";
import {choose, settings} from "../table/kept.js";
import {cardsToFill, letterKeys, listenToKeys} from "./letters.js";
import {moveFocus} from "./plan-list.js";

// The table that somebody tells of ---------------------------------------------------------------------------------

/** @typedef {Required<Api.Rival>} Player */
/** @typedef {"hand" | "community" | number} RowName  A number is a player: 0 for you, then clockwise. */
/**
 * @typedef
 * {{hand: string, community: string, seats: Player[], lexicon: string, ruleset: string, goal?: number,
 *   replaced: boolean, play: string, against?: string}}
 * Table
 */

const LETTERS = /[A-Z]/g;
const MOST = 1_000_000;
const MOST_GOAL = 133;

/** @param {string | null} text @returns {string} */
function letters(text) {
  return ((text ?? "").toUpperCase().match(LETTERS) ?? []).join("");
}

/** @param {string | undefined} text @returns {number} */
function amount(text) {
  const number = Number.parseInt(text ?? "", 10);
  return Number.isNaN(number) ? 0 : Math.min(Math.max(number, 0), MOST);
}

/** @param {string | null} text @returns {Player} */
function player(text) {
  const [patents, money, stock] = (text ?? "").split(".");
  return {patents: [...letters(patents ?? "")].sort().join(""), money: amount(money), stock: amount(stock)};
}

/** @param {Player} one @returns {string} */
function told({patents, money, stock}) {
  return money || stock ? `${patents}.${money}.${stock}` : patents;
}

/**
 * The table in an address.
 * @param {string} search
 * @returns {Table}
 */
function parse(search) {
  const query = new URLSearchParams(search);
  const opponents = query.getAll("opponent").map(player);
  const seats = [player(query.get("you")), ...(opponents.length ? opponents : [player("")])];
  return {
    hand: letters(query.get("hand")),
    community: letters(query.get("community")),
    seats,
    lexicon: query.get("lexicon") ?? "",
    ruleset: query.get("ruleset") ?? "",
    goal: Math.min(amount(query.get("goal") ?? ""), MOST_GOAL),
    replaced: query.has("replaced"),
    play: query.get("play") ?? "",
    against: query.get("against") ?? "",
  };
}

/**
 * The address of a table, "" or with its question mark.
 * @param {Table} table
 * @returns {string}
 */
function format(table) {
  const query = new URLSearchParams();
  const [you, ...others] = table.seats;
  for (const name of /** @type {const} */ (["hand", "community"])) {
    if (table[name]) query.set(name, table[name]);
  }
  if (you && told(you)) query.set("you", told(you));
  if (others.length > 1 || others.some(told)) {
    for (const one of others) query.append("opponent", told(one));
  }
  for (const name of /** @type {const} */ (["lexicon", "ruleset", "against", "play"])) {
    if (table[name]) query.set(name, table[name]);
  }
  if (table.goal) query.set("goal", String(table.goal));
  if (table.replaced) query.set("replaced", "1");
  const text = query.toString();
  return text && `?${text}`;
}

/**
 * The table as the server takes it.
 * @param {Table} table
 * @returns {Api.Table}
 */
function toRequest(table) {
  const [you, ...opponents] = table.seats;
  if (!you) throw new Error("a table has a player");
  return {
    hand: table.hand,
    community: table.community,
    ...you,
    opponents,
    replaced: table.replaced && you.patents.includes("Q"),
    ...(table.ruleset && {ruleset: /** @type {Required<Api.Table>["ruleset"]} */ (table.ruleset)}),
    ...(table.goal && {goal: table.goal}),
    lexicon: table.lexicon || null,
  };
}

/**
 * The table after the patent of a letter has been given to a player, or taken from them.
 * @param {Table} table
 * @param {number} to
 * @param {string} letter
 * @returns {Table}
 */
function withPatent(table, to, letter) {
  const from = ownerOf(table, letter);
  const seats = table.seats.map((one, number) => {
    const patents = one.patents.replace(letter, "");
    const gets = number === to && from !== to;
    return {...one, patents: gets ? [...patents, letter].sort().join("") : patents};
  });
  return {...table, seats};
}

/**
 * The table after a turn of one's own, for which the cards that come are still to be told.
 * @param {Table} table
 * @param {Api.WholeTurn} plan
 * @param {Api.LetterOfGame[]} letters  For what a patent costs.
 * @returns {Table}
 */
function afterPlan(table, plan, letters) {
  if (plan.replace) return {...table, hand: without(table.hand, plan.replace), replaced: true, play: ""};
  const cost = letters.find(({letter}) => letter === plan.buy)?.cost ?? 0;
  const seats = table.seats.map((seat, number) => {
    const royalty = plan.royalties.find(({opponent}) => opponent === number)?.dollars ?? 0;
    if (number) return {...seat, money: seat.money + royalty};
    const patents = [...(seat.patents + plan.buy)].sort().join("");
    return {patents, money: seat.money + plan.money - cost, stock: seat.stock + plan.stock};
  });
  return {
    ...table,
    hand: without(table.hand, lettersFrom(plan.words, "h") + plan.discards),
    community: without(table.community, lettersFrom(plan.words, "c")),
    seats,
    replaced: false,
    play: "",
  };
}

/**
 * What a player is called.
 * @param {number} number
 * @param {number} count  How many players there are.
 * @returns {string}
 */
function nameOf(number, count) {
  if (number === 0) return "You";
  return count === 2 ? "Opponent" : `Opponent ${number}`;
}

/** The table as lists of plans take it. @param {Table} table @returns {import("./plan-list.js").Board} */
function boardOf(table) {
  const {seats, lexicon, play, against} = table;
  return {
    seats: seats.map((one, number) => ({...one, name: nameOf(number, seats.length).toLowerCase()})),
    active: 0,
    lexicon,
    play,
    against,
  };
}

// Rows of cards and players, the letters to tap, and the rules -----------------------------------------------------

/** @typedef {Api.Setup} Setup */

/**
 * What the user does at the table.
 * @typedef {object} Actions
 * @property {(row: RowName | null) => void} select
 * @property {(letter: string) => void} tap
 * @property {() => void} erase
 * @property {(row: "hand" | "community", at: number) => void} take  A card is taken out.
 * @property {(change: Partial<Table>) => void} change
 * @property {(player: number, change: Partial<Player>) => void} changePlayer
 * @property {() => void} newTurn
 * @property {() => void} newBoard
 */

/** How many cards there is place for. @param {Setup} setup @param {Table} table */
function sizes(setup, table) {
  const rules = setup.rulesets.find(({name}) => name === table.ruleset) ?? setup.rulesets[0];
  return {hand: rules?.hand ?? 7, community: rules?.community ?? 3};
}

/**
 * @param {"hand" | "community"} name
 * @param {Table} table
 * @param {number} size
 * @param {RowName | null} selected
 * @param {Actions} actions
 */
function cards(name, table, size, selected, actions) {
  const title = name === "hand" ? "Hand" : "Community";
  const row = {
    name,
    title,
    cards: table[name],
    size,
    kind: name,
    isSelected: selected === name,
    ownerOf: ownerOn(table),
    select: () => actions.select(name),
    take: (/** @type {number} */ at) => actions.take(name, at),
  };
  return cardsToFill(row, name === "hand" && (table.hand || table.community) ? newCards(actions) : null);
}

/** @param {Actions} actions */
function newCards(actions) {
  return el("button", {class: "quiet", type: "button", "data-row": "new", onclick: actions.newTurn}, "New cards");
}

/** @param {number} number @param {Table} table @param {RowName | null} selected @param {Actions} actions */
function playerRow(number, table, selected, actions) {
  const player = table.seats[number];
  if (!player) throw new Error(`there is no player ${number}`);
  const name = nameOf(number, table.seats.length);
  return el(
    "div",
    {class: "row player", "data-selected": selected === number},
    el(
      "button",
      {
        class: "player-name",
        type: "button",
        "aria-pressed": String(selected === number),
        onclick: () => actions.select(number),
        "data-row": String(number),
      },
      sign(number),
      el("span", {class: "name"}, name),
      el(
        "span",
        {class: "patents"},
        ...(player.patents ? patentTags(player.patents) : [el("span", {class: "aside"}, "no patents")]),
      ),
      wealth(player),
    ),
  );
}

/**
 * The rows.
 * @param {HTMLElement} place
 * @param {Table} table
 * @param {Setup} setup
 * @param {RowName | null} selected
 * @param {Actions} actions
 */
function showRows(place, table, setup, selected, actions) {
  const size = sizes(setup, table);
  refill(
    place,
    cards("hand", table, size.hand, selected, actions),
    cards("community", table, size.community, selected, actions),
    ...table.seats.map((_, number) => playerRow(number, table, selected, actions)),
  );
}

/** @param {string} what @param {string} label @param {number} value @param {(value: number) => void} change */
function stepper(what, label, value, change) {
  const input = el("input", {
    type: "text",
    inputmode: "numeric",
    pattern: "[0-9]*",
    maxlength: 6,
    value,
    "aria-label": label,
    "data-row": what,
    onchange: (event) =>
      change(Math.max(Number.parseInt(/** @type {HTMLInputElement} */ (event.target).value, 10) || 0, 0)),
  });
  const button = (/** @type {string} */ text, /** @type {string} */ name, /** @type {number} */ step) =>
    el(
      "button",
      {
        class: "key",
        type: "button",
        "aria-label": `${label}: ${name}`,
        "data-row": what + step,
        onclick: () => change(Math.max(value + step, 0)),
      },
      text,
    );
  return el(
    "span",
    {class: "stepper"},
    el("span", {class: "what", "aria-hidden": "true"}, what),
    button("−", "one less", -1),
    input,
    button("+", "one more", 1),
  );
}

/** @param {number} number @param {Table} table @param {Actions} actions */
function playerKeys(number, table, actions) {
  const player = table.seats[number];
  if (!player) return [];
  const name = nameOf(number, table.seats.length);
  const count = table.seats.length;
  const line = el(
    "div",
    {class: "steppers"},
    stepper("$", `Money of ${name}`, player.money, (money) => actions.changePlayer(number, {money})),
    stepper("Stock", `Stock of ${name}`, player.stock, (stock) => actions.changePlayer(number, {stock})),
  );
  const extras = [];
  if (number === 0 && player.patents.includes("Q")) {
    const box = el("input", {
      type: "checkbox",
      id: "replaced",
      checked: table.replaced,
      "data-row": "replaced",
      onchange: (event) => actions.change({replaced: /** @type {HTMLInputElement} */ (event.target).checked}),
    });
    extras.push(el("label", {class: "check"}, box, "A card was replaced with Q this turn"));
  }
  if (number && number === count - 1 && count > 2) {
    const seats = table.seats.slice(0, -1);
    extras.push(
      el(
        "button",
        {
          class: "quiet",
          type: "button",
          "data-row": "remove",
          onclick: () => {
            actions.select(number - 1);
            actions.change({seats});
          },
        },
        `Remove ${name.toLowerCase()}`,
      ),
    );
  }
  return [line, ...extras];
}

/**
 * The letters: cards for hand and community, patents for a player.
 * @param {HTMLElement} place
 * @param {Table} table
 * @param {Setup} setup
 * @param {RowName | null} selected
 * @param {Actions} actions
 */
function showDock(place, table, setup, selected, actions) {
  place.hidden = selected === null;
  if (selected === null) return;
  const isPlayer = typeof selected === "number";
  const size = sizes(setup, table);
  const isFull = !isPlayer && table[selected].length >= size[selected];
  const known = (/** @type {string} */ letter) => setup.letters.find((one) => one.letter === letter);
  const used = (/** @type {string} */ letter) => (table.hand + table.community).split(letter).length - 1;
  const cost = (/** @type {string} */ letter) => `$${known(letter)?.cost ?? 0}`;
  const whose = (/** @type {string} */ letter) => {
    const owner = ownerOf(table, letter);
    return owner < 0 ? "" : `, owned by ${nameOf(owner, table.seats.length).toLowerCase()}`;
  };
  refill(
    place,
    ...(isPlayer ? playerKeys(selected, table, actions) : []),
    letterKeys({
      title: isPlayer
        ? `Patents of ${nameOf(selected, table.seats.length).toLowerCase().replace("you", "yours")}`
        : `Cards of the ${selected}`,
      isFree: (letter) => isPlayer || (!isFull && used(letter) < (known(letter)?.cards ?? 0)),
      ownerOf: ownerOn(table),
      tap: actions.tap,
      erase: isPlayer ? null : actions.erase,
      extras: [],
      next: {text: "Done", press: () => actions.select(null)},
      labelOf: (letter) => (isPlayer ? `Patent ${letter}, ${cost(letter)}` : letter) + whose(letter),
      ...(isPlayer && {priceOf: cost, isPressed: (letter) => ownerOf(table, letter) === selected}),
    }),
  );
}

/** @param {Table} table @param {Actions} actions */
function addOpponent(table, actions) {
  const seats = [...table.seats, {patents: "", money: 0, stock: 0}];
  const add = () => actions.change({seats});
  return el("button", {class: "quiet", type: "button", "data-row": "add", onclick: add}, "Add an opponent");
}

/**
 * What is rarely changed: the number of players, the rules and the word list.
 * @param {HTMLElement} place
 * @param {Table} table
 * @param {Setup} setup
 * @param {Actions} actions
 */
function showExtras(place, table, setup, actions) {
  const chooser = (
    /** @type {"ruleset" | "lexicon"} */ name,
    /** @type {string} */ label,
    /** @type {string[]} */ names,
  ) => {
    const chosen = table[name] || names[0];
    const options = names.map((one) => el("option", {value: one, selected: one === chosen}, one));
    const change = (/** @type {Event} */ event) => {
      const value = /** @type {HTMLSelectElement} */ (event.target).value;
      actions.change({[name]: value === names[0] ? "" : value});
    };
    return el("label", {class: "choice"}, label, el("select", {"data-row": name, onchange: change}, ...options));
  };
  const rules = setup.rulesets.find(({name}) => name === table.ruleset) ?? setup.rulesets[0];
  const usual = rules?.goals[table.seats.length] ?? 0;
  const changeGoal = (/** @type {Event} */ event) => {
    const {valueAsNumber} = /** @type {HTMLInputElement} */ (event.target);
    actions.change({goal: valueAsNumber === usual ? 0 : valueAsNumber || 0});
  };
  const goal = el("input", {
    type: "number",
    min: "1",
    max: String(MOST_GOAL),
    value: String(table.goal || usual),
    "data-row": "goal",
    onchange: changeGoal,
  });
  const isOpen = place.querySelector("details")?.open ?? false;
  refill(
    place,
    table.seats.length <= setup.max_opponents ? addOpponent(table, actions) : null,
    el("button", {class: "quiet", type: "button", "data-row": "new-board", onclick: actions.newBoard}, "New board"),
    el(
      "details",
      {open: isOpen},
      el(
        "summary",
        {"data-row": "rules"},
        `Rules: ${table.ruleset || setup.rulesets[0]?.name}, words: ` +
          `${table.lexicon || setup.lexicons[0]}${table.goal ? `, goal: $${table.goal}` : ""}`,
      ),
      chooser(
        "ruleset",
        "Rules",
        setup.rulesets.map(({name}) => name),
      ),
      chooser("lexicon", "Word list", setup.lexicons),
      el("label", {class: "choice"}, "Goal in $", goal),
    ),
  );
}

// The room ---------------------------------------------------------------------------------------------------------

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

/** @type {Actions} */
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
    ruleset:
      board.ruleset ||
      chosen(
        ruleset,
        setup.rulesets.map(({name}) => name),
      ),
    against:
      board.against ||
      chosen(
        against,
        setup.opponents.map(({name}) => name),
      ),
  };
}

/** Carries the turn out: the next one needs only the cards that came. @param {Api.WholeTurn} plan */
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

/** @param {number} player @param {Partial<Player>} changed */
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
  advice.show(boardOf(table), hint?.turns);
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
