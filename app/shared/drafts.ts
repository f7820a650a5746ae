/** Drafts that are measured without a network: a certificate, or a calibration in house. */

/** Drafts on one device at most. */
export const MOST_DRAFTS = 20;

export const draftKinds = ["certificate", "inhouse"] as const;
export type DraftKind = (typeof draftKinds)[number];

const pages: Readonly<Record<DraftKind, string>> = {
  certificate: "/certificate-report",
  inhouse: "/inhouse-calibration",
};
/** Where a draft is measured; the service worker of these pages leads to what was taken along. */
export const measuringPage = (kind: DraftKind, id = "") => `${pages[kind]}/update/${id}`;
/** Where a draft is taken along, and asked for anew. */
export const takingAddress = (kind: DraftKind, id: string) => `${pages[kind]}/take/${id}`;
/** Where what was typed is sent. */
export const savingAddress = (kind: DraftKind, id: string) => `${pages[kind]}/save/${id}`;
/** Its own page. */
export const recordPage = (kind: DraftKind, id: string) => `${pages[kind]}/${id}`;

/** What a draft is called on a device: its address there is "/round/" and this. */
export const draftPackageId = (kind: DraftKind, id: string) => `${kind}-${id}`;
/** The draft that such a name means; null for a round's. */
export function draftNamed(packageId: string): { kind: DraftKind; id: string } | null {
  const kind = draftKinds.find((one) => packageId.startsWith(`${one}-`));
  return kind ? { kind, id: packageId.slice(kind.length + 1) } : null;
}

/** What the server gives of a draft that is taken along. @template T what its measuring page is opened with, the person's moves among it */
export type DraftPackage<T = unknown> = {
  packageId: string;
  kind: DraftKind;
  id: string;
  /** Its number, and what is measured. */
  code: string;
  title: string;
  takenAt: number;
  version: number;
  company: { id: string; name: string };
  person: { id: string; name: string };
  format: { locale: string; timeZone: string; currency: string; dateFormat: string };
  data: T;
};

/** A draft on a device. */
export type TakenDraft<T = unknown> = DraftPackage<T> & {
  /** What people write on it, as the server has it: the text of a draft. Its version is the package's. */
  base: string;
};

/** Whether a refusal names a newer version of what is still a draft. */
export const isNewerDraft = (status: number, data: unknown): boolean =>
  status === 409 && (data as { status?: unknown } | undefined)?.status === "draft";
