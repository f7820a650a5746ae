import { and, eq, inArray } from "drizzle-orm";
import { gatePassEvents, gatePasses, gatePassLines } from "#drizzle/tenant/index.ts";
import type { CompanyDb } from "../../db/company-db.ts";
import type { Answer, Row } from "../../db/db.ts";
import { among } from "../../db/predicates.ts";
import { conflict, notFound, refuseStale } from "../../refusals.ts";
import type { Session } from "../../session.ts";
import { changesBetween } from "../entity/changes.ts";
import { bump } from "../entity/counters.ts";
import { notifying } from "../notifications/notify.ts";
import { countersOf } from "./counts.ts";
import {
  columnsOf,
  departmentOf,
  explained,
  logged,
  proved,
  readPass,
  type Saved,
} from "./prepare.ts";
import { lineRows, passAsserts, searched } from "./rows.ts";
import { submitted, toApprove } from "./submitting.ts";

type Lines = ReturnType<typeof lineRows>;

/** Lines in the place of others, which are closed before: those that stay keep their ids, in their order. */
function replacing(db: CompanyDb, passId: string, old: readonly { id: string }[], rows: Lines) {
  const kept = rows.slice(0, old.length).map((row, at) => ({ ...row, id: old[at]!.id }));
  const [gone, added] = [old.slice(rows.length), rows.slice(old.length)];
  const isGone = inArray(gatePassLines.id, among(gone.map(({ id }) => id)));
  return [
    ...(gone.length
      ? [db.removing(gatePassLines, and(eq(gatePassLines.gatePassId, passId), isGone)!)]
      : []),
    db.updatingAll(gatePassLines, kept),
    ...(added.length ? [db.insertingAll(gatePassLines, added)] : []),
  ];
}

/** Changes a draft, its lines with it. @throws Response 403, 404, 409, 422 */
export async function updatePass(
  session: Session,
  id: string,
  { version, ...sent }: Record<string, unknown>,
): Promise<Answer<Saved>> {
  const db = session.authorize("create-gate-pass");
  const { values, before, lines: old, things, prove } = await readPass(db, session, sent, id);
  if (!before) return notFound("gate pass");
  const first = await proved(db, () => {
    if (before.status !== "draft") conflict("Only a draft is edited");
    refuseStale(before, version);
    prove(things);
  });
  if (first) return first;
  const at = Date.now();
  const next = values.isSubmitted
    ? submitted(session, at)
    : ({ status: "draft" } as const satisfies Partial<Row<typeof gatePasses>>);
  const rows = lineRows(id, values, things);
  const { actorId, actorName } = db.stamp;
  const writing = db.commit<Saved>({
    writes: [
      db.assertUnchanged(gatePasses, before, eq(gatePasses.status, "draft")),
      db.updating(gatePassLines, eq(gatePassLines.gatePassId, id), { isOpen: false }),
      ...passAsserts(db, values, before),
      db.updating(gatePasses, eq(gatePasses.id, id), { ...columnsOf(values), ...next }),
      ...replacing(db, id, old, rows),
      ...searched(db, id, values, rows, things),
      ...(values.isSubmitted
        ? [
            db.inserting(gatePassEvents, {
              ...{ gatePassId: id, status: next.status, note: null },
              ...{ actorId, actorName, at },
            }),
            ...countersOf({ ...before, ...next }).map((name) => bump(db, name, 1)),
          ]
        : []),
      ...(next.status === "pending_approval"
        ? notifying(
            db,
            session.origin,
            ...toApprove(id, before.number, departmentOf(things[0]), 1),
            at,
          )
        : []),
    ],
    activity: {
      action: "update.gate_pass",
      kind: "gate_pass",
      id,
      label: before.number,
      changes: changesBetween(
        logged(
          before,
          old.map(({ name }) => name),
        ),
        logged(
          columnsOf(values),
          rows.map(({ name }) => name),
        ),
      ),
    },
    answer: {
      status: 200,
      message: values.isSubmitted ? "Gate pass made out" : "Draft saved",
      data: { id },
    },
  });
  return writing.catch((refusal) => explained(db, values, prove, refusal));
}
