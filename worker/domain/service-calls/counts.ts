import { and, eq, inArray, sql } from "drizzle-orm";
import { workedOn } from "#app/shared/flows/service-calls.ts";
import { breakdowns, counters } from "#drizzle/tenant/index.ts";
import type { CompanyDb } from "../../db/company-db.ts";
import type { Row, Statement } from "../../db/db.ts";
import { adding, bump } from "../entity/counters.ts";
import { isWorkedOn } from "./open-of.ts";

type Call = Row<typeof breakdowns>;

/** The counters of calls by their names; lists and badges read them instead of counting. */
export const callCounter = {
  total: "calls.total",
  open: "calls.open",
  status: (status: string) => `calls.status:${status}`,
  /** Open ones of a person, of a team. */
  user: (id: string) => `calls.user:${id}`,
  team: (id: string) => `calls.team:${id}`,
};

/** The counters that a call as it is is counted in. */
export function countersOf(
  call: Pick<Call, "status"> & Partial<Pick<Call, "assignedUserId" | "assignedTeamId">>,
): string[] {
  const { status, assignedUserId, assignedTeamId } = call;
  return [
    callCounter.total,
    callCounter.status(status),
    ...(isWorkedOn(call)
      ? [
          callCounter.open,
          ...(assignedUserId ? [callCounter.user(assignedUserId)] : []),
          ...(assignedTeamId ? [callCounter.team(assignedTeamId)] : []),
        ]
      : []),
  ];
}

/** The statements that move the counters of calls from what they were to what they are. */
export function recounted(
  db: CompanyDb,
  before: readonly Parameters<typeof countersOf>[0][],
  after: readonly Parameters<typeof countersOf>[0][],
): Statement[] {
  const by = new Map<string, number>();
  for (const [calls, one] of [[before, -1] as const, [after, 1] as const])
    for (const name of calls.flatMap(countersOf)) by.set(name, (by.get(name) ?? 0) + one);
  return [...by].filter(([, n]) => n !== 0).map(([name, n]) => bump(db, name, n));
}

/** The counters of a person's open calls when all of them go to somebody else, or to nobody; before the calls themselves change. */
export const handedOver = (db: CompanyDb, from: string, to: string | null): Statement[] =>
  [[from, -1] as const, ...(to ? [[to, 1] as const] : [])].map(([id, by]) =>
    db.run(sql`insert into ${counters} ("company_id", "id", "value")
      select ${db.companyId}, ${callCounter.user(id)}, ${sql.raw(String(by))} * count(*) from ${breakdowns}
      where ${db.ofOwner(breakdowns, and(eq(breakdowns.assignedUserId, from), inArray(breakdowns.status, [...workedOn])))} ${adding}`),
  );
