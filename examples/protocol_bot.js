// A bot for node: plays the longest word, and buys the dearest patent it can pay.
//
// letter-tycoon tournament --players "cmd:node examples/protocol_bot.js,random" --games 20

const fs = require("node:fs");
const readline = require("node:readline");

const PRICES = [8, 2, 3, 4, 10, 3, 3, 5, 7, 2, 2, 4, 3, 7, 7, 3, 2, 6, 6, 8, 3, 2, 3, 2, 3, 2];
const price = (letter) => PRICES[letter.charCodeAt(0) - 65];

/** The word with capitals for cards of the hand, small letters for the community; or null. */
function lay(word, hand, community) {
  const [ofHand, ofCommunity] = [[...hand], [...community]];
  let laid = "";
  for (const letter of word) {
    const [cards, shown] = ofHand.includes(letter)
      ? [ofHand, letter]
      : [ofCommunity, letter.toLowerCase()];
    if (!cards.includes(letter)) return null;
    cards.splice(cards.indexOf(letter), 1);
    laid += shown;
  }
  return laid === laid.toLowerCase() ? null : laid;
}

function turn(view, words, coins) {
  const [hand, community, players, seat] = view.replaceAll("-", "").split(" ");
  if (view.includes("penalty")) return `discard ${hand[0]}`;
  const money = Number(players.split("/")[seat].split(":")[1]);
  for (const word of words) {
    const laid = lay(word, hand, community);
    if (laid === null) continue;
    const free = [...word].filter(
      (letter) => !players.includes(letter) && price(letter) <= money + coins[word.length],
    );
    free.sort((a, b) => price(b) - price(a));
    return free.length ? `${laid}, buy ${free[0]}` : laid;
  }
  return `exchange ${hand}`;
}

let words = [];
let coins = [];
readline.createInterface({ input: process.stdin }).on("line", (line) => {
  const message = JSON.parse(line);
  let answer = null;
  if (message.type === "hello") {
    answer = { type: "hello", version: 1, name: "longest word" };
  } else if (message.type === "new_game") {
    coins = message.ruleset.payout.coins;
    words = fs.readFileSync(message.lexicon.path, "utf8").toUpperCase().split(/\s+/);
    words = words.filter((word) => word.length > 2 && word.length < 11);
    words.sort((a, b) => b.length - a.length);
    answer = { type: "ready" };
  } else if (message.type === "go") {
    answer = { type: "turn", turn: turn(message.view, words, coins) };
  } else if (message.type === "quit") {
    process.exit();
  }
  if (answer) console.log(JSON.stringify(answer));
});
