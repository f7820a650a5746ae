import { eq, type SQL, sql } from "drizzle-orm";
import { methods } from "#app/shared/calibration/intervals.ts";
import { intervalRules } from "#app/shared/flows/interval-proposals.ts";
import { movesOf } from "#app/shared/flows/rules.ts";
import { pick } from "#app/shared/pick.ts";
import { calibrators, machines, intervalProposals as table, users } from "#drizzle/tenant/index.ts";
import { notFound } from "../../refusals.ts";
import type { Session } from "../../session.ts";
import { type Asker, type Documents, listDocuments } from "../lists/documents.ts";
import { entryOf } from "../lists/list-query.ts";
import { namedBy } from "../lists/more-columns.ts";
import { intervalFlow } from "./interval-flow.ts";

const numberOf = (other: "calibrators" | "machines", column: string, key: string) =>
  sql.raw(`(select "${other}"."${column}" from "${other}" where "${other}"."company_id" = "interval_proposals"."company_id"
    and "${other}"."id" = "interval_proposals"."${key}")`);

const columns = {
  ...pick(table, ["calibratorId", "machineId", "method", "factor", "currentValue", "currentUnit"]),
  ...pick(table, ["proposedValue", "proposedUnit", "status", "reason", "decidedAt", "createdAt"]),
  version: table.version,
  calibratorName: namedBy(calibrators, calibrators.name, table.calibratorId),
  machineName: namedBy(machines, machines.name, table.machineId),
  calibratorNo: sql<string | null>`${numberOf("calibrators", "calibrator_no", "calibrator_id")}`.as(
    "calibrator_number",
  ),
  machineNo: sql<string | null>`${numberOf("machines", "machine_no", "machine_id")}`.as(
    "machine_number",
  ),
};

/** Proposals in a state, of what the person may view. */
const inState =
  (status: keyof typeof intervalRules.states) =>
  ({ session }: Asker): SQL =>
    session.can("view-machine")
      ? eq(table.status, status)
      : sql`${table.status} = ${status} and ${table.machineId} is null`;
const MOST_COUNTED = 1000;

/** Proposals of intervals, for calibrators and machines. */
export const intervalList: Documents<typeof columns> = {
  table,
  permission: "view-calibrator",
  title: table.id,
  columns,
  tabs: {
    open: {
      label: "Open",
      each: (asker) => [inState("open")(asker)],
      look: (asker) =>
        sql`select count(*) from (select 1 from ${table} where ${asker.db.ofOwner(table, inState("open")(asker))} limit ${sql.raw(String(MOST_COUNTED))})`,
    },
    decided: {
      label: "Decided",
      each: (asker) => [inState("accepted")(asker), inState("rejected")(asker)],
    },
  },
  filters: {
    method: (method) => (entryOf(methods, method) ? eq(table.method, method as "a1") : undefined),
    calibrator: (id) => ({ lead: eq(table.calibratorId, id) }),
  },
};

/** A page of proposals, each with the moves the person may make. @throws Response 403 */
export async function intervalsPage(session: Session, params: URLSearchParams) {
  const list = await listDocuments(session, intervalList, params);
  const mover = intervalFlow.moverOf(session);
  return {
    ...list,
    rows: list.rows.map((row) => ({
      ...row,
      moves: movesOf(intervalRules, row, mover).filter(({ move }) => intervalFlow.isMove(move)),
    })),
  };
}

/** A proposal with what it is about, its history and arithmetic. @throws Response 403, 404 */
export async function findProposal(session: Session, id: string) {
  const db = session.authorize("view-calibrator");
  const [[found]] = await db.read(db.byId(table, id));
  const row = found ?? notFound("proposal");
  const { calibratorId, machineId } = row;
  if (machineId) session.authorize("view-machine");
  const [[calibrator], [machine], [decided]] = await db.read(
    db.byId(calibrators, calibratorId ?? ""),
    db.byId(machines, machineId ?? ""),
    db
      .select({ name: users.name })
      .from(users)
      .where(db.ofOwner(users, eq(users.id, row.decidedBy ?? "")))
      .limit(1),
  );
  return {
    ...row,
    decidedByName: decided?.name ?? null,
    about: calibrator
      ? { number: calibrator.calibratorNo, name: calibrator.name }
      : { number: machine?.machineNo ?? "–", name: machine?.name ?? "It was deleted" },
    moves: intervalFlow.movesOf(session, row),
  };
}
