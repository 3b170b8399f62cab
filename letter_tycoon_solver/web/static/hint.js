// The Hint board: a table that somebody tells of, as the address of the page says it.
//
//   /?hand=JWLEANZ&community=EES&you=K.3.1&opponent=E&opponent=&lexicon=common&ruleset=online&against=static
//
// Players are patents, then money and stock if there are any. `goal` is that of a game which has not
// that of its ruleset, `against` is what advice takes the opponents for, `play` the play that is open.

import {advicePanel, moveFocus} from "./advice.js";
import * as api from "./api.js";
import {dealtCards, letterKeys, listenToKeys, ownerOn, patentTags, sign, wealth} from "./cards.js";
import {button, byId, el, field, refill, say, sentence} from "./dom.js";
import {lettersFrom, without} from "../engine/position.js";
import {attempt, choose} from "../table/kept.js";
import {chosenBefore, rulesChooser} from "../table/new-game.js";
import {COSTS, LIMITS, rulesNamed} from "../table/numbers.js";

// The table that somebody tells of ---------------------------------------------------------------------------------

/** @typedef {Required<Api.Rival>} Player */
/** @typedef {{hand: string, community: string, seats: Player[], lexicon: string, ruleset: string, goal?: number,
 *   replaced: boolean, play: string, against: string}} Table */

const MOST = LIMITS["money"] ?? 0;
const MOST_GOAL = LIMITS["goal"] ?? 0;

/** @param {string | null | undefined} text */
const letters = (text) => (text ?? "").toUpperCase().replaceAll(/[^A-Z]/g, "");

/** @param {string | undefined} text */
function amount(text) {
  const number = Number.parseInt(text ?? "", 10);
  return Number.isNaN(number) ? 0 : Math.min(Math.max(number, 0), MOST);
}

/** @param {string | null} text @returns {Player} */
function player(text) {
  const [patents, money, stock] = (text ?? "").split(".");
  return {patents: [...letters(patents)].sort().join(""), money: amount(money), stock: amount(stock)};
}

/** @param {Player} one */
const told = ({patents, money, stock}) => (money || stock ? `${patents}.${money}.${stock}` : patents);

/** What can be chosen. @typedef {Pick<Table, "lexicon" | "ruleset" | "against">} Choices */

/** The table in an address.
 * @param {string} search
 * @param {Choices} [choices]  Where the address says nothing; by default the first of each list.
 * @returns {Table} */
function parse(search, choices = FIRST) {
  const query = new URLSearchParams(search);
  const opponents = query.getAll("opponent").map(player);
  const seats = [player(query.get("you")), ...(opponents.length ? opponents : [player("")])];
  return {
    hand: letters(query.get("hand")),
    community: letters(query.get("community")),
    seats,
    lexicon: query.get("lexicon") || choices.lexicon,
    ruleset: query.get("ruleset") || choices.ruleset,
    goal: Math.min(amount(query.get("goal") ?? ""), MOST_GOAL),
    replaced: query.has("replaced"),
    play: query.get("play") ?? "",
    against: query.get("against") || choices.against,
  };
}

/** The address of a table, "" or with its question mark. @param {Table} table */
function format(table) {
  const query = new URLSearchParams();
  const [you, ...others] = table.seats;
  const set = (/** @type {string} */ name, /** @type {string | undefined} */ text) => text && query.set(name, text);
  set("hand", table.hand);
  set("community", table.community);
  set("you", you && told(you));
  if (others.length > 1 || others.some(told)) {
    for (const one of others) query.append("opponent", told(one));
  }
  const usual = [FIRST, chosenBefore({setup, store})];
  for (const name of /** @type {const} */ (["lexicon", "ruleset", "against"])) {
    if (usual.some((one) => one[name] !== table[name])) query.set(name, table[name]);
  }
  set("play", table.play);
  set("goal", table.goal ? String(table.goal) : "");
  set("replaced", table.replaced ? "1" : "");
  const text = query.toString();
  return text && `?${text}`;
}

/** The table as the server takes it. @param {Table} table @returns {Api.Table} */
function toRequest({hand, community, seats: [you = player(""), ...opponents], goal, lexicon, ...table}) {
  const ruleset = /** @type {Required<Api.Table>["ruleset"]} */ (table.ruleset);
  const replaced = table.replaced && you.patents.includes("Q");
  return {hand, community, ...you, opponents, replaced, ruleset, ...(goal && {goal}), lexicon};
}

