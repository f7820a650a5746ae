const LOW_62_BITS = (1n << 62n) - 1n;

/** The rowid of a record's row in search_index, as text: the random half of its id. Bind it with `cast(? as integer)`. */
export const searchRowId = (id: string): string => (BigInt(`0x${id.replaceAll("-", "").slice(16)}`) & LOW_62_BITS).toString();

/** What a record is found by: its names, and its codes also without separators. */
export const searchWords = (names: readonly (string | null | undefined)[], codes: readonly (string | null | undefined)[] = []): string =>
  [...codes, ...names, ...codes.map((code) => code?.replace(/[^\p{L}\p{N}]+/gu, ""))].filter(Boolean).join(" ");

/** The kind of a device's search row. Category and Location are in it as marks, so that a filtered search reads no more than an open one. */
export const assetKind = (categoryId: string, departmentId: string): string =>
  `asset ${categoryMark(categoryId)} ${departmentMark(departmentId)}`;
export const categoryMark = (id: string): string => `cat ${id}`;
export const departmentMark = (id: string): string => `dep ${id}`;
