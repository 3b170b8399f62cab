// What a person tells, for test_game.py.

import {begin, tableOf, tell} from "/web/table/game.js";
import {fold, legalPurchases} from "/web/table/rules.js";
import {draftOf, lay, readWords, ToldTurn} from "/web/table/told.js";
import {lineText, parseLine} from "/web/table/text.js";

/** The ways to lay words at tables, or why there is none. */
export const read = (asked) =>
  asked.map(([table, text]) => {
    const {ways, refusal} = readWords(table, text);
    const told = ways.map(({notation, money, stock, royalties, community, hand, ...way}) => (
      {notation, money, stock, royalties, purchasable: legalPurchases(table, {...way, money}), community, hand}));
    return {ways: told, refusal};
  });

/** Games by their header and lines: each event as a draft, tapped anew and kept as a line, which must be the same. */
export const retold = (games) =>
  games.map(([header, lines]) => {
    const words = {name: "", sha256: header.lexicon.sha256, isWord: () => true};
    let game = begin(header, words);
    const me = header.hands.findIndex(Boolean);
    const differing = [];
    for (const line of lines) {
      const before = tableOf(game);
      const event = lay(before, parseLine(line));
      game = tell(game, event);
      const {discards, ...draft} = draftOf(game, game.done - 1);
      const tapped = {...draft, discards: [...discards].reverse().join("")};
      const again = new ToldTurn(words, before, me, tapped, {}).told;
      const then = fold(before, parseLine(lineText(again)), () => true);
      const [one, other] = [tableOf(game), then.table].map((table) => JSON.stringify({...table, done: null}));
      if (one !== other) differing.push([line, lineText(again)]);
    }
    return differing;
  });
