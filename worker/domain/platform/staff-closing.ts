import { and, eq, gt, lte, ne } from "drizzle-orm";
import { z } from "zod";
import { companies, companyClosings, openClosing } from "#drizzle/control/index.ts";
import type { Answer, Row } from "../../db/db.ts";
import type { PlatformDb } from "../../db/platform-db.ts";
import { conflict, notFound } from "../../refusals.ts";
import type { AnySession, StaffSession } from "../../session.ts";
import { forgetHostsOf } from "../../tenancy/hosts.ts";
import { ownPassword, provePassword } from "../account/prove-password.ts";
import { checked, id as idField, multiline } from "../entity/fields.ts";
import { recorded } from "../entity/recorded.ts";
import {
  closing,
  closingReads,
  type Decided,
  type Deciding,
  refuseReopening,
  reopening,
  reopeningReads,
} from "./closing.ts";
import { mappedQuery } from "./mapped.ts";

/** Another person confirms within this time, else the request lapses. */
const CONFIRMED_WITHIN_MS = 24 * 3_600_000;

type Closing = Row<typeof companyClosings>;
const password = ownPassword;
export const askInput = z.strictObject({ reason: multiline("Reason", 500), password });
const request = { requestId: idField("Request is required", "Request") };
export const confirmInput = z.strictObject({ ...request, password });
export const withdrawInput = z.strictObject(request);

const staffDb = (session: AnySession) => (session as StaffSession).authorize("manage-company");

/** What waits for a second person about a company, as a statement. */
const openQuery = (db: PlatformDb, companyId: string) =>
  db
    .select()
    .from(companyClosings)
    .where(and(eq(companyClosings.companyId, companyId), openClosing))
    .limit(1);

const verbs = { close: "closing", reopen: "reopening" } as const;

/**
 * Asks to close a company, or to open a closed one again. Nothing happens until another of the platform's staff has confirmed it.
 * @throws Response 403; 404; 409 where it is so already, can no longer be, or something waits about it; 422, also for a wrong password
 */
export async function askClosing(
  session: AnySession,
  kind: Closing["kind"],
  companyId: string,
  input: unknown,
): Promise<Answer<{ id: string }>> {
  const db = staffDb(session);
  const { reason, password: typed } = checked(askInput, input);
  const [[company]] = await db.read(mappedQuery(db, companyId));
  if (!company) return notFound("company");
  const now = Date.now();
  if (kind === "reopen") refuseReopening(company, now);
  else if (company.status === "closed") conflict("This company is closed");
  await provePassword(session as StaffSession, typed, "password");
  const { userId, name } = session.actor;
  const lapsed = and(
    ...[eq(companyClosings.companyId, companyId), openClosing],
    lte(companyClosings.expiresAt, now),
  )!;
  return db.commit({
    writes: [
      db.assertUnchanged(companies, { id: companyId, version: company.version }),
      db.updating(companyClosings, lapsed, { status: "lapsed" }),
      db.inserting(companyClosings, {
        ...{ companyId, kind, status: "open", reason, expiresAt: now + CONFIRMED_WITHIN_MS },
        ...{ askedBy: userId, askedByName: name },
      }),
    ],
    ...recorded(
      "company",
      `ask_${kind}.company`,
      { id: companyId, name: company.name },
      "Asked. Another of the staff confirms it within 24 hours.",
      { changes: [], reason },
    ),
  });
}

/** The open request that a person sees. @throws Response 404; 409 for one that has lapsed */
function seen(open: Closing | undefined, requestId: string, now: number): Closing {
  if (open?.id !== requestId) return notFound("request");
  if (open.expiresAt <= now)
    conflict("Nobody has confirmed it within 24 hours. It has to be asked for again.");
  return open;
}

/**
 * Confirms what another of the staff has asked for, which closes the company or opens it again.
 * @throws Response 403; 404; 409 for one's own request, one that has lapsed, or when the company was changed meanwhile; 422, also for a
 * wrong password
 */
export async function confirmClosing(
  session: AnySession,
  companyId: string,
  input: unknown,
): Promise<Answer<{ id: string }>> {
  const db = staffDb(session);
  const { requestId, password: typed } = checked(confirmInput, input);
  const [[found]] = await db.read(openQuery(db, companyId));
  const at = Date.now();
  const open = seen(found, requestId, at);
  const { userId, name } = session.actor;
  if (open.askedBy === userId) conflict("Somebody else confirms what you have asked for");
  await provePassword(session as StaffSession, typed, "password");
  const deciding = { by: { id: userId, name }, at, reason: open.reason };
  const decided = await decidedBy(db, open, deciding);
  const isOpen = and(
    openClosing,
    gt(companyClosings.expiresAt, at),
    ne(companyClosings.askedBy, userId),
  );
  const { company, action, changes, before } = decided;
  const answer = await db.commit({
    writes: [
      db.assertUnchanged(companyClosings, open, isOpen),
      db.updating(companyClosings, eq(companyClosings.id, open.id), {
        ...{ status: "confirmed", decidedBy: userId, decidedByName: name, decidedAt: at },
        before: open.kind === "close" ? before : null,
      }),
      ...decided.writes,
    ],
    ...recorded(
      ...(["company", action, { id: companyId, name: company.name }] as const),
      open.kind === "close" ? "Company closed" : "Company opened again",
      {
        changes: [...changes, { field: "asked_by", from: null, to: open.askedByName }],
        reason: open.reason,
      },
    ),
  });
  forgetHostsOf(companyId, company.host ?? "");
  return answer;
}

const decidedBy = async (
  db: PlatformDb,
  { kind, companyId }: Closing,
  deciding: Deciding,
): Promise<Decided> =>
  kind === "close"
    ? closing(db, await db.read(...closingReads(db, companyId)), deciding)
    : reopening(db, await db.read(...reopeningReads(db, companyId)), deciding);

/**
 * Takes a request back, one's own or another's.
 * @throws Response 403; 404; 409 for one that has lapsed, or was decided meanwhile
 */
export async function withdrawClosing(
  session: AnySession,
  companyId: string,
  input: unknown,
): Promise<Answer<{ id: string }>> {
  const db = staffDb(session);
  const { requestId } = checked(withdrawInput, input);
  const [[found], [company]] = await db.read(openQuery(db, companyId), mappedQuery(db, companyId));
  if (!company) return notFound("request");
  const open = seen(found, requestId, Date.now());
  const { userId, name } = session.actor;
  return db.commit({
    writes: [
      db.assertUnchanged(companyClosings, open, openClosing),
      db.updating(companyClosings, eq(companyClosings.id, open.id), {
        ...{ status: "withdrawn", decidedBy: userId, decidedByName: name, decidedAt: Date.now() },
      }),
    ],
    ...recorded(
      "company",
      "withdraw_request.company",
      { id: companyId, name: company.name },
      `The request for ${verbs[open.kind]} was withdrawn`,
      { changes: [], reason: open.reason },
    ),
  });
}
