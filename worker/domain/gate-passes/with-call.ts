import { eq, sql } from "drizzle-orm";
import { workedOn } from "#app/shared/flows/service-calls.ts";
import { breakdowns, gatePasses } from "#drizzle/tenant/index.ts";
import type { CompanyDb } from "../../db/company-db.ts";
import type { Row } from "../../db/db.ts";
import type { Company } from "../../session.ts";
import { backFromPass, holdWithPass } from "../service-calls/along.ts";

/** The call a pass is about, as a statement of the reads before a move. */
export const passCall = (db: CompanyDb, passId: string) =>
  db.byId(
    breakdowns,
    sql`(select ${gatePasses.breakdownId} from ${gatePasses} where ${db.ofOwner(gatePasses, eq(gatePasses.id, passId))})`,
  );

type Call = Row<typeof breakdowns>;
/** What a move of a pass means for its call: whose pass it is, its number, and when. */
type Moved = { company: Company; number: string; at: number };
const nothing = { writes: [], also: [] };

/** Holds the call of a repair that leaves; one that nobody works on any more stays as it is. */
export const holding = (db: CompanyDb, call: Call | undefined, { company, number, at }: Moved) =>
  call && (workedOn as readonly string[]).includes(call.status)
    ? holdWithPass(db, company, call, number, at)
    : nothing;

/** Takes the call of a repair that is back to work again. */
export const releasing = (db: CompanyDb, call: Call | undefined, { company, number, at }: Moved) =>
  call ? backFromPass(db, company, call, number, at) : nothing;
