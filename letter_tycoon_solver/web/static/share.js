// A text to share.

import {el} from "./dom.js";

/**
 * The text in a field, and a button of a class that shares it.
 * @param {string} text
 * @param {string} label
 * @param {ShareData} shared
 * @param {string} look
 */
export function shareField(text, label, shared, look) {
  const copied = el("span", {class: "status", role: "status"});
  const field = el("input", {type: "text", readonly: true, value: text, "aria-label": label});
  const share = async () => {
    try {
      if (navigator.share) return await navigator.share(shared);
      await navigator.clipboard.writeText(text);
      copied.textContent = "Copied.";
    } catch {
      // Neither may be allowed, as without https: the text can be copied by hand.
      field.focus();
      field.select();
    }
  };
  return el(
    "div",
    {class: "share"},
    field,
    el("button", {class: look, type: "button", onclick: share}, "Share"),
    copied,
  );
}
