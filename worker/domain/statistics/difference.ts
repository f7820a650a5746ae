/** Where two trees of figures part: the path in words, and both values there. */
export type Difference = { at: string; is: unknown; says: unknown };

const isTree = (node: unknown): node is Record<string, unknown> =>
  typeof node === "object" && node !== null;

/** The first value in which what is kept is not what the records say; null where they agree. */
export function difference(is: unknown, says: unknown, path = ""): Difference | null {
  if (!isTree(is) || !isTree(says)) return is === says ? null : { at: path, is, says };
  for (const key of new Set([...Object.keys(is), ...Object.keys(says)])) {
    const found = difference(is[key], says[key], path ? `${path} ${key}` : key);
    if (found) return found;
  }
  return null;
}
