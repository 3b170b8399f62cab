// Elements in few words.

/**
 * @typedef {Record<string, string | number | boolean | null | ((event: Event) => void)>} Properties
 */

/**
 * An element. Properties whose names begin with "on" are listeners, true and false are attributes
 * that are there or not, and null is none.
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Properties} properties
 * @param {...(Node | string | null)} children
 * @returns {HTMLElementTagNameMap[Tag]}
 */
export function el(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (typeof value === "function") element.addEventListener(name.slice(2), value);
    else if (typeof value === "boolean") element.toggleAttribute(name, value);
    else if (value !== null) element.setAttribute(name, String(value));
  }
  element.append(...children.filter((child) => child !== null));
  return element;
}

/**
 * The element of the page with this id.
 * @param {string} id
 * @returns {HTMLElement}
 */
export function byId(id) {
  const found = document.getElementById(id);
  if (!found) throw new Error(`there is no element ${id}`);
  return found;
}

/**
 * Shows a text in an element, or hides the element if there is none.
 * @param {HTMLElement} element
 * @param {string} text
 */
export function say(element, text) {
  if (element.textContent !== text) element.textContent = text;
  element.hidden = !text;
}

/**
 * A sentence: with a capital and a full stop.
 * @param {string} text
 * @returns {string}
 */
export function sentence(text) {
  return text.charAt(0).toUpperCase() + text.slice(1) + (!text || /[.!?]$/.test(text) ? "" : ".");
}

/**
 * Text for people: letters of cards, "E, E and S".
 * @param {Iterable<string>} items
 * @returns {string}
 */
export function listed(items) {
  const all = [...items];
  const last = all.pop() ?? "";
  return all.length ? `${all.join(", ")} and ${last}` : last;
}

/**
 * Puts new elements in a place; the focus stays on the one with the same `data-row`.
 * @param {HTMLElement} place
 * @param {...(HTMLElement | null)} elements
 */
export function refill(place, ...elements) {
  const focused = document.activeElement;
  const row = place.contains(focused) ? focused?.getAttribute("data-row") : null;
  place.replaceChildren(...elements.filter((one) => one !== null));
  if (row) /** @type {HTMLElement | null} */ (place.querySelector(`[data-row="${CSS.escape(row)}"]`))?.focus({preventScroll: true});
}
