import { and, eq, type SQL, sql } from "drizzle-orm";
import { addDays, dayIn } from "#app/shared/company-time.ts";
import {
  billingWord,
  type ContractState,
  contractStates,
  kindWord,
  stateOn,
} from "#app/shared/contracts.ts";
import { formatMinor } from "#app/shared/money.ts";
import { pick } from "#app/shared/pick.ts";
import { contracts, vendors } from "#drizzle/tenant/index.ts";
import { contractKinds } from "#drizzle/tenant/masters.ts";
import type { Sheet } from "../../files/sheets/write-xlsx.ts";
import type { Session } from "../../session.ts";
import { isDay } from "../entity/fields.ts";
import { type Documents, listDocuments } from "../lists/documents.ts";
import { everyDocument } from "../lists/every-document.ts";
import { beginExport } from "../lists/exports.ts";
import { entryOf } from "../lists/list-query.ts";
import { countedFor, namedBy } from "../lists/more-columns.ts";
import { counterOf, endsSoon, running } from "./effects.ts";

const columns = {
  ...pick(contracts, [
    ...(["number", "kind", "vendorId", "startOn", "endOn", "terminatedOn", "noticeDays"] as const),
    ...(["valueMinor", "billing", "hasLabour", "hasSpares", "pmVisitsPerYear"] as const),
  ]),
  vendorName: namedBy(vendors, vendors.name, contracts.vendorId),
  assets: countedFor("contracts.assets:", contracts),
};

const agreed = sql`${contracts.terminatedOn} is null`;
/** The contracts in a state on a day. */
const inState = (on: string): Record<ContractState, SQL> => ({
  upcoming: sql`${agreed} and ${contracts.startOn} > ${on}`,
  active: sql`${running(on)} and not ${endsSoon(on)}`,
  expiring: sql`${running(on)} and ${endsSoon(on)}`,
  expired: sql`${agreed} and ${contracts.endOn} < ${on}`,
  terminated: sql`${contracts.terminatedOn} is not null`,
});

/** Contracts as their list shows them. */
export const contractList = {
  table: contracts,
  permission: "view-vendor",
  title: contracts.number,
  search: "contract",
  columns,
  tabs: { contracts: { label: "Contracts", counters: () => [counterOf.total] } },
  filters: {
    kind: (kind) =>
      (contractKinds as readonly string[]).includes(kind)
        ? eq(contracts.kind, kind as "amc")
        : undefined,
    state: (state, { today }) => entryOf(inState(today), state),
    vendor: (id) => eq(contracts.vendorId, id),
    ends: (days, { today }) =>
      ["30", "60", "90"].includes(days)
        ? and(running(today), sql`${contracts.endOn} <= ${addDays(today, Number(days))}`)
        : isDay(days)
          ? and(agreed, eq(contracts.endOn, days))
          : undefined,
  },
  sorts: {
    number: { column: contracts.number },
    start: { column: contracts.startOn },
    end: { column: contracts.endOn },
  },
  figures: () => [counterOf.running, counterOf.expiring, counterOf.value],
} satisfies Documents;

/** A contract of a list. */
export type ContractRow = {
  id: string;
  number: string;
  kind: string;
  vendorId: string;
  vendorName: string;
  startOn: string;
  endOn: string;
  terminatedOn: string | null;
  noticeDays: number | null;
  valueMinor: number | null;
  billing: string | null;
  hasLabour: boolean;
  hasSpares: boolean;
  pmVisitsPerYear: number | null;
  assets: number | null;
};

/** A page of contracts, with the vendor it is filtered by and what the person may do. @throws Response 403 */
export async function contractsPage(session: Session, params: URLSearchParams) {
  const list = await listDocuments(session, contractList, params);
  const vendor = params.get("vendor");
  const named = list.rows.find(({ vendorId }) => vendorId === vendor);
  return {
    ...list,
    today: dayIn(session.company.timeZone),
    chosenVendor: vendor ? { value: vendor, label: named?.vendorName ?? "This vendor" } : null,
    may: {
      create: session.can("create-vendor"),
      edit: session.can("edit-vendor"),
      import: session.can("create-vendor"),
      export: session.can("export-vendor"),
      limited: session.departments !== null,
    },
  };
}

const head = [
  ...["Number", "Kind", "Vendor", "Start", "End", "State", "Assets", "Value", "Billing"],
  ...["Labour included", "Spares included", "PM visits a year"],
];
const yes = (value: boolean) => (value ? "Yes" : "No");

/** All contracts that match a list, as a file. @throws Response 403, 429 */
export async function exportContracts(session: Session, params: URLSearchParams): Promise<Sheet> {
  const db = await beginExport(session, "export-vendor", "Contracts");
  const now = Date.now();
  const asker = { session, db, today: dayIn(session.company.timeZone, now), now };
  async function* pages() {
    for await (const rows of everyDocument<ContractRow>(contractList, asker, params))
      yield rows.map((row) => [
        ...[row.number, kindWord(row.kind), row.vendorName, row.startOn, row.endOn],
        ...[contractStates[stateOn(row, asker.today)], row.assets ?? 0],
        ...[row.valueMinor === null ? null : formatMinor(row.valueMinor), billingWord(row.billing)],
        ...[yes(row.hasLabour), yes(row.hasSpares), row.pmVisitsPerYear],
      ]);
  }
  return { name: "contracts", head, pages: pages() };
}
