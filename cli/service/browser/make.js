// Elements made by hand, and those that the replay page has already.

/** @returns {any} */
export function byId(id) {
  return document.getElementById(`page-${id}`);
}

export function make(tag, props, ...children) {
  const made = Object.assign(document.createElement(tag), props);
  made.append(...children);
  return made;
}
