import type { PDFRef } from "@cantoo/pdf-lib";
import bidiFactory from "bidi-js";
import { isStandard, portionsOf } from "./faces.ts";

/** How a face writes a text: the width is thousandths of the size, the codes are hexadecimal. */
export type Written = { width: number; codes: () => string };
/** A face in a document: under its key it stands among the resources of a page. */
export type Face = {
  key: string;
  ref: PDFRef;
  /** Writes a text from left to right, whichever way it is read. */
  write: (text: string, isRightToLeft: boolean) => Written;
};
/** Chooses the face of a letter with its marks, which may take another spelling. */
export type Choose = (letter: string) => { letter: string; face: Face }[];

/** Letters of one face and direction between two places where a line may end. */
export type Piece = Written & {
  text: string;
  face: Face;
  /** Where it begins in its paragraph. */
  start: number;
  isRightToLeft: boolean;
};
export type Paragraph = {
  pieces: Piece[];
  isRightToLeft: boolean;
  /** A line of the paragraph, from left to right. */
  ordered: (line: Piece[]) => Piece[];
};

/** A longer word is several pieces, so that what one line takes of it is cheap to find. */
const LONGEST = 64;
const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}\u200f\u202b\u202e\u2067]/u;
const IGNORABLE = /\p{Default_Ignorable_Code_Point}/gu;
const bidi = bidiFactory();

/** The letters that stand side by side when a text runs to the left: the last first, brackets turned. */
export const mirrored = (text: string) =>
  [...text]
    .reverse()
    .map((letter) => bidi.getMirroredCharacter(letter) ?? letter)
    .join("");
export const visible = (text: string) => text.replace(IGNORABLE, "");

export const pieceOf = (
  text: string,
  { face, start, isRightToLeft }: Pick<Piece, "face" | "start" | "isRightToLeft">,
): Piece => ({ text, face, start, isRightToLeft, ...face.write(text, isRightToLeft) });

/** A paragraph without line ends, cut where the face, the direction or the word changes. */
export function paragraphOf(text: string, choose: Choose): Paragraph {
  const spelled = isStandard(text)
    ? (text.match(/ |[^ ]{1,64}/gu) ?? []).flatMap(choose)
    : portionsOf(text).flatMap(choose);
  const whole = spelled.map(({ letter }) => letter).join("");
  const embedding = RIGHT_TO_LEFT.test(whole) ? bidi.getEmbeddingLevels(whole, "auto") : null;
  const pieces: Piece[] = [];
  let [start, level] = [0, 0];
  let [word, face]: [string, Face | null] = ["", null];
  const put = () => {
    if (face) pieces.push(pieceOf(word, { face, start, isRightToLeft: level % 2 === 1 }));
    start += word.length;
    word = "";
  };
  for (const next of spelled) {
    const at = start + word.length;
    const nextLevel = embedding?.levels[at] ?? 0;
    const isSame = word !== " " && next.letter !== " " && face === next.face && level === nextLevel;
    if (!isSame || word.length >= LONGEST) put();
    word += next.letter;
    face = next.face;
    level = nextLevel;
  }
  put();
  return {
    pieces,
    isRightToLeft: (embedding?.paragraphs[0]?.level ?? 0) % 2 === 1,
    ordered: (line) => (embedding ? reordered(line, whole, embedding) : line),
  };
}

type Embedding = ReturnType<typeof bidi.getEmbeddingLevels>;

/** Rule L2 of the Unicode Bidirectional Algorithm: what runs to the left is turned, the deepest first. */
function reordered(line: Piece[], text: string, embedding: Embedding): Piece[] {
  const [first, last] = [line[0], line.at(-1)];
  if (!first || !last) return line;
  const end = last.start + last.text.length - 1;
  const places = [...line];
  for (const [from, to] of bidi.getReorderSegments(text, embedding, first.start, end)) {
    const left = line.findIndex(({ start }) => start >= from!);
    const count = line.filter(({ start }) => start >= from! && start <= to!).length;
    places.splice(left, count, ...places.slice(left, left + count).reverse());
  }
  return places;
}
