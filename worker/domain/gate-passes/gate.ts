import { eq, sql } from "drizzle-orm";
import { dayIn } from "#app/shared/company-time.ts";
import { pick } from "#app/shared/pick.ts";
import { gatePasses } from "#drizzle/tenant/index.ts";
import { notFound } from "../../refusals.ts";
import type { Session } from "../../session.ts";
import { matchOf } from "../search/search.ts";
import { passFlow } from "./flow.ts";
import { linesOf, partyName, partyOf } from "./lines.ts";
import { accessoriesOf, approvalsOf } from "./read.ts";

const LONGEST = 200;
const MOST = 10;

/** What a guard's code says: the address on a printed pass, or a number. */
function codeOf(text: string): { id: string } | { number: string } {
  const typed = text.trim().slice(0, LONGEST);
  const [, id] = /\/(?:gate|gate-pass)\/([0-9a-f-]{36})\b/i.exec(typed) ?? [];
  return id ? { id: id.toLowerCase() } : { number: typed };
}

type Found = { id: string; number: string; status: keyof typeof passFlow.rules.states };

/**
 * The passes that a scanned or typed code names: the one of that number, or those whose number has the digits. One round trip.
 * @throws Response 403
 */
export async function findAtGate(session: Session, text: string): Promise<Found[]> {
  const db = session.authorize("view-gate-pass");
  const code = codeOf(text);
  const columns = pick(gatePasses, ["id", "number", "status"]);
  const exact = "id" in code ? eq(gatePasses.id, code.id) : eq(gatePasses.number, code.number);
  const match = "number" in code ? matchOf(db.companyId, "gate_pass", code.number) : null;
  const matching = match
    ? sql`${gatePasses.id} in (select record_id from search_index where search_index match ${match} order by rowid desc limit ${sql.raw(String(MOST))})`
    : sql`0`;
  const [same, like] = await db.read(
    db.select(columns).from(gatePasses).where(db.ofOwner(gatePasses, exact)).limit(1),
    db.select(columns).from(gatePasses).where(db.ofOwner(gatePasses, matching)).limit(MOST),
  );
  return same.length ? same : like;
}

/**
 * A pass as the guard sees it: what to check, and whether it may pass. No cost, no person besides the carrier and who approved.
 * One round trip. @throws Response 403, 404
 */
export async function passAtGate(session: Session, id: string) {
  const db = session.authorize("view-gate-pass");
  const [[pass], lines, [party], approvals, accessories] = await db.read(
    db.byId(gatePasses, id),
    linesOf(db, id),
    partyOf(db, id),
    approvalsOf(db, id),
    accessoriesOf(db, id),
  );
  const row = pass ?? notFound("gate pass");
  const { company } = session;
  return {
    ...pick(row, ["id", "version", "number", "kind", "purpose", "status", "expectedReturnOn"]),
    ...pick(row, ["carrierName", "carrierPhone", "vehicleNo", "outAt"]),
    company: company.name,
    party: partyName(row, party),
    today: dayIn(company.timeZone, Date.now()),
    approvals: approvals
      .filter(({ decision }) => decision === "approved")
      .map(({ userName, at }) => ({ userName, at })),
    lines: lines.map((line) => ({
      ...pick(line, ["id", "assetCode", "name", "serialNo", "qty", "returnedQty", "isOpen"]),
      accessories: accessories
        .filter((one) => one.assetId === line.assetId && line.accessoryIds.includes(one.id))
        .map(({ id, name }) => ({ id, name })),
    })),
    moves: passFlow.movesOf(session, row).filter(({ move }) => move === "out" || move === "return"),
  };
}
export type PassAtGate = Awaited<ReturnType<typeof passAtGate>>;
