// Plans: a list of them, a row for the same words, and below the open one the cards as laid, why, and the ways to play
// them; and advice, as it comes in: the chance to win, settling while one looks.

import * as api from "./api.js";
import {fact, laid, legend, meaning, ownerOn} from "./cards.js";
import {button, el, listed, pay, refill, sentence, thousands} from "./dom.js";
import {stream} from "./request.js";

/** @typedef {Api.AdviceSoFar} Advice */
/** @typedef {Api.WholeTurn} Plan */
/** The board that plans are for: whose turn it is plays one of them; `play` is the notation of the one that is open.
 * @typedef {{seats: {name: string, patents: string}[], active: number, lexicon: string, play: string}} Board */
/** A plan and the number it is judged by: its chance to win, with its error, where games were simulated; else equity.
 * @typedef {{plan: Plan, figure: string, under: string, reasons: string[], chance?: {value: number, error: number}}}
 *   Line */

/** A plan by its equity. @param {Plan} plan @returns {Line} */
function byEquity(plan) {
  return {plan, figure: signed(plan.equity.total), under: "equity", reasons: []};
}

/** So many rows are shown, until all are asked for. */
const FIRST_ROWS = 8;
/** Dollars that are less are not told apart from none. */
const LEAST_SHOWN = 0.05;

/** @param {number} number */
function signed(number) {
  return (number < 0 ? "−" : "+") + Math.abs(number).toFixed(1);
}

/** @param {Plan} plan */
function headline(plan) {
  if (plan.replace) return `Replace ${plan.replace} with Q`;
  return plan.discards ? `Exchange ${plan.discards}` : "Exchange nothing";
}

/** @param {Plan} plan */
function brief(plan) {
  if (!plan.words.length) return plan.replace ? "before the turn" : "no word this turn";
  const parts = [plan.stock ? `$${plan.money} + ${plan.stock} stock` : `$${plan.money}`];
  const given = plan.royalties.reduce((sum, dollars) => sum + dollars, 0);
  if (given) parts.push(`royalties $${given}`);
  if (plan.buy) parts.push(`buy ${plan.buy}`);
  if (plan.discards) parts.push(`discard ${plan.discards}`);
  return parts.join(" · ");
}

/** @param {Plan} plan @param {Board} board */
function facts(plan, board) {
  const doubled = plan.words
    .filter(({doublers}) => doublers)
    .map(({word, doublers}) => `${word} doubled by ${listed(doublers)}`);
  const royalties = plan.royalties.flatMap((dollars, at) =>
    dollars ? `$${dollars} to ${board.seats[(board.active + at + 1) % board.seats.length]?.name}` : [],
  );
  const others = plan.purchasable.replace(plan.buy, "");
  const buys = plan.buy ? `patent ${plan.buy}` : plan.purchasable && "nothing";
  return el(
    "dl",
    {class: "facts"},
    ...fact("Pays", plan.words.length ? [pay(plan), ...doubled].join("; ") : ""),
    ...fact("Royalties", plan.words.length ? listed(royalties) || "none" : ""),
    ...fact("Buy", buys && others ? `${buys}; ${others.split("").join(", ")} could be bought too` : buys),
    ...fact("Discard", plan.words.length ? plan.discards : ""),
    ...fact("Keep", plan.replace ? "" : plan.leave || "no card"),
  );
}

/** @param {Plan} plan */
function worth(plan) {
  const {equity} = plan;
  const rows = [
    [plan.replace ? "On average over all cards" : "This turn, less royalties", equity.margin],
    [plan.buy ? `What patent ${plan.buy} should bring` : "", equity.patent],
    [plan.replace ? "" : `The cards kept, next turn`, equity.leave],
    [plan.replace ? "" : "What is left for the next player", equity.community],
    ["Equity", equity.total],
  ];
  const shown = rows.filter(([what]) => what);
  return el(
    "table",
    {class: "figures"},
    el("caption", {}, "What it is worth, in $"),
    ...shown.map(([what, dollars]) =>
      el("tr", {}, el("th", {scope: "row"}, String(what)), el("td", {}, signed(Number(dollars)))),
    ),
  );
}

/** By what a plan is worth something, and how much, in dollars. @param {Plan} plan @returns {[string, number][]} */
function sources({buy, equity}) {
  return [
    ["this turn", equity.margin],
    [buy ? `by patent ${buy}` : "by a patent", equity.patent],
    ["by the cards kept", equity.leave],
    ["by what the next player finds", equity.community],
  ];
}

