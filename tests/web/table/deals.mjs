// Deals, draws and chances: node deals.mjs DEAL.JS < questions.json > answers.json
//
// questions   {cards, games: [{seed, sizes, turns: [[discards, draws]]}], chances: [parts]}
// answers     {games: [{deal, drawn}], chances}, with the pile at the end in place of that of the deal

import {readFileSync} from "node:fs";
import {pathToFileURL} from "node:url";

const {chance, deal, discard, draw, newSeed} = await import(pathToFileURL(process.argv[2]).href);
const {cards, games, chances} = JSON.parse(readFileSync(0).toString());

const played = games.map(({seed, sizes, turns}) => {
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
});
const numbers = chances.map((parts) => chance(...parts));
process.stdout.write(JSON.stringify({games: played, chances: numbers, seeds: [newSeed(), newSeed()]}));
