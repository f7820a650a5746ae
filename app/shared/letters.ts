const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });

/** The letters of a text, each with the marks that belong to it. */
export const lettersOf = (text: string): string[] =>
  /^[ -~]*$/.test(text) ? [...text] : Array.from(graphemes.segment(text), ({ segment }) => segment);
