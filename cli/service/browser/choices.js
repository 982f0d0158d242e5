// Legal orders, narrowed by what was picked. Only the fields of the orders say how: no game is named here.

const BARE = /^[A-Za-z0-9_.:+-]+$/;
const SEPARATOR = "\u0000"; // between a field and a key within it

/**
 * @typedef {{key: string, of: string, foe: boolean, sort: string, needed: boolean, values: any[]}} Field
 * @typedef {{name: string, title: string, help: string, fields: Field[], finds: boolean, partly: boolean}} Kind
 * @typedef {{kind: number, values: any[], more: number}} Row and how many others it stands for, which are not here yet
 * @typedef {{what: "kind"|"unit"|"place"|"field", key?: string, value: any}} Pick
 */

export class Choices {
  /**
   * @param {any} hand as the service tells it
   * @param {(word: string) => boolean} isPlace whether the map has it
   * @param {(word: string) => string} say a word of the page in the reader's language
   */
  constructor(hand, isPlace = () => true, say = (word) => word) {
    Object.assign(this, { kinds: hand.kinds, called: hand.called, isPlace, say });
    /** @type {Row[]} */
    this.rows = hand.rows.map((row, i) => rowOf(row, (hand.counts?.[i] ?? 1) - 1));
  }

  /** How many orders these are. */
  count(rows = this.rows) {
    return rows.reduce((sum, { more }) => sum + 1 + more, 0);
  }

  isPart(rows) {
    return rows.some(({ more }) => more > 0);
  }

  /**
   * What must be fetched before these picks say more: the orders of the units named, or of a kind; null: nothing.
   * @param {Row[]} rows that fit them @param {Pick[]} picks
   */
  lacking(rows, picks) {
    if (!this.isPart(rows)) return null;
    const units = distinct(picks.flatMap((pick) => this.unitsIn(rows, pick))), [kind] = distinct(rows.map((row) => row.kind));
    if (units.length) return { kind: null, units };
    return this.open(rows, picks).length ? null : { kind, units };
  }

  unitsIn(rows, { what, key, value }) {
    if (what === "unit") return [value];
    const isUnit = ({ kind }) => this.kinds[kind].fields.some((field) => field.key === key && field.of === "unit");
    return what === "field" && rows.some(isUnit) ? words(value) : [];
  }

  /** All that was lacking, in the place of what stood for it. */
  complete(rows, { kind, units }) {
    const isMeant = (row) => (kind === null || row.kind === kind) && units.every((unit) => this.units(row).includes(unit));
    this.rows = [...this.rows.filter((row) => !isMeant(row)), ...rows.map((row) => rowOf(row, 0))].sort((a, b) => a.kind - b.kind);
  }

  /** @param {Pick[]} picks @returns {Row[]} */
  fitting(picks) {
    return this.rows.filter((row) => picks.every((pick) => this.fits(row, pick)));
  }

  fits(row, { what, key, value }) {
    if (what === "kind") return row.kind === value;
    if (what === "unit") return this.units(row).includes(value);
    if (what === "place") return this.ends(row).includes(value);
    return same(this.at(row, key), value);
  }

  /** The fields of an order with their values. */
  filled(row) {
    return this.kinds[row.kind].fields.map((field, i) => [field, row.values[i]]);
  }

  named(row, of, foe) {
    return this.filled(row).flatMap(([field, value]) => (field.of === of && (foe === undefined || field.foe === foe) ? words(value) : []));
  }

  units(row, foe) {
    return this.named(row, "unit", foe);
  }

  /** Where an order leads or strikes: of a way its end. */
  ends(row) {
    return this.filled(row).flatMap(([field, value]) => (field.of === "place" ? this.end(value) : []));
  }

  end(value) {
    const found = words(value).map((word) => this.place(word)).filter(Boolean);
    return found.slice(-1);
  }

  /** A place, also of a word that says what is done there: `1012:2`. */
  place(word) {
    if (this.isPlace(word)) return word;
    const [before] = word.split(":");
    return this.isPlace(before) ? before : "";
  }

  at(row, key) {
    const [name, ...within] = key.split(SEPARATOR);
    const i = this.kinds[row.kind].fields.findIndex((field) => field.key === name);
    return within.reduce((value, part) => value?.[part] ?? null, row.values[i]);
  }

  /** What is still to be said: the kind of order first, then every field in which these differ. */
  open(rows, picks = rows) {
    const kinds = distinct(rows.map((row) => row.kind));
    if (kinds.length > 1 || (rows.length === 1 && !picks.length)) return [{ what: "kind", key: "", values: kinds }];
    const groups = rows.length ? this.kinds[kinds[0]].fields.flatMap((field, i) => this.differing(field, rows, i)) : [];
    return this.isPart(rows) ? groups.filter(({ field }) => field.of === "unit") : groups; // the rest is not known yet
  }

