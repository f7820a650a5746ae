import { SaxesParser } from "saxes";

/** An element of a small XML file; names come without their prefix. */
export type Element = {
  name: string;
  attributes: Readonly<Record<string, string>>;
  children: Element[];
  text: string;
};

/** Why a file is not read, as a sentence. */
export class BrokenXml extends Error {}

const DEEPEST = 64;
const MOST_ELEMENTS = 200_000;
/** Letters of one element that are kept: a file within a file is none of ours. */
const LONGEST = 200_000;
const plain = (name: string) => name.slice(name.indexOf(":") + 1);

/**
 * Reads a small XML file as a tree. Entities besides the five of XML itself are none, and a file that declares a document type is
 * refused before anything of it is looked at.
 * @throws BrokenXml
 */
export function xmlTree(text: string): Element {
  const parser = new SaxesParser({ position: false });
  const open: Element[] = [];
  let root: Element | null = null;
  let elements = 0;
  parser.on("error", (error) => {
    throw error;
  });
  parser.on("doctype", () => {
    throw new BrokenXml("A file with a document type declaration is not read");
  });
  parser.on("opentag", ({ name, attributes }) => {
    if (open.length >= DEEPEST || ++elements > MOST_ELEMENTS)
      throw new BrokenXml("The file is too deep or has too many elements");
    const element = {
      ...{ name: plain(name), children: [], text: "" },
      attributes: attributes as Record<string, string>,
    };
    open.at(-1)?.children.push(element);
    root ??= element;
    open.push(element);
  });
  parser.on("closetag", () => {
    open.pop();
  });
  const said = (piece: string) => {
    const element = open.at(-1);
    if (element && element.text.length < LONGEST) element.text += piece;
  };
  parser.on("text", said);
  parser.on("cdata", said);
  try {
    parser.write(text).close();
  } catch (error) {
    throw error instanceof BrokenXml ? error : new BrokenXml("The file is no whole XML");
  }
  return root ?? refuse();
}
const refuse = (): never => {
  throw new BrokenXml("The file is empty");
};

/** The elements at the end of a path of names below one. */
export const allAt = (element: Element, ...path: readonly string[]): Element[] =>
  path.reduce<Element[]>(
    (found, name) => found.flatMap(({ children }) => children.filter((one) => one.name === name)),
    [element],
  );

/** Every element of a name below one, in their order. */
export function everyOne(element: Element, name: string): Element[] {
  return element.children.flatMap((child) => [
    ...(child.name === name ? [child] : []),
    ...everyOne(child, name),
  ]);
}

/** The text at the end of a path, without spaces around it; null where there is none. */
export const textAt = (element: Element, ...path: readonly string[]): string | null =>
  allAt(element, ...path)[0]?.text.trim() || null;
