import type { IntervalUnit } from "./due-series.ts";
import type { DueKind } from "./due-standing.ts";
import { proposedMonths } from "./service-plan.ts";

/** What is known of a device that bears on what should come again at it. */
export type DeviceFacts = {
  id: string;
  categoryId: string;
  categoryName: string;
  subCategoryId: string | null;
  subCategoryName: string | null;
  pmRequired: boolean;
  calRequired: boolean;
  /** Months as the device says itself, as its sub-category does, as its category does. */
  pmMonths: readonly (number | null)[];
  calMonths: readonly (number | null)[];
  emScore: number | null;
  /** Kinds of its active schedules. */
  planned: readonly DueKind[];
  /** The contract that covers it today, where that promises visits. */
  contract: { id: string; number: string; vendorId: string; visits: number; endOn: string } | null;
};

/** A schedule that a device could have, and why. */
export type Proposal = {
  /** Of all devices that are proposed the same for the same reason. */
  key: string;
  kind: DueKind;
  /** The category, sub-category or contract. */
  group: string;
  intervalCount: number;
  intervalUnit: IntervalUnit;
  why: string;
};

const sources = ["asset", "sub", "category"] as const;
const whys = {
  asset: "As the asset says",
  sub: "Usual for the sub-category",
  category: "Usual for the category",
} as const;

const visitsEvery = (visits: number): readonly [number, IntervalUnit] =>
  12 % visits === 0 ? [12 / visits, "month"] : [Math.max(1, Math.round(365 / visits)), "day"];

/** What is proposed for a device, from what the company and its contracts say; nothing is guessed from names. */
export function proposalsFor(device: DeviceFacts): Proposal[] {
  const { categoryId, categoryName, subCategoryId, subCategoryName, contract } = device;
  const group = subCategoryName ? `${categoryName}, ${subCategoryName}` : categoryName;
  const place = subCategoryId ?? categoryId;
  const found: Proposal[] = [];
  const monthly = (kind: "pm" | "calibration", months: readonly (number | null)[]) => {
    if (device.planned.includes(kind)) return;
    const at = months.findIndex((one) => one !== null);
    const score = kind === "pm" ? proposedMonths(device.emScore) : null;
    const count = months[at] ?? score;
    if (!count) return;
    const source = sources[at] ?? "score";
    const why = source === "score" ? "By the risk score of the asset" : whys[source];
    found.push({
      ...{ key: [kind, count, source, place].join("~"), kind, group, why },
      ...{ intervalCount: count, intervalUnit: "month" },
    });
  };
  if (device.pmRequired) monthly("pm", device.pmMonths);
  if (device.calRequired) monthly("calibration", device.calMonths);
  if (contract && !device.planned.includes("contract_visit")) {
    const [intervalCount, intervalUnit] = visitsEvery(contract.visits);
    found.push({
      key: ["contract_visit", contract.visits, contract.id].join("~"),
      ...{ kind: "contract_visit", group: `Contract ${contract.number}` },
      ...{ intervalCount, intervalUnit, why: "The contract promises these visits" },
    });
  }
  return found;
}

/** A number from 0 below `most` that is always the same for an id: spreads devices over days. */
export function placeOf(id: string, most: number): number {
  let sum = 0;
  for (const letter of id) sum = (sum * 31 + letter.charCodeAt(0)) % 1_000_003;
  return sum % Math.max(1, most);
}
