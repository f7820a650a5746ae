import { and, eq, inArray, isNull } from "drizzle-orm";
import { dateText } from "#app/shared/dates.ts";
import { MOST_LABELS } from "#app/shared/label-sheet.ts";
import { pick } from "#app/shared/pick.ts";
import { consumers, machines as table } from "#drizzle/tenant/index.ts";
import type { ReadingDb } from "../../db/company-db.ts";
import type { Statement } from "../../db/db.ts";
import { among } from "../../db/predicates.ts";
import { notFound } from "../../refusals.ts";
import type { Session } from "../../session.ts";
import { type Labels, printed } from "../labels/labels.ts";
import { machineAddress } from "../labels/qr.ts";
import { askedOf } from "../lists/list-query.ts";
import { matching } from "../lists/list-rows.ts";
import { namedBy } from "../lists/more-columns.ts";
import { settingOf } from "../settings/vocabulary.ts";
import { machineFilters } from "./machine-filters.ts";
import { MACHINE } from "./machine-search.ts";

const columns = {
  ...pick(table, ["id", "machineNo", "name", "serialNo", "customerTag", "qrToken", "nextDueOn"]),
  consumerName: namedBy(consumers, consumers.name, table.consumerId),
};
type Labelled = Pick<
  typeof table.$inferSelect,
  "id" | "machineNo" | "name" | "serialNo" | "customerTag" | "qrToken" | "nextDueOn"
> & { consumerName: string | null };

/** The statement that reads the machines an address names: by id, or by the list's search and filters; null when it names none. */
function chosen(db: ReadingDb, params: URLSearchParams): Statement | null {
  const ids = (params.get("ids") ?? "").split(",").filter(Boolean);
  const query = askedOf(params, ["number"], [...Object.keys(machineFilters), "state"]);
  const isNarrowed = query.q || Object.keys(query.filters).length || params.get("all") === "1";
  if (!ids.length && !isNarrowed) return null;
  const listed = () =>
    matching(db, { table, search: MACHINE, filters: machineFilters }, query, undefined, "all");
  const named = () => and(inArray(table.id, among(ids)), isNull(table.deletedAt));
  return db
    .select(columns)
    .from(table)
    .where(db.ofOwner(table, ids.length ? named() : listed()))
    .orderBy(table.machineNo, table.id)
    .limit(MOST_LABELS + 1);
}

/** The labels of the chosen machines by number. @throws Response 403 */
export async function machineLabels(session: Session, params: URLSearchParams): Promise<Labels> {
  const db = session.authorize("view-machine");
  const format = settingOf(session.company, "date_format");
  return printed<Labelled>(session, db, params, chosen(db, params), (found) =>
    found.map(({ id, qrToken, ...row }) => ({
      id,
      address: machineAddress(session.origin, qrToken),
      texts: {
        code: row.machineNo,
        name: row.name,
        serial: row.serialNo ?? row.customerTag,
        place: row.consumerName,
        nextCal: row.nextDueOn && dateText(row.nextDueOn, format),
      },
    })),
  );
}

/** The machine whose label has a token. @throws Response 403, 404 */
export async function machineByToken(session: Session, token: string): Promise<string> {
  const db = session.authorize("view-machine");
  const [[machine]] = await db.read(
    db
      .select({ id: table.id })
      .from(table)
      .where(db.ofOwner(table, and(eq(table.qrToken, token), isNull(table.deletedAt))))
      .limit(1),
  );
  return machine?.id ?? notFound("machine");
}
