import { eq } from "drizzle-orm";
import { newId } from "#drizzle/columns.ts";
import { gatePassEvents, gatePasses, gatePassLines } from "#drizzle/tenant/index.ts";
import type { Answer } from "../../db/db.ts";
import type { Session } from "../../session.ts";
import { changesBetween } from "../entity/changes.ts";
import { bump } from "../entity/counters.ts";
import { numberingOf, takeNumber, takenNumber } from "../entity/numbers.ts";
import { notifying } from "../notifications/notify.ts";
import { countersOf, TOTAL } from "./counts.ts";
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

/**
 * Makes out a gate pass, as a draft or with approval asked for.
 * @throws Response 403; 404 for an id that is not the company's; 409 for a device that is elsewhere, naming it; 422
 */
export async function createPass(session: Session, sent: unknown): Promise<Answer<Saved>> {
  const db = session.authorize("create-gate-pass");
  const numberOf = ({ id }: Saved) =>
    db
      .select({ number: gatePasses.number })
      .from(gatePasses)
      .where(db.ofOwner(gatePasses, eq(gatePasses.id, id)));
  const { values, format, things, prove } = await readPass(db, session, sent, null);
  const first = await proved(db, () => prove(things));
  if (first) {
    const [[number]] = await db.read(numberOf(first.data));
    return { ...first, data: { ...first.data, ...number } };
  }
  const id = newId();
  const at = Date.now();
  const numbering = numberingOf("gate_pass", session.company, format, at);
  const state = values.isSubmitted
    ? submitted(session, at)
    : ({ status: "draft", levels: 0 } as const);
  const row = { ...columnsOf(values), ...state, id };
  const { actorId, actorName } = db.stamp;
  const lines = lineRows(id, values, things);
  const label = lines[0]!.name;
  const writing = db.commit<Saved>({
    writes: [
      ...passAsserts(db, values, null),
      takeNumber(db, numbering, { table: gatePasses, column: gatePasses.number }),
      db.inserting(gatePasses, { ...row, number: takenNumber(db, numbering) }),
      db.insertingAll(gatePassLines, lines),
      ...searched(db, id, values, lines, things),
      db.inserting(gatePassEvents, {
        ...{ gatePassId: id, status: state.status, note: null },
        ...{ actorId, actorName, at },
      }),
      bump(db, TOTAL, 1),
      ...countersOf({ ...row, chasedOn: null }).map((name) => bump(db, name, 1)),
      ...(state.status === "pending_approval"
        ? notifying(db, session.origin, ...toApprove(id, label, departmentOf(things[0]), 1), at)
        : []),
    ],
    activity: {
      action: "create.gate_pass",
      kind: "gate_pass",
      id,
      label,
      changes: changesBetween(
        {},
        logged(
          columnsOf(values),
          lines.map(({ name }) => name),
        ),
      ),
    },
    answer: {
      status: 201,
      message: values.isSubmitted ? "Gate pass made out" : "Gate pass saved as a draft",
      data: { id },
    },
    assigned: numberOf,
  });
  return writing.catch((refusal) => explained(db, values, prove, refusal));
}
