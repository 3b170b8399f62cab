// The best plans by simulated games, and why: advisor/advice.py and advisor/reasons.py with what they ask.

import {COSTS} from "../table/numbers.js";
import {Kernel} from "./kernel.js";
import {drawnFrom, LETTERS, lettersFrom, refuse, show, viewOf, without} from "./position.js";

// The race to the goal ---------------------------------------------------------------------------------------------

/** @import {AdviceData, Game, Keeping, Played, Worth} from "./games.js" */
/** @import {View} from "./position.js" */
/** @import {Found, Read, SearchData, Turns} from "./turns.js" */
/** A step: games of each of these plans, from the first on.
 * @typedef {{plans: number[], isWhole: boolean, first: number, n: number}} Step */
/** What the games say of a plan, in the order of a row of the race: see RankedTurn in advisor/advice.py.
 * @typedef {{plan: number, playouts: number, win: number, winSe: number, winLoss: number, winLossSe: number, lead:
 *   number, leadSe: number, leadLoss: number, leadLossSe: number, whole: number}} Standing */
const VALUES = ["win", "winSe", "winLoss", "winLossSe", "lead", "leadSe", "leadLoss", "leadLossSe"];

/** One race.
 * @param {WebAssembly.Module} module
 * @param {AdviceData} data
 * @param {number[]} equities  Of the plans.
 * @param {{offBy: number, isWhole: boolean, until: number, games: number}} how  See new_race. */
function raceOf(module, data, equities, {offBy, isWhole, until, games}) {
  const kernel = new Kernel(module);
  /** The numbers of its layout: see _kernels/race.py. */
  const at = data.raceLayout;
  const [most, n] = [data.race.order.shape[0], equities.length];
  const ofPlans = Object.entries(data.race).map(([name, {type, shape}]) => [
    name,
    {type, shape: shape.map((/** @type {number} */ size) => (size === most ? n : size))},
  ]);
  const race = kernel.placed(Object.fromEntries(ofPlans));
  const [state, clock] = [kernel.longs(race.state), kernel.doubles(race.clock)];
  state[at.N_LIVE] = state[at.N_RANKED] = BigInt(n);
  state[at.MOST_GAMES] = BigInt(games);
  state[at.FIRST_LENGTH] = BigInt(isWhole);
  state[at.PHASE] = BigInt(at.NOT_BEGUN);
  clock[at.UNTIL] = until;
  clock[at.OFF_BY] = offBy;
  kernel.fill(race.order, [...equities.keys()]);
  kernel.fill(
    race.prior,
    equities.map((equity) => equity / at.DOLLARS_A_VICTORY),
  );

  /** Takes in the games of the step, null before the first; the next step, null at the end.
   * @param {Played | null} played
   * @param {number} now  In seconds.
   * @returns {Step | null} */
  function goOn(played, now) {
    const nLive = stateOf("N_LIVE");
    const n = kernel.meanwhile(() => {
      const size = (played?.wins.length ?? 0) / nLive;
      const [margins, wins] = [
        kernel.array("f8", [nLive, size], played?.margins ?? []),
        kernel.array("f8", [nLive, size], played?.wins ?? []),
      ];
      return kernel.call("race_on", [race, margins, wins, now]);
    });
    if (!n) return null;
    const plans = order().slice(0, stateOf("N_LIVE"));
    return {plans, isWhole: stateOf("LENGTH") === at.WHOLE, first: stateOf("FIRST_GAME"), n};
  }

  /** The plans in their present order, the best first. @returns {Standing[]} */
  function standings() {
    const [names, rows] = [["playouts", ...VALUES, "whole"], kernel.doubles(race.rows)];
    return order().map((plan, place) => {
      const row = names.map((name, value) => [name, rows[place * names.length + value]]);
      return {plan, ...Object.fromEntries(row)};
    });
  }

  const order = () => [...kernel.longs(race.order)].map(Number);

  const stateOf = (/** @type {string} */ name) => Number(kernel.longs(race.state)[at[name]]);

  return {goOn, standings, nGames: () => stateOf("N_GAMES"), isSettled: () => stateOf("IS_SETTLED") === 1};
}

// A plan and what became of it -------------------------------------------------------------------------------------

/** A plan and what became of it. @typedef {Standing & {candidate: Candidate}} Ranked */
/** With its chance, as it is told. @typedef {Ranked & {chance: Pick<Api.RankedRow, "win" | "error">}} Told */