  /** @param {Field} field */
  differing(field, rows, i) {
    if (field.sort === "map") return this.within(field, rows, i);
    const values = distinct(rows.map((row) => row.values[i])).sort((a, b) => amount(a, field) - amount(b, field));
    if (values.length < 2) return [];
    if (field.of !== "place") return [{ what: "field", key: field.key, field, values }];
    const ends = distinct(rows.map((row) => this.end(row.values[i])[0] ?? null));
    return ends.length > 1 && !ends.includes(null)
      ? [{ what: "place", key: field.key, field, values: ends }]
      : [{ what: "field", key: field.key, field, values }];
  }

  /** A map is said part by part. */
  within(field, rows, i) {
    const keys = distinct(rows.flatMap((row) => Object.keys(row.values[i] ?? {})));
    return keys.flatMap((key) => {
      const values = distinct(rows.map((row) => row.values[i]?.[key] ?? null));
      return values.length > 1 ? [{ what: "field", key: field.key + SEPARATOR + key, field, part: key, values }] : [];
    });
  }

  /** The order these picks mean: the only one, or where they differ in nothing that must be said the plainest of them. */
  meant(rows) {
    if (this.isPart(rows)) return null;
    const open = this.open(rows);
    if (rows.length < 2) return rows[0] ?? null;
    if (open.some(({ what, field, values }) => what !== "field" || (field.needed && !isWay(field)) || (field.sort === "map" && !values.includes(null)))) return null;
    return rows.reduce((best, row) => (plainness(row) < plainness(best) ? row : best));
  }

  /** As it is typed; the service writes it out in full. */
  text(row) {
    const said = this.filled(row).filter(([, value]) => value !== null).map(([field, value]) => `${field.key}=${written(value)}`);
    return [this.kinds[row.kind].name, ...said].join(" ");
  }

  call(word) {
    return this.called[word] ?? String(word);
  }

  /** A pick for people: a value that says nothing by itself says what it is of. @param {Pick} pick @param {Kind} [kind] */
  picked({ what, key = "", value }, kind) {
    if (what === "kind") return this.kinds[value].title;
    const [name, part] = key.split(SEPARATOR), field = what === "field" ? kind?.fields.find((one) => one.key === name) : undefined;
    const told = this.told(value, field), of = part ? this.call(part) : field && !field.of ? name : "";
    return of ? `${of}: ${told}` : told;
  }

  /** A value for people. */
  told(value, field) {
    if (value === null && typeof field?.usual === "number") return String(field.usual);
    if (value === null) return field?.sort === "truth" ? this.say("no") : "–";
    if (value === true) return this.say("yes");
    if (Array.isArray(value)) return value.map((one) => this.told(one)).join(field?.of === "place" ? " → " : ", ");
    if (typeof value === "object") return Object.entries(value).map(([key, one]) => `${this.call(key)}: ${this.told(one)}`).join(", ");
    return this.call(value);
  }
}

function rowOf([kind, ...values], more) {
  return { kind, values, more };
}

/** A path is chosen by where it ends; of several the shortest is taken. */
function isWay(field) {
  return field.of === "place" && field.sort === "list";
}

/** Numbers in their order; all else as it comes. */
function amount(value, field) {
  return typeof value === "number" ? value : value === null && typeof field.usual === "number" ? field.usual : 0;
}

function plainness({ values }) {
  return values.reduce((sum, value) => sum + (value === null ? 0 : 100 + (Array.isArray(value) ? value.length : 0)), 0);
}

export function same(a, b) {
  return a === b || JSON.stringify(a) === JSON.stringify(b);
}

export function distinct(values) {
  return [...new Map(values.map((value) => [typeof value === "object" ? JSON.stringify(value) : value, value])).values()];
}

function words(value) {
  if (value === null || value === undefined || typeof value === "boolean") return [];
  if (Array.isArray(value)) return value.flatMap(words);
  return typeof value === "object" ? [] : [String(value)];
}

export function written(value) {
  if (Array.isArray(value)) return value.length && value.every((one) => typeof one !== "object") ? value.map(written).join(",") : JSON.stringify(value);
  if (typeof value === "object" || (typeof value === "string" && !BARE.test(value))) return JSON.stringify(value);
  if (typeof value === "boolean") return value ? "yes" : "no";
  return String(value);
}
