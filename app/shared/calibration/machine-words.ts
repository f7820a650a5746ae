import type { Choice } from "../list.ts";

/** Electrical classes of devices (IEC 60601-1, IEC 61010-1). */
export const electricalClassWords = {
  I: "Class I",
  II: "Class II",
  IP: "Internally powered",
  III: "Class III",
  NA: "Not electrical",
} as const;
export const appliedPartWords = {
  NONE: "No applied part",
  B: "Type B",
  BF: "Type BF",
  CF: "Type CF",
} as const;
export const supplyWords = {
  detachable_cord: "Detachable cord",
  fixed_cord: "Fixed cord",
  permanent: "Permanently connected",
  battery: "Battery",
  none: "No supply",
} as const;
export const intervalUnitWords = { day: "days", month: "months", year: "years" } as const;
/** Who says how often a device is calibrated. */
export const intervalSourceWords = {
  manufacturer: "Manufacturer",
  customer: "Customer",
  regulation: "Regulation",
  history: "Its own history",
  default: "Usual interval",
} as const;
export const machineOwnerWords = { consumer: "Consumer", own_asset: "Own asset" } as const;
export const machineRiskWords = { high: "High", medium: "Medium", low: "Low" } as const;
export const directionWords = {
  measure: "Measures",
  source: "Delivers",
  both: "Both",
} as const;
export const displayWords = { digital: "Digital", analog: "Analogue" } as const;

/** Words as choices of a field or a filter. */
export const choicesFrom = (words: Readonly<Record<string, string>>): Choice[] =>
  Object.entries(words).map(([value, label]) => ({ value, label }));
