// One turn: the table as it was, what was played, what was better and what it cost.

import {card, cardRow, laid, legend, slot} from "./cards.js";
import {el, listed, thousands} from "./dom.js";
import {meaning} from "./meaning.js";
import {headline, pay} from "./plan-list.js";
import {ownerOf, ownerOn, seatRows} from "./seats.js";
import {format} from "./table.js";

/** @typedef {Api.PlanOfTurn} Plan */
/** @typedef {Api.Review} Review */
/** @typedef {Api.TurnThen} Turn */
/** @typedef {Api.Judgement} Judgement */
/** @typedef {Api.Judgement["verdict"]} Verdict */

/** Of each verdict the sign, as players of chess know it. @type {Record<Verdict, string>} */
export const SIGNS = {best: "★", fine: "✓", mistake: "?", blunder: "??"};

/** @param {number} share @returns {string} */
export function percent(share) {
  return `${(100 * share).toFixed(1).replace("-", "−")} %`;
}

/** @param {number} share @param {number} error @returns {string} */
export function withError(share, error) {
  return `${(100 * share).toFixed(1).replace("-", "−")} ± ${(100 * error).toFixed(1)} %`;
}

/** @param {number} value @param {number} digits @returns {string} */
export function dollars(value, digits) {
  const amount = Math.abs(value).toFixed(digits);
  return `${value < 0 && Number(amount) ? "−" : ""}$${amount}`;
}

/** @param {number} value @param {number} error @returns {string} */
function dollarsWithError(value, error) {
  return `${dollars(value, 1)} ± ${error.toFixed(1)}`;
}

/**
 * What is said of a plan without words, or of words that were taken back.
 * @param {Plan} plan
 * @param {string} takenBack
 * @returns {string}
 */
export function wordless(plan, takenBack) {
  return takenBack ? `${takenBack} taken back` : headline(plan);
}

/** The table before the turn, as its player saw it. @param {Turn} turn */
function table(turn) {
  const faces = (/** @type {"hand" | "community"} */ kind) =>
    [...turn[kind]].map((letter) => slot(card(letter, ownerOf(turn, letter), kind)));
  return el(
    "div",
    {class: "rows"},
    cardRow("long", `Hand of ${turn.seats[turn.active]?.name}`, faces("hand")),
    cardRow("short", "Community", faces("community")),
    seatRows({...turn, phase: "start", ranking: []}),
    el("p", {class: "status"}, `${turn.deck} ${turn.deck === 1 ? "card" : "cards"} in the deck`),
  );
}

/** @param {Turn} turn @param {Plan} plan */
function royalties({seats, active}, plan) {
  const told = plan.royalties.map(
    ({opponent, dollars}) => `$${dollars} to ${seats[(active + opponent) % seats.length]?.name}`,
  );
  return told.length ? el("p", {class: "status"}, `Royalties: ${listed(told)}`) : null;
}

/**
 * The position on the Hint board, where another word can be tried, if the board has its rules.
 * @param {Review} review
 * @param {Turn} turn
 */
function onTheBoard({ruleset, own_goal: goal}, turn) {
  if (ruleset === "own") return null;
  const seats = [...turn.seats.slice(turn.active), ...turn.seats.slice(0, turn.active)];
  return el(
    "a",
    {class: "quiet link", href: `/${format({...turn, seats, ruleset, goal: goal ?? 0, play: ""})}`},
    "Try another word",
  );
}

