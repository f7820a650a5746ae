import type { Mutant } from "./mutant.ts";

const tests = ["tests/web/pdf-scripts.test.ts"];

/** What is printed. */
export const papers: Mutant[] = [
  {
    name: "papers: a letter is written in the face of its script",
    file: "worker/web/pdf-text/typesetter.ts",
    from: "if (script) return [{ letter, face: this.#notoFace(script, style) }];",
    to: "if (script) return [{ letter, face: usual }];",
    tests,
    only: "face of its script",
  },
  {
    name: "papers: what runs to the left is turned",
    file: "worker/web/pdf-text/pieces.ts",
    from: "(embedding ? reordered(line, whole, embedding) : line)",
    to: "line",
    tests,
    only: "runs to the left",
  },
  {
    name: "papers: brackets are turned with what they are in",
    file: "worker/web/pdf-text/pieces.ts",
    from: "bidi.getMirroredCharacter(letter) ?? letter",
    to: "letter",
    tests,
    only: "runs to the left",
  },
  {
    name: "papers: a word that runs to the left is shaped so",
    file: "worker/web/pdf-text/harfbuzz.ts",
    from: "isRightToLeft ? TO_THE_LEFT : TO_THE_RIGHT",
    to: "isRightToLeft ? TO_THE_RIGHT : TO_THE_RIGHT",
    tests,
    only: "runs to the left",
  },
  {
    name: "papers: a letter no face holds is a box",
    file: "worker/web/pdf-text/typesetter.ts",
    from: "? [{ letter, face: this.#notoFace(boxes, style) }]",
    to: "? []",
    tests,
    only: "no face holds",
  },
  {
    name: "papers: the marks of a letter stand in its glyph",
    file: "worker/files/open-type.ts",
    from: "const made = composed(parts, outlineOf);",
    to: "const made = composed(parts.slice(0, 1), outlineOf);",
    tests,
    only: "put together",
  },
  {
    name: "papers: a word is broken between letters",
    file: "worker/web/pdf-text/typesetter.ts",
    from: "const letters = lettersOf(piece.text);",
    to: "const letters = [...piece.text];",
    tests,
    only: "long word",
  },
];