/** A reason with the opponents as they are called: advice counts them from the player whose turn it is.
 * @param {string} reason @param {Board} board */
function byName(reason, {seats, active}) {
  const named = (/** @type {string} */ told, /** @type {string} */ number) =>
    seats[(active + Number(number)) % seats.length]?.name ?? told;
  return sentence(reason.replace(/opponent (\d)/gi, named));
}

/** Why, in a sentence: what a plan should bring, or in what it differs from the first.
 * @param {Plan} plan @param {Plan} first */
function why(plan, first) {
  if (plan.replace)
    return `The turn after it is worth $${plan.equity.total.toFixed(1)}, on average over all cards that may come.`;
  const isBeside = plan.notation !== first.notation && !first.replace;
  const parts = sources(plan).map(([from, dollars], at) => {
    const [compared = "", less = 0] = isBeside ? (sources(first)[at] ?? []) : [];
    const difference = dollars - less;
    const amount = `$${Math.abs(difference).toFixed(1)}`;
    // No line ends behind the minus.
    const minus = difference < 0 ? "−\u2060" : "";
    const how = isBeside ? `${amount} ${minus ? "less" : "more"}` : minus + amount;
    return {size: Math.abs(difference), text: `${how} ${isBeside && compared !== from ? "by the purchase" : from}`};
  });
  const told = parts
    .filter(({size}) => size >= LEAST_SHOWN)
    .sort((one, other) => other.size - one.size)
    .map(({text}) => text);
  if (!isBeside) return told.length ? `It should bring ${listed(told)}.` : "It brings nothing, and costs nothing.";
  return `Beside ${nameOf(first)}: ${listed(told) || "no difference"}.`;
}

/** The words of a plan, or what it does without. @param {Plan} plan */
function nameOf(plan) {
  return plan.words.map(({word}) => word).join(" and ") || headline(plan);
}

/** What sets a plan apart from others with the same words. @param {Plan} plan */
function way(plan) {
  if (!plan.words.length) return headline(plan);
  const parts = [
    plan.buy ? `buy ${plan.buy}` : plan.purchasable && "buy nothing",
    plan.discards && `discard ${plan.discards}`,
    plan.leave && `keep ${plan.leave}`,
  ];
  return parts.filter(Boolean).join(" · ");
}

/** Plans with the same words are a row; so are those that exchange, and those that replace. @param {Line} line */
function keyOf({plan}) {
  const words = plan.words.map(({word}) => word).sort();
  return words.join(" ") || (plan.replace ? "replace" : "exchange");
}

/** Whether a line belongs before another: any chance, of a plan that was simulated, before none. While numbers change a
 * chance has to be higher by more than the error.
 * @param {Line} one @param {Line} other @param {boolean} isFinal */
function isAhead({plan, chance}, {plan: against, chance: other}, isFinal) {
  if (!chance || !other) return chance || other ? !other : plan.equity.total > against.equity.total;
  const doubt = isFinal ? 0 : Math.hypot(chance.error, other.error);
  return chance.value - other.value > doubt;
}

/** Lines by the number they show; but until the numbers are final, those that are close stay as they stood.
 * @param {Line[]} lines
 * @param {string[]} before  The notations of their plans, as they stood.
 * @param {boolean} isFinal
 * @returns {Line[]} */
export function inOrder(lines, before, isFinal) {
  const stood = new Map(before.map((notation, at) => [notation, at]));
  const place = (/** @type {Line} */ {plan}) => stood.get(plan.notation) ?? before.length;
  /** @type {Line[]} */
  const sorted = [];
  for (const line of [...lines].sort((one, other) => place(one) - place(other))) {
    const above = sorted.findLastIndex((other) => !isAhead(line, other, isFinal));
    sorted.splice(above + 1, 0, line);
  }
  return sorted;
}

/** Standard errors beyond which there is no doubt, as in the race of the library. */
const NO_DOUBT = 3;

/** How sure the first row is. Other ways to play its word do not count against it: they are in the same row.
 * @param {Line[]} lines  As they were told, the best first.
 * @param {boolean} isSettled  The first plan is ahead of the second beyond doubt. */
export function lead(lines, isSettled) {
  const [first] = lines;
  const other = lines.find((line) => first && keyOf(line) !== keyOf(first))?.chance;
  if (isSettled) return "The first is ahead beyond doubt.";
  const isAhead = first?.chance && other && first.chance.value - other.value > NO_DOUBT * other.error;
  return isAhead ? "The first is ahead beyond doubt; the ways to play it are close." : "The first are close.";
}

