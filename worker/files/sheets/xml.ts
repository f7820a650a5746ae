import { SaxesParser } from "saxes";
import { BrokenSheet } from "./broken.ts";

export type Attributes = Record<string, string>;
type Handlers = { open?: (name: string, attributes: Attributes) => void; close?: (name: string) => void; text?: (text: string) => void };

const plain = (name: string) => name.slice(name.indexOf(":") + 1);

/** Reads XML piece by piece; names come without their prefix. What it finds is handed out between pieces. @throws BrokenSheet */
export function* readXml(pieces: Iterable<Uint8Array>, { open, close, text }: Handlers): Generator<void> {
  const parser = new SaxesParser({ position: false });
  parser.on("error", (error) => {
    throw error;
  });
  if (open) parser.on("opentag", (tag) => open(plain(tag.name), tag.attributes as Attributes));
  if (close) parser.on("closetag", (tag) => close(plain(tag.name)));
  if (text) {
    parser.on("text", text);
    parser.on("cdata", text);
  }
  const decoder = new TextDecoder();
  try {
    for (const piece of pieces) {
      parser.write(decoder.decode(piece, { stream: true }));
      yield;
    }
    parser.close();
  } catch (error) {
    throw error instanceof BrokenSheet ? error : new BrokenSheet("The file is damaged: a sheet in it cannot be read. Save it again.");
  }
}

/** Reads a small XML file to its end. */
export function wholeXml(pieces: Iterable<Uint8Array>, handlers: Handlers): void {
  for (const _ of readXml(pieces, handlers));
}
