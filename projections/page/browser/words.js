// What the page says, in the language it was made in: the English text is the key, and no table is needed for English.

const LANGUAGE = document.documentElement.lang || "en";
const TOLD = new Map(Object.entries(JSON.parse(document.getElementById("page-data").dataset.words || "{}")));
const PLURAL = new Intl.PluralRules(LANGUAGE);

/** `t("needs {0}", 4)`; what the table does not have is told in English. */
export function t(text, ...of) {
  const said = TOLD.get(text) ?? text;
  return of.length ? said.replace(/\{(\d)\}/g, (_, i) => String(of[i])) : said;
}

export function counted(number, one, many = `${one}s`) {
  return `${grouped(number)} ${t(PLURAL.select(number) === "one" ? one : many)}`;
}

/** 12,345 */
export function grouped(number) {
  return number.toLocaleString(LANGUAGE);
}

/** 1.25 */
export function fixed(value, places) {
  return value.toFixed(places).replace(".", t("."));
}

/** `blue and red` */
export function listed(names) {
  return names.map((name) => t(name)).join(` ${t("and")} `);
}