/** A plan in a row of its list. @param {Line} line @param {Board} board */
function summary({plan, figure, under}, board) {
  const words = plan.words.map((word) => laid(word, ownerOn(board), "small"));
  const what = words.length ? words : [el("span", {class: "headline"}, headline(plan))];
  return el(
    "span",
    {class: "summary"},
    el("span", {class: "what"}, ...what),
    el("span", {class: "figure"}, figure),
    el("span", {class: "brief"}, brief(plan)),
    el("span", {class: "under"}, under),
  );
}

/** @param {string} name @param {string} title @param {...HTMLElement} inside */
function folded(name, title, ...inside) {
  return el("details", {class: name}, el("summary", {"data-row": name}, title), ...inside);
}

/** The list, and what shows plans in it.
 * @param {string} name  Of the list, unique.
 * @param {(notation: string) => void} onToggle  Called when a plan is tapped: to be opened, or closed.
 * @param {(plan: Plan) => HTMLElement} action  What can be done with the open plan. */
function planList(name, onToggle, action) {
  const element = el("ol", {class: "plans", id: name});
  let showsAll = false;

  /** @param {Line[]} lines  In order; a row stands where its first line does.
   * @param {Board} board */
  function show(lines, board) {
    const keys = [...new Set(lines.map(keyOf))];
    const rows = keys.flatMap((key, at) => {
      const inRow = lines.filter((line) => keyOf(line) === key);
      const open = inRow.find(({plan}) => plan.notation === board.play);
      // A slow phone builds no row that nobody sees.
      if (at >= FIRST_ROWS && !showsAll && !open) return [];
      return [rowOf(key, inRow, open, {best: /** @type {Line} */ (lines[0]).plan, board})];
    });
    const showAll = () => {
      showsAll = true;
      show(lines, board);
      /** @type {HTMLElement[]} */ ([...element.querySelectorAll(".plan")])[FIRST_ROWS]?.focus();
    };
    const all = button("quiet", "all", showAll, `Show all ${keys.length}`);
    refill(element, ...rows, rows.length < keys.length ? el("li", {class: "all"}, all) : null);
  }

  /** @param {string} key @param {Line[]} lines @param {Line | undefined} open
   * @param {{best: Plan, board: Board}} beside */
  function rowOf(key, lines, open, {best, board}) {
    const [first] = /** @type {[Line]} */ (lines);
    const press = () => onToggle((open ?? first).plan.notation);
    return el(
      "li",
      {"data-row": key, class: open ? "open" : ""},
      button("plan", "", press, [summary(first, board)], {"aria-expanded": String(Boolean(open))}),
      open ? el("div", {class: "detail"}, ...detailOf(open, lines, best, board)) : null,
    );
  }

  /** @param {Line} open @param {Line[]} lines @param {Plan} best @param {Board} board */
  function detailOf({plan, reasons}, lines, best, board) {
    const more = reasons.length
      ? [el("ul", {class: "why"}, ...reasons.map((reason) => el("li", {}, byName(reason, board))))]
      : [facts(plan, board), worth(plan)];
    return [
      ...plan.words.flatMap((word) => [
        meaning(word.word, board.lexicon, laid(word, ownerOn(board), "large")),
        legend(word),
      ]),
      el("p", {class: "because"}, why(plan, best)),
      action(plan),
      lines.length > 1 ? folded("variants", `${lines.length} ways to play it`, waysOf(lines, plan)) : null,
      folded("more-of-it", "More", ...more),
    ];
  }

  /** @param {Line[]} lines @param {Plan} open */
  function waysOf(lines, open) {
    const items = lines.map(({plan, figure, under}) => {
      const isOpen = plan.notation === open.notation;
      const press = () => isOpen || onToggle(plan.notation);
      const numbers = [el("span", {class: "figure"}, figure), el("span", {class: "under"}, under)];
      const inside = [el("span", {}, way(plan)), ...numbers];
      return el("li", {}, button("variant", plan.notation, press, inside, {"aria-pressed": String(isOpen)}));
    });
    return el("ul", {class: "ways-to-play"}, ...items);
  }

  return {element, show};
}

