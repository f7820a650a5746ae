/** Some of an object's values, by their names. */
export const pick = <T extends object, const N extends readonly (keyof T)[]>(from: T, names: N) =>
  Object.fromEntries(names.map((name) => [name, from[name]])) as Pick<T, N[number]>;