const DIGITS = 1e3;
const [AS_GOOD, BEHIND, UNKNOWN] = [0, 1, 2];

/** The plans of a race as they are told: one for the same words, in its best way; and if the first is ahead for sure.
 * First come those that are as good as the best, by equity; then the others by their chances; then those of too few
 * games, by equity.
 * @param {Ranked[]} standings  Every plan of the race, in its order.
 * @param {Record<string, any>} limits  Of its layout.
 * @returns {{rows: Told[], isClear: boolean}} */
function ranking(standings, limits) {
  const [best] = standings;
  if (!best) throw new Error("there is no plan");
  const isKnown = (/** @type {Ranked} */ plan) => plan.playouts >= limits.MIN_GAMES;

  /** The loss against another plan, and its error; dollars alone where all wins are alike. */
  function lossOf(/** @type {Ranked} */ plan, /** @type {Ranked} */ other) {
    const [win, lead] = [plan.winLoss - other.winLoss, plan.leadLoss - other.leadLoss];
    const ofLead = plan.leadLossSe / limits.LEAD_A_VICTORY;
    const error = win ? Math.hypot(plan.winLossSe, ofLead) : ofLead;
    return {loss: win + lead / limits.LEAD_A_VICTORY, error};
  }

  /** Is a plan no worse than another, as far as the games tell and as far as it matters? */
  function isAsGood(/** @type {Ranked} */ plan, /** @type {Ranked} */ other) {
    const {loss, error} = lossOf(plan, other);
    return isKnown(plan) && loss <= Math.min(limits.TIED, limits.TIED_ERRORS * error);
  }

  /** The one that equity prefers of those that are as good as the foremost. @returns {Ranked} */
  function bestWay(/** @type {Ranked[]} */ plans) {
    const asGood = plans.filter((plan) => isAsGood(plan, plans[0] ?? plan));
    return /** @type {Ranked} */ ((asGood.length ? asGood : [...plans]).sort(byEquity)[0]);
  }

  const place = (/** @type {Ranked} */ row) => {
    if (!isKnown(row)) return {group: UNKNOWN, loss: 0};
    if (isAsGood(row, best)) return {group: AS_GOOD, loss: 0};
    return {group: BEHIND, loss: -Math.round(Math.min(row.win, best.win) * DIGITS)};
  };

  /** @type {Map<string, Ranked[]>} */
  const ways = new Map();
  for (const one of standings) {
    const subject = subjectOf(one.candidate);
    ways.set(subject, [...(ways.get(subject) ?? []), one]);
  }
  const rows = [...ways.values()]
    .map(bestWay)
    .map((row) => ({row, ...place(row)}))
    .sort((a, b) => a.group - b.group || a.loss - b.loss || byEquity(a.row, b.row))
    .map(({row}) => row);
  const [first = best, second] = rows;

  /** The chance of a plan: that of the best where it is not behind. Its error is that of the difference to the first.
   * @param {Ranked} row @param {number} rank @returns {Told["chance"]} */
  const chanceOf = (row, rank) => {
    if (!isKnown(row)) return {win: null, error: null};
    const win = !isAsGood(row, best) && row.winLoss > 0 ? row.win : best.win;
    const isOpen = limits.NEARLY <= win && win < 1 - limits.NEARLY;
    const {winLossSe} = row === best ? first : row;
    return {win, error: isOpen ? (rank ? winLossSe : row.winSe) : null};
  };

  const ahead = second && lossOf(second, first);
  return {
    rows: rows.map((row, rank) => ({...row, chance: chanceOf(row, rank)})),
    isClear: ahead !== undefined && ahead.loss > limits.SETTLED * ahead.error,
  };
}

/** Of plans with the same one only the best is told. @param {Candidate} candidate */
function subjectOf({plan: {words, replace}}) {
  return (
    words
      .map(({word}) => word)
      .sort()
      .join(" ") || (replace ? "replace" : "exchange")
  );
}

/** By falling equity, then by the words. @param {Ranked} a @param {Ranked} b */
function byEquity({candidate: {plan: a}}, {candidate: {plan: b}}) {
  const [one, other] = [a.notation.toUpperCase(), b.notation.toUpperCase()];
  const [ours, theirs] = [a, b].map(({equity}) => Math.round(equity.total * EXACT));
  return Number(theirs) - Number(ours) || Number(one > other) - Number(one < other);
}

// Reasons ----------------------------------------------------------------------------------------------------------

