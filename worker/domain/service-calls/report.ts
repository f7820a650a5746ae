import { and, eq, inArray, sql } from "drizzle-orm";
import { z } from "zod";
import { assetRules } from "#app/shared/flows/assets.ts";
import { workedOn } from "#app/shared/flows/service-calls.ts";
import { newId } from "#drizzle/columns.ts";
import { assets, breakdowns } from "#drizzle/tenant/index.ts";
import type { Answer } from "../../db/db.ts";
import { conflict, notFound } from "../../refusals.ts";
import type { Session } from "../../session.ts";
import { checked, id as idField } from "../entity/fields.ts";
import { formatQuery, numberingOf } from "../entity/numbers.ts";
import { loggedCall, newCall, problemText, tellOfCall } from "./new-call.ts";

/** A problem that a person who has signed in reports of a device. */
export const callInput = z.strictObject({
  assetId: idField("Choose the asset", "Asset"),
  problem: problemText,
  equipmentDown: z.enum(["yes", "no"], "Say whether the equipment is down"),
});

const MOST_NAMED = 3;

/**
 * Begins a service call on a device.
 * @throws Response 403; 404 for a device the person does not see; 409 for one that is no longer in use; 422
 */
export async function reportCall(
  session: Session,
  input: unknown,
): Promise<Answer<{ id: string; number?: string }>> {
  const db = session.authorize("create-breakdown");
  const { assetId, problem, equipmentDown } = checked(callInput, input);
  const [[asset], open, [format]] = await db.read(
    db.byId(assets, assetId),
    db
      .select({ number: breakdowns.number })
      .from(breakdowns)
      .where(
        db.ofOwner(
          breakdowns,
          and(eq(breakdowns.assetId, assetId), inArray(breakdowns.status, [...workedOn])),
        ),
      )
      .limit(MOST_NAMED),
    formatQuery(db, "call"),
  );
  if (!asset) return notFound("asset");
  const { lifecycle, version } = asset;
  if (lifecycle === "condemned" || lifecycle === "disposed")
    conflict(`Its asset is ${assetRules.states[lifecycle].toLowerCase()}`);
  const id = newId();
  const call = {
    id,
    source: "web" as const,
    reportedByName: session.actor.name,
    reporterUserId: session.actor.userId,
    reportedAt: Date.now(),
    problem,
    equipmentDown: equipmentDown === "yes",
  };
  return db.commit<{ id: string; number?: string }>({
    writes: [
      db.assertUnchanged(assets, { id: assetId, version }),
      ...newCall(db, asset, numberingOf("call", session.company, format), call),
      ...tellOfCall(db, session.origin, asset, call),
    ],
    activity: loggedCall(asset, {
      id,
      problem,
      equipmentDown: call.equipmentDown,
      reportedByName: call.reportedByName,
    }),
    answer: {
      status: 201,
      message: open.length
        ? `Problem reported. Also open on this asset: ${open.map(({ number }) => number).join(", ")}`
        : "Problem reported",
      data: { id },
    },
    assigned: (data) =>
      db
        .select({ number: breakdowns.number })
        .from(breakdowns)
        .where(db.ofOwner(breakdowns, sql`${breakdowns.id} = ${data.id}`)),
  });
}
