// The rules of the game, on a table that is plain data: no page, no clock, no network. `fold` gives the table after a
// turn that is told, or refuses it. It is read beside the rulebook and the library: rules/referee.py says what words
// may lie and what they pay; game/rules.py and game/told.py carry a turn out. Numbers are in numbers.js.

import {CARDS, COSTS, LIMITS, PRESETS, READINGS, REASONS, RULEBOOK, rulesNamed, VOWELS} from "./numbers.js";
import {discard, draw} from "./deal.js";
import {count, HIDDEN, InvalidInputError, LETTERS, lettersFrom, refuse, show, without} from "../engine/position.js";
import {parseNames, playerNamed, saidName} from "./text.js";

/** @import {Pile} from "./deal.js" */
/** @import {Header, LaidWord, Told, Turn} from "./text.js" */
/** The rules of a table, as Ruleset.to_dict of rules/ruleset.py.
 * @typedef {object} Rules
 * @property {{coins: number[], stock: number[]}} payout  By the length of a word.
 * @property {string} stacking  "multiply", "add" or "at-most-one".
 * @property {string} duplicate_scope  "word" or "turn".
 * @property {string} last_round  "complete-round" or "one-more-turn".
 * @property {{mode: string, retries: number}} challenge  "players", "none" or "automatic".
 * @property {number} hand_size
 * @property {number} community_size
 * @property {Record<string, number>} goals  By the number of players.
 * @property {string} replaceable  "hand" or "hand-or-community".
 * @property {string} reshuffle  "with-used" or "without-words". */
/** The hand is sorted; ? is a card that is not known.
 * @typedef {{hand: string, patents: string, money: number, stock: number}} Seat */
/** Words that may lie, and what they earn.
 * @typedef {object} Play
 * @property {LaidWord[]} words
 * @property {string[]} doublers  Of each word.
 * @property {number} money
 * @property {number} stock
 * @property {number[]} royalties  Dollars to each player, by seat. */
/** What was done last.
 * @typedef {object} Done
 * @property {number} player
 * @property {number} round
 * @property {Turn} turn  In full: with its Ys, doublers and discards.
 * @property {string | null} came
 * @property {string | null} drew
 * @property {Play | null} play  The words, if they stand. */
/** A table, at the start of a turn or where a card is to pay for words that were taken back.
 * @typedef {object} Table
 * @property {string[]} names
 * @property {Rules} rules
 * @property {number} goal
 * @property {boolean[]} known  Whose hands are seen.
 * @property {Seat[]} seats
 * @property {string} community
 * @property {string} discards  The oldest first, ? for each that was not seen.
 * @property {number} deck  How many cards it has.
 * @property {"start" | "penalty" | "over"} phase
 * @property {number} active
 * @property {number} start  Who has the start marker.
 * @property {number} round
 * @property {number | null} finalRound
 * @property {boolean} replaced  A card was replaced with Q in this turn.
 * @property {number} failed  How many words of this turn were refused by the game itself.
 * @property {Done | null} done */
/** @typedef {(word: string) => boolean | undefined} IsWord */

const ALL_CARDS = "*";
/** The number of letters that have a payout: from none to all cards, the duplicate and the suffix. */
const LENGTHS = (LIMITS.cards ?? 0) + 3;

export const HAND = "h";
export const COMMUNITY = "c";
const CARD = HAND + COMMUNITY;
export const DUPLICATE = "d";
export const SUFFIX = "s";
const PATENT_DOUBLERS = "BJK";
const CARD_DOUBLER = "Q";

/** A turn that is against a rule: a name of Reason or ActionReason in the library, or MISSING_CARDS. */
export class Refusal extends InvalidInputError {
  /** @param {string} reason @param {string} message */
  constructor(reason, message) {
    super(reason in REASONS ? `${message} (${REASONS[reason]})` : message);
    this.reason = reason;
  }
}

// Cards -------------------------------------------------------------------------------------------

/** @param {number} n */
export const nCards = (n) => (n === 1 ? "1 card" : `${n} cards`);
/** @param {string} cards */
const nHidden = (cards) => count(cards, HIDDEN);
/** @param {string} cards */
const shownOf = (cards) => cards.replaceAll(HIDDEN, "");
/** Hidden cards come last. @param {string} cards */
export const sorted = (cards) => [...shownOf(cards)].sort().join("") + HIDDEN.repeat(nHidden(cards));
/** Those of some cards that others do not have. @param {string} cards @param {string} others */
export function beyond(cards, others) {
  let left = others;
  return [...cards].filter((card) => left === (left = left.replace(card, ""))).join("");
}

/** @param {Table} table @returns {Seat} */
export function activeSeat(table) {
  const seat = table.seats[table.active];
  if (!seat) throw new Error(`there is no player ${table.active}`);
  return seat;
}

/** By letter, the cards of the deck, of hands and of discards that are not seen.
 * @param {Table} table
 * @param {number | null} viewer  Who sees no hand but one; null for all that are known. */