/** The table after the patent of a letter has been given to a player, or taken from them.
 * @param {Table} table @param {number} to @param {string} letter @returns {Table} */
function withPatent({seats, ...table}, to, letter) {
  const changed = seats.map(({patents, ...one}, number) => {
    const gets = number === to && !patents.includes(letter);
    return {...one, patents: [...patents.replace(letter, ""), gets ? letter : ""].sort().join("")};
  });
  return {...table, seats: changed};
}

/** The table after a turn of one's own, for which the cards that come are still to be told.
 * @param {Table} table @param {Api.WholeTurn} plan @returns {Table} */
function afterPlan(table, plan) {
  if (plan.replace) return {...table, hand: without(table.hand, plan.replace), replaced: true, play: ""};
  const cost = COSTS[plan.buy] ?? 0;
  const seats = table.seats.map((seat, number) => {
    if (number) return {...seat, money: seat.money + (plan.royalties[number - 1] ?? 0)};
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

// Rows of cards and players, the letters to tap, and the rules -----------------------------------------------------

/** The rules of the table. */
const rules = () => rulesNamed(table.ruleset);

/** How many cards there is place for. */
const sizes = () => ({hand: rules().hand_size, community: rules().community_size});

/** What a player is called. @param {number} number */
function called(number) {
  if (number === 0) return "You";
  return table.seats.length === 2 ? "Opponent" : `Opponent ${number}`;
}

/** The table as lists of plans take it. */
function board() {
  const seats = table.seats.map((one, number) => ({...one, name: called(number).toLowerCase()}));
  return {seats, active: 0, lexicon: table.lexicon};
}

/** Behind a letter, whose patent it is. @param {string} letter */
function whose(letter) {
  const owner = ownerOn(table)(letter);
  return owner < 0 ? "" : `, owned by ${called(owner).toLowerCase()}`;
}

/** @param {Player} player @param {number} number */
function playerRow(player, number) {
  const isSelected = chosen === number;
  const tags = player.patents ? patentTags(player.patents) : [el("span", {class: "aside"}, "no patents")];
  const inside = [
    sign(number),
    el("span", {class: "name"}, called(number)),
    el("span", {class: "patents"}, ...tags),
    wealth(player),
  ];
  const pressed = {"aria-pressed": String(isSelected)};
  const row = button("player-name", String(number), () => select(number), inside, pressed);
  return el("div", {class: "row player", "data-selected": isSelected}, row);
}

/** @param {string} what @param {string} label @param {number} value @param {(value: number) => void} change */
function stepper(what, label, value, change) {
  const digits = {inputmode: "numeric", pattern: "[0-9]*", maxlength: 6, value, "aria-label": label};
  const input = field("text", what, ({value}) => change(amount(value)), digits);
  const step = (/** @type {string} */ text, /** @type {string} */ name, /** @type {number} */ by) =>
    button("key", what + by, () => change(Math.max(value + by, 0)), text, {"aria-label": `${label}: ${name}`});
  const title = el("span", {class: "what", "aria-hidden": "true"}, what);
  return el("span", {class: "stepper"}, title, step("−", "one less", -1), input, step("+", "one more", 1));
}

/** @param {number} number @param {Player} player */
function playerKeys(number, {money, stock, patents}) {
  const [name, last] = [called(number), table.seats.length - 1];
  const steppers = [
    stepper("$", `Money of ${name}`, money, (money) => changePlayer(number, {money})),
    stepper("Stock", `Stock of ${name}`, stock, (stock) => changePlayer(number, {stock})),
  ];
  const tick = (/** @type {HTMLInputElement} */ {checked}) => change({replaced: checked});
  const box = field("checkbox", "replaced", tick, {id: "replaced", checked: table.replaced});
  const remove = () => {
    select(number - 1);
    change({seats: table.seats.slice(0, -1)});
  };
  return [
    el("div", {class: "steppers"}, ...steppers),
    number === 0 && patents.includes("Q")
      ? el("label", {class: "check"}, box, "A card was replaced with Q this turn")
      : null,
    number > 1 && number === last ? button("quiet", "remove", remove, `Remove ${name.toLowerCase()}`) : null,
  ];
}

/** The letters: cards for hand and community, patents for a player. */
function showDock() {
  const place = byId("dock");
  dealt.showKeys(place);
  const [number, player] = [chosen ?? 0, table.seats[chosen ?? NaN]];
  if (!player) return;
  place.hidden = false;
  const cost = (/** @type {string} */ letter) => `$${COSTS[letter] ?? 0}`;
  refill(
    place,
    ...playerKeys(number, player),
    letterKeys({
      title: `Patents of ${called(number).toLowerCase().replace("you", "yours")}`,
      ownerOf: ownerOn(table),
      tap: (letter) => change(withPatent(table, number, letter)),
      isFree: () => true,
      next: {text: "Done", press: () => select(null)},
      labelOf: (letter) => `Patent ${letter}, ${cost(letter)}${whose(letter)}`,
      priceOf: cost,
      isPressed: (letter) => player.patents.includes(letter),
    }),
  );
}

/** What is rarely changed: the number of players, the rules and the word list. */
function showExtras() {
  const place = byId("extras");
  const usual = rules().goals[table.seats.length] ?? 0;
  const write = (/** @type {HTMLInputElement} */ {valueAsNumber: goal}) =>
    change({goal: goal === usual ? 0 : goal || 0});
  const goal = field("number", "goal", write, {min: 1, max: MOST_GOAL, value: table.goal || usual});
  const add = () => change({seats: [...table.seats, {patents: "", money: 0, stock: 0}]});
  const isFull = table.seats.length > (LIMITS["opponents"] ?? 0);
  const chosen = {...table, goal: table.goal ? `, goal: $${table.goal}` : ""};
  refill(
    place,
    isFull ? null : button("quiet", "add", add, "Add an opponent"),
    button("quiet", "new-board", () => begin(parse("", table)), "New board"),
    rulesChooser(setup, chosen, change, el("label", {class: "choice"}, "Goal in $", goal)),
  );
}

// The room ---------------------------------------------------------------------------------------------------------

const setup = await api.whenReady((message) => say(byId("notice"), message));

/** What an address without a name means. @type {Choices} */
const FIRST = {
  lexicon: setup.lexicons[0] ?? "",
  ruleset: setup.rulesets[0] ?? "",
  against: Object.keys(setup.opponents)[0] ?? "",
};

/** Where the browser keeps the last board, as its address. */
const KEPT = "letter-tycoon-board";

const store = () => localStorage;

/** @type {Table} */
let table = parse(location.search || (attempt(() => store().getItem(KEPT), null) ?? ""), chosenBefore({setup, store}));
/** Hand and community, and which of them the letters go to. */
const dealt = dealtCards(sizes(), table, filled, {
  title: "Hand",
  ownerOf: (letter) => ownerOn(table)(letter),
  labelOf: (letter) => letter + whose(letter),
});
dealt.field = dealt.next();
/** Whose patents are tapped: 0 for you, then clockwise. @type {number | null} */
let chosen = null;
/** The address of the table that has an answer, without the play that is open. */
let answered = "";
/** @type {Api.Hint | null} */
let hint = null;

const advice = advicePanel(byId("advice"), setup, playedButton, takeFor, toggle);

/** Has the board in the address, and keeps it without the play that is open.
 * @param {"pushState" | "replaceState"} how @param {{isOpen: boolean} | null} [state] */
function keep(how, state = null) {
  history[how](state, "", location.pathname + format(table));
  attempt(() => store().setItem(KEPT, asked()), undefined);
}

/** What is asked about the board, as its address. */
const asked = () => format({...table, play: ""});

/** Carries the turn out: the next one needs only the cards that came. @param {Api.WholeTurn} plan */
function playedButton(plan) {
  const press = () => {
    begin(afterPlan(table, plan));
    scrollTo(0, 0);
  };
  return button("quiet", "played", press, "I played this");
}

/** Another board; the one before is one step back. @param {Table} board */
function begin(board) {
  table = board;
  keep("pushState");
  showCards();
  ask();
}

/** Shows other cards than before, of which some may be missing. */
function showCards() {
  [dealt.cards, dealt.sizes] = [{hand: table.hand, community: table.community}, sizes()];
  dealt.field = dealt.next();
  chosen = null;
  show();
}

/** Whose patents are tapped; null for nobody's, and no letters. @param {number | null} player */
function select(player) {
  chosen = player;
  dealt.field = null;
  show();
  // The button that has hidden the letters is hidden too.
  if (player === null) /** @type {HTMLElement | null} */ (document.querySelector(".row-name"))?.focus();
}

/** Cards were tapped, or the row was chosen that they go to. */
function filled() {
  chosen = null;
  const {hand, community} = dealt.cards;
  if (hand !== table.hand || community !== table.community) change({hand, community});
  else if (dealt.field) show();
  else select(null);
}

/** @param {number} player @param {Partial<Player>} changed */
function changePlayer(player, changed) {
  change({seats: table.seats.map((one, number) => (number === player ? {...one, ...changed} : one))});
}

/** @param {Partial<Table>} changed */
function change(changed) {
  table = {...table, play: "", ...changed};
  dealt.sizes = sizes();
  const {lexicon, ruleset} = table;
  if ("lexicon" in changed || "ruleset" in changed) choose(store, {lexicon, ruleset});
  keep("replaceState");
  show();
  ask();
}

/** Opponents are to be taken for that; the plays are the same. @param {string} against */
function takeFor(against) {
  choose(store, {against});
  table = {...table, against};
  keep("replaceState", history.state);
  answered = asked();
}

/** Opens a plan, or closes it; one step back closes it too. @param {string} notation */
function toggle(notation) {
  const {isOpen = false} = history.state ?? {};
  const play = table.play === notation ? "" : notation;
  if (!play && isOpen) return history.back();
  table = {...table, play};
  keep(play && !isOpen ? "pushState" : "replaceState", play ? {isOpen: true} : null);
  showAnswer();
}

addEventListener("popstate", () => {
  const before = asked();
  table = parse(location.search);
  if (asked() === before) show();
  else showCards();
  ask();
});

async function ask() {
  // The simulation begins before the answer is shown.
  [advice.open, advice.against] = [table.play, table.against];
  const question = asked();
  if (question === answered) return showAnswer();
  answered = "";
  let trouble = "";
  try {
    const found = table.hand ? await advice.ask(toRequest(table), board()) : null;
    if (!table.hand) advice.clear();
    else if (!found) return;
    hint = found;
    answered = found ? question : "";
  } catch (error) {
    hint = null;
    trouble = error instanceof Error ? sentence(error.message) : String(error);
  }
  say(byId("problem"), trouble);
  // Not before what stands above it.
  byId("extras").hidden = false;
  showAnswer();
}

function show() {
  const isEmpty = !table.hand && !table.community;
  const empty = () => begin({...table, hand: "", community: "", play: "", replaced: false});
  const again = isEmpty ? null : button("quiet", "new", empty, "New cards");
  refill(byId("rows"), ...dealt.rows(again), ...table.seats.map(playerRow));
  showDock();
  showExtras();
  byId("example").hidden = !isEmpty;
  document.body.dataset["letters"] = String(dealt.field !== null || chosen !== null);
  linkWords();
  document.title = table.hand ? `${table.hand} – Letter Tycoon` : "Hint – Letter Tycoon";
}

/** Words says what words pay with the patents of the table. */
function linkWords() {
  const [you] = table.seats;
  const query = new URLSearchParams();
  if (you?.patents) query.set("you", you.patents);
  if (table.lexicon !== FIRST.lexicon) query.set("lexicon", table.lexicon);
  const link = /** @type {HTMLAnchorElement | null} */ (document.querySelector('nav a[href*="words"]'));
  if (link) link.search = String(query);
}

function showAnswer() {
  [advice.open, advice.against] = [table.play, table.against];
  advice.show();
  const welcome = table.hand ? "" : "Tap the letters in your hand; plays appear with every tap.";
  // That cards are missing is to be seen in the rows.
  const needs = !dealt.next() && hint?.advice_needs;
  say(byId("note"), hint ? (needs ? `No advice: ${sentence(needs)}` : "") : welcome);
}

listenToKeys((key) => {
  if (chosen !== null && /^[A-Z]$/.test(key)) change(withPatent(table, chosen, key));
  else if (/^([A-Z]|Backspace)$/.test(key)) return dealt.press(key);
  else if (key === "Escape") return advice.close();
  else if (key === "Enter" && document.activeElement === document.body) openFirst();
  else return moveFocus(key);
  return true;
});

function openFirst() {
  const first = /** @type {HTMLElement | null} */ (document.querySelector(".plan"));
  first?.focus();
  first?.click();
}

show();
showAnswer();
ask();
