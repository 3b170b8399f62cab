// Why a plan, in the library's sentences: advisor/reasons.py, at the start of a turn.

import {COSTS} from "../table/numbers.js";
import {LETTERS, lettersFrom, without} from "./position.js";

/** @typedef {Api.WholeTurn} Plan */
/** @typedef {import("./games.js").AdviceData} AdviceData */
/** @typedef {import("./position.js").View} View */
/** The worth of kept cards has an error where it was sampled. @typedef {{plan: Plan, error: number}} Appraised */

/** Dollars to a tenth, as Python rounds them: half a tenth to the even one. @param {number} amount */
const tenths = (amount) => (amount % 1 === 0.25 ? amount - 0.05 : amount).toFixed(1);

/** Says why, for one board. */
export class Reasons {
  #data;
  #view;
  #community;
  #evaluation;
  #turns;

  /**
   * @param {AdviceData} data
   * @param {View} view
   * @param {string} community
   * @param {number[]} evaluation
   * @param {number} turns  That the player still has, about.
   */
  constructor(data, view, community, evaluation, turns) {
    this.#data = data;
    this.#view = view;
    this.#community = community;
    this.#evaluation = evaluation;
    this.#turns = turns;
  }

  /** @param {Appraised} appraised @returns {string[]} */
  of({plan, error}) {
    if (plan.replace)
      return [this.#say("replaces", {card: plan.replace, worth: this.#dollars(plan.equity.margin)}), this.#race(plan)];
    const nextTurn = this.#isLastTurn(plan) ? [] : [this.#cardsKept(plan, error), this.#whatIsLeft(plan)];
    return [this.#earnings(plan), this.#royalties(plan), this.#purchase(plan), ...nextTurn, this.#race(plan)].filter(
      Boolean,
    );
  }

  /** @param {Plan} plan */
  #earnings({words, money, stock, discards}) {
    if (!words.length)
      return this.#say(["passes", "exchanges_one"][discards.length] ?? "exchanges", {
        cards: discards,
        n: discards.length,
      });
    const doubled = words
      .filter(({doublers}) => doublers)
      .map(({word, doublers}) => this.#say("doubled", {word, doublers: [...doublers].join(" and ")}));
    const earned = [this.#say(stock ? "stock" : "money", {money, stock}), doubled.join(", ")]
      .filter(Boolean)
      .join("; ");
    return this.#say("earns", {earned});
  }

  /** @param {Plan} plan */
  #royalties({words, royalties}) {
    const given = royalties
      .map(({opponent, dollars, letters}) => this.#say("royalty", {dollars, letters, name: nameOf(opponent)}))
      .join(", ");
    if (given) return this.#say("royalties", {given});
    return words.length && this.#view.seats.some(({patents}, player) => player && patents)
      ? this.#say("no_royalties")
      : "";
  }

  /** @param {Plan} plan */
  #purchase(plan) {
    const {words, buy, purchasable, equity} = plan;
    if (!words.length) return "";
    if (!buy) return this.#say(purchasable ? "buys_none" : "can_buy_none", {offered: purchasable});
    const cost = COSTS[buy] ?? 0;
    const price = this.#say("price", {letter: buy, cost});
    if (this.#isLastTurn(plan)) return this.#say(this.#stillToAct().length ? "buys_late" : "buys_last", {price});
    const [royalties, gain] = [
      this.#number("ROYALTY", LETTERS.indexOf(buy)) * (this.#view.seats.length - 1),
      this.#gain(buy),
    ];
    const sources = [this.#say("by_royalties", {worth: this.#dollars(royalties)})];
    if (gain) sources.push(this.#say("by_power", {worth: this.#dollars(gain)}));
    const nearer = this.#number("PRICE") * cost;
    const values = {
      price,
      worth: this.#dollars(equity.patent),
      sources: sources.join(" and "),
      turns: tenths(this.#turns),
      nearer: this.#dollars(nearer),
    };
    return this.#say(nearer >= this.#data.leastShown ? "buys_nearer" : "buys", values);
  }

  /**
   * What the ability of a patent adds to a turn, beside those of the player: Fitted.gain_with.
   * @param {string} letter
   */
  #gain(letter) {
    const {abilities} = this.#data;
    const at = abilities.indexOf(letter);
    if (at < 0) return 0;
    const pair = (/** @type {string} */ other) =>
      abilities.includes(other) ? this.#number("PAIRS", abilities.length * at + abilities.indexOf(other)) : 0;
    return [...(this.#view.seats[0]?.patents ?? "")].reduce(
      (gain, other) => gain + pair(other),
      this.#number("GAIN", at),
    );
  }

  /** @param {Plan} plan @param {number} error */
  #cardsKept({words, leave: kept, discards, equity}, error) {
    if (!kept) return this.#say("keeps_none");
    if (equity.leave <= this.#data.neverKept) return this.#say("keeps_many", {kept});
    const worth = this.#dollars(equity.leave) + (error ? ` +- ${tenths(error)}` : "");
    return this.#say(discards && words.length ? "keeps_rest" : "keeps", {kept, worth, discards});
  }

  /** @param {Plan} plan */
  #whatIsLeft({words, equity}) {
    const used = lettersFrom(words, "c");
    const left = without(this.#community, used);
    const worth = -equity.community * (this.#view.seats.length - 1);
    if (!left) return used ? this.#say("community_used") : "";
    const kind = Math.abs(worth) < this.#data.leastShown ? "equal" : worth > 0 ? "gives" : "costs";
    return this.#say(`community_${kind}`, {left, worth: this.#dollars(Math.abs(worth))});
  }

  /** @param {Plan} plan */
  #race(plan) {
    const {seats, goal, round, finalRound} = this.#view;
    const [mine, theirs] = [this.#patentValue(plan), Math.max(...seats.slice(1).map(({value}) => value))];
    const leader = seats.findIndex(({value}, player) => player && value === theirs);
    const score = this.#say("score", {mine, goal, theirs, name: nameOf(leader)});
    if (finalRound !== null) return this.#say(finalRound === round ? "last_turn" : "one_turn_left", {score});
    if (mine < goal) return this.#say("race", {score, turns: tenths(this.#turns)});
    if (!this.#isLastTurn(plan)) return this.#say("goal_next_round", {score});
    const after = this.#stillToAct().map(nameOf);
    return this.#say(["goal_ends", "goal_one_turn"][after.length] ?? "goal_turns", {score, names: after.join(" and ")});
  }

  /** @param {Plan} plan */
  #isLastTurn(plan) {
    const {round, finalRound, goal, oneMoreTurn} = this.#view;
    return finalRound === round || (finalRound === null && this.#patentValue(plan) >= goal && !oneMoreTurn);
  }

  /** @param {Plan} plan */
  #patentValue({buy}) {
    return (this.#view.seats[0]?.value ?? 0) + (COSTS[buy] ?? 0);
  }

  /** The opponents who have not had a turn in this round. */
  #stillToAct() {
    const {seats, start} = this.#view;
    return seats.map((_, player) => player).slice(1, start || seats.length);
  }

  /** @param {string} name @param {number} [at] */
  #number(name, at = 0) {
    return this.#evaluation[(this.#data.game[name] ?? NaN) + at] ?? NaN;
  }

  /** @param {number} amount */
  #dollars(amount) {
    return `${amount <= -this.#data.leastShown ? "-" : ""}$${tenths(Math.abs(amount))}`;
  }

  /** @param {string} phrase @param {Record<string, string | number>} [values] */
  #say(phrase, values = {}) {
    return (this.#data.phrases[phrase] ?? phrase).replace(/\{(\w+)\}/g, (_, name) => String(values[name]));
  }
}

/** @param {number} opponent */
const nameOf = (opponent) => `opponent ${opponent}`;
