/** Limits of electrical safety tests, looked up by what the device is and how it is tested. IEC 62353:2014, IEC 60601-1, IEC 61010-1; the figures are the company's own rows. */

/** A row of the table; null stands for any. */
export type SafetyLimit = {
  id: string;
  standard: string;
  edition: string | null;
  equipmentClass: string | null;
  appliedPart: string | null;
  method: string | null;
  condition: string | null;
  quantity: string;
  unit: string;
  op: "le" | "ge";
  limit: string;
  /** Where the figure stands. */
  source?: string | null;
  /** The figure waits to be compared with one's own copy of the standard. */
  verify: boolean;
};

export type SafetyQuestion = {
  standard: string;
  edition: string | null;
  method: string | null;
  equipmentClass: string;
  appliedPart: string;
  supply: string | null;
  quantity: string;
  condition: string | null;
};

export type SafetyAnswer =
  | { kind: "limit"; row: SafetyLimit }
  /** The test does not apply to such a device, which is an answer. */
  | { kind: "not_applicable" }
  /** There is no limit and so no verdict, never a pass. */
  | { kind: "none" }
  /** Rows that fit equally well: a mistake in the table. */
  | { kind: "ambiguous"; rows: SafetyLimit[] };

const PROTECTIVE_EARTH = "protective_earth_resistance";
/** How the rows of protective earth call what the supply is. */
const ofSupply: Readonly<Record<string, string>> = {
  detachable_cord: "device with detachable cord",
  fixed_cord: "device without cord / fixed part",
  permanent: "device without cord / fixed part",
};
const WITHOUT_EARTH = new Set(["II", "IP"]);

const narrowing = ["edition", "equipmentClass", "appliedPart", "method", "condition"] as const;
const fits = (row: SafetyLimit, asked: SafetyQuestion): boolean =>
  row.standard === asked.standard &&
  row.quantity === asked.quantity &&
  narrowing.every((column) => row[column] === null || row[column] === asked[column]);
const nearness = (row: SafetyLimit): number =>
  narrowing.filter((column) => row[column] !== null).length;

/** The limit of a test of a device: of the rows that fit, the one that says most. */
export function safetyLimitFor(
  rows: readonly SafetyLimit[],
  question: SafetyQuestion,
): SafetyAnswer {
  const isEarth = question.quantity === PROTECTIVE_EARTH;
  if (isEarth && (WITHOUT_EARTH.has(question.equipmentClass) || question.supply === "battery"))
    return { kind: "not_applicable" };
  const condition =
    question.condition ?? (isEarth ? (ofSupply[question.supply ?? ""] ?? null) : null);
  const asked = { ...question, condition };
  const fitting = rows.filter((row) => fits(row, asked));
  const most = Math.max(...fitting.map(nearness));
  const [first, ...others] = fitting.filter((row) => nearness(row) === most);
  if (!first) return { kind: "none" };
  return others.length > 0
    ? { kind: "ambiguous", rows: [first, ...others] }
    : { kind: "limit", row: first };
}

const couldBe = (one: string | null, other: string | null): boolean =>
  one === null || other === null || one === other;
/** Pairs of rows between which some device could not decide: as many columns said by each, none contradicting. */
export function ambiguousRows(rows: readonly SafetyLimit[]): [SafetyLimit, SafetyLimit][] {
  return rows.flatMap((one, at) =>
    rows
      .slice(at + 1)
      .filter(
        (other) =>
          one.standard === other.standard &&
          one.quantity === other.quantity &&
          nearness(one) === nearness(other) &&
          narrowing.every((column) => couldBe(one[column], other[column])),
      )
      .map((other): [SafetyLimit, SafetyLimit] => [one, other]),
  );
}
