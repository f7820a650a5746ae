import { SaxesParser } from "saxes";
import { BrokenSheet, tooLarge } from "#app/shared/sheets/broken.ts";

export type Attributes = Record<string, string>;
type Handlers = {
  open?: (name: string, attributes: Attributes) => void;
  close?: (name: string) => void;
  text?: (text: string) => void;
};

const plain = (name: string) => name.slice(name.indexOf(":") + 1);

/** Letters without a tag; a cell of a spreadsheet has at most 32,767, each written with up to six. */
const LONGEST = 256 * 1024;
/** Letters looked at together. */
const PIECE = 64 * 1024;
const DEEPEST = 64;
const MOST_ELEMENTS = 8_000_000;

/** Reads XML piece by piece; names come without their prefix. What it finds is handed out between pieces. @throws BrokenSheet */
export function* readXml(
  pieces: Iterable<Uint8Array>,
  { open, close, text }: Handlers,
  most = MOST_ELEMENTS,
): Generator<void> {
  const parser = new SaxesParser({ position: false });
  parser.on("error", (error) => {
    throw error;
  });
  let [quiet, depth, elements] = [0, 0, 0];
  parser.on("opentag", (tag) => {
    quiet = 0;
    if (++depth > DEEPEST || ++elements > most) throw tooLarge();
    open?.(plain(tag.name), tag.attributes as Attributes);
  });
  parser.on("closetag", (tag) => {
    quiet = 0;
    depth--;
    close?.(plain(tag.name));
  });
  if (text) {
    parser.on("text", text);
    parser.on("cdata", text);
  }
  const decoder = new TextDecoder();
  try {
    for (const piece of pieces) {
      const written = decoder.decode(piece, { stream: true });
      for (let at = 0; at < written.length; at += PIECE) {
        if (quiet > LONGEST) throw tooLarge();
        quiet += PIECE;
        parser.write(written.slice(at, at + PIECE));
      }
      yield;
    }
    parser.close();
  } catch (error) {
    throw error instanceof BrokenSheet
      ? error
      : new BrokenSheet("The file is damaged: a sheet in it cannot be read. Save it again.");
  }
}

/** Reads an XML file to its end. */
export function wholeXml(pieces: Iterable<Uint8Array>, handlers: Handlers, most?: number): void {
  for (const _ of readXml(pieces, handlers, most));
}
