import { and, eq, inArray, sql } from "drizzle-orm";
import { z } from "zod";
import { newId } from "#drizzle/columns.ts";
import { breakdownEvents, breakdowns } from "#drizzle/tenant/index.ts";
import type { CompanyDb } from "../../db/company-db.ts";
import type { Activity, Row, Statement } from "../../db/db.ts";
import { multiline } from "../entity/fields.ts";
import { type Assigned, type Device, tellOfReporter } from "./notice.ts";

/** What somebody adds to a problem that was reported. */
export const remarkText = multiline("Remark", 2000).pipe(
  z.string().min(5, "Write at least 5 characters"),
);

type Status = Row<typeof breakdowns>["status"];

/**
 * A remark of somebody without an account on an open call: its event, its notice and its entry of the log. The call's own row
 * stays as it is, so that nobody who works on it is overtaken.
 * @param open the states in which it is taken; the batch stops under `no_overlap` in any other
 * @param first statements that the batch begins with
 */
export function remarked(
  db: CompanyDb,
  origin: string,
  { call, asset, open }: { call: Assigned; asset: Device; open: readonly Status[] },
  { remark, name, at }: { remark: string; name: string; at: number },
  first: readonly Statement[],
): { writes: Statement[]; activity: Activity } {
  const id = newId(at);
  const isIt = eq(breakdowns.id, call.id);
  return {
    writes: [
      ...first,
      db.assert(
        "no_overlap",
        db.exists(breakdowns, and(isIt, inArray(breakdowns.status, [...open]))!),
      ),
      db.inserting(breakdownEvents, {
        id,
        breakdownId: call.id,
        kind: "remark",
        status: sql`(select ${breakdowns.status} from ${breakdowns} where ${db.ofOwner(breakdowns, isIt)})`,
        note: remark,
        actorName: name,
        at,
      }),
      ...tellOfReporter(db, origin, call, asset, {
        key: id,
        title: "Remark on a problem",
        body: remark,
      }),
    ],
    activity: {
      action: "remark.breakdown",
      kind: "breakdown",
      id: call.id,
      assetId: asset.id,
      label: `${asset.assetCode} ${asset.name}`,
      changes: [{ field: "remark", from: null, to: remark }],
    },
  };
}
