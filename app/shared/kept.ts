/**
 * Keeps what `make` makes of a key, for what is dear to make and few in kind, such as the objects of Intl.
 * @returns a function that makes each key's once; after `most` keys it begins anew
 */
export function kept<T>(make: (key: string) => T, most = 100): (key: string) => T {
  const made = new Map<string, T>();
  return (key) => {
    const before = made.get(key);
    if (before !== undefined) return before;
    if (made.size >= most) made.clear();
    const one = make(key);
    made.set(key, one);
    return one;
  };
}
