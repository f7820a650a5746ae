/** The place of a value inside a draft. */
export type Path = readonly (string | number)[];

/** A copy with another value at a place; what is not on the way stays as it is. */
export function put<T>(whole: T, [key, ...rest]: Path, value: unknown): T {
  if (key === undefined) return value as T;
  if (Array.isArray(whole))
    return whole.map((one, at) => (at === key ? put(one, rest, value) : one)) as T;
  const fields = whole as Record<string | number, unknown>;
  return { ...fields, [key]: put(fields[key], rest, value) } as T;
}

/** An entry's key that no other has. */
export function freshKey(taken: readonly string[], prefix: string): string {
  const used = new Set(taken);
  for (let n = taken.length + 1; ; n++) if (!used.has(`${prefix}${n}`)) return `${prefix}${n}`;
}
