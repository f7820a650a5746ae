import { sql } from "drizzle-orm";
import { modelReliability } from "#drizzle/tenant/index.ts";
import { notFound } from "../../refusals.ts";
import type { Session } from "../../session.ts";
import { type Documents, listDocuments } from "../lists/documents.ts";

const columns = {
  make: modelReliability.make,
  model: modelReliability.model,
  devices: modelReliability.devices,
  failed: modelReliability.failed,
  failures: modelReliability.failures,
  deviceYears: modelReliability.deviceYears,
  rate: modelReliability.rate,
  medianDays: modelReliability.medianDays,
};

const modelList: Documents<typeof columns> = {
  table: modelReliability,
  permission: "view-breakdown",
  title: modelReliability.model,
  columns,
  tabs: { all: { label: "All", sort: "rank" } },
  sorts: { rank: { column: modelReliability.rank, each: { all: [sql`1`] } } },
};

/** Models by their failures a device year, those without a rate last. One round trip. @throws Response 403 */
export async function reliabilityPage(session: Session, params: URLSearchParams) {
  const { scope } = session.authorize("view-breakdown");
  return { ...(await listDocuments(session, modelList, params)), isWithheld: scope !== null };
}

/** A model's curve. @throws Response 403, 404 */
export async function modelPage(session: Session, id: string) {
  const db = session.authorize("view-breakdown");
  const [[model]] = await db.read(db.byId(modelReliability, id));
  return model ?? notFound("model");
}
