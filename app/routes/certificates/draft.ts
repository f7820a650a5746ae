/** What people write on a certificate while it is a draft, and how it is kept. */
import type { GatedHead } from "#app/shared/measuring/gate-types.ts";
import type { Draft, Head } from "#app/shared/measuring/merging.ts";
import { pick } from "#app/shared/pick.ts";
import type { DraftToMeasure } from "#worker/domain/certificates/read.ts";
import { dataOf } from "../measuring/take-along.tsx";

const headNames = [
  ...(["title", "consumerSiteId", "jobNo", "requestNo", "poNo", "schemeNo", "receivedOn"] as const),
  ...(["conditionOnReceipt", "calStartOn", "calEndOn", "performedAt"] as const),
  ...([
    "performedAddress",
    "decisionRuleId",
    "adjustment",
    "asFoundMissing",
    "deviations",
  ] as const),
  ...(["externalProviders", "opinion", "opinionBy", "nextDueOn", "publicLevel"] as const),
] as const;

/** The head of a certificate as its fields have it. */
export function headOf(certificate: DraftToMeasure["certificate"]): Head {
  const texts = headNames.map((name) => [name, certificate[name] ?? ""]);
  const marks = (["accredited", "showDue"] as const).map((name) => [
    name,
    certificate[name] ? "1" : "",
  ]);
  return Object.fromEntries([
    ...texts,
    ...marks,
    ["reportFormId", certificate.form?.form_id ?? ""],
  ]);
}

/** The head as gates look at it. */
export const gatedHeadOf = (head: Head): GatedHead => ({
  accredited: head.accredited === "1",
  schemeNo: head.schemeNo?.trim() || null,
  adjustment: head.adjustment as GatedHead["adjustment"],
  asFoundMissing: head.asFoundMissing?.trim() || null,
  deviations: head.deviations?.trim() || null,
  showDue: head.showDue === "1",
  calStartOn: head.calStartOn ?? "",
  calEndOn: head.calEndOn ?? "",
});

/** What decides limits and uncertainties of a certificate. */
export const decides = ({ head, standards }: Draft) =>
  JSON.stringify([
    standards,
    head.calStartOn,
    head.calEndOn,
    head.performedAt,
    head.accredited,
    head.decisionRuleId,
    head.consumerSiteId,
    head.reportFormId,
  ]);

/** What people write on a certificate. */
export const draftOf = (data: DraftToMeasure): Draft => ({
  head: headOf(data.certificate),
  standards: data.chosen,
  measured: data.set.measured,
  ownFields: data.certificate.ownFields,
  attachments: data.certificate.attachments.map((file) => pick(file, ["id", "caption"])),
});
/** The same of what a device has taken along. */
export const draftIn = dataOf(draftOf);

/** What a draft of a certificate is called among what this device keeps. */
export const placeOf = (person: string, id: string) => `certificate:${person}:${id}`;
