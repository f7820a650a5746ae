import { type SQL, sql } from "drizzle-orm";

/** The shortest and the longest word that is known to be misspelt. */
const SHORTEST = 4;
const LONGEST = 24;

/** Letters that the tokenizer of the index does not take for their plain ones. */
export const plainLetters: Readonly<Record<string, string>> = {
  ...{ ß: "ss", ø: "o", Ø: "o", ł: "l", Ł: "l", đ: "d", Đ: "d", ð: "d", þ: "th" },
  ...{ æ: "ae", Æ: "ae", œ: "oe", Œ: "oe", ı: "i" },
};
const separators = [..."-/._:#+()\\,\"&;!?*%@<>=[]{}|~^$`'", "\t"];

const literal = (text: string) => `'${text.replaceAll("'", "''")}'`;
const replaced = (column: string, pairs: readonly (readonly [from: string, to: string])[]) =>
  pairs.reduce((text, [from, to]) => `replace(${text}, ${literal(from)}, ${literal(to)})`, column);
const spaced = replaced(
  "texts.text",
  separators.map((separator) => [separator, " "] as const),
);
const wordsOfText = sql.raw(`json_each('[' || replace(json_quote(${spaced}), ' ', '","') || ']')`);
const plainWord = sql.raw(`lower(${replaced("piece.value", Object.entries(plainLetters))})`);

const places = JSON.stringify(Array.from({ length: LONGEST }, (_, at) => at + 1));
/** Words made of each of the places of `fresh.plain`, joined by spaces. */
const eachPlace = (word: string, which: string) =>
  `(select group_concat(${word}, ' ') from json_each('${places}') as place where place.value ${which})`;
const withoutOne = eachPlace(
  "substr(fresh.plain, 1, place.value - 1) || substr(fresh.plain, place.value + 1)",
  "<= length(fresh.plain)",
);
const ends = eachPlace("substr(fresh.plain, place.value)", "between 2 and length(fresh.plain) - 2");

/**
 * What the search row of a word holds besides its company: the word is found by itself, by itself without any one of its
 * letters, and by its ends, so that a misspelt word, or the middle of one, leads to it.
 */
export const spellingColumns: SQL = sql.raw(
  `'spelling is' || fresh.plain, concat_ws(' ', fresh.plain, ${withoutOne}, ${ends}), fresh.word`,
);

/**
 * Whether the index holds a word of `fresh`, a common table expression, in SQL: one search for all of them.
 * @param company the word of their company
 */
export const isKnown = (company: SQL): SQL =>
  sql`'spelling is' || fresh.plain in (select kind from search_index where search_index match
    (select 'company : ' || ${company} || ' AND kind : ("is"' || coalesce(group_concat(' OR "is' || plain || '"', ''), '') || ')' from fresh) and company = ${company})`;

/**
 * The words of texts, as rows `owner`, `word` and `plain` (without special letters). A word with a digit is a code: no
 * other code is meant by it.
 * @param texts a query of rows `owner` and `text`
 */
export const wordsOfTexts = (texts: SQL): SQL =>
  sql`select texts.owner as owner, min(lower(piece.value)) as word, ${plainWord} as plain
    from (${texts}) as texts cross join ${wordsOfText} as piece
    where length(piece.value) between ${sql.raw(String(SHORTEST))} and ${sql.raw(String(LONGEST))} and piece.value not glob '*[0-9]*'
    group by 1, 3`;
