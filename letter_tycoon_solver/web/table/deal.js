// The cards of a game that is played in the browser. A seed decides every shuffle and every choice
// that is left to chance, so that a game that is undone or loaded again goes on as before.

/** The cards that nobody has. @typedef {{seed: string, shuffles: number, deck: string, discards: string}} Pile */
/** @typedef {{hands: string[], community: string, first: number, pile: Pile}} Deal */

const RANGE = 2 ** 32;
/** An odd number of 32 bits whose bits look random: 2^32 over the golden ratio. */
const STEP = 0x9e3779b9;
const FACTORS = [0x85ebca6b, 0xc2b2ae35];

/** Change every bit of a number of 32 bits with a chance of a half when one bit of it changes. @param {number} bits */
function mixed(bits) {
  for (const factor of FACTORS) bits = Math.imul(bits ^ (bits >>> 15), factor);
  return (bits ^ (bits >>> 16)) >>> 0;
}

/** Whole numbers from 0 to below 2^32, the same for the same text. @param {string} text @returns {() => number} */
function numbersOf(text) {
  // Two states, for games of one seed each would be too few: 2^32 are met twice in 80,000 games.
  let [one, other] = [STEP, ~STEP];
  for (const letter of text) {
    const code = letter.codePointAt(0) ?? 0;
    [one, other] = [mixed(one ^ code), mixed(other + code)];
  }
  return () => {
    one = (one + STEP) | 0;
    other = mixed(other ^ one);
    return (mixed(one) ^ other) >>> 0;
  };
}

/** A whole number from 0 to below n, each as likely. @param {() => number} next @param {number} n */
function below(next, n) {
  const most = RANGE - (RANGE % n);
  let number = next();
  while (number >= most) number = next();
  return number % n;
}

/** A seed that nobody knows. */
export const newSeed = () => [...crypto.getRandomValues(new Uint32Array(4))].map((part) => part.toString(36)).join("-");

/** A number from 0 to below 1, the same for the same parts. @param {...(string | number)} parts */
export const chance = (...parts) => numbersOf(parts.join("/"))() / RANGE;

/** The cards in random order. @param {string} cards @param {string} seed @param {number} shuffles  Those before. */
export function shuffled(cards, seed, shuffles) {
  const next = numbersOf(`${seed}/${shuffles}`);
  const all = [...cards];
  for (let left = all.length; left > 1; left--) {
    const at = below(next, left);
    [all[at], all[left - 1]] = [all[left - 1] ?? "", all[at] ?? ""];
  }
  return all.join("");
}

/** The first cards of a game, each hand sorted, and who starts.
 * @param {string} seed
 * @param {Record<string, number>} cards  How many of each letter.
 * @param {{players: number, hand: number, community: number}} sizes
 * @returns {Deal} */
export function deal(seed, cards, {players, hand, community}) {
  const all = Object.entries(cards).map(([letter, n]) => letter.repeat(n)).join("");
  /** @type {Pile} */
  let pile = {seed, shuffles: 1, deck: shuffled(all, seed, 0), discards: ""};
  const take = (/** @type {number} */ n) => {
    const drawn = draw(pile, n);
    pile = drawn.pile;
    return [...drawn.cards].sort().join("");
  };
  const hands = Array.from({length: players}, () => take(hand));
  // In the order of the calls: the community is dealt last.
  const open = take(community);
  return {hands, community: open, first: below(numbersOf(`${seed}/first`), players), pile};
}

/** The pile with these cards among the discards. @param {Pile} pile @param {string} cards @returns {Pile} */
export const discard = (pile, cards) => ({...pile, discards: pile.discards + cards});

/** The next cards of the deck. When it runs out, the discards are shuffled to a new one.
 * @param {Pile} pile @param {number} n @returns {{cards: string, pile: Pile}} */
export function draw(pile, n) {
  const {seed, shuffles, deck, discards} = pile;
  if (n <= deck.length) return {cards: deck.slice(0, n), pile: {...pile, deck: deck.slice(n)}};
  const missing = n - deck.length;
  if (missing > discards.length) {
    throw new RangeError(`${n} cards are to be drawn; deck and discards have ${deck.length + discards.length}`);
  }
  const fresh = shuffled(discards, seed, shuffles);
  const left = {seed, shuffles: shuffles + 1, deck: fresh.slice(missing), discards: ""};
  return {cards: deck + fresh.slice(0, missing), pile: left};
}