export function unseen(table, viewer = null) {
  const hands = table.seats.filter((_, seat) => viewer === null || seat === viewer).map(({hand}) => hand);
  const seen = table.community + table.discards + hands.join("");
  return Object.fromEntries(Object.entries(CARDS).map(([letter, n]) => [letter, n - count(seen, letter)]));
}

/** May the active player hold these cards, with these in the hand? Each that is hidden may be any card that is not
 * seen.
 * @param {Table} table @param {string} cards @param {string} hand */
export function mayHold(table, cards, hand) {
  const open = unseen(table);
  const more = beyond(cards, hand);
  return more.length <= nHidden(hand) && [...more].every((card) => count(more, card) <= (open[card] ?? 0));
}

// A legal word ------------------------------------------------------------------------------------

/** @param {Table} table @param {LaidWord[]} words @param {IsWord | null} isWord */
function checkWords(table, words, isWord) {
  const {patents, hand} = activeSeat(table);
  if (!words.length) throw new Refusal("NO_WORD", "there is no word");
  for (const word of words) checkLetters(word);
  if (words.length > (LIMITS.words ?? 0)) throw new Refusal("TOO_MANY_WORDS", `there are ${words.length} words`);
  const [, second] = words;
  if (second && !patents.includes("V")) throw new Refusal("SECOND_WORD_NOT_OWNED", `${second.word} is a second word`);
  checkCards(words, HAND, "hand", hand);
  checkCards(words, COMMUNITY, "community", table.community);
  const bare = words.find(({sources}) => !sources.includes(HAND));
  if (bare) throw new Refusal("NO_HAND_CARD", `${bare.word} uses no hand card`);
  checkDuplicate(words, patents, table.rules);
  checkSuffix(words, patents);
  const unknown = isWord && words.find(({word}) => !isWord(word));
  if (unknown) throw new Refusal("NOT_IN_LEXICON", `${unknown.word} is unknown`);
}

/** @param {LaidWord} laid */
function checkLetters({word, sources, ys}) {
  const letters = `${show(word)} has ${word.length} ${word.length === 1 ? "letter" : "letters"}`;
  if (!/^[A-Z]*$/.test(word)) throw new Refusal("NOT_LETTERS", `${show(word)} has other characters`);
  if (word.length < (LIMITS.letters ?? 0)) throw new Refusal("TOO_SHORT", letters);
  if (sources.length !== word.length || !/^[hcds]*$/.test(sources)) {
    throw new Refusal("SOURCES_MALFORMED", `${word} has the sources ${show(sources)}`);
  }
  const n = count(word, "Y");
  const declared = `${word} has ${n} Y and declares ${show(ys)}`;
  if (ys.length < n) throw new Refusal("Y_UNDECLARED", declared);
  if (ys.length > n || !/^[vc]*$/.test(ys)) throw new Refusal("Y_MALFORMED", declared);
}

/** @param {LaidWord[]} words @param {string} source @param {string} where @param {string} cards */
function checkCards(words, source, where, cards) {
  const taken = lettersFrom(words, source);
  const [letter] = beyond(taken, cards);
  if (!letter) return;
  const there = `which holds ${count(cards, letter)}`;
  const said = `the play takes ${count(taken, letter)} ${letter} from the ${where}`;
  throw new Refusal("CARD_NOT_AVAILABLE", `${said}, ${there}`);
}

/** X: a letter card is used twice, with at least three cards.
 * @param {LaidWord[]} words @param {string} patents @param {Rules} rules */
function checkDuplicate(words, patents, rules) {
  const duplicates = lettersFrom(words, DUPLICATE);
  const word = words.find(({sources}) => sources.includes(DUPLICATE));
  if (!word) return;
  const letter = lettersFrom([word], DUPLICATE)[0] ?? "";
  const said = `${word.word} duplicates ${letter}`;
  if (!patents.includes("X")) throw new Refusal("DUPLICATE_NOT_OWNED", said);
  if (duplicates.length > 1) throw new Refusal("TWO_DUPLICATES", `the play has ${duplicates.length} duplicates`);
  const cards = lettersFrom(rules.duplicate_scope === "word" ? [word] : words, CARD);
  if (!cards.includes(letter)) throw new Refusal("DUPLICATE_WITHOUT_ORIGINAL", `${said}, not among ${cards}`);
  if (cards.length >= (LIMITS.forDuplicate ?? 0)) return;
  throw new Refusal("TOO_FEW_CARDS_FOR_DUPLICATE", `${said} with ${cards}`);
}

/** Z: an S that is no card ends a word. @param {LaidWord[]} words @param {string} patents */
function checkSuffix(words, patents) {
  const n = lettersFrom(words, SUFFIX).length;
  const laid = words.find(({sources}) => sources.includes(SUFFIX));
  if (!laid) return;
  const {word} = laid;
  if (!patents.includes("Z")) throw new Refusal("SUFFIX_NOT_OWNED", `${word} has a suffix`);
  if (n > 1) throw new Refusal("TWO_SUFFIXES", `the play has ${n} suffixes`);
  const at = laid.sources.indexOf(SUFFIX);
  if (at !== word.length - 1) throw new Refusal("SUFFIX_NOT_LAST", `${word} has the suffix as letter ${at + 1}`);
  if (word[at] !== "S") throw new Refusal("SUFFIX_NOT_S", `${word} has the suffix ${word[at]}`);
}