/** @typedef {Api.WholeTurn} Plan */
/** The worth of kept cards has an error where it was sampled. @typedef {{plan: Plan, error: number}} Appraised */

/** Dollars to a tenth, as Python rounds them: half a tenth to the even one. @param {number} amount */
const tenths = (amount) => (amount % 1 === 0.25 ? amount - 0.05 : amount).toFixed(1);

/** Says why, for one board.
 * @param {AdviceData} data
 * @param {View} view
 * @param {string} community
 * @param {number[]} evaluation
 * @param {number} turns  That the player still has, about. */
function reasonsOn(data, view, community, evaluation, turns) {
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
    const cards = [...lettersFrom(words, "hc")].sort();
    const given = royalties.flatMap((dollars, at) => {
      const letters = cards.filter((one) => view.seats[at + 1]?.patents.includes(one)).join("");
      return dollars ? say("royalty", {dollars, letters, name: nameOf(at + 1)}) : [];
    });
    if (given.length) return say("royalties", {given: given.join(", ")});
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

// Advice -----------------------------------------------------------------------------------------------------------

/** Plays games, and finds what kept cards are worth.
 * @typedef {{play: (game: Game, plans: BigInt64Array, nPlans: number, first: number, n: number, signal: AbortSignal)
 *   => Promise<Played>, keep: (keeping: Keeping, signal: AbortSignal) => Promise<Worth[]>}} Player */
/** How long to think: seconds, or so many games. @typedef {{seconds?: number, playouts?: number}} Effort */
/** A turn as the kernels play it, and the error of what its kept cards are worth.
 * @typedef {{plan: Plan, row: BigInt64Array, error: number}} Candidate */

const OTHER_DEALS = 1n;
const MOST_GAMES = 1e9;
const LEAST_SHARE = 0.5;
const EXACT = 1e6;

/** Advises.
 * @param {WebAssembly.Module} module @param {Turns} turns @param {SearchData} search @param {AdviceData} data
 * @param {Player} player */
export function advisorOf(module, turns, search, data, player) {
  /** The advice so far, after each step; the last is final.
   * @param {Api.Table} table
   * @param {string} against  What opponents are taken for.
   * @param {Effort} effort
   * @param {AbortSignal} signal
   * @returns {AsyncGenerator<Api.AdviceSoFar>} */
  async function* advise(table, against, {seconds, playouts}, signal) {
    const {opponents, learnedGoals, offBy, maxCandidates, mostTold, raceLayout, shortRounds, wholeRounds} = data;
    const kind = opponents[against];
    if (!kind) refuse(`opponents is ${show(against)}; choose one of ${Object.keys(opponents).join(", ")}`);
    const read = turns.read(table);
    const view = viewOf(table, read);
    const begun = now();
    const candidates = await refined(candidatesOf(read, view).slice(0, maxCandidates), read, view, signal);
    const started = now();
    const nPlayers = view.seats.length;
    const isWhole = kind.level !== null || view.finalRound !== null || view.goal < (learnedGoals[nPlayers] ?? 0);
    const reasons = reasonsOn(data, view, read.position.community, search.evaluations[nPlayers] ?? [], turnsLeft(view));
    const rounds = isWhole ? wholeRounds : shortRounds;
    const {name, position} = read;
    const game = {ruleset: name, position, view, opponents: against, seed: 0n, mostTurns: 1 + rounds * nPlayers};
    const whole = isWhole ? game : {...game, seed: OTHER_DEALS, mostTurns: 1 + wholeRounds * nPlayers};
    const until = seconds === undefined ? Infinity : Math.max(begun + seconds, started + LEAST_SHARE * seconds);
    const race = raceOf(
      module,
      data,
      candidates.map(({plan}) => plan.equity.total),
      {
        offBy: offBy[name]?.[nPlayers] ?? 0,
        isWhole,
        until,
        games: playouts ?? MOST_GAMES,
      },
    );
    const told = (/** @type {boolean} */ final) => {
      const standings = race
        .standings()
        .map((one) => ({...one, candidate: /** @type {Candidate} */ (candidates[one.plan])}));
      const {rows, isClear} = ranking(standings, raceLayout);
      return {
        turns: rows.slice(0, mostTold).map((row) => toldPlan(row, reasons)),
        playouts: race.nGames(),
        seconds: now() - begun,
        settled: race.isSettled() || isClear,
        final,
        against: /** @type {Api.AdviceSoFar["against"]} */ (kind.takenFor),
      };
    };
    let step = race.goOn(null, now());
    while (step) {
      const {plans, first, n} = step;
      const rows = BigInt64Array.from(plans.flatMap((plan) => [...(candidates[plan]?.row ?? [])]));
      const played = await player.play(step.isWhole ? whole : game, rows, plans.length, first, n, signal);
      step = race.goOn(played, now());
      if (step) yield told(false);
    }
    yield told(true);
  }

  /** The turns that may be best: candidates_of in advisor/simulation.py.
   * @param {Read} read @param {View} view @returns {Candidate[]} */
  function candidatesOf(read, {round, finalRound, replaced}) {
    const {NOT_KNOWN, ALL_CANDIDATES: scope} = search.layout;
    const rounds = finalRound === null ? NOT_KNOWN : finalRound - round;
    const {position, rules} = read;
    const draws = drawnFrom(position, position.opponents.length * rules.hand_size);
    const asked = {limit: data.sieve, scope, rounds, mayReplace: !replaced, ...draws};
    return turns.best(read, asked).map((found) => ({plan: found.plan, row: rowOf(found), error: 0}));
  }

  /** A turn for the kernels: turn_row in advisor/simulation.py. @param {Found} found */
  function rowOf({plan, row}) {
    const at = data.game;
    const turn = new BigInt64Array(at.TURN_SIZE).fill(BigInt(at[plan.replace ? "UNDECIDED" : "NO_LETTER"]));
    if (plan.replace) {
      turn[at.REPLACED] = BigInt(LETTERS.indexOf(plan.replace));
      return turn;
    }
    turn[at.ACTION] = BigInt(at[plan.words.length ? "LAY" : "EXCHANGE"]);
    for (let n = 0; n < at.LISTED_SIZE; n++) turn[at.THE_PLAY + n] = row.getBigInt64(8 * n, true);
    if (plan.buy) turn[at.BOUGHT] = BigInt(LETTERS.indexOf(plan.buy));
    const bits = BigInt(at.LETTER_BITS);
    const codes = [...plan.discards].map((card) => BigInt(LETTERS.indexOf(card) + 1));
    turn[at.DISCARDED] = codes.reduce((packed, code) => (packed << bits) | code, 0n);
    return turn;
  }

  /** The candidates with what the cards kept in an exchange are worth: refined in advisor/advice.py.
   * @param {Candidate[]} candidates @param {Read} read @param {View} view @param {AbortSignal} signal */
  async function refined(candidates, {name, position}, view, signal) {
    const [turns, {seats}] = [turnsLeft(view), view];
    const exchanges = candidates.filter(({plan}) => !plan.words.length && !plan.replace);
    if (!turns || !exchanges.length) return candidates;
    const kept = exchanges.map(({plan}) => plan.leave);
    const worths = await player.keep({ruleset: name, position, seats, kept, turns: Math.max(0, turns - 1)}, signal);
    const others = candidates.filter((one) => !exchanges.includes(one));
    const sampled = exchanges.map((one, at) => withWorth(one, worths[at]));
    const rounded = (/** @type {Candidate} */ {plan}) => Math.round(plan.equity.total * EXACT);
    return [...others, ...sampled].sort((a, b) => rounded(b) - rounded(a));
  }

  /** turns_left in advisor/simulation.py. @param {View} view */
  function turnsLeft({seats, finalRound, goal, round}) {
    if (finalRound !== null) return finalRound - round;
    const pace = search.evaluations[seats.length]?.[data.game.PACE + seats.length] ?? 1;
    return Math.max(data.leastTurns, (goal - Math.max(...seats.map(({value}) => value))) / pace);
  }

  return advise;
}

const now = () => performance.now() / 1000;

/** @param {Candidate} candidate @param {Worth | undefined} worth @returns {Candidate} */
function withWorth({plan, row}, worth) {
  const {margin, patent, community} = plan.equity;
  const leave = worth?.mean ?? 0;
  return {
    plan: {...plan, equity: {...plan.equity, leave, total: margin + patent + leave + community}},
    row,
    error: worth?.error ?? 0,
  };
}

/** @param {Told} row @param {ReturnType<typeof reasonsOn>} reasons @returns {Api.RankedRow} */
function toldPlan({candidate, whole, chance}, reasons) {
  return {turn: candidate.plan, ...chance, whole: whole === 1, reasons: reasons(candidate)};
}
