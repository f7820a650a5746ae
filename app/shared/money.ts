/** Money is whole minor units: 1/100 of the currency unit. */
const LONGEST = 40;
const LARGEST_MINOR = 100_000_000_000_00;

/** "12.5" to 1250. @returns null for what is no amount with at most two decimals */
export function parseMoney(text: string): number | null {
  if (text.length > LONGEST) return null;
  const match =
    /^\s*(-?)(\d{1,14})(?:\.(\d{0,2}))?\s*$/.exec(text) ?? /^\s*(-?)()\.(\d{1,2})\s*$/.exec(text);
  if (!match) return null;
  const minor = Number(match[2] || "0") * 100 + Number((match[3] ?? "").padEnd(2, "0"));
  if (minor > LARGEST_MINOR) return null;
  return match[1] && minor ? -minor : minor;
}

/** 1250 to "12.50", as the wire and form fields show it. */
export function formatMinor(minor: number): string {
  const digits = String(Math.abs(minor)).padStart(3, "0");
  return `${minor < 0 ? "-" : ""}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** Total cost of a report: cost times quantity over the lines that are not deleted, plus the service cost; all in minor units. */
export function totalOf(
  lines: readonly { costMinor: number; qty: number; isDeleted?: boolean }[],
  serviceCostMinor: number,
): number {
  return lines.reduce(
    (sum, line) => (line.isDeleted ? sum : sum + line.costMinor * line.qty),
    serviceCostMinor,
  );
}