// Payout ------------------------------------------------------------------------------------------

/** Is each letter a vowel? The Ys count as they are declared. @param {LaidWord} laid */
function vowelsOf({word, ys}) {
  let y = 0;
  return [...word].map((letter) => (letter === "Y" ? ys[y++] === "v" : VOWELS.includes(letter)));
}

/** @param {string} doubler @param {LaidWord} word */
export function doubles(doubler, word) {
  const vowels = vowelsOf(word);
  const n = vowels.filter(Boolean).length;
  if (doubler === "B") return vowels[0] && vowels[vowels.length - 1];
  return doubler === "J" ? 2 * n >= vowels.length : n === 1;
}

/** @param {number} n @param {Rules} rules */
export const factor = (n, {stacking}) =>
  stacking === "multiply" ? 2 ** n : 1 + (stacking === "add" ? n : Math.min(n, 1));

/** What words pay, whether or not they may lie. @param {Pick<Play, "words" | "doublers">} play @param {Table} table */
export function score({words, doublers}, {rules}) {
  let [money, stock] = [0, 0];
  for (const [at, {word}] of words.entries()) {
    const times = factor(doublers[at]?.length ?? 0, rules);
    money += (rules.payout.coins[word.length] ?? 0) * times;
    stock += (rules.payout.stock[word.length] ?? 0) * times;
  }
  return {money, stock};
}

/** @param {{money: number, stock: number}} one @param {{money: number, stock: number}} other */
export const paysMore = (one, other) => one.money + one.stock - other.money - other.stock || one.money - other.money;

/** Every way to give each of B, J and K to at most one word, with the card Q in its own.
 * @param {Table} table @param {LaidWord[]} words */
function possibleDoublers({rules, ...table}, words) {
  const {patents} = activeSeat({rules, ...table});
  let choices = [words.map(() => "")];
  for (const doubler of PATENT_DOUBLERS) {
    if (!patents.includes(doubler)) continue;
    const places = [...words.keys()].filter((at) => doubles(doubler, words[at] ?? {word: "", sources: "", ys: ""}));
    choices = choices.flatMap((choice) =>
      [...places, -1].map((place) => choice.map((letters, at) => (at === place ? letters + doubler : letters))),
    );
  }
  const card = words.map((word) => lettersFrom([word], rules.duplicate_scope === "turn" ? CARD + DUPLICATE : CARD));
  const hasQ = card.map((letters) => letters.includes(CARD_DOUBLER));
  const withQ = choices.map((choice) => choice.map((letters, at) => letters + (hasQ[at] ? CARD_DOUBLER : "")));
  if (rules.stacking !== "at-most-one") return withQ;
  // The player names either the Q card, which comes first, or the patent.
  return withQ
    .filter((choice) => choice.every((letters) => letters.replace(CARD_DOUBLER, "").length <= 1))
    .flatMap((choice) => product(choice.map((letters) => (letters ? [...letters].reverse() : [""]))));
}

/** @template T @param {T[][]} lists @returns {T[][]} */
const product = (lists) =>
  lists.reduce((all, list) => all.flatMap((one) => list.map((item) => [...one, item])), /** @type {T[][]} */ ([[]]));

/** The doublers that are claimed, if they can be; for null those that pay most.
 * @param {Table} table @param {LaidWord[]} words @param {string[] | null} claimed */
function chosenDoublers(table, words, claimed) {
  const {rules} = table;
  const all = possibleDoublers(table, words);
  const factors = all.map((choice) => choice.map((letters) => factor(letters.length, rules)));
  // All that apply double: a way goes if another is better for one word and as good for the other.
  const full = all.filter((_, at) => {
    const mine = factors[at] ?? [];
    const beats = (/** @type {number[]} */ other) => other.every((more, word) => more >= (mine[word] ?? 0));
    return !factors.some((other) => beats(other) && other.some((more, word) => more > (mine[word] ?? 0)));
  });
  if (claimed === null) {
    const paid = full.map((doublers) => ({doublers, ...score({words, doublers}, table)}));
    return paid.reduce((best, one) => (paysMore(one, best) > 0 ? one : best)).doublers;
  }
  const wanted = claimed.map((letters) => [...letters.toUpperCase()].sort().join("")).join(" ");
  const found = full.find((choice) => choice.join(" ") === wanted);
  if (found) return found;
  const named = words.map(({word}) => word).join(" & ");
  throw new Refusal("DOUBLER_NOT_ALLOWED", `${named} cannot have the doublers ${claimed.map(show).join(", ")}`);
}

/** The patents that may be bought after a play, the dearest first.
 * @param {Table} table
 * @param {Play} play
 * @param {boolean} challenged  Is there a dollar of a challenge? */
export function legalPurchases(table, play, challenged = false) {
  const money = activeSeat(table).money + play.money + Number(challenged);
  const cost = (/** @type {string} */ card) => COSTS[card] ?? 0;
  const owned = table.seats.map(({patents}) => patents).join("");
  const cards = [...new Set(lettersFrom(play.words, CARD))].sort();
  const open = cards.filter((card) => !owned.includes(card) && cost(card) <= money);
  return open.sort((a, b) => cost(b) - cost(a)).join("");
}

