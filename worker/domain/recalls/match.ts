import { folded } from "#app/shared/folded.ts";
import { fitsPattern, isLike, isMisspelt, listOf, makerWords, plain } from "./text.ts";

/** What a notice says of the devices it is about: lists with commas, null where it says nothing. */
export type Notice = {
  maker: string;
  models: string | null;
  serials: string | null;
  lots: string | null;
  softwareVersions: string | null;
};
/** What is known of a device. */
export type Device = {
  make: string | null;
  model: string | null;
  serialNo: string | null;
  udi: string | null;
  softwareVersion: string | null;
};
export type Match = { certainty: "certain" | "near"; reasons: string[] };
/** How one thing compares: it fits, it may fit, or it does not; null where the notice says nothing of it. */
type Compared = { fits: "yes" | "maybe"; says: string } | "no" | null;

function comparedMaker(wanted: string, make: string | null): Compared {
  if (!make) return "no";
  const [asked, own] = [makerWords(wanted), makerWords(make)];
  const [a, b] = [asked.join(""), own.join("")];
  if (a === b) return { fits: "yes", says: `Maker ${make}` };
  const [short, long] = asked.length <= own.length ? [asked, own] : [own, asked];
  if (short.length && short.every((word, at) => word === long[at]))
    return { fits: "maybe", says: `Maker ${make}; the notice says ${wanted}` };
  return isMisspelt(a, b)
    ? { fits: "maybe", says: `Maker ${make} is spelt almost as ${wanted}` }
    : "no";
}

function comparedModel(models: string | null, model: string | null): Compared {
  const patterns = listOf(models);
  if (!patterns.length) return null;
  if (!model) return { fits: "maybe", says: "The model is not recorded" };
  const exact = patterns.find((pattern) => isLike(pattern, model));
  if (exact) return { fits: "yes", says: `Model ${model} is ${exact}` };
  const own = plain(model);
  const similar = patterns.find((pattern) => {
    const literal = plain(pattern.split(/[*?]/)[0] ?? "");
    if (literal.length < 3 || own.length < 3) return false;
    return own.startsWith(literal) || literal.startsWith(own) || isMisspelt(own, literal);
  });
  return similar ? { fits: "maybe", says: `Model ${model} is similar to ${similar}` } : "no";
}

/** A serial number as its beginning and the number at its end. */
export function tailOf(serial: string): { head: string; tail: bigint } | null {
  const [, head = "", digits] = /^(.*?)(\d+)$/u.exec(plain(serial)) ?? [];
  return digits === undefined ? null : { head, tail: BigInt(digits) };
}

/** A range of serial numbers: "A100 to A200", "100..200", "A100-A200"; null for one that is none. */
export function rangeOf(text: string): { first: string; last: string } | null {
  const spaced = /^(.+?)(?:\s+to\s+|\s*\.\.+\s*|\s*[…–]\s*|\s+-\s+)(.+)$/iu.exec(text);
  if (spaced) return { first: spaced[1]!, last: spaced[2]! };
  const [, first = "", last = ""] = /^([^-]*\d)-([^-]*\d)$/u.exec(text) ?? [];
  const [a, b] = [tailOf(first), tailOf(last)];
  return a && b && (a.head === b.head || b.head === "") && a.tail <= b.tail
    ? { first, last }
    : null;
}

/** Whether a serial number is one of a notice: itself, like a pattern, or within a range of its numeric end. */
export function isSerial(listed: string, serial: string): boolean {
  // A number with a dash may look like a range.
  if (isLike(listed, serial)) return true;
  const range = rangeOf(listed);
  if (!range) return false;
  const [first, last, own] = [tailOf(range.first), tailOf(range.last), tailOf(serial)];
  if (!first || !last || !own) return false;
  const isOfHead = own.head === first.head && (last.head === first.head || last.head === "");
  return isOfHead && first.tail <= own.tail && own.tail <= last.tail;
}

function comparedSerial(serials: string | null, serial: string | null): Compared {
  const listed = listOf(serials);
  if (!listed.length) return null;
  if (!serial) return { fits: "maybe", says: "The serial number is not recorded" };
  const found = listed.find((one) => isSerial(one, serial));
  if (!found) return "no";
  return rangeOf(found) && !isLike(found, serial)
    ? { fits: "yes", says: `Serial number ${serial} lies in ${found}` }
    : { fits: "yes", says: `Serial number ${serial} is listed` };
}

function comparedLot(lots: string | null, udi: string | null): Compared {
  const listed = listOf(lots);
  if (!listed.length) return null;
  if (!udi) return { fits: "maybe", says: "The lot is not recorded" };
  const lot = /\(10\)([^(]+)/.exec(udi)?.[1];
  const found = listed.find((one) => (lot ? isLike(one, lot) : plain(udi).includes(plain(one))));
  return found ? { fits: "yes", says: `Lot ${found} is in the UDI` } : lot ? "no" : maybeLot;
}
const maybeLot = { fits: "maybe", says: "The UDI does not tell the lot" } as const;

const numbersOf = (version: string): number[] => (version.match(/\d+/g) ?? []).map(Number);
function before(a: readonly number[], b: readonly number[]): number {
  for (let at = 0; at < Math.max(a.length, b.length); at++) {
    const by = (a[at] ?? 0) - (b[at] ?? 0);
    if (by) return by;
  }
  return 0;
}
/** Whether a version is one of a notice: like a pattern, in a range, or up to one ("<= 4.2", "< 5"). */
export function isVersion(listed: string, version: string): boolean {
  const own = numbersOf(version);
  const [, sign, bound] = /^(<=|<|>=|>)\s*(.+)$/.exec(listed) ?? [];
  if (sign && bound) {
    const by = before(own, numbersOf(bound));
    if (!own.length) return false;
    return sign === "<" ? by < 0 : sign === "<=" ? by <= 0 : sign === ">" ? by > 0 : by >= 0;
  }
  const [, first, last] = /^(.+?)(?:\s+to\s+|\s*[–]\s*|\s+-\s+)(.+)$/iu.exec(listed) ?? [];
  if (first && last)
    return (
      own.length > 0 && before(own, numbersOf(first)) >= 0 && before(own, numbersOf(last)) <= 0
    );
  const bare = (text: string) =>
    folded(text)
      .trim()
      .replace(/^v(?=[\d*?])/, "");
  return fitsPattern(bare(listed), bare(version));
}

function comparedVersion(versions: string | null, version: string | null): Compared {
  const listed = listOf(versions);
  if (!listed.length) return null;
  if (!version) return { fits: "maybe", says: "The software version is not recorded" };
  const found = listed.find((one) => isVersion(one, version));
  return found ? { fits: "yes", says: `Software version ${version} is ${found}` } : "no";
}

/**
 * Whether a notice is about a device, with a sentence for each thing that was compared. Certain when all that the notice says fits;
 * near when something may fit, for a person to decide; null when something does not.
 */
export function matchOf(notice: Notice, device: Device): Match | null {
  const all = [
    comparedMaker(notice.maker, device.make),
    comparedModel(notice.models, device.model),
    comparedSerial(notice.serials, device.serialNo),
    comparedLot(notice.lots, device.udi),
    comparedVersion(notice.softwareVersions, device.softwareVersion),
  ];
  if (all.includes("no")) return null;
  const told = all.filter((one) => one !== null && one !== "no") as {
    fits: string;
    says: string;
  }[];
  return {
    certainty: told.every(({ fits }) => fits === "yes") ? "certain" : "near",
    reasons: told.map(({ says }) => says),
  };
}
