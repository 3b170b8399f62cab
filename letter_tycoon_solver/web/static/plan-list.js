// A list of plans: a line each, and below the open one the cards as laid, and why.

import {calledOn, ownerOf} from "./board.js";
import {laid, legend} from "./cards.js";
import {el, listed} from "./dom.js";

/** @typedef {Api.PlanOfTurn} Plan */
/** @typedef {import("./board.js").Board} Board */
/** @typedef {{plan: Plan, figure: string, under: string, reasons: string[]}} Line */

/** @param {number} number @returns {string} */
export function signed(number) {
  return (number < 0 ? "−" : "+") + Math.abs(number).toFixed(1);
}

/** @param {number} money @param {number} stock @returns {string} */
export function pay(money, stock) {
  return stock ? `$${money} and ${stock} stock` : `$${money}`;
}

/** @param {Plan} plan @returns {string} */
export function headline(plan) {
  if (plan.replace) return `Replace ${plan.replace} with Q`;
  return plan.discards ? `Exchange ${plan.discards}` : "Exchange nothing";
}

/** @param {Plan} plan @returns {string} */
export function brief(plan) {
  if (!plan.words.length) return plan.replace ? "before the turn" : "no word this turn";
  const parts = [plan.stock ? `$${plan.money} + ${plan.stock} stock` : `$${plan.money}`];
  const given = plan.royalties.reduce((sum, {dollars}) => sum + dollars, 0);
  if (given) parts.push(`royalties $${given}`);
  if (plan.buy) parts.push(`buy ${plan.buy}`);
  if (plan.discards) parts.push(`discard ${plan.discards}`);
  return parts.join(" · ");
}

/** @param {string} name @param {string} value @returns {HTMLElement[]} */
function fact(name, value) {
  return value ? [el("dt", {}, name), el("dd", {}, value)] : [];
}

/** @param {Plan} plan @param {Board} board @returns {HTMLElement} */
function facts(plan, board) {
  const doubled = plan.words
    .filter(({doublers}) => doublers)
    .map(({word, doublers}) => `${word} doubled by ${listed(doublers)}`);
  const royalties = plan.royalties.map(
    ({opponent, dollars, letters}) =>
      `$${dollars} to ${calledOn(board, opponent)} for ${listed(letters)}`,
  );
  const others = plan.purchasable.replace(plan.buy, "");
  const buys = plan.buy ? `patent ${plan.buy}` : plan.purchasable && "nothing";
  return el(
    "dl",
    {class: "facts"},
    ...fact("Pays", plan.words.length ? [pay(plan.money, plan.stock), ...doubled].join("; ") : ""),
    ...fact("Royalties", plan.words.length ? listed(royalties) || "none" : ""),
    ...fact("Buy", buys && others ? `${buys}; ${others.split("").join(", ")} could be bought too` : buys),
    ...fact("Discard", plan.words.length ? plan.discards : ""),
    ...fact("Keep", plan.replace ? "" : plan.kept || "no card"),
  );
}

/** @param {Plan} plan @returns {HTMLElement} */
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
    {class: "worth"},
    el("caption", {}, "What it is worth, in $"),
    ...shown.map(([what, dollars]) =>
      el("tr", {}, el("th", {scope: "row"}, String(what)), el("td", {}, signed(Number(dollars)))),
    ),
  );
}

/** @param {Line} line @param {Board} board @param {HTMLElement | null} action @returns {HTMLElement} */
function detail({plan, reasons}, board, action) {
  const owner = (/** @type {string} */ letter) => ownerOf(board, letter);
  const words = plan.words.flatMap((word) => [laid(word, owner, "large"), legend(word)]);
  const why = reasons.length
    ? el("ul", {class: "why"}, ...reasons.map((reason) => el("li", {}, reason)))
    : worth(plan);
  return el("div", {class: "detail"}, ...words, action, reasons.length ? null : facts(plan, board), why);
}

/** @param {Line} line @param {Board} board @returns {HTMLElement} */
function summary({plan, figure, under}, board) {
  const owner = (/** @type {string} */ letter) => ownerOf(board, letter);
  const words = plan.words.map((word) => laid(word, owner, "small"));
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

/** In which list a plan is open: the address says only which plan. @returns {string} */
export function listOpen() {
  return history.state?.list ?? "hinted";
}

/** The list. A plan stays the same element while its numbers change, so the focus stays too. */
export class PlanList {
  /** @type {Map<string, HTMLLIElement>} */
  #items = new Map();
  /** @type {(notation: string, list: string) => void} */
  #onToggle;
  /** @type {((plan: Plan) => HTMLElement) | null} */
  #action;
  #name;

  /**
   * @param {string} name  Of the list, unique.
   * @param {(notation: string, list: string) => void} onToggle  Called when a plan is tapped.
   * @param {((plan: Plan) => HTMLElement) | null} [action]  What can be done with the open plan.
   */
  constructor(name, onToggle, action = null) {
    this.element = el("ol", {class: "plans", id: name});
    this.#name = name;
    this.#onToggle = onToggle;
    this.#action = action;
  }

  /**
   * @param {Line[]} lines
   * @param {Board} board  Its `play` is the notation of the plan that is open.
   */
  show(lines, board) {
    const before = this.#items;
    this.#items = new Map();
    lines.forEach((line, place) => {
      const key = line.plan.notation;
      const item = before.get(key) ?? this.#newItem(key);
      before.delete(key);
      this.#items.set(key, item);
      this.#fill(item, line, board);
      if (this.element.children[place] !== item) {
        this.element.insertBefore(item, this.element.children[place] ?? null);
      }
    });
    for (const item of before.values()) item.remove();
  }

  /** @param {string} key @returns {HTMLLIElement} */
  #newItem(key) {
    const button = el("button", {class: "plan", type: "button", onclick: () => this.#onToggle(key, this.#name)});
    return el("li", {}, button);
  }

  /** @param {HTMLLIElement} item @param {Line} line @param {Board} board */
  #fill(item, line, board) {
    const button = /** @type {HTMLButtonElement} */ (item.firstElementChild);
    const isOpen = board.play === line.plan.notation && listOpen() === this.#name;
    button.setAttribute("aria-expanded", String(isOpen));
    button.replaceChildren(summary(line, board));
    item.classList.toggle("open", isOpen);
    while (item.children.length > 1) item.lastElementChild?.remove();
    if (isOpen) item.append(detail(line, board, this.#action?.(line.plan) ?? null));
  }
}

/**
 * Moves the focus to the next plan, or the one before; from elsewhere to the first.
 * @param {number} step
 */
export function moveFocus(step) {
  const buttons = /** @type {HTMLElement[]} */ ([...document.querySelectorAll(".plan")]);
  const at = buttons.findIndex((button) => button === document.activeElement);
  const next = at < 0 ? 0 : at + step;
  buttons[Math.min(Math.max(next, 0), buttons.length - 1)]?.focus();
}
