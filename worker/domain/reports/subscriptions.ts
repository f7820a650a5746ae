import { and, desc, eq, sql } from "drizzle-orm";
import { z } from "zod";
import { dayIn } from "#app/shared/company-time.ts";
import { newId } from "#drizzle/columns.ts";
import { reportSubscriptions as table } from "#drizzle/tenant/index.ts";
import type { Answer } from "../../db/db.ts";
import { conflict, notFound } from "../../refusals.ts";
import type { Session } from "../../session.ts";
import { checked } from "../entity/fields.ts";
import { reportIn, reportNamed } from "./all.ts";
import { mailedOf } from "./mailed.ts";
import { filtersIn } from "./rows.ts";

const MOST = 20;
const input = z.strictObject({ format: z.enum(["csv", "pdf"], "Choose CSV or PDF") });

/** Filters of days stay with the month that is over: a subscription keeps the others. */
export const lastingFilters = ({ from: _, to: __, ...others }: Record<string, string>) => others;

/** What the person gets by mail, newest first. */
export async function ownSubscriptions(session: Session) {
  const db = session.own("subscriptions");
  const { id, report, format, params, sentFor } = table;
  const [found] = await db.read(
    db
      .select({ id, report, format, params, sentFor })
      .from(table)
      .where(db.ofOwner(table, eq(table.userId, session.actor.userId)))
      .orderBy(desc(table.id))
      .limit(MOST),
  );
  return found;
}

/**
 * The person gets a report in the first morning of each month, with its filters but for the days: those are the month before.
 * @throws Response 403, 404; 409 for the 21st; 422
 */
export async function subscribe(
  session: Session,
  params: URLSearchParams,
  sent: Record<string, unknown>,
): Promise<Answer<{ id: string }>> {
  const name = reportIn(session, params);
  const report = reportNamed(session, name);
  const { format } = checked(input, sent);
  return keepSubscription(session, name, lastingFilters(filtersIn(report, params)), format);
}

/**
 * Keeps what a person gets each month. Whoever calls has asked whether the person may have it.
 * @param name as `mailedOf` knows it @param params the filters that stay from month to month
 * @throws Response 409 for the 21st
 */
export async function keepSubscription(
  session: Session,
  name: string,
  params: Record<string, string>,
  format: "csv" | "pdf",
): Promise<Answer<{ id: string }>> {
  const db = session.ownWork("subscriptions");
  const me = session.actor.userId;
  const id = newId();
  const mine = db.ofOwner(table, eq(table.userId, me));
  try {
    return await db.commit({
      writes: [
        db.assert(
          "user_limit",
          sql`(select count(*) from ${table} where ${mine}) < ${sql.raw(String(MOST))}`,
        ),
        db.inserting(table, {
          ...{ id, userId: me, report: name, params, format },
          // The month that goes on is not sent.
          sentFor: dayIn(session.company.timeZone).slice(0, 7),
        }),
      ],
      activity: { action: "subscribe.report", kind: "export", id: me, label: titleOf(name) },
      answer: {
        status: 201,
        message: "You get it in the first morning of each month",
        data: { id },
      },
    });
  } catch (refusal) {
    if (refusal instanceof Response && refusal.status === 409)
      conflict(`At most ${MOST} reports by mail. Stop one of them first.`);
    throw refusal;
  }
}

/** Stops one of the person's own. @throws Response 404 */
export async function unsubscribe(session: Session, id: string): Promise<Answer<{ id: string }>> {
  const db = session.own("subscriptions");
  const row = await db.find(table, id);
  if (row?.userId !== session.actor.userId) return notFound("subscription");
  return db.commit({
    writes: [db.removing(table, and(eq(table.id, id), eq(table.userId, session.actor.userId))!)],
    activity: {
      ...{ action: "unsubscribe.report", kind: "export", id: session.actor.userId },
      label: titleOf(row.report),
    },
    answer: { status: 200, message: "Stopped", data: { id } },
  });
}

const titleOf = (name: string) => mailedOf(name)?.title ?? name;
