const HEX = "0123456789abcdef";
/** 2010-01-01 UTC: row ids fit into 63 bits until 2079. */
const EPOCH = 1_262_304_000_000;

/** Which letters of an id go into its row id, and how far left: its time, then 22 bits of its random part. */
const digits: readonly (readonly [place: number, shift: number])[] = [
  ...[0, 1, 2, 3, 4, 5, 6, 7, 9, 10, 11, 12].map((place, at) => [place, 44 - 4 * at] as const),
];
const chance: readonly (readonly [place: number, shift: number])[] = [
  [15, 18],
  [16, 14],
  [17, 10],
  [20, 6],
  [21, 2],
];
const LAST = 22;

/**
 * The rowid of a record's row in search_index, as text: the time of its id, so that the index keeps records in the order
 * in which they came. Bind it with `cast(? as integer)`.
 */
export function searchRowId(id: string): string {
  const letter = (place: number) => BigInt(HEX.indexOf(id.charAt(place)));
  const time =
    digits.reduce((sum, [place, shift]) => sum + (letter(place) << BigInt(shift)), 0n) -
    BigInt(EPOCH);
  const rest = [
    ...chance.map(([place, shift]) => letter(place) << BigInt(shift)),
    letter(LAST) >> 2n,
  ].reduce((a, b) => a + b);
  return ((time << 22n) + rest).toString();
}

/** The same in SQL, of a column that holds an id. */
export function searchRowIdOf(column: string): string {
  const letter = (place: number) => `(instr('${HEX}', substr(${column}, ${place + 1}, 1)) - 1)`;
  const time = digits.map(([place, shift]) => `(${letter(place)} << ${shift})`).join(" + ");
  const rest = [
    ...chance.map(([place, shift]) => `(${letter(place)} << ${shift})`),
    `(${letter(LAST)} >> 2)`,
  ].join(" + ");
  return `((((${time}) - ${EPOCH}) << 22) + ${rest})`;
}

/** What people leave out of codes. */
const separators = ["-", "/", ".", " ", "_", ":", "#", "+", "(", ")", "\\", ","];
/** A code without its separators, in SQL. */
const squeezedOf = (column: string) =>
  separators.reduce((sql, letter) => `replace(${sql}, '${letter}', '')`, `coalesce(${column}, '')`);

/** What a record is found by: its names, and its codes also without separators. */
export const searchWords = (
  names: readonly (string | null | undefined)[],
  codes: readonly (string | null | undefined)[] = [],
): string =>
  [...codes, ...names, ...codes.map((code) => code?.replace(/[^\p{L}\p{N}]+/gu, ""))]
    .filter(Boolean)
    .join(" ");

/** Raised when search rows carry other marks than before: a nightly job then writes them anew. */
export const MARKS = 1;

/**
 * A mark is one word in the kind of a search row: what a list can be filtered by. Any combination of filters is one MATCH.
 * All marks begin alike: so they take three entries of the prefix index, not three each.
 */
export const mark = (name: string, value = ""): string =>
  `mark${name}${value.replace(/[^\p{L}\p{N}]+/gu, "").toLowerCase()}`.slice(0, 48);

/** The mark of a Location, which also limits what a person sees. */
export const departmentMark = (id: string): string => mark("dep", id);

const column = (name: string) => `"assets"."${name}"`;
const bare = (sql: string) => `replace(replace(${sql}, '-', ''), '_', '')`;
const valued = (name: string, from: string) => `'mark${name}' || ${bare(column(from))}`;
const flagged = (name: string, when: string) => `case when ${when} then 'mark${name}' end`;
/** A date by its year, month and day, so that a range of dates is a handful of marks. */
const dated = (name: string, from: string) => [
  `'mark${name}' || substr(${column(from)}, 1, 4)`,
  `'mark${name}' || ${bare(`substr(${column(from)}, 1, 7)`)}`,
  `'mark${name}' || ${bare(column(from))}`,
];
/** What a device can lack. */
export const gaps = {
  cost: `${column("purchase_cost_minor")} is null`,
  bought: `${column("purchase_on")} is null`,
  serial: `${column("serial_no")} is null`,
  model: `${column("model")} is null`,
  place: `${column("location_id")} is null`,
  vendor: `${column("vendor_id")} is null`,
  team: `${column("team_id")} is null`,
  photo: `${column("photo_media_id")} is null`,
  pm: `${column("pm_required")} = 1 and ${column("next_pm_on")} is null`,
  cal: `${column("cal_required")} = 1 and ${column("next_cal_on")} is null`,
} as const;

/** Texts joined by spaces, in SQL; nested, since a function takes 32 arguments at most. */
const joined = (texts: readonly string[]) => `concat_ws(' ', ${texts.join(", ")})`;

/** What a device is found by, in SQL: codes also without separators. */
export const assetWords = joined([
  ...["asset_code", "name", "make", "model", "serial_no"].map(column),
  ...["asset_code", "serial_no", "model"].map((name) => squeezedOf(column(name))),
]);

/** What a place is found by, in SQL: the names of its path and its code. */
export const placeWords = joined([
  '"locations"."path"',
  '"locations"."code"',
  squeezedOf('"locations"."code"'),
]);

/** The kind of a device's search row, in SQL: "asset" and its marks, read from its row as it stands. */
export const assetKind = joined([
  "'asset'",
  valued("cat", "category_id"),
  valued("sub", "sub_category_id"),
  valued("dep", "department_id"),
  `(select ${bare(`replace(rtrim("locations"."path_ids", '/'), '/', ' markloc')`)} from "locations"
    where "locations"."company_id" = "assets"."company_id" and "locations"."id" = ${column("location_id")})`,
  valued("team", "team_id"),
  valued("ven", "vendor_id"),
  valued("life", "lifecycle"),
  flagged("lifelive", `${column("lifecycle")} not in ('condemned', 'disposed')`),
  valued("cond", "condition"),
  valued("crit", "criticality"),
  `'markcov' || ${bare(`coalesce(${column("cover_kind")}, 'none')`)}`,
  joined([
    ...dated("pm", "next_pm_on"),
    ...dated("cal", "next_cal_on"),
    ...dated("end", "cover_until"),
  ]),
  `'markyear' || substr(${column("purchase_on")}, 1, 4)`,
  `'markcost' || length(cast(${column("purchase_cost_minor")} / 100 as integer))`,
  flagged("haspm", `${column("next_pm_on")} is not null`),
  flagged("hascal", `${column("next_cal_on")} is not null`),
  flagged("lost", `${column("not_located_since")} is not null`),
  flagged("failed", `${column("failed_checks")} > 0`),
  joined(Object.entries(gaps).map(([name, when]) => flagged(`no${name}`, when))),
]);

/** The company's word in a search row, in SQL. */
const companyOf = `'c' || replace(${column("company_id")}, '-', '')`;

/** Inserts search rows of living devices of one company, in SQL. `which` is about "assets"; the first `?` is the company. */
export const assetSearchInsert = (which: string): string =>
  `insert into search_index (rowid, company, kind, words, record_id)
    select ${searchRowIdOf(column("id"))}, ${companyOf}, ${assetKind}, ${assetWords}, ${column("id")}
    from "assets" where "assets"."company_id" = ? and "assets"."deleted_at" is null and ${which}`;
