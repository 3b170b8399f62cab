// The pages of Practice: a turn is made with the cards and the letters, and fills in the field of its form. What this
// fills stays as it is when live.js changes the page: it is data-mine.

import {cards, panelParts, turnKeys} from "../table/board.js";
import {turnText} from "../table/text.js";
import {newDraft, ToldTurn} from "../table/told.js";
import {wordList} from "./api.js";
import {byId, el, refill, say, sentence} from "./dom.js";
import {listenToKeys} from "./cards.js";

/** @import {Table} from "../table/rules.js" */

/** Has a turn made on the table of a form. @param {HTMLFormElement} form */
function makeTurn(form) {
  const {table: text = "", lexicon = ""} = form.dataset;
  /** @type {Table} */
  const table = JSON.parse(text);
  const [lying, dock, problem] = [byId("lying"), byId("dock"), byId("problem")];
  const field = el("input", {type: "hidden", name: "turn"});
  const giveUp = /** @type {HTMLElement} */ (form.querySelector("[name=give-up]"));
  const done = () => {
    field.value = turnText(turn.told.turn);
    form.requestSubmit();
  };
  const tell = (/** @type {unknown} */ error) =>
    say(problem, error instanceof Error ? sentence(error.message) : String(error));
  const show = () => {
    refill(lying, cards(table, table.active, turn.tapCard));
    refill(form, ...panelParts(turn, "Your turn", giveUp), field);
    dock.hidden = turn.draft.field === null;
    if (!dock.hidden) refill(dock, turnKeys(turn));
  };
  const [list, me] = [wordList(lexicon, ""), table.active];
  const turn = new ToldTurn(list, table, me, {...newDraft(table, me), field: "words"}, {show, done, tell}, true);
  for (const place of [lying, form, dock]) place.dataset["mine"] = "";
  show();
  listenToKeys((key) => form.isConnected && turn.press(key));
}

const form = document.querySelector("form.telling");
if (form instanceof HTMLFormElement) makeTurn(form);
