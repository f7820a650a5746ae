const LOW_62_BITS = (1n << 62n) - 1n;

/** The rowid of a record's row in search_index, as text: the random half of its id. Bind it with `cast(? as integer)`. */
export const searchRowId = (id: string): string => (BigInt(`0x${id.replaceAll("-", "").slice(16)}`) & LOW_62_BITS).toString();

/** What a record is found by: its names, and its codes also without separators. */
export const searchWords = (names: readonly (string | null | undefined)[], codes: readonly (string | null | undefined)[] = []): string =>
  [...codes, ...names, ...codes.map((code) => code?.replace(/[^\p{L}\p{N}]+/gu, ""))].filter(Boolean).join(" ");
