// Why a plan, in the library's sentences: advisor/reasons.py, at the start of a turn.

import {COSTS} from "../table/numbers.js";
import {LETTERS, lettersFrom, without} from "./position.js";

/** @typedef {Api.WholeTurn} Plan */
/** @import {AdviceData} from "./games.js" */
/** @import {View} from "./position.js" */
/** The worth of kept cards has an error where it was sampled. @typedef {{plan: Plan, error: number}} Appraised */

/** Dollars to a tenth, as Python rounds them: half a tenth to the even one. @param {number} amount */
const tenths = (amount) => (amount % 1 === 0.25 ? amount - 0.05 : amount).toFixed(1);

/** Says why, for one board.
 * @param {AdviceData} data
 * @param {View} view
 * @param {string} community
 * @param {number[]} evaluation
 * @param {number} turns  That the player still has, about. */
export function reasonsOn(data, view, community, evaluation, turns) {
  /** @param {Appraised} appraised @returns {string[]} */
  function of({plan, error}) {
    if (plan.replace) return [say("replaces", {card: plan.replace, worth: dollars(plan.equity.margin)}), race(plan)];
    const nextTurn = isLastTurn(plan) ? [] : [cardsKept(plan, error), whatIsLeft(plan)];
    return [earnings(plan), royalties(plan), purchase(plan), ...nextTurn, race(plan)].filter(Boolean);
  }

  /** @param {Plan} plan */
  function earnings({words, money, stock, discards}) {
    if (!words.length)
      return say(["passes", "exchanges_one"][discards.length] ?? "exchanges", {
        cards: discards,
        n: discards.length,
      });
    const doubled = words
      .filter(({doublers}) => doublers)
      .map(({word, doublers}) => say("doubled", {word, doublers: [...doublers].join(" and ")}));
    const earned = [say(stock ? "stock" : "money", {money, stock}), doubled.join(", ")].filter(Boolean).join("; ");
    return say("earns", {earned});
  }

  /** @param {Plan} plan */
  function royalties({words, royalties}) {
    const given = royalties
      .map(({opponent, dollars, letters}) => say("royalty", {dollars, letters, name: nameOf(opponent)}))
      .join(", ");
    if (given) return say("royalties", {given});
    return words.length && view.seats.some(({patents}, player) => player && patents) ? say("no_royalties") : "";
  }

  /** @param {Plan} plan */
  function purchase(plan) {
    const {words, buy, purchasable, equity} = plan;
    if (!words.length) return "";
    if (!buy) return say(purchasable ? "buys_none" : "can_buy_none", {offered: purchasable});
    const cost = COSTS[buy] ?? 0;
    const price = say("price", {letter: buy, cost});
    if (isLastTurn(plan)) return say(stillToAct().length ? "buys_late" : "buys_last", {price});
    const [income, gain] = [number("ROYALTY", LETTERS.indexOf(buy)) * (view.seats.length - 1), gainWith(buy)];
    const sources = [say("by_royalties", {worth: dollars(income)})];
    if (gain) sources.push(say("by_power", {worth: dollars(gain)}));
    const nearer = number("PRICE") * cost;
    const values = {
      price,
      worth: dollars(equity.patent),
      sources: sources.join(" and "),
      turns: tenths(turns),
      nearer: dollars(nearer),
    };
    return say(nearer >= data.leastShown ? "buys_nearer" : "buys", values);
  }

  /** What the ability of a patent adds to a turn, beside those of the player: Fitted.gain_with.
   * @param {string} letter */
  function gainWith(letter) {
    const {abilities} = data;
    const at = abilities.indexOf(letter);
    if (at < 0) return 0;
    const pair = (/** @type {string} */ other) =>
      abilities.includes(other) ? number("PAIRS", abilities.length * at + abilities.indexOf(other)) : 0;
    return [...(view.seats[0]?.patents ?? "")].reduce((gain, other) => gain + pair(other), number("GAIN", at));
  }

  /** @param {Plan} plan @param {number} error */
  function cardsKept({words, leave: kept, discards, equity}, error) {
    if (!kept) return say("keeps_none");
    if (equity.leave <= data.tooManyKept) return say("keeps_many", {kept});
    const worth = dollars(equity.leave) + (error ? ` +- ${tenths(error)}` : "");
    return say(discards && words.length ? "keeps_rest" : "keeps", {kept, worth, discards});
  }

  /** @param {Plan} plan */
  function whatIsLeft({words, equity}) {
    const used = lettersFrom(words, "c");
    const left = without(community, used);
    const worth = -equity.community * (view.seats.length - 1);
    if (!left) return used ? say("community_used") : "";
    const kind = Math.abs(worth) < data.leastShown ? "equal" : worth > 0 ? "gives" : "costs";
    return say(`community_${kind}`, {left, worth: dollars(Math.abs(worth))});
  }

  /** @param {Plan} plan */
  function race(plan) {
    const {seats, goal, round, finalRound} = view;
    const [mine, theirs] = [patentValue(plan), Math.max(...seats.slice(1).map(({value}) => value))];
    const leader = seats.findIndex(({value}, player) => player && value === theirs);
    const score = say("score", {mine, goal, theirs, name: nameOf(leader)});
    if (finalRound !== null) return say(finalRound === round ? "last_turn" : "one_turn_left", {score});
    if (mine < goal) return say("race", {score, turns: tenths(turns)});
    if (!isLastTurn(plan)) return say("goal_next_round", {score});
    const after = stillToAct().map(nameOf);
    return say(["goal_ends", "goal_one_turn"][after.length] ?? "goal_turns", {score, names: after.join(" and ")});
  }

  /** @param {Plan} plan */
  function isLastTurn(plan) {
    const {round, finalRound, goal, oneMoreTurn} = view;
    return finalRound === round || (finalRound === null && patentValue(plan) >= goal && !oneMoreTurn);
  }

  /** @param {Plan} plan */
  function patentValue({buy}) {
    return (view.seats[0]?.value ?? 0) + (COSTS[buy] ?? 0);
  }

  /** The opponents who have not had a turn in this round. */
  function stillToAct() {
    const {seats, start} = view;
    return seats.map((_, player) => player).slice(1, start || seats.length);
  }

  /** @param {string} name @param {number} [at] */
  function number(name, at = 0) {
    return evaluation[(data.game[name] ?? NaN) + at] ?? NaN;
  }

  /** @param {number} amount */
  function dollars(amount) {
    return `${amount <= -data.leastShown ? "-" : ""}$${tenths(Math.abs(amount))}`;
  }

  /** @param {string} phrase @param {Record<string, string | number>} [values] */
  function say(phrase, values = {}) {
    return (data.phrases[phrase] ?? phrase).replace(/\{(\w+)\}/g, (_, name) => String(values[name]));
  }

  return of;
}

/** @param {number} opponent */
const nameOf = (opponent) => `opponent ${opponent}`;
