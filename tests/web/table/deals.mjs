// Deals, draws and chances.

import {chance, deal, discard, draw, newSeed} from "/web/table/deal.js";

/** With the pile at the end in place of that of the deal. */
const played = (cards) => ({seed, sizes, turns}) => {
  const begun = deal(seed, cards, sizes);
  let {pile} = begun;
  let hand = begun.hands[0];
  const drawn = turns.map((n) => {
    const given = hand.slice(0, n);
    const next = draw(discard(pile, given), n);
    pile = next.pile;
    hand = hand.slice(n) + next.cards;
    return {given, cards: next.cards, pile};
  });
  return {deal: begun, drawn};
};

/** Games by seed, sizes and the number of cards of each turn; chances by their parts. */
export const answers = (cards, games, chances) => ({
  games: games.map(played(cards)),
  chances: chances.map((parts) => chance(...parts)),
  seeds: [newSeed(), newSeed()],
});
