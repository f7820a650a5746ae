/** Some of an object's values, by their names. */
export const pick = <T extends object, K extends keyof T>(
  from: T,
  names: readonly K[],
): Pick<T, K> =>
  Object.fromEntries(names.map((name) => [name, from[name]])) as unknown as Pick<T, K>;