// Words as they lie -------------------------------------------------------------------------------

/** With the cards of these that are unknown ones of the hand in their place.
 * @param {string} hand @param {string} cards */
function showing(hand, cards) {
  const more = beyond(cards, shownOf(hand)).slice(0, nHidden(hand));
  return sorted(shownOf(hand) + more) + HIDDEN.repeat(nHidden(hand) - more.length);
}

/** @param {Table} table @param {LaidWord[]} words @param {string[] | null} doublers @param {IsWord | null} isWord
 * @returns {Play} */
function judgedAsSaid(table, words, doublers, isWord) {
  const seat = activeSeat(table);
  const used = lettersFrom(words, HAND);
  const more = nHidden(seat.hand) ? beyond(used, seat.hand) : "";
  if (more.length > nHidden(seat.hand)) {
    const taken = `the words take ${nCards(more.length)} from a hand of ${nHidden(seat.hand)}`;
    throw new Refusal("CARD_NOT_AVAILABLE", taken);
  }
  const left = unseen(table);
  const letter = [...more].find((card) => count(more, card) > (left[card] ?? 0));
  if (letter) {
    const held = `${table.names[table.active]} cannot have ${count(more, letter)} ${letter} in hand`;
    throw new Refusal("CARD_NOT_AVAILABLE", `${held}: ${left[letter]} are not seen elsewhere`);
  }
  const hand = showing(seat.hand, used);
  const seats = table.seats.map((one, player) => (player === table.active ? {...one, hand} : one));
  const shown = {...table, seats, community: shownOf(table.community)};
  checkWords(shown, words, isWord);
  const chosen = chosenDoublers(shown, words, doublers);
  const cards = lettersFrom(words, CARD);
  const royalties = table.seats.map(({patents}, player) =>
    player === table.active ? 0 : [...cards].filter((card) => patents.includes(card)).length,
  );
  const paid = score({words, doublers: chosen}, table);
  return {words, doublers: chosen, ...paid, royalties};
}

/** Ways to declare the Ys of a word: as said, or all consonants, or one or all vowels. No other can be the best.
 * @param {LaidWord} laid @returns {LaidWord[]} */
function declared(laid) {
  const n = count(laid.word, "Y");
  if (laid.ys || !n) return [laid];
  const ways = ["c".repeat(n), `v${"c".repeat(n - 1)}`, "v".repeat(n)];
  return [...new Set(ways)].map((ys) => ({...laid, ys}));
}

/** What words of the active player earn as they lie; Ys that are left out pay most.
 * @param {Table} table @param {LaidWord[]} words @param {string[] | null} [doublers]  By default those that pay most.
 * @param {IsWord | null} [isWord]  By default it is not asked whether they are words. */
export function judged(table, words, doublers = null, isWord = null) {
  /** @type {Play[]} */
  const plays = [];
  /** @type {Refusal[]} */
  const refusals = [];
  for (const way of product(words.map(declared))) {
    try {
      plays.push(judgedAsSaid(table, way, doublers, isWord));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      refusals.push(error);
    }
  }
  if (!plays.length) throw refusals[0];
  return plays.reduce((best, play) => (paysMore(play, best) > 0 ? play : best));
}

// The turn ----------------------------------------------------------------------------------------

/** Has the active player no turn after this one, as things stand? @param {Table} table */
export const isLastTurn = ({round, finalRound}) => round === finalRound;
/** @param {Table} table */
const endsRound = ({active, seats, start}) => (active + 1) % seats.length === start;
/** Is the game over after the turn, as things stand? @param {Table} table */
export const endsGame = (table) => isLastTurn(table) && endsRound(table);
/** Q: once, before the turn's action. A word that was refused was an action. @param {Table} table */
export const mayReplace = (table) => activeSeat(table).patents.includes("Q") && !table.replaced && !table.failed;

/** @param {Turn} turn */
function isExchange({kind, buy, challenger, discards}) {
  return kind === "exchange" || (kind === "rest" && !buy && challenger === null && discards !== "");
}

/** The player who challenged, as `fold` says it of a turn. @param {Turn} turn @param {string[]} names */
export const challengerOf = ({challenger}, names) => (challenger === null ? null : playerNamed(challenger, names));

/** The table after a turn, or a part of one, that is told; a Refusal or an InvalidInputError says why it cannot be.
 * @param {Table} before  It stays as it is.
 * @param {Told} given
 * @param {IsWord} isWord  Asked only where a challenge or the rules need it.
 * @param {Pile | null} [pile]  The cards that come are drawn from it, and not told. */
