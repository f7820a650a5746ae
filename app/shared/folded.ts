const ACCENTS = /[\u0300-\u036f]/g;

/** A text as it is looked for: without regard to case and accents, as the index of words keeps it. */
export const folded = (text: string): string =>
  text.normalize("NFD").replace(ACCENTS, "").toLowerCase();
