import { and, eq, inArray } from "drizzle-orm";
import { dayIn } from "#app/shared/company-time.ts";
import { newId } from "#drizzle/columns.ts";
import { gatePassEvents, gatePasses, gatePassLines } from "#drizzle/tenant/index.ts";
import type { CompanyDb } from "../../db/company-db.ts";
import type { Answer, Row } from "../../db/db.ts";
import { among } from "../../db/predicates.ts";
import { conflict, invalid, isRefusal, notFound, refuseStale } from "../../refusals.ts";
import type { Session } from "../../session.ts";
import { changesBetween } from "../entity/changes.ts";
import { bump } from "../entity/counters.ts";
import { checked } from "../entity/fields.ts";
import { formatQuery, numberingOf, takeNumber, takenNumber } from "../entity/numbers.ts";
import { notifying } from "../notifications/notify.ts";
import { countersOf, TOTAL } from "./counts.ts";
import { inputErrors, type PassInput, passInput } from "./input.ts";
import { lineRows, passAsserts, searched } from "./rows.ts";
import { SEVERAL, submitted, toApprove } from "./submitting.ts";
import { type Device, proveThings, type Things, thingsQueries } from "./things.ts";

type Saved = { id: string; number?: string };

const columnsOf = ({ lines: _, isSubmitted: __, ...values }: PassInput) => ({
  ...values,
  expectedReturnOn: values.kind === "returnable" ? values.expectedReturnOn : null,
});
/** What the log compares: the columns, and the lines as people call them. */
const logged = (values: Record<string, unknown>, names: readonly string[]) => ({
  ...values,
  lines: names.join(", ").slice(0, 500),
});

async function read(db: CompanyDb, session: Session, sent: unknown, own: string | null) {
  const values = checked(passInput, sent);
  const [[before], [format], lines, ...things] = await db.read(
    db.byId(gatePasses, own ?? ""),
    formatQuery(db, "gate_pass"),
    db
      .select({ id: gatePassLines.id, name: gatePassLines.name })
      .from(gatePassLines)
      .where(db.ofOwner(gatePassLines, eq(gatePassLines.gatePassId, own ?? "")))
      .orderBy(gatePassLines.id),
    ...thingsQueries(db, values),
  );
  const today = dayIn(session.company.timeZone, Date.now());
  const prove = (found: Things) => {
    const errors = { ...inputErrors(values, today), ...proveThings(values, found, own ?? "") };
    if (Object.keys(errors).length) invalid(errors);
  };
  return { values, before, format, lines, things: things as unknown as Things, prove };
}

/** Proves a command. One that was carried out before finds its own work in the way: that answers. */
async function proved(db: CompanyDb, prove: () => void): Promise<Answer<Saved> | null> {
  try {
    prove();
    return null;
  } catch (refusal) {
    const first = await db.firstAnswer<Saved>();
    if (first) return first;
    throw refusal;
  }
}

/** After a refusal: says which of the things named stands in the way now. */
async function explained(
  db: CompanyDb,
  values: PassInput,
  prove: (things: Things) => void,
  refusal: unknown,
): Promise<never> {
  if (isRefusal(refusal, 409) || isRefusal(refusal, 422))
    prove((await db.read(...thingsQueries(db, values))) as unknown as Things);
  throw refusal;
}

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
  const { values, format, things, prove } = await read(db, session, sent, null);
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

/** The one Location of a pass's devices, `SEVERAL`, or null where it has none. */
export const departmentOf = (devices: readonly Pick<Device, "departmentId">[]) => {
  const all = new Set(devices.map(({ departmentId }) => departmentId));
  return all.size > 1 ? SEVERAL : (devices[0]?.departmentId ?? null);
};

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
  const { values, before, lines: old, things, prove } = await read(db, session, sent, id);
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