export function fold(before, given, isWord, pile = null) {
  const table = {...before, seats: before.seats.map((seat) => ({...seat}))};
  const {turn} = given;
  let told = pile ? {...given, came: null, drew: null} : given;
  /** Cards that came and are not where they belong yet. */
  const left = {came: told.came, drew: told.drew};
  let used = {community: "", hand: ""};
  /** @type {Done} */
  const done = {player: table.active, round: table.round, ...told, play: null};
  const seat = activeSeat(table);
  const who = table.names[table.active] ?? "";
  /** Are the cards of the active player not seen? */
  const isHidden = !table.known[table.active];

  function begin() {
    const exchanges = isExchange(turn);
    if (turn.kind === "rest" && !exchanges) {
      refuse('the turn has no words; begin it with words, as in "JeWeLs, buy J", or give "exchange JZ"');
    }
    if (turn.replace) replace(turn.replace);
    if (exchanges) {
      const discards = exchange(turn.discards);
      done.turn = {...turn, kind: "exchange", doublers: null, discards};
      endTurn();
    } else if (turn.words.length) lay();
    else done.turn = {...turn, kind: "replace", doublers: null, discards: ""};
  }

  // Words and challenges

  function lay() {
    const {rules} = table;
    const {mode} = rules.challenge;
    const play = judged(table, turn.words, turn.doublers, mode === "none" ? isWord : null);
    const challenger = challenging();
    const said = {...turn, challenger: challenger === null ? null : saidName(challenger, table.names)};
    const isChecked = mode === "automatic" || challenger !== null;
    if (isChecked && play.words.some(({word}) => !isWord(word))) return takeBack(said);
    used = {community: lettersFrom(play.words, COMMUNITY), hand: lettersFrom(play.words, HAND)};
    seat.hand = showing(seat.hand, used.hand);
    payOut(play, challenger);
    done.play = play;
    if (turn.buy) buy(turn.buy, legalPurchases(table, {...play, money: 0}));
    const discards = exchange(turn.discards);
    done.turn = {...said, words: play.words, doublers: play.doublers, discards};
    endTurn();
  }

  /** The player who challenges the words. */
  function challenging() {
    const {challenger} = turn;
    const {names, active, rules} = table;
    if (challenger === null) return null;
    if (rules.challenge.mode !== "players") refuse("nobody challenges words by the ruleset of this table");
    const opponents = clockwise(table).slice(1);
    const [next = 0] = opponents;
    if (!challenger && opponents.length === 1) return next;
    if (!challenger) refuse(`say who challenged, as in "challenged by ${names[next]}" or "!${names[next]}"`);
    const player = playerNamed(challenger, names);
    if (player === active) refuse(`${names[player]} played the words and cannot challenge them`);
    return player;
  }

  /** The words were refused: another try, or a card pays for them. @param {Turn} said */
  function takeBack(said) {
    const words = turn.words.map(({word}) => word).join(" & ");
    const {mode, retries} = table.rules.challenge;
    if (mode === "automatic") table.failed++;
    const isPaid = mode !== "automatic" || table.failed > retries;
    if (isPaid) table.phase = "penalty";
    if (turn.buy) refuse(`${words} is not in the word list and was taken back; nothing is bought`);
    done.turn = said;
    if (!turn.discards) return;
    if (!isPaid) {
      const how = "tell the words alone, and then what was done instead";
      refuse(`${words} is not in the word list, and another try is left; ${how}`);
    }
    done.turn = {...said, discards: exchange(turn.discards)};
    endTurn();
  }

  function payWithCard() {
    if (!isExchange(turn) || turn.replace) {
      const how = 'give it as in "discard Z", or "discard ?" if it was not seen';
      refuse(`the words of ${who} were taken back, and one card is discarded; ${how}`);
    }
    const discards = exchange(turn.discards);
    done.turn = {...turn, kind: "rest", doublers: null, discards};
    endTurn();
  }

  // Money

  /** The dollar of a wrong challenge, the payout, and royalties.
   * @param {Play} play @param {number | null} challenger */
  function payOut(play, challenger) {
    const {seats} = table;
    const doubter = seats[challenger ?? -1];
    if (doubter) {
      // The bank pays for one who has nothing.
      doubter.money = Math.max(doubter.money - 1, 0);
      seat.money++;
    }
    seat.money += play.money;
    seat.stock += play.stock;
    for (const [player, dollars] of play.royalties.entries()) {
      const paid = seats[player];
      if (paid) paid.money += dollars;
    }
  }

  /** @param {string} letter @param {string} open */
  function buy(letter, open) {
    const {seats, names, goal, round, rules} = table;
    const price = COSTS[letter] ?? 0;
    const laid = used.hand + used.community;
    if (!open.includes(letter)) {
      const owner = seats.findIndex(({patents}) => patents.includes(letter));
      if (!laid.includes(letter)) throw new Refusal("CARD_NOT_USED", `${letter} is not among the cards used, ${laid}`);
      if (owner >= 0) throw new Refusal("PATENT_OWNED", `${names[owner]} owns ${letter}`);
      throw new Refusal("TOO_DEAR", `${letter} costs ${price}; ${who} has ${seat.money}`);
    }
    seat.money -= price;
    seat.patents = sorted(seat.patents + letter);
    const isReached = valueOf(seat) >= goal;
    if (isReached) table.finalRound ??= round + Number(rules.last_round === "one-more-turn");
  }

  // Cards

  /** @param {string} card */
  function replace(card) {
    const {rules, community, discards} = table;
    const isOfHand = card !== card.toLowerCase() || card === HIDDEN;
    const gone = card.toUpperCase();
    const came = first(isOfHand ? "drew" : "came", card);
    if (isOfHand) checkKnown(card);
    checkReplacement(gone);
    if (isOfHand) {
      checkHas(card);
      seat.hand = showing(seat.hand, shownOf(card));
    } else if (rules.replaceable !== "hand-or-community" || !community.includes(gone)) {
      const where = `in the community ${community || "(no cards)"}`;
      throw new Refusal("NOT_REPLACEABLE", `${gone} cannot be replaced ${where}`);
    }
    checkDraws(came, discards + gone);
    move(isOfHand ? "hand" : "community", gone, came);
    table.replaced = true;
  }

  /** @param {string} card */
  function checkReplacement(card) {
    if (!seat.patents.includes("Q")) throw new Refusal("REPLACEMENT_NOT_OWNED", `${who} cannot replace ${card}`);
    if (!mayReplace(table)) throw new Refusal("REPLACEMENT_TOO_LATE", `${card} cannot be replaced any more this turn`);
  }

  /** The card that came first of all, into the community or into the hand.
   * @param {"came" | "drew"} name
   * @param {string} card  It was replaced. */
  function first(name, card) {
    if (name === "drew" && isHidden) return HIDDEN;
    if (pile) return dealFor(name, card.toUpperCase());
    const [one = HIDDEN, ...rest] = left[name] ?? "";
    left[name] = rest.join("") || null;
    if (one !== HIDDEN) return one;
    const [where, how] = name === "came" ? [" in the community", "came"] : ["", "was drawn"];
    throw new Refusal("MISSING_CARDS", `${card} was replaced${where}; give the card that ${how} for it, first of all`);
  }

  /** Discards cards with those of the words, and draws as many; returns those that are meant.
   * @param {string} discards */
  function exchange(discards) {
    const cards = discards === ALL_CARDS ? without(seat.hand, used.hand) : discards;
    const came = allOf("came", used.community);
    const drawn = allOf("drew", used.hand + cards);
    checkKnown(cards);
    if (table.phase === "penalty" && cards.length !== 1) {
      throw new Refusal("NOT_ONE_CARD", `${cards || "no card"} was to be discarded`);
    }
    checkHas(cards);
    seat.hand = showing(seat.hand, used.hand + shownOf(cards));
    const withUsed = table.rules.reshuffle === "with-used";
    const early = table.deck < used.community.length;
    const below = table.discards + (early && !withUsed ? "" : used.community);
    checkDraws(came + drawn, early ? below : below + used.hand + cards);
    move("community", used.community, came);
    move("hand", used.hand + cards, drawn);
    return cards;
  }

  /** No card that is known is told as one that was not seen. @param {string} cards */
  function checkKnown(cards) {
    if (nHidden(cards) > nHidden(seat.hand) && !isHidden) {
      refuse(`${cards} has cards that were not seen; one's own cards are known, so name them`);
    }
  }

  /** The hand has cards, besides those of the words. @param {string} cards */
  function checkHas(cards) {
    const rest = without(seat.hand, used.hand);
    if (cards.length <= rest.length && mayHold(table, shownOf(cards), rest)) return;
    const gone = `cannot discard ${cards} (${nCards(cards.length)}), of ${rest.length} left in the hand`;
    throw new Refusal("NOT_IN_HAND", `${who} ${gone}; look at what is seen elsewhere`);
  }

  /** The cards of the pile for those that go.
   * @param {"came" | "drew"} name
   * @param {string} cards
   * @param {boolean} [isLate]  They go after the others came. */
  function dealFor(name, cards, isLate = false) {
    const from = /** @type {Pile} */ (pile);
    const drawn = draw(isLate ? from : discard(from, cards), cards.length);
    pile = isLate ? discard(drawn.pile, cards) : drawn.pile;
    if (cards) told = {...told, [name]: (told[name] ?? "") + drawn.cards};
    return drawn.cards;
  }

  /** All cards that came for those that go, into the community or into the hand.
   * @param {"came" | "drew"} name @param {string} gone */
  function allOf(name, gone) {
    const n = gone.length;
    const isOpen = name === "came";
    if (!isOpen && isHidden) return HIDDEN.repeat(n);
    if (pile) return dealFor(name, gone, isOpen && table.rules.reshuffle === "without-words");
    const cards = left[name];
    left[name] = null;
    const mayLack = isOpen ? endsGame(table) : isLastTurn(table);
    if (cards === null) {
      if (!n || mayLack) return HIDDEN.repeat(n);
      const asked = isOpen
        ? `of the community used; give the ${n} that came instead`
        : `gone from the hand; give the ${n} drawn`;
      throw new Refusal("MISSING_CARDS", `${nCards(n)} ${asked}`);
    }
    if (cards.length !== n) {
      const came = isOpen ? `came into the community, for ${n} used` : `drawn, for ${n} gone from the hand`;
      refuse(`${nCards(cards.length)} ${came}; give ${n}`);
    }
    if (cards.includes(HIDDEN) && !mayLack) {
      refuse(
        isOpen
          ? "cards of the community are seen by all; give their letters"
          : "one's own cards are known; give the letters that were drawn",
      );
    }
    return cards;
  }

  /** The cards can come, in any order.
   * @param {string} draws
   * @param {string} newDeck  What is shuffled if the deck runs out. */
  function checkDraws(draws, newDeck) {
    const {deck} = table;
    const inDeck = Math.min(draws.length, deck);
    const shuffled = inDeck < draws.length ? newDeck : "";
    const shown = shownOf(draws);
    const open = Object.entries(unseen(table))
      .map(([letter, n]) => letter.repeat(Math.max(0, n)))
      .join("");
    const [missing] = [...beyond(shown, open + shownOf(shuffled))].sort();
    if (missing) {
      const most = count(open, missing) + count(shuffled, missing);
      const times = `${missing} is told to have come ${count(shown, missing)} times, and ${most} are left`;
      refuse(`${times}; look again at the cards that came`);
    }
    const notShuffled = beyond(shown, shownOf(shuffled)).length;
    const notInDeck = beyond(shown, open).length;
    if (notShuffled > inDeck + nHidden(shuffled) || notInDeck > draws.length - inDeck) {
      const had = `the deck had ${deck} cards left, then the discards were shuffled`;
      refuse(`${had}; ${shown} cannot all have come from them`);
    }
  }

  /** Cards go to the discards, and others come.
   * @param {"hand" | "community"} where @param {string} cards @param {string} came */
  function move(where, cards, came) {
    if (!cards) return;
    // The community cards of words, not one that is replaced.
    const isLate = where === "community" && used.community && table.rules.reshuffle === "without-words";
    if (!isLate) table.discards += cards;
    if (table.deck < cards.length) {
      table.deck += table.discards.length;
      table.discards = "";
    }
    table.deck -= cards.length;
    if (isLate) table.discards += cards;
    if (where === "community") table.community = sorted(without(table.community, cards) + came);
    else if (isHidden) seat.hand = HIDDEN.repeat(table.rules.hand_size);
    else seat.hand = sorted(without(seat.hand, cards) + came);
  }

  function endTurn() {
    [table.replaced, table.failed] = [false, 0];
    if (isHidden) seat.hand = HIDDEN.repeat(table.rules.hand_size);
    if (endsGame(table)) {
      table.phase = "over";
      return;
    }
    table.phase = "start";
    table.round += Number(endsRound(table));
    table.active = (table.active + 1) % table.seats.length;
  }

  if (isHidden && left.drew) refuse(`${who} drew cards that are not seen; leave out what was drawn`);
  if (table.phase === "over") throw new Refusal("GAME_OVER", "the game is over");
  if (table.phase === "penalty") payWithCard();
  else begin();
  if (left.drew) refuse(`${left.drew} was drawn, and no card has gone for it`);
  if (left.came) refuse(`${left.came} came into the community, of which none was used`);
  table.done = {...done, came: told.came, drew: told.drew};
  return {table, told, pile};
}

