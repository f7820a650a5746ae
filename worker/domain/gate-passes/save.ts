import { and, eq, inArray, sql } from "drizzle-orm";
import { dayIn } from "#app/shared/company-time.ts";
import { newId } from "#drizzle/columns.ts";
import {
  breakdowns,
  gatePassEvents,
  gatePasses,
  gatePassLines,
  stockItems,
  vendors,
} from "#drizzle/tenant/index.ts";
import type { CompanyDb } from "../../db/company-db.ts";
import type { Answer, Row, Statement } from "../../db/db.ts";
import { among } from "../../db/predicates.ts";
import { conflict, invalid, isRefusal, notFound, refuseStale } from "../../refusals.ts";
import type { Session } from "../../session.ts";
import { changesBetween } from "../entity/changes.ts";
import { bump } from "../entity/counters.ts";
import { checked } from "../entity/fields.ts";
import { formatQuery, numberingOf, takeNumber, takenNumber } from "../entity/numbers.ts";
import { assertOffered, usable } from "../entity/references.ts";
import { notifying } from "../notifications/notify.ts";
import { indexed, unindexing } from "../search/search.ts";
import { countersOf, TOTAL } from "./counts.ts";
import { inputErrors, type PassInput, passInput } from "./input.ts";
import { submitted, toApprove } from "./submitting.ts";
import {
  assertFree,
  type Device,
  deviceIds,
  proveThings,
  type Things,
  thingsQueries,
} from "./things.ts";

/** What a pass is found by: its number, who it goes to, who carries it, and what is on it. */
const searched = (
  db: CompanyDb,
  id: string,
  values: PassInput,
  lines: readonly { name: string; serialNo: string | null }[],
  [devices, , , , [vendor]]: Things,
): Statement[] => {
  const words = [
    ...[vendor?.name, values.partyName, values.carrierName, values.vehicleNo],
    ...devices.map(({ assetCode }) => assetCode),
    ...lines.flatMap(({ name, serialNo }) => [name, serialNo]),
  ];
  const text = words.filter(Boolean).join(" ").slice(0, 4000);
  const number = sql`(select ${gatePasses.number} from ${gatePasses} where ${db.ofOwner(gatePasses, eq(gatePasses.id, id))})`;
  return [
    unindexing(db, id),
    db.run(indexed(db, "gate_pass", id, sql`${number} || ' ' || ${text}`)),
  ];
};

type Saved = { id: string; number?: string };

/** The rows of a pass's lines, with what things are called now. */
function lineRows(passId: string, { lines }: PassInput, [devices, , items]: Things) {
  return lines.map((line) => {
    const device = devices.find(({ id }) => id === line.assetId);
    const item = items.find(({ id }) => id === line.stockItemId);
    return {
      ...line,
      id: newId(),
      gatePassId: passId,
      accessoryIds: JSON.stringify(line.accessoryIds),
      name: device?.name ?? item?.name ?? line.description ?? "",
      serialNo: line.serialNo ?? device?.serialNo ?? item?.partNo ?? null,
      isOpen: 1,
    };
  });
}

/** What must still be so when a pass is written. */
function asserts(
  db: CompanyDb,
  values: PassInput,
  before: { vendorId: string | null } | null,
): Statement[] {
  const ids = deviceIds(values);
  const items = values.lines.flatMap(({ stockItemId }) => stockItemId ?? []);
  const offered = and(inArray(stockItems.id, among(items)), usable(stockItems));
  return [
    ...assertFree(db, ids, values.purpose),
    ...(items.length
      ? [
          db.assert(
            "usable_reference",
            sql`(select count(*) from ${stockItems} where ${db.ofOwner(stockItems, offered)}) = cast(${items.length} as integer)`,
          ),
        ]
      : []),
    ...(values.vendorId && values.vendorId !== before?.vendorId
      ? [assertOffered(db, vendors, values.vendorId)]
      : []),
    ...(values.breakdownId
      ? [
          db.assert(
            "usable_reference",
            db.exists(
              breakdowns,
              and(eq(breakdowns.id, values.breakdownId), inArray(breakdowns.assetId, among(ids)))!,
            ),
          ),
        ]
      : []),
  ];
}

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
      .select({ name: gatePassLines.name })
      .from(gatePassLines)
      .where(db.ofOwner(gatePassLines, eq(gatePassLines.gatePassId, own ?? ""))),
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
      ...asserts(db, values, null),
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

/** The one Location of a pass's devices; null where it is about several, or none. */
export const departmentOf = (devices: readonly Pick<Device, "departmentId">[]) => {
  const all = new Set(devices.map(({ departmentId }) => departmentId));
  return all.size === 1 ? devices[0]!.departmentId : null;
};

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
      db.removing(gatePassLines, eq(gatePassLines.gatePassId, id)),
      ...asserts(db, values, before),
      db.updating(gatePasses, eq(gatePasses.id, id), { ...columnsOf(values), ...next }),
      db.insertingAll(gatePassLines, rows),
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
