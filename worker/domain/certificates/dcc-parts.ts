/** Pieces that a digital calibration certificate is made of again and again. DCC 3.3.0: textType, richContentType, contactType, locationType. */
import type { Party } from "#app/shared/certificates/document.ts";
import { element, fitting, leaf, type Maybe, type XmlNode } from "../../files/xml-builder.ts";

/** The language of the words that are ours; those that people typed are of none that is known. */
export const OUR_LANGUAGE = "en";
/** ISO 3166-1 leaves it free: the country is not known. */
const NO_COUNTRY = "ZZ";

/** A text of somebody: of ours it tells the language. */
export type Said = string | { ours: string };
export const ours = (text: string): Said => ({ ours: text });

const content = (said: Said) =>
  typeof said === "string"
    ? leaf("dcc:content", said)
    : leaf("dcc:content", said.ours, { lang: OUR_LANGUAGE });

/** A text, or formatted text of one paragraph. */
export const text = (name: string, said: Said): XmlNode => element(name, [content(said)]);

/** Text in paragraphs, of one language where all of them are ours; nothing where there is none. */
export function paragraphs(name: string, all: readonly Said[]): XmlNode | null {
  if (!all.length) return null;
  const isOurs = all.every((said) => typeof said !== "string");
  const lines = all.map((said) => (typeof said === "string" ? said : said.ours)).join("\n");
  return text(name, isOurs ? ours(lines) : lines);
}

/** What XML Schema takes for a space. */
const around = /^[ \t\n\r]+|[ \t\n\r]+$/g;
/** A string without spaces at its ends; nothing where nothing is left. */
export function plain(name: string, value: string | null): XmlNode | null {
  const trimmed = fitting(value ?? "").replace(around, "");
  return trimmed ? leaf(name, trimmed) : null;
}
/** The same where one has to be. */
export const needed = (name: string, value: string | null): XmlNode =>
  plain(name, value) ?? leaf(name, "-");

/** What stands in an address for itself. RFC 3986, 2. */
const strayInAddress = /[^\w\-.~:/?@!$&'()*+,;=%]|%(?![\da-f]{2})/gi;
const escaped = (part: string) => part.replace(strayInAddress, encodeURIComponent);

/** An address on the web; nothing where it is none. */
export function link(address: string | null): XmlNode | null {
  if (address === null || !URL.canParse(address)) return null;
  const { protocol, origin, pathname, search, hash } = new URL(address);
  if (protocol !== "https:" && protocol !== "http:") return null;
  const mark = hash && `#${escaped(hash.slice(1))}`;
  return leaf("dcc:link", `${origin}${escaped(pathname)}${escaped(search)}${mark}`);
}

export type Issuer = "manufacturer" | "calibrationLaboratory" | "customer" | "other";
/** What somebody calls a thing; nothing without a name. */
export function identification(issuer: Issuer, name: Said, value: string | null): Maybe {
  const node = plain("dcc:value", value);
  return (
    node &&
    element("dcc:identification", [leaf("dcc:issuer", issuer), node, text("dcc:name", name)])
  );
}

/** A list; nothing where it is empty. */
export const listOf = (name: string, all: readonly Maybe[]): XmlNode | null =>
  all.some(Boolean) ? element(name, all) : null;

const isCountry = (code: string | null): code is string => /^[A-Z]{2}$/.test(code ?? "");
export const countryOf = (code: string | null): string => (isCountry(code) ? code : NO_COUNTRY);

/** A place by the lines of its address as they were typed. */
export function location(lines: readonly string[], country: string | null): XmlNode {
  const typed = lines.filter((line) => line.trim() !== "");
  return element("dcc:location", [
    (isCountry(country) || !typed.length) && leaf("dcc:countryCode", countryOf(country)),
    ...typed.map((line) => text("dcc:further", line)),
  ]);
}

/** How a body is reached. @param more lines besides its address */
export const contact = (name: string, party: Party, more: readonly string[] = []): XmlNode =>
  element(name, [
    text("dcc:name", party.name),
    plain("dcc:eMail", party.email),
    plain("dcc:phone", party.phone),
    location([...more, ...party.address], party.country),
  ]);

/** A body of which only the name is known. */
export const namedBody = (name: string, body: string | null): XmlNode | null =>
  body === null ? null : element(name, [text("dcc:name", body)]);

/** The words of a code; the code itself where there are none. */
export const worded = (words: Readonly<Record<string, string>>, code: string): string =>
  Object.hasOwn(words, code) ? words[code]! : code;
