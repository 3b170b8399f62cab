// Parts of pages, where this answers in place of the server.

import {advicePanel} from "/web/static/advice.js";

/** The result of some work while every request has this answer. */
async function answering(answer, work) {
  const {fetch} = globalThis;
  globalThis.fetch = async () => Response.json(answer);
  try {
    return await work();
  } finally {
    globalThis.fetch = fetch;
  }
}

/** The message of a failure to draw the turns of a hint. */
export function undrawn() {
  const panel = advicePanel(document.createElement("div"), {opponents: {}}, () => {}, null);
  const board = {get seats() { throw new Error("there is no board"); }, active: 0, lexicon: ""};
  const ask = () => panel.ask({}, board).then(String, ({message}) => message);
  return answering({turns: [{notation: "exchange A", equity: {total: 0}}], advice_needs: "more"}, ask);
}
