/** Answers that are kept: all points of a grid ask for the same few. */

const MOST_KEPT = 1000;
/** The answer for a key, found once; when too many are kept all are let go. */
export function kept<K, V>(all: Map<K, V>, key: K, find: () => V, most = MOST_KEPT): V {
  const known = all.get(key);
  if (known !== undefined) return known;
  const found = find();
  if (all.size >= most) all.clear();
  all.set(key, found);
  return found;
}

/** A function that finds its answer once for each object, as long as that lives. */
export function once<K extends object, V>(find: (of: K) => V): (of: K) => V {
  const all = new WeakMap<K, V>();
  return (of) => {
    const known = all.get(of);
    if (known !== undefined) return known;
    const found = find(of);
    all.set(of, found);
    return found;
  };
}
