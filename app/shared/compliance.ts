import { criticalityWords } from "./asset-words.ts";

/** How a frozen row of a month stands, with the words for it. */
export const complianceStandings = {
  on_time: { label: "On time", tone: "in-date", icon: "ok" },
  late: { label: "Done late", tone: "amber", icon: "clock" },
  not_done: { label: "Not done", tone: "overdue", icon: "alert" },
  open: { label: "Open", tone: "blue", icon: "clock" },
  excluded: { label: "Excluded", tone: "hold", icon: "pause" },
} as const;
export type ComplianceStanding = keyof typeof complianceStandings;

/** Why a date is not counted as due, with the word for each. */
export const exclusionWords = {
  held: "On hold",
  ended: "Schedule ended",
  re_dated: "Given another date",
  condemned: "Condemned",
  other: "Cancelled",
} as const;

/** Risks that are told apart, with the criticalities that each holds. */
export const risks = {
  life_support: { label: criticalityWords.life_support, of: ["life_support"] },
  high: { label: criticalityWords.high, of: ["high"] },
  others: { label: "Others", of: ["medium", "low"] },
} as const;
export type Risk = keyof typeof risks;

/** Numbers of rows; `due` are all but the excluded ones. */
export type Tally = {
  due: number;
  onTime: number;
  late: number;
  notDone: number;
  open: number;
  excluded: number;
  /** On time of what was due, in percent with one decimal, rounded down; null where nothing was due. */
  percent: number | null;
};

const names = { on_time: "onTime", late: "late", not_done: "notDone", open: "open" } as const;

/** @param counts numbers of rows by "kind.criticality.standing" @param fits which kinds and criticalities count */
export function tallyOf(
  counts: Readonly<Record<string, number>>,
  fits: (kind: string, criticality: string) => boolean = () => true,
): Tally {
  const tally = { due: 0, onTime: 0, late: 0, notDone: 0, open: 0, excluded: 0 };
  for (const [key, n] of Object.entries(counts)) {
    const [kind = "", criticality = "", standing = ""] = key.split(".");
    if (!fits(kind, criticality)) continue;
    if (standing === "excluded") tally.excluded += n;
    else {
      tally.due += n;
      tally[names[standing as keyof typeof names]] += n;
    }
  }
  return { ...tally, percent: percentOf(tally.onTime, tally.due) };
}

/** Rounded down, so that no hundred is told where anything is missing. */
const percentOf = (part: number, whole: number) =>
  whole === 0 ? null : Math.floor((1000 * part) / whole) / 10;

/** The tallies of several as one. */
export function addTallies(tallies: readonly Tally[]): Tally {
  const sum = (of: (tally: Tally) => number) =>
    tallies.reduce((total, tally) => total + of(tally), 0);
  const [due, onTime] = [sum(({ due }) => due), sum(({ onTime }) => onTime)];
  return {
    ...{ due, onTime, percent: percentOf(onTime, due) },
    late: sum(({ late }) => late),
    notDone: sum(({ notDone }) => notDone),
    open: sum(({ open }) => open),
    excluded: sum(({ excluded }) => excluded),
  };
}
