// Where a table is told: rows of cards and players, the letters to tap, and the rules.

import {sign} from "./cards.js";
import {el, refill} from "./dom.js";
import {cardsToFill, letterKeys} from "./letters.js";
import {ownerOf, ownerOn, patentTags, wealth} from "./seats.js";
import {MOST_GOAL, nameOf} from "./table.js";

/** @typedef {Api.Setup} Setup */
/** @typedef {import("./table.js").Table} Table */
/** @typedef {import("./table.js").RowName} RowName */

/**
 * What the user does at the table.
 * @typedef {object} Actions
 * @property {(row: RowName | null) => void} select
 * @property {(letter: string) => void} tap
 * @property {() => void} erase
 * @property {(row: "hand" | "community", at: number) => void} take  A card is taken out.
 * @property {(change: Partial<Table>) => void} change
 * @property {(player: number, change: Partial<import("./table.js").Player>) => void} changePlayer
 * @property {() => void} newTurn
 * @property {() => void} newBoard
 */

/** How many cards there is place for. @param {Setup} setup @param {Table} table */
export function sizes(setup, table) {
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
export function showRows(place, table, setup, selected, actions) {
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
export function showDock(place, table, setup, selected, actions) {
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
export function showExtras(place, table, setup, actions) {
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
