/** Rows by a key of theirs, in their order. */
export function grouped<R, K>(rows: readonly R[], keyOf: (row: R) => K): ReadonlyMap<K, R[]> {
  const groups = new Map<K, R[]>();
  for (const row of rows) {
    const key = keyOf(row);
    const group = groups.get(key);
    if (group) group.push(row);
    else groups.set(key, [row]);
  }
  return groups;
}
