/** Builds an XML file from elements. All text goes through it, so that no letter of a text becomes markup. XML 1.0, 2.2 and 2.4. */

/** An element: text, or elements in their order. */
export type XmlNode = {
  name: string;
  attributes: readonly (readonly [name: string, value: string])[];
  content: string | readonly XmlNode[];
};
type Attributes = Readonly<Record<string, string | undefined>>;
/** What is not there is left out. */
export type Maybe = XmlNode | null | undefined | false;

/** What XML 1.0 cannot hold: most control characters, halves of surrogate pairs, U+FFFE and U+FFFF. */
const unfit = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu;
const marks: Readonly<Record<string, string>> = {
  ...{ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" },
  ...{ "\t": "&#9;", "\n": "&#10;", "\r": "&#13;" },
};
const marked = (text: string, letters: RegExp) =>
  fitting(text).replace(letters, (letter) => marks[letter] ?? letter);

/** A text that XML can hold: what it cannot is shown by the replacement character. */
export const fitting = (text: string): string => text.replace(unfit, "\u{FFFD}");

/** An element of other elements. */
export const element = (
  name: string,
  content: readonly Maybe[],
  attributes: Attributes = {},
): XmlNode => ({ ...named(name, attributes), content: content.filter((one) => !!one) });

/** An element of text. */
export const leaf = (name: string, text: string, attributes: Attributes = {}): XmlNode => ({
  ...named(name, attributes),
  content: text,
});

const named = (name: string, attributes: Attributes) => ({
  name,
  attributes: Object.entries(attributes).flatMap(([key, value]) =>
    value === undefined ? [] : [[key, value] as const],
  ),
});

function written({ name, attributes, content }: XmlNode, indent: string): string {
  const inner = attributes.map(([key, value]) => ` ${key}="${marked(value, /[&<>"\t\n\r]/g)}"`);
  const tag = `${name}${inner.join("")}`;
  if (!content.length) return `${indent}<${tag}/>\n`;
  if (typeof content === "string")
    return `${indent}<${tag}>${marked(content, /[&<>\r]/g)}</${name}>\n`;
  const children = content.map((child) => written(child, `${indent}  `)).join("");
  return `${indent}<${tag}>\n${children}${indent}</${name}>\n`;
}

/** The file of a root element, in UTF-8; the same elements give the same bytes. */
export const xmlFile = (root: XmlNode): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n${written(root, "")}`;
