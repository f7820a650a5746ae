import { readingText } from "./check-limits.ts";
import type { Answer, Status } from "./report-form.ts";

/** Devices of one round at most; what its package may weigh; how long it may be worked with. */
export const MOST_DEVICES = 200;
export const MOST_PACKAGE_BYTES = 2 * 1024 * 1024;
/** So many devices of a Location are looked through for planned services other than PM. */
export const MOST_LOOKED = 1000;
export const GOOD_DAYS = 7;
export const DAY_MS = 86_400_000;
/** A cookie that says whose rounds are on this device: the id of the person. It opens nothing. */
export const ROUNDS_COOKIE = "rounds";
/** Its value after a sign-out that could not take the rounds away: whoever comes next, they go first. */
export const ROUNDS_LEFT = "left";
export const YEAR_SECONDS = 31_536_000;

export type RoundOccurrence = {
  id: string;
  kind: string;
  title: string;
  dueOn: string;
  planOn: string;
  opensOn: string | null;
  status: string;
  version: number;
  checklistId: string | null;
};
/** What the latest report of a device left to know. */
export type LastReport = {
  serviceTicket: string;
  serviceOn: string;
  remark: string | null;
};
/** What a report found at one check: its reading or answer, and its remark. */
export type LastCheck = { name: string; found: string; remark: string };
/** What an earlier report of a device found at its checks. */
export type LastChecks = { serviceOn: string; checklistId: string | null; checks: LastCheck[] };
export type RoundDevice = {
  id: string;
  code: string;
  name: string;
  make: string | null;
  model: string | null;
  serialNo: string | null;
  qrToken: string;
  department: string;
  floor: string | null;
  room: string | null;
  machineTypeId: string | null;
  cover: string | null;
  nextPmOn: string | null;
  occurrences: RoundOccurrence[];
  last: LastReport | null;
  /** Its latest report with checks, and that of each planned service, newest first; a round that an earlier version took has none. */
  lastChecks?: LastChecks[];
};
export type RoundItem = {
  id: string;
  name: string;
  unit: string;
  store: string;
  rateMinor: number;
  quantity: number;
  /** Ids of the machine types it is made for. */
  types: string[];
};
export type RoundChecklist = {
  id: string;
  name: string;
  machineTypeId: string;
  lists: string[];
};

/** All that a round needs without a network. */
export type RoundPackage = {
  packageId: string;
  title: string;
  takenAt: number;
  /** Where it is renewed from. */
  address: string;
  until: string;
  company: { id: string; name: string; host: string };
  person: { id: string; name: string; mayAdjustStock: boolean };
  format: { locale: string; timeZone: string; currency: string; dateFormat: string };
  /** Whether the server takes the occurrence that a report fulfils, and that one could not be done. */
  takes: { occurrence: boolean; missed: boolean };
  /** The Location is so large that not all its devices were looked through for services other than PM. */
  isPartial: boolean;
  devices: RoundDevice[];
  items: RoundItem[];
  checklists: RoundChecklist[];
  machineTypes: { id: string; name: string }[];
};

/** Where a device of the round is by now. */
export type DeviceNow = { id: string; lifecycle: string; department: string };

/** What a contact with the server tells: the session behind the page's cookie, or why there is none. */
export type OpenContact = {
  state: "open";
  now: number;
  token: string;
  companyId: string;
  userId: string;
  name: string;
  devices: DeviceNow[];
};
export type Contact =
  | OpenContact
  | { state: "suspended" | "signed_out" | "expired" | "none"; now: number };

const LONGEST_REMARK = 150;
const words: Record<Status, string> = { yes: "Yes", no: "No", na: "N/A" };

/**
 * What the next report is told of these checks: readings, remarks, and what was wrong. A plain Yes says nothing, and of checks with the
 * same name nobody could tell which is which.
 */
export function foundAt(checks: readonly Answer[]): LastCheck[] {
  const times = new Map<string, number>();
  for (const { name } of checks) times.set(name, (times.get(name) ?? 0) + 1);
  return checks.flatMap((check) => {
    const { name, status } = check;
    const remark = check.remark.trim().slice(0, LONGEST_REMARK);
    const reading = readingText(check);
    if (times.get(name) !== 1 || !(reading || remark || status === "no")) return [];
    const answer = reading && status !== "no" ? "" : words[status];
    return [{ name, found: [reading, answer].filter(Boolean).join(", "), remark }];
  });
}
