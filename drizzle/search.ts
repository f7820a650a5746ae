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

/** The word of a Location in the search rows of its devices, by which a limited person finds theirs. */
export const departmentWord = (id: string): string => `dep${id.replaceAll("-", "")}`;

const column = (name: string) => `"assets"."${name}"`;
/** Texts joined by spaces, in SQL; nested, since a function takes 32 arguments at most. */
const joined = (texts: readonly string[]) => `concat_ws(' ', ${texts.join(", ")})`;

/** What a device is found by, in SQL: codes also without separators, and a name of joined words ("X-ray") also as one. */
export const assetWords = joined([
  ...["asset_code", "name", "make", "model", "serial_no"].map(column),
  ...["asset_code", "serial_no", "model"].map((name) => squeezedOf(column(name))),
  `case when instr(${column("name")}, '-') then replace(${column("name")}, '-', '') end`,
]);

/** What a place is found by, in SQL: the names of its path and its code. */
export const placeWords = joined([
  '"locations"."path"',
  '"locations"."code"',
  squeezedOf('"locations"."code"'),
]);

const idWord = (begin: string, name: string) =>
  `coalesce(' ${begin}' || replace(${column(name)}, '-', ''), '')`;

/**
 * The kind of a device's search row, in SQL: "asset", and a word for each record whose name also finds it. The word is
 * the first three letters of that record's own kind, and its id.
 */
export const assetKind = [
  `'asset dep' || replace(${column("department_id")}, '-', '')`,
  idWord("cat", "category_id"),
  idWord("sub", "sub_category_id"),
  idWord("loc", "location_id"),
].join(" || ");

/** The company's word in a search row, in SQL. */
const companyOf = `'c' || replace(${column("company_id")}, '-', '')`;

/** Inserts search rows of living devices of one company, in SQL. `which` is about "assets"; the first `?` is the company. */
export const assetSearchInsert = (which: string): string =>
  `insert into search_index (rowid, company, kind, words, record_id)
    select ${searchRowIdOf(column("id"))}, ${companyOf}, ${assetKind}, ${assetWords}, ${column("id")}
    from "assets" where "assets"."company_id" = ? and "assets"."deleted_at" is null and ${which}`;