/** All players, the active one first. @param {Table} table */
const clockwise = ({active, seats}) => [...seats.keys()].map((step) => (active + step) % seats.length);

// The end -----------------------------------------------------------------------------------------

/** @param {Seat} seat */
const valueOf = ({patents}) => [...patents].reduce((sum, letter) => sum + (COSTS[letter] ?? 0), 0);

/** @param {Table} table */
export const scores = ({seats}) =>
  seats.map((seat) => {
    const [patents, {money, stock}] = [valueOf(seat), seat];
    return {patents, money, stock, total: patents + money + stock};
  });

/** The players from first to last, those who share a place together. Patents decide a tie.
 * @param {Table} table @returns {number[][]} */
export function ranking(table) {
  const all = [...scores(table).entries()].sort(([, a], [, b]) => b.total - a.total || b.patents - a.patents);
  /** @type {Map<string, number[]>} */
  const places = new Map();
  for (const [player, {total, patents}] of all) {
    const key = `${total} ${patents}`;
    places.set(key, [...(places.get(key) ?? []), player]);
  }
  return [...places.values()];
}

// The beginning -----------------------------------------------------------------------------------

/** The first table of a game. @param {Header} header @returns {Table} */
export function newTable({players, first, hands, community, rules}) {
  const names = parseNames(players);
  const all = rulesOf(rules);
  const known = hands.map(Boolean);
  const n = known.filter(Boolean).length;
  if (n > 1 && n < names.length) refuse(`${n} hands are known; give all of them, one or none`);
  if (n > 1 && hands.some(nHidden)) refuse("where all hands are known, all their cards are; name them");
  if (names[first] === undefined) refuse(`there is no player ${first}; the players are 0 to ${names.length - 1}`);
  const dealt = /** @type {[string, string, number][]} */ ([["community", community, all.community_size]]);
  for (const hand of hands.filter(Boolean)) dealt.unshift(["hand", hand, all.hand_size]);
  for (const [what, cards, size] of dealt) {
    const wrong = [...cards.toUpperCase()].find((card) => !LETTERS.includes(card) && card !== HIDDEN);
    if (wrong) refuse(`the ${what} ${show(cards)} contains ${show(wrong)}; only the letters A to Z are cards`);
    const there = `the ${what} ${cards || "(none)"} has ${nCards(cards.length)}`;
    if (cards.length !== size) refuse(`${there}; ${size} are dealt`);
  }
  const seen = dealt.map(([, cards]) => cards.toUpperCase()).join("");
  const [often] = [...seen].filter((card) => card !== HIDDEN && count(seen, card) > (CARDS[card] ?? 0));
  if (often) refuse(`more cards ${often} are seen than the ${CARDS[often]} that the deck has; look again at the cards`);
  const hidden = HIDDEN.repeat(all.hand_size);
  const deck = Object.values(CARDS).reduce((a, b) => a + b, 0) - names.length * all.hand_size - all.community_size;
  return {
    names,
    rules: all,
    goal: all.goals[names.length] ?? 0,
    known,
    seats: hands.map((hand) => ({hand: hand ? sorted(hand.toUpperCase()) : hidden, patents: "", money: 0, stock: 0})),
    community: sorted(community.toUpperCase()),
    discards: "",
    deck,
    phase: "start",
    active: first,
    start: first,
    round: 1,
    finalRound: null,
    replaced: false,
    failed: 0,
    done: null,
  };
}

