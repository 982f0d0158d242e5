// Elements made by hand: text from a game is only ever text, never mark-up.

const SVG = "http://www.w3.org/2000/svg";

/**
 * @param {string} tag
 * @param {Record<string, any>} [props] attributes; `on…` are listeners, `text` is the content
 * @param {...(Node | string | null | undefined)} children
 * @returns {HTMLElement}
 */
export function el(tag, props = {}, ...children) {
  return /** @type {HTMLElement} */ (furnish(document.createElement(tag), props, children));
}

/** The same for a drawing. @returns {SVGElement} */
export function drawn(tag, props = {}, ...children) {
  return /** @type {SVGElement} */ (furnish(document.createElementNS(SVG, tag), props, children));
}

function furnish(node, props, children) {
  for (const [name, value] of Object.entries(props)) {
    if (value === null || value === undefined || value === false) continue;
    if (name === "text") node.textContent = value;
    else if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else node.setAttribute(name, value === true ? "" : String(value));
  }
  for (const child of children) if (child !== null && child !== undefined) node.append(child);
  return node;
}

/** A picture that refight has drawn: strict XML, so that nothing half-read gets into the page. */
export function picture(markup) {
  const read = new DOMParser().parseFromString(`<svg xmlns="${SVG}">${markup}</svg>`, "image/svg+xml");
  const group = drawn("g");
  if (read.querySelector("parsererror")) return group;
  for (const child of [...read.documentElement.childNodes]) group.append(document.importNode(child, true));
  return group;
}

/** @returns {any} */
export function byId(id) {
  return document.getElementById(`page-${id}`);
}

/** Calls once, when nothing new came for so long. */
export function settled(wait, action) {
  let waiting = 0;
  return (...args) => {
    clearTimeout(waiting);
    waiting = window.setTimeout(() => action(...args), wait);
  };
}