/** Moves the focus by an arrow to the next plan, or the one before; from elsewhere to the first. @param {string} key */
export function moveFocus(key) {
  if (key !== "ArrowDown" && key !== "ArrowUp") return false;
  const all = /** @type {HTMLElement[]} */ ([...document.querySelectorAll(".plan")]);
  const buttons = all.filter((button) => button.checkVisibility());
  const at = buttons.findIndex((button) => button === document.activeElement);
  const next = at < 0 ? 0 : at + (key === "ArrowDown" ? 1 : -1);
  buttons[Math.min(Math.max(next, 0), buttons.length - 1)]?.focus();
  return true;
}

// Advice -------------------------------------------------------------------------------------------------------------

/** What stands in the rows. */
const KEY =
  "± is the standard error: two times in three the true figure is no farther away; of all but the leader it is " +
  "that of the difference. ~ means that the end is estimated.";
const CLOSED_TEXT = "The server is busy or has stopped.";
const MILLISECONDS_BETWEEN_LOOKS = 500;
const NOBODY = {seats: [], active: 0, lexicon: ""};

/** Plans by their chances to win. @param {Advice} advice @returns {Line[]} */
function judged({turns}) {
  return turns.map(({turn: plan, win: value, error, whole, reasons}, at) => {
    if (value === null) return {...byEquity(plan), reasons};
    // Without an error all games but a few ended alike, and nobody knows that it is 0 or 100.
    const percent = error === null ? (value < 0.5 ? "<0.1" : ">99.9") : (100 * value).toFixed(1);
    // The errors of the others are those of the difference to the first.
    const chance = {value, error: at ? (error ?? 0) : 0};
    const under = error === null ? "" : `± ${(100 * error).toFixed(1)}`;
    return {plan, figure: `${whole ? "" : "~"}${percent} %`, under, reasons, chance};
  });
}

/** The panel of plans for one board at a time: by equity at once, by the chance to win as that settles.
 * @param {HTMLElement} place
 * @param {Api.Setup} setup
 * @param {(plan: Plan) => HTMLElement} action  What can be done with the open plan.
 * @param {(against: string) => void} onAgainst  Opponents are to be taken for that.
 * @param {(notation: string) => void} [onToggle]  A plan is to be opened, or closed. */