/** All rules, of those that are not of the rulebook. @param {Record<string, unknown>} given @returns {Rules} */
function rulesOf(given) {
  const rules = /** @type {Rules} */ ({...RULEBOOK, ...given});
  const {payout, challenge, goals} = rules;
  const isWhole = (/** @type {unknown} */ number, /** @type {number} */ least, /** @type {number} */ most) =>
    Number.isInteger(number) && Number(number) >= least && Number(number) <= most;
  const isColumn = (/** @type {unknown} */ column) =>
    Array.isArray(column) &&
    column.length === LENGTHS &&
    column.every((pay, length) => isWhole(pay, 0, length < (LIMITS.letters ?? 0) ? 0 : (LIMITS.pay ?? 0)));
  const isGoal = (/** @type {[string, unknown]} */ [n, goal]) =>
    Object.hasOwn(RULEBOOK.goals, n) && isWhole(goal, 1, LIMITS.goal ?? 0);
  const most = LIMITS.cards ?? 0;
  const retries = challenge?.mode === "automatic" ? (LIMITS.retries ?? 0) : 0;
  const isFit = {
    payout: isColumn(payout?.coins) && isColumn(payout?.stock),
    challenge: READINGS.mode?.includes(challenge?.mode) && isWhole(challenge?.retries, 0, retries),
    hand_size: isWhole(rules.hand_size, 1, most),
    community_size: isWhole(rules.community_size, 0, most - rules.hand_size),
    goals: goals && Object.entries(goals).every(isGoal),
    stacking: READINGS.stacking?.includes(rules.stacking),
    duplicate_scope: READINGS.duplicate_scope?.includes(rules.duplicate_scope),
    last_round: READINGS.last_round?.includes(rules.last_round),
    replaceable: READINGS.replaceable?.includes(rules.replaceable),
    reshuffle: READINGS.reshuffle?.includes(rules.reshuffle),
  };
  const wrong = Object.entries(isFit).find(([, fits]) => !fits)?.[0];
  if (wrong) refuse(`there is no game with the rule ${wrong}: ${show(JSON.stringify(given[wrong]) ?? "")}`);
  return {...rules, goals: {...RULEBOOK.goals, ...goals}};
}

