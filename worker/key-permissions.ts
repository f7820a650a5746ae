import { type Permission, type Subject, vocabulary } from "./permissions.ts";

const records = ["view", "create", "edit", "delete"] as const;
type Kept = (typeof records)[number];

/**
 * What an API key may be given, by subject: reading records and keeping them. What a person decides or answers for is not among it:
 * approving, checking, issuing, signing and exporting; people and their rights; settings; and what the company has with the platform.
 */
const keptBySubject: Partial<Record<Subject, readonly Kept[]>> = {
  asset: records,
  "asset-transfer": ["view"],
  "gate-pass": ["view"],
  "asset-comparison": ["view"],
  "inhouse-calibration": ["view"],
  breakdown: ["view", "create", "edit"],
  category: records,
  department: records,
  location: records,
  vendor: records,
  store: records,
  stock: records,
  machine: records,
  calibrator: ["view", "create", "edit"],
  "calibrator-certificate": ["view"],
  procedure: ["view"],
  consumer: records,
  "certificate-report": ["view"],
  "report-form": ["view"],
};

/** The permissions a key may hold, in the order of the subjects. */
export const keyPermissions: readonly Permission[] = Object.entries(keptBySubject).flatMap(
  ([subject, kept]) =>
    kept.map((verb) => `${verb}-${subject}` as Permission).filter((name) => vocabulary.has(name)),
);
const forKeys = new Set<string>(keyPermissions);

/** Whether a key may hold a permission in a company of a service type. */
export const mayBeOfKey = (permission: string, serviceType: number): boolean =>
  forKeys.has(permission) &&
  (vocabulary.get(permission as Permission)?.includes(serviceType) ?? false);

/** Calls that only a person makes, whatever a key holds: they let somebody in, go on in the person's name, or are answered for. */
const forPeople =
  /^\/imports(\/|$)|^\/consumer-contacts\/:id\/(invite|end-account)$|^\/calibrators\/:id\/quarantine$/;

/** What a call asks for, as it is declared. */
type Asking = {
  path: string;
  needs?: string | readonly string[] | undefined;
  also?: readonly string[] | undefined;
  isAdminOnly?: boolean | undefined;
};

/**
 * Whether a key may make a call at all: one that asks for permissions which keys may hold. A call that asks for none is a person's own, or
 * decides by itself who may; so is one for Admins.
 */
export const isOpenToKeys = ({
  path,
  needs = [],
  also = [],
  isAdminOnly = false,
}: Asking): boolean =>
  !isAdminOnly &&
  !forPeople.test(path) &&
  [needs].flat().some((name) => forKeys.has(name)) &&
  also.every((name) => forKeys.has(name));