/** @param {string} title @param {Review} review @param {Turn} turn @param {Plan} plan @param {string} takenBack */
function told(title, review, turn, plan, takenBack = "") {
  const words = plan.words.flatMap((word) => [
    meaning(word.word, review.lexicon, laid(word, ownerOn(turn), "large")),
    legend(word),
  ]);
  const doubled = plan.words
    .filter(({doublers}) => doublers)
    .map(({word, doublers}) => `${word} doubled by ${listed(doublers)}`);
  const parts = [
    pay(plan.money, plan.stock),
    ...doubled,
    plan.buy && `buy ${plan.buy}`,
    plan.discards && `discard ${plan.discards}`,
  ];
  return el(
    "div",
    {class: "told"},
    el("h3", {}, title),
    ...(words.length ? words : [el("p", {class: "headline"}, wordless(plan, takenBack))]),
    words.length ? el("p", {}, parts.filter(Boolean).join(" · ")) : null,
    royalties(turn, plan),
  );
}

/** @param {Judgement} judgement */
function verdict({verdict, is_decided, loss, loss_error, margin_loss, margin_loss_error}) {
  const name = verdict.charAt(0).toUpperCase() + verdict.slice(1);
  const lost = is_decided ? margin_loss : loss;
  const amount = is_decided
    ? dollarsWithError(Math.abs(lost), margin_loss_error)
    : withError(Math.abs(lost), loss_error);
  const cost = verdict === "best" ? "" : `: ${amount} ${lost < 0 ? "won" : "lost"}`;
  return el(
    "p",
    {class: `verdict ${verdict}`},
    el("span", {class: "mark-sign", "aria-hidden": "true"}, SIGNS[verdict]),
    name + cost,
  );
}

/** @param {Judgement} judgement @returns {string} */
function decided({win}) {
  return `The game was ${win > 0.5 ? "won" : "lost"} with both plans, so this turn is judged by the final margin.`;
}

/** @param {Judgement} judgement @param {string} name */
function cost({verdict, win, win_error, loss, margin, margin_error, margin_loss, margin_loss_error, games}, name) {
  const isBest = verdict === "best";
  const rows = [
    [isBest ? "Chance to win" : "Chance to win with the best plan", withError(win, win_error)],
    [isBest ? "" : `With what ${name} did`, percent(Math.max(win - loss, 0))],
    [isBest ? "Final margin" : "Final margin with the best plan", dollarsWithError(margin, margin_error)],
    [isBest ? "" : "Final margin lost", dollarsWithError(margin_loss, margin_loss_error)],
    ["Whole games with each plan", thousands(games)],
  ];
  const shown = rows
    .filter(([what]) => what)
    .flatMap(([what, value]) => [el("dt", {}, what ?? ""), el("dd", {}, value ?? "")]);
  return el(
    "div",
    {},
    el("dl", {class: "facts cost"}, ...shown),
    el("p", {class: "status"}, "± is the standard error: two times in three the true figure is no farther away."),
  );
}

/**
 * The turn, as elements.
 * @param {Review} review
 * @param {number} number
 * @param {Judgement | undefined} judgement
 * @returns {(HTMLElement | null)[]}
 */
export function turnElements(review, number, judgement) {
  const turn = review.turns[number];
  if (!turn) throw new Error(`there is no turn ${number}`);
  const name = review.names[turn.active] ?? "";
  const isBest = judgement?.verdict === "best";
  const why = judgement?.why.map((reason) => el("li", {}, reason)) ?? [];
  return [
    judgement ? verdict(judgement) : el("p", {class: "verdict pending"}, "Not judged yet …"),
    judgement?.is_decided ? el("p", {class: "status"}, decided(judgement)) : null,
    el(
      "div",
      {class: "turn-parts"},
      el(
        "div",
        {},
        told(`${name} played`, review, turn, turn.played, turn.taken_back),
        judgement && !isBest ? told("Better", review, turn, judgement.best) : null,
        judgement
          ? el(
              "details",
              {class: "reasons"},
              el("summary", {}, isBest ? "Why it is best" : "Why it is better"),
              el("ul", {class: "why"}, ...why),
            )
          : null,
        judgement ? cost(judgement, name) : null,
      ),
      el("div", {}, el("h3", {}, "The table before the turn"), table(turn), onTheBoard(review, turn)),
    ),
  ];
}
