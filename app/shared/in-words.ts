const list = new Intl.ListFormat("en");

/** Names as a sentence has them: "a, b, and c". */
export const inWords = (names: readonly string[]) => list.format(names);