export function advicePanel(place, setup, action, onAgainst, onToggle) {
  /** The notation of the plan that is open, and what opponents are taken for. */
  const panel = {place, open: "", against: "", ask, clear, close, show};
  const {opponents, seconds} = setup;
  const press = onToggle ?? toggle;
  const list = planList("hinted", press, action);
  /** @type {EventSource | null} */
  let source = null;
  /** @type {Advice | null} */
  let last = null;
  /** @type {Omit<Board, "play">} */
  let board = NOBODY;
  /** Every plan of this board that was told so far, by its notation. @type {Map<string, Plan>} */
  const plans = new Map();
  /** The notations of the plans as they stand. @type {string[]} */
  let order = [];
  /** The table whose plans are simulated; null if they cannot be. @type {Api.Table | null} */
  let question = null;
  let hinting = new AbortController();
  /** How many boards were asked about, or forgotten. */
  let asked = 0;
  /** What is said of the games, and the share of the time that is over, 0 when they have ended. */
  let [status, share] = ["", 0];
  let isEnded = false;

  /** Asks for the plans of a table, and then for their chance to win.
   * @param {Api.Table} table
   * @param {Omit<Board, "play">} itsBoard  The same, as it is seen.
   * @returns {Promise<Api.Hint | null>}  Null if it does not matter any more. */
  async function ask(table, itsBoard) {
    stop();
    hinting.abort();
    const {signal} = (hinting = new AbortController());
    /** @type {Api.Hint} */
    let found;
    try {
      found = await api.post("/api/hint", table, signal);
    } catch (error) {
      if (signal.aborted) return null;
      forget();
      throw error;
    }
    if (signal.aborted) return null;
    forget();
    board = itsBoard;
    for (const plan of found.turns) plans.set(plan.notation, plan);
    if (!found.advice_needs) question = table;
    if (question) start();
    else show();
    return found;
  }

  /** @param {string} notation */
  function toggle(notation) {
    panel.open = panel.open === notation ? "" : notation;
    show();
  }

  /** Closes the plan that is open. @returns {boolean} */
  function close() {
    const isOpen = panel.open !== "";
    if (isOpen) press(panel.open);
    return isOpen;
  }

  /** Forgets the table. */
  function clear() {
    panel.open = "";
    forget();
  }

  function forget() {
    stop();
    hinting.abort();
    asked++;
    board = NOBODY;
    last = question = null;
    plans.clear();
    order = [];
    place.hidden = true;
  }

  /** Stops thinking; what is there stays. */
  function stop() {
    source?.close();
    source = null;
  }

  /** Shows the plans; another one may be open. */
  function show() {
    const isFinal = last?.final ?? false;
    const simulated = new Map((last ? judged(last) : []).map((line) => [line.plan.notation, line]));
    for (const [notation, {plan}] of simulated) plans.set(notation, plan);
    const lines = inOrder(
      [...plans].map(([notation, plan]) => simulated.get(notation) ?? byEquity(plan)),
      order,
      isFinal,
    );
    const best = isFinal && last?.settled ? simulated.keys().next().value : null;
    lines.sort((one, other) => Number(other.plan.notation === best) - Number(one.plan.notation === best));
    order = lines.map(({plan}) => plan.notation);
    place.hidden = !lines.length;
    refill(place, head(), question && thinking(), list.element, question && el("p", {class: "status"}, KEY));
    list.show(lines, {...board, play: panel.open});
  }

  function head() {
    const isByEquity = !question;
    const options = Object.entries(opponents).map(([name, called]) =>
      el("option", {value: name, selected: name === known()}, called),
    );
    const onchange = (/** @type {Event} */ {target}) => {
      panel.against = /** @type {HTMLSelectElement} */ (target).value;
      onAgainst(panel.against);
      start();
    };
    const by = el("span", {class: "aside"}, isByEquity ? "by equity, in $" : "chance to win against");
    const against = el("select", {"aria-label": "Against", hidden: isByEquity, onchange}, ...options);
    return el("div", {class: "foot"}, el("h2", {}, "Best turns", by), against);
  }

  function thinking() {
    const again = button("quiet", "again", start, "Think again");
    return el(
      "div",
      {class: "thinking"},
      el("progress", {class: "progress", max: 1, value: share, "aria-hidden": "true"}),
      el("div", {class: "foot"}, el("p", {class: "status"}, status), isEnded ? again : null),
    );
  }

  /** What opponents are taken for: the first where nothing is said that there is. */
  const known = () => (Object.hasOwn(opponents, panel.against) ? panel.against : (Object.keys(opponents)[0] ?? ""));

  function start() {
    stop();
    asked++;
    if (!question) return;
    last = null;
    isEnded = false;
    share = 0;
    say("Thinking …");
    const query = new URLSearchParams({table: JSON.stringify(question), against: known()});
    const opened = (source = stream(`/api/advice?${query}`));
    opened.addEventListener("waiting", (event) => {
      const {ahead} = JSON.parse(event.data);
      if (ahead) say(`Waiting: ${ahead} other ${ahead === 1 ? "simulation comes" : "simulations come"} first.`);
    });
    opened.addEventListener("advice", (event) => take(JSON.parse(event.data)));
    opened.addEventListener("problem", (event) => say(JSON.parse(event.data).detail));
    opened.addEventListener("done", (event) => {
      const {reason} = JSON.parse(event.data);
      if (reason === "server stops") void goOnLater("The server has stopped.", true);
      else end("");
    });
    // Without `done`: a refusal, or a server that is gone. The browser must not ask for ever.
    opened.addEventListener("error", () => opened === source && void goOnLater(CLOSED_TEXT, false));
  }

  /** Asks a server that is gone again when it is back; one that is there has refused.
   * @param {string} text @param {boolean} isStopping */
  async function goOnLater(text, isStopping) {
    end(text);
    const before = asked;
    while (await api.ask("/api/setup").catch(() => null)) {
      if (!isStopping) return;
      await new Promise((resolve) => setTimeout(resolve, MILLISECONDS_BETWEEN_LOOKS));
    }
    await api.whenReady((message) => before === asked && message && say(message));
    if (before === asked) start();
  }

  /** @param {string} text  What is to be said, "" for what is there. */
  function end(text) {
    stop();
    isEnded = true;
    share = 0;
    say(text || status);
  }

  /** @param {Advice} advice */
  function take(advice) {
    last = advice;
    const games = `${thousands(advice.playouts)} games against ${opponents[advice.against]}`;
    if (!advice.final) share = Math.min(advice.seconds / seconds, 1);
    say(advice.final ? `${games}. ${lead(judged(advice), advice.settled)}` : `${games} …`);
  }

  /** @param {string} text */
  function say(text) {
    status = text;
    show();
  }

  // A page that one goes away from, and may come back to, lets the server rest.
  addEventListener("pagehide", stop);
  addEventListener("pageshow", (event) => event.persisted && start());
  return panel;
}
