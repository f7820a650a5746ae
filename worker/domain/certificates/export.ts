import { dayIn } from "#app/shared/company-time.ts";
import { certificateWords } from "#app/shared/flows/certificate-reports.ts";
import { pick } from "#app/shared/pick.ts";
import { certificateReports as table } from "#drizzle/tenant/index.ts";
import type { Row } from "../../db/db.ts";
import type { Session } from "../../session.ts";
import type { Export } from "../assets/export.ts";
import { everyDocument } from "../lists/every-document.ts";
import { beginExport } from "../lists/exports.ts";
import { certificateList, withMachine } from "./list.ts";

const more = [
  ...(["revisionNo", "schemeNo", "calStartOn", "requestNo", "poNo", "receivedOn"] as const),
  ...(["adjustment", "amendmentReason", "voidReason"] as const),
] as const;
type Listed = Pick<
  Row<typeof table>,
  | (typeof more)[number]
  | "name"
  | "certificateNo"
  | "status"
  | "conformity"
  | "asFoundConformity"
  | "calEndOn"
  | "issuedOn"
  | "nextDueOn"
  | "jobNo"
> & { id: string; machine: string; consumerName: string | null };
type Certificate = ReturnType<typeof withMachine<Listed>>;

const columns: readonly (readonly [string, (row: Certificate) => string | number | null])[] = [
  ["Number", ({ certificateNo }) => certificateNo],
  ["Revision", ({ revisionNo }) => revisionNo],
  ["Status", ({ status }) => certificateWords[status]],
  ["Machine no", ({ machineNo }) => machineNo],
  ["Machine", ({ machineName }) => machineName],
  ["Make and model", ({ modelName }) => modelName],
  ["Serial no", ({ serialNo }) => serialNo],
  ["Consumer", ({ consumerName }) => consumerName],
  ["Job no", ({ jobNo }) => jobNo],
  ["Request no", ({ requestNo }) => requestNo],
  ["PO no", ({ poNo }) => poNo],
  ["Scheme no", ({ schemeNo }) => schemeNo],
  ["Received on", ({ receivedOn }) => receivedOn],
  ["Calibrated from", ({ calStartOn }) => calStartOn],
  ["Calibrated to", ({ calEndOn }) => calEndOn],
  ["Adjustment", ({ adjustment }) => adjustment.replaceAll("_", " ")],
  ["As found", ({ asFoundConformity }) => asFoundConformity?.replaceAll("_", " ") ?? null],
  ["Conformity", ({ conformity }) => conformity?.replaceAll("_", " ") ?? null],
  ["Issued on", ({ issuedOn }) => issuedOn],
  ["Next due", ({ nextDueOn }) => nextDueOn],
  ["Amendment", ({ amendmentReason }) => amendmentReason],
  ["Void because", ({ voidReason }) => voidReason],
];

/** Every certificate that matches the list's search, tab and filters, newest first. @throws Response 403, 429 */
export async function exportCertificates(
  session: Session,
  params: URLSearchParams,
): Promise<Export> {
  const db = await beginExport(session, "export-certificate-report", "Certificates");
  const today = dayIn(session.company.timeZone, Date.now());
  const asker = { session, db, today, now: Date.now() };
  const shown = { ...certificateList.columns, ...pick(table, more) };
  const pages = async function* () {
    for await (const rows of everyDocument<Listed>(certificateList, asker, params, shown))
      yield rows.map(withMachine).map((row) => columns.map(([, cell]) => cell(row)));
  };
  return { name: "certificates", head: columns.map(([label]) => label), pages: pages() };
}
