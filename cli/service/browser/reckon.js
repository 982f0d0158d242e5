// Luck on a page that grows: reckoned when somebody asks for it, as it takes its time.

import { byId, make } from "./make.js";
import { t } from "./words.js";

/**
 * @param {(path: string) => Promise<Response>} ask
 * @param {any} player of the page
 */
export function offerLuck(ask, player) {
  const button = make("button", { type: "button", className: "plain", textContent: t("Reckon how lucky each side was") });
  const said = make("p", { className: "quiet" });
  said.setAttribute("role", "status");
  byId("panel-luck").prepend(button, said);
  byId("tab-luck").hidden = false;
  button.addEventListener("click", async () => {
    const { line, last } = player;
    button.disabled = true;
    said.textContent = t("This takes its time…");
    const found = await reckoned(ask, line);
    button.disabled = false;
    said.textContent = found.detail ?? t("Reckoned up to entry {0}.", last);
    if (found.detail === undefined) player.takeLuck(found);
  });
}

/** What was found, or why nothing was. */
async function reckoned(ask, line) {
  try {
    return await (await ask(`/page/luck?line=${encodeURIComponent(line)}`)).json();
  } catch {
    return { detail: t("not sent: the service does not answer") };
  }
}
