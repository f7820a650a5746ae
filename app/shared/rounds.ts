import type { Answer } from "./report-form.ts";

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
  actionTaken: string | null;
  checklistId: string | null;
  /** Readings and remarks by the name of their check. */
  said: Record<string, string>;
};
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

/** The readings and remarks of a checklist by the names of its checks. */
export const saidIn = (checks: readonly Answer[]): Record<string, string> =>
  Object.fromEntries(
    checks.flatMap(({ name, value, remark }) => {
      const words = [value, remark].filter(Boolean).join(", ").slice(0, 200);
      return words ? [[name, words]] : [];
    }),
  );
