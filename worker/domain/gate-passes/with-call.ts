import { and, eq } from "drizzle-orm";
import { breakdowns, gatePasses } from "#drizzle/tenant/index.ts";
import type { CompanyDb } from "../../db/company-db.ts";
import type { Activity, Row, Statement } from "../../db/db.ts";
import type { Session } from "../../session.ts";

type Along = { writes: Statement[]; also: Activity[] };
type Call = Row<typeof breakdowns>;

/** The call a pass is about, as a statement of the reads before a move. */
export const passCall = (db: CompanyDb, passId: string) =>
  db
    .select({ call: breakdowns })
    .from(gatePasses)
    .innerJoin(
      breakdowns,
      and(eq(breakdowns.companyId, gatePasses.companyId), eq(breakdowns.id, gatePasses.breakdownId)),
    )
    .where(db.ofOwner(gatePasses, eq(gatePasses.id, passId)))
    .limit(1);

export const holdingCall = (
  _db: CompanyDb,
  _session: Session,
  _found: { call: Call } | undefined,
  _number: string,
  _at: number,
): Along | null => null;
export const releasingCall = holdingCall;
