import { dayIn } from "#app/shared/company-time.ts";
import { kindText, passRules, purposeText } from "#app/shared/flows/gate-passes.ts";
import { pick } from "#app/shared/pick.ts";
import { gatePasses } from "#drizzle/tenant/index.ts";
import type { Row } from "../../db/db.ts";
import type { Session } from "../../session.ts";
import type { Export } from "../assets/export.ts";
import { everyDocument } from "../lists/every-document.ts";
import { beginExport } from "../lists/exports.ts";
import { type Items, passList } from "./list.ts";

const more = [
  ...(["partyAddress", "carrierName", "carrierPhone", "vehicleNo"] as const),
  ...(["closedAt", "decisionReason", "remarks"] as const),
] as const;
type Pass = Pick<Row<typeof gatePasses>, (typeof more)[number] | "number" | "kind" | "purpose"> &
  Pick<Row<typeof gatePasses>, "status" | "partyName" | "outAt" | "expectedReturnOn"> & {
    id: string;
    vendorName: string | null;
    items: Items;
  };

const time = (at: number | null) => (at === null ? null : new Date(at).toISOString());

const columns: readonly (readonly [string, (pass: Pass) => string | number | null])[] = [
  ["Number", ({ number }) => number],
  ["Kind", ({ kind }) => kindText(kind)],
  ["Purpose", ({ purpose }) => purposeText(purpose)],
  ["Party", ({ vendorName, partyName }) => vendorName ?? partyName],
  ["Address", ({ partyAddress }) => partyAddress],
  ["First item", ({ items }) => items[1]],
  ["Lines", ({ items }) => items[0]],
  ["Carrier", ({ carrierName }) => carrierName],
  ["Phone", ({ carrierPhone }) => carrierPhone],
  ["Vehicle", ({ vehicleNo }) => vehicleNo],
  ["Out at", ({ outAt }) => time(outAt)],
  ["Expected back", ({ expectedReturnOn }) => expectedReturnOn],
  ["Closed at", ({ closedAt }) => time(closedAt)],
  ["Status", ({ status }) => passRules.states[status]],
  ["Reason", ({ decisionReason }) => decisionReason],
  ["Remarks", ({ remarks }) => remarks],
];

/** Every gate pass that matches the list's search, tab and filters, newest first. @throws Response 403, 429 */
export async function exportPasses(session: Session, params: URLSearchParams): Promise<Export> {
  const db = await beginExport(session, "export-gate-pass", "Gate passes");
  const today = dayIn(session.company.timeZone, Date.now());
  const asker = { session, db, today, now: Date.now() };
  const shown = { ...passList.columns, ...pick(gatePasses, more) };
  const pages = async function* () {
    for await (const rows of everyDocument<Pass>(passList, asker, params, shown))
      yield rows.map((row) => columns.map(([, cell]) => cell(row)));
  };
  return { name: "gate-passes", head: columns.map(([label]) => label), pages: pages() };
}
