import { eq } from "drizzle-orm";
import { callRules } from "#app/shared/flows/service-calls.ts";
import { breakdownEvents, breakdowns } from "#drizzle/tenant/index.ts";
import type { CompanyDb } from "../../db/company-db.ts";
import type { Activity, Row, Statement } from "../../db/db.ts";
import { conflict } from "../../refusals.ts";
import { type ClockCompany, holding, resuming } from "./clocks.ts";
import { recounted } from "./counts.ts";
import { downSince, followedBy } from "./effects.ts";
import { isWorkedOn } from "./open-of.ts";

type Call = Row<typeof breakdowns>;
type Along = { writes: Statement[]; also: Activity[] };

/** A move that a call makes with another record: asserted as it was read, with its event, its counters and its entry of the log. */
function along(
  db: CompanyDb,
  call: Call,
  move: "sent-out" | "came-back",
  set: Partial<Call>,
  { note, at }: { note: string; at: number },
): Along {
  const { actorId, actorName } = db.stamp;
  const { to: status } = callRules.moves[move];
  const after = { ...call, ...set, status };
  return {
    writes: [
      db.assertUnchanged(breakdowns, call, eq(breakdowns.status, call.status)),
      db.updating(breakdowns, eq(breakdowns.id, call.id), { ...set, status }),
      ...followedBy(db, call, after, { down: downSince(call), up: at }),
      db.inserting(breakdownEvents, {
        ...{ breakdownId: call.id, status, note, actorId, actorName, at },
        holdReason: after.holdReason,
      }),
      ...recounted(db, [call], [after]),
    ],
    also: [
      {
        action: `${move.replaceAll("-", "_")}.breakdown`,
        kind: "breakdown",
        id: call.id,
        label: call.number,
        assetId: call.assetId,
        changes: [{ field: "status", from: call.status, to: status }],
      },
    ],
  };
}

/**
 * What puts a call on hold because its device leaves on a gate pass, as statements of the batch in which the pass goes out.
 * One that is on hold already is on hold for this from then on.
 * @param call the call as it was read in this command, whole
 * @param pass the number of the pass
 * @throws Response 409 when nobody works on the call any more
 */
export function holdWithPass(
  db: CompanyDb,
  company: ClockCompany,
  call: Call,
  pass: string,
  at: number,
): Along {
  if (!isWorkedOn(call)) conflict(callRules.otherwise(call.status, undefined));
  return along(db, call, "sent-out", holding(call, company, "sent_out", at), {
    note: `Out on ${pass}`,
    at,
  });
}

/**
 * What takes a call back to work because its device has come back, as statements of the batch in which the pass is returned.
 * A call that is on hold for another reason by now, or is over, is left as it is.
 * @param call the call as it was read in this command, whole
 * @param pass the number of the pass
 */
export function backFromPass(
  db: CompanyDb,
  company: ClockCompany,
  call: Call,
  pass: string,
  at: number,
): Along {
  if (call.status !== "on_hold" || call.holdReason !== "sent_out") return { writes: [], also: [] };
  return along(db, call, "came-back", resuming(call, company, at), { note: `Back on ${pass}`, at });
}
