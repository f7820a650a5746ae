import { and, eq, isNull, sql } from "drizzle-orm";
import { platformOutbox, shards } from "#drizzle/control/index.ts";
import type { PlatformDb } from "../../db/platform-db.ts";
import { conflict, notFound } from "../../refusals.ts";
import { mappedQuery, remapping } from "./mapped.ts";

const NOBODY = { id: "", name: "Plumbline" };

type Elsewhere = {
  companyId: string;
  /** The bindings of the shard it was in and of the one that its rows are in now. */
  from: string;
  to: string;
  action: "move.company" | "restore.company";
  reason: string;
};

/**
 * Says that a company is in another shard, in one batch that stops where it is no longer in the first one. What the platform had still to
 * tell the company goes to the new shard, and how the platform has it is told once more.
 * @throws Response 404; 409 when the company is elsewhere, or somebody changes how the platform has it
 */
export async function mapElsewhere(
  db: PlatformDb,
  { companyId, from, to, action, reason }: Elsewhere,
): Promise<void> {
  const shard = (binding: string) =>
    db
      .select({ id: shards.id, name: shards.name })
      .from(shards)
      .where(eq(shards.binding, binding))
      .limit(1);
  const [[before], [left], [taken]] = await db.read(
    mappedQuery(db, companyId),
    shard(from),
    shard(to),
  );
  if (!before) return notFound("company");
  if (!left || !taken) return notFound("shard");
  if (before.binding !== from) return conflict(`${before.name} is in ${before.binding}`);
  const changes = [{ field: "shard", from: left.name, to: taken.name }];
  const waiting = and(
    isNull(platformOutbox.sentAt),
    sql`${platformOutbox.payload} ->> 'companyId' = ${companyId}`,
  )!;
  // What the restored profile says of itself may be older than what the platform followed.
  const again = action === "restore.company" ? { profileVersion: 0 } : {};
  const counted = (id: string, by: number) =>
    db.updating(shards, eq(shards.id, id), {
      companyCount: sql`max(0, ${shards.companyCount} + ${sql.raw(String(by))})`,
    });
  await db.commit({
    writes: [
      db.updating(platformOutbox, waiting, {
        payload: sql`json_set(${platformOutbox.payload}, '$.binding', ${to})`,
      }),
      ...remapping(
        db,
        { ...before, binding: to },
        NOBODY,
        {},
        { action, changes, reason },
        {
          shardId: taken.id,
          ...again,
        },
      ),
      counted(left.id, -1),
      counted(taken.id, 1),
    ],
    activity: { action, kind: "company", id: companyId, label: before.name, changes, reason },
    answer: { status: 200, message: "", data: null },
  });
}