// What a player sees ------------------------------------------------------------------------------

/** The name by which a hint knows the rules, whatever their stacking, challenges and goal; "" for rules of one's own.
 * @param {Rules} rules */
function presetOf(rules) {
  const told = (/** @type {Rules} */ {payout: {coins, stock}, ...one}) =>
    JSON.stringify([coins, stock, one.duplicate_scope, one.last_round, one.hand_size, one.community_size]);
  return Object.keys(PRESETS).find((name) => told(rulesNamed(name)) === told(rules)) ?? "";
}

/** What a hint and the chances are asked for.
 * @param {Table} table  At the start of the turn of a player whose hand is known.
 * @param {string} lexicon
 * @returns {Api.Table} */
export function questionOf(table, lexicon) {
  const {seats, rules, active, community, goal, discards, round, finalRound, replaced, failed} = table;
  const {hand, patents, money, stock} = activeSeat(table);
  const others = clockwise(table).slice(1);
  const [ruleset, {stacking}] = [presetOf(rules), rules];
  return /** @type {Api.Table} */ ({
    ...{hand, community, patents, money, stock, goal, discards, round, lexicon},
    opponents: others.flatMap((player) => {
      const {patents, money, stock} = seats[player] ?? activeSeat(table);
      return {patents, money, stock};
    }),
    replaced: replaced || (patents.includes("Q") && failed > 0),
    ...(ruleset && {ruleset}),
    ...(stacking !== "multiply" && {stacking}),
    start: (table.start - active + seats.length) % seats.length,
    final_round: finalRound,
  });
}
