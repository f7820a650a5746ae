import { desc, eq, sql } from "drizzle-orm";
import { pick } from "#app/shared/pick.ts";
import { idFrom, newId } from "#drizzle/columns.ts";
import { companyExports } from "#drizzle/control/index.ts";
import type { CustomerDb } from "../../db/customer-db.ts";
import type { Answer, Row } from "../../db/db.ts";
import { brokenRule } from "../../db/errors.ts";
import type { Visit } from "../../env.ts";
import { notFound, tooMany } from "../../refusals.ts";
import type { Session } from "../../session.ts";
import { beginExport } from "../lists/exports.ts";

const DAY_MS = 86_400_000;
/** A company asks for so many a day. */
const MOST_A_DAY = 3;
const MOST_SHOWN = 3;

/**
 * Asks for everything that the company has entered. It is made in the background, one set at a time, also while the company is suspended.
 * @throws Response 403 for anybody but an Admin; 409 while another one is made; 429 for the fourth in a day
 */
export async function askForExport(session: Session): Promise<Answer<{ id: string }>> {
  const db = session.asCustomer(null);
  const { actor, company } = session;
  const id = newId();
  const ofToday = db.ofOwner(
    companyExports,
    sql`${companyExports.id} > ${idFrom(Date.now() - DAY_MS)}`,
  );
  const few = sql`(select count(*) from ${companyExports} where ${ofToday}) < ${sql.raw(String(MOST_A_DAY))}`;
  try {
    return await db.commit({
      writes: [
        db.assert("user_limit", few),
        db.inserting(companyExports, {
          ...{ id, status: "queued", requestedBy: actor.userId },
          ...{ requesterName: actor.name, requesterEmail: actor.email },
        }),
      ],
      activity: { action: "export.company", kind: "company", id: company.id, label: company.name },
      answer: {
        status: 201,
        message: "Your data is being put together. You get a letter when it is ready.",
        data: { id },
      },
    });
  } catch (refusal) {
    if (brokenRule(refusal)?.name === "assert_user_limit")
      tooMany(DAY_MS / 1000, `Your data can be put together ${MOST_A_DAY} times a day.`);
    throw refusal;
  }
}

/** The last exports of the company, newest first, as a statement. */
export const exportsQuery = (db: CustomerDb) =>
  db
    .select()
    .from(companyExports)
    .where(db.ofOwner(companyExports))
    .orderBy(desc(companyExports.id))
    .limit(MOST_SHOWN);

/** The last exports of the company, newest first. @throws Response 403 for anybody but an Admin */
export async function ownExports(session: Session): Promise<ShownExport[]> {
  const db = session.asCustomer(null);
  const [rows] = await db.read(exportsQuery(db));
  return rows.map(shownExport);
}

/** An export as its company sees it. */
export function shownExport(row: Row<typeof companyExports>) {
  const isOver = row.status === "ready" && (row.readyUntil ?? 0) <= Date.now();
  return {
    ...pick(row, ["id", "requesterName", "createdAt", "bytes", "error", "readyUntil"]),
    status: isOver ? ("expired" as const) : row.status,
    rows: Object.values(row.counts).reduce((sum, n) => sum + n, 0),
  };
}
export type ShownExport = ReturnType<typeof shownExport>;

/**
 * An export whose files are taken now, which the company's log keeps.
 * @throws Response 403 for anybody but an Admin; 404 for another company's, one that is not ready, or whose days are over; 429 for
 * the sixth export in five minutes
 */
export async function takenExport(session: Session, id: string) {
  const db = session.asCustomer(null);
  const [[row]] = await db.read(db.byId(companyExports, id, eq(companyExports.status, "ready")));
  if (!row || (row.readyUntil ?? 0) <= Date.now()) return notFound("file");
  await beginExport(session, "export-settings", "All data");
  return row;
}

/** Begins what was just asked for, as the clock begins it: by one message at a time. What is lost on that way, the clock finds within a minute. */
export function wakeExports({ env, defer }: Visit) {
  const find = { job: "find", shard: "CONTROL_DB", owner: "exports" };
  defer(async () => {
    await env.JOB_QUEUE.send({ ...find, at: Date.now() }).catch((error: unknown) =>
      console.error(error),
    );
  });
}
