import { eq, isNull, type SQL, sql } from "drizzle-orm";
import { intervalSources, lastDayOf } from "#app/shared/calibration/calibrators.ts";
import { LAST_DAY } from "#app/shared/company-time.ts";
import { step } from "#app/shared/due-series.ts";
import type { NumberFormat } from "#app/shared/number-format.ts";
import { newId } from "#drizzle/columns.ts";
import {
  calibratorCertificates,
  locations,
  calibrators as table,
  users,
} from "#drizzle/tenant/index.ts";
import type { CompanyDb } from "../../db/company-db.ts";
import type { Activity, Answer, Command, Results, Row, Statement } from "../../db/db.ts";
import { isRefusal } from "../../refusals.ts";
import type { AnySession, Session } from "../../session.ts";
import { entity } from "../entity/entity.ts";
import { checked } from "../entity/fields.ts";
import {
  formatQuery,
  numberAhead,
  numberingOf,
  sequenceNumber,
  sequencesQuery,
  takeNumber,
} from "../entity/numbers.ts";
import { explainReferences } from "../entity/references.ts";
import { namedBy } from "../lists/more-columns.ts";
import { type CalibratorInput, calibratorInput } from "./input.ts";
import { findCalibrator } from "./read.ts";

type Calibrator = Row<typeof table>;
type Status = Calibrator["status"];
type Kind = Calibrator["kind"];

const ofRole = (role: string): SQL =>
  sql`exists (select 1 from json_each(${table.roleCodes}) as "role" where "role"."value" = ${role})`;
const fallsDue = (window: string, today: string): SQL | undefined => {
  if (window === "none") return isNull(table.dueOn);
  const last = lastDayOf(window, today);
  return last === null ? undefined : sql`${table.dueOn} <= ${last}`;
};
const checksDue = (window: string, today: string): SQL | undefined => {
  const last = lastDayOf(window, today);
  return last === null ? undefined : sql`${table.nextCheckOn} <= ${last}`;
};

/** When the next check is: counted anew where how often it is checked was changed. */
function nextCheck(values: CalibratorInput, before: Calibrator | null, today: string) {
  const { checkEveryValue, checkEveryUnit } = values;
  if (checkEveryValue === null || checkEveryUnit === null) return null;
  const isSame =
    before?.checkEveryValue === checkEveryValue && before.checkEveryUnit === checkEveryUnit;
  return isSame && before.nextCheckOn
    ? before.nextCheckOn
    : step(today, checkEveryUnit, checkEveryValue);
}

const verbs = entity({
  table,
  noun: ["calibrator", "calibrators"],
  subject: "calibrator",
  input: calibratorInput,
  stored: (values, before, today) =>
    ({
      orderOn: before?.dueOn ?? LAST_DAY,
      nextCheckOn: nextCheck(values, before, today),
      // A number is not taken away again.
      ...(before && !values.calibratorNo ? { calibratorNo: before.calibratorNo } : {}),
    }) as Partial<typeof table.$inferInsert>,
  search: {
    words: ["calibratorNo", "name", "manufacturer", "model", "serialNo"],
    codes: ["calibratorNo", "model", "serialNo"],
  },
  list: {
    sorts: { due: table.orderOn, number: table.calibratorNo, name: table.name },
    filters: {
      status: (status) => eq(table.status, status as Status),
      kind: (kind) => eq(table.kind, kind as Kind),
      due: fallsDue,
      check: checksDue,
      role: ofRole,
      custodian: (id) => eq(table.custodianId, id),
      place: (id) => eq(table.locationId, id),
    },
    more: {
      locationName: namedBy(locations, locations.path, table.locationId),
      custodianName: namedBy(users, users.name, table.custodianId),
    },
  },
  // Nearly all are in service: in the order of names, not by an index of states.
  offered: {
    to: ["edit-certificate-report", "edit-inhouse-calibration"],
    hint: table.calibratorNo,
    where: sql`+${table.status} = 'in_service'`,
    within: "role",
  },
  palette: {
    group: "Calibrators",
    icon: "gauge",
    title: ({ calibratorNo, name }) => `${calibratorNo} ${name}`,
    hint: ({ manufacturer, model, serialNo }) =>
      [manufacturer, model, serialNo].filter(Boolean).join(" "),
    href: ({ id }) => `/calibrator/${id}`,
  },
  sheet: {
    calibratorNo: {
      required: true,
      example: "STD-0001",
      like: "calibratorno standardno assetno no id code",
    },
    name: { example: "Defibrillator analyser", like: "description standard equipment" },
    kind: { example: "Analyser", like: "type" },
    manufacturer: { example: "Fluke", like: "make maker brand" },
    model: { example: "Impulse 7000DP" },
    serialNo: { example: "2937016", like: "serial sn serialnumber" },
    firmware: { like: "software version" },
    roleCodes: {
      example: "defibrillator_analyser, ecg_simulator",
      hint: "What it can stand in for in a procedure, with commas between.",
      like: "role roles",
    },
    locationId: { like: "place location room" },
    custodianId: { like: "custodian responsible owner" },
    intervalValue: { example: "12", like: "interval" },
    intervalUnit: { example: "Month", like: "intervalunit" },
    intervalSource: { like: "intervalsource", words: intervalSources },
    checkEveryValue: { like: "checkinterval" },
    checkEveryUnit: { like: "checkunit" },
    handlingNotes: { like: "handling notes remarks" },
  },
  imported: { key: "calibratorNo" },
});

const numberOf = { table, column: table.calibratorNo, living: isNull(table.deletedAt) };
const TRIES = 5;

/** What a new number is told by, as statements of a read: the company's own format, and where its sequences stand. */
export const numberReads = (db: CompanyDb) =>
  [formatQuery(db, "calibrator"), sequencesQuery(db, "calibrator")] as const;
type NumberRead = Results<ReturnType<typeof numberReads>>;
/** Without sequences the number is looked for, past all that were typed by hand. */
type Known = { format: NumberFormat | undefined; sequences: NumberRead[1] | null };
/** What `numberReads` read. */
export const knownNumber = ([[format], sequences]: NumberRead): Known => ({ format, sequences });

/** The next number of the company, and the statements that take it in the batch of its record: the batch stops where another took it. */
async function nextNumber(session: Session, db: CompanyDb, { format, sequences }: Known) {
  const numbering = numberingOf("calibrator", session.company, format);
  const read = async () => (await db.read(numberAhead(db, numbering, numberOf)))[0][0]!.number;
  const number = sequences ? sequenceNumber(numbering, sequences).text : await read();
  const taken = db.exists(
    table,
    sql`${table.calibratorNo} = ${number} and ${table.deletedAt} is null`,
  );
  return {
    number,
    writes: [db.assert("state", sql`not ${taken}`), takeNumber(db, numbering, numberOf)],
  };
}

/** Commits a new record. After a refusal, names the reference that is not usable. */
async function added<D>(db: CompanyDb, values: CalibratorInput, command: Command<D>) {
  try {
    return await db.commit(command);
  } catch (refusal) {
    if (refusal instanceof Response) await explainReferences(db, verbs.references, values);
    throw refusal;
  }
}

type Made = { id: string; calibratorNo: string };
/** What is written beside a new standard in its batch, and the answer. */
type Beside<D> = { writes: Statement[]; activity: Activity[]; answer: Answer<D> };

/**
 * Adds a standard with what belongs to it, as one batch. Without a number it gets the company's next one.
 * @param known what `numberReads` read
 */
export async function addingStandard<D>(
  session: Session,
  db: CompanyDb,
  values: CalibratorInput,
  known: Known,
  beside: (made: Made) => Beside<D>,
): Promise<Answer<D>> {
  for (let attempt = 1; ; attempt++) {
    const id = newId();
    const next = values.calibratorNo
      ? null
      : await nextNumber(session, db, {
          ...known,
          // What was read before is taken by another one.
          sequences: attempt === 1 ? known.sequences : null,
        });
    const calibratorNo = values.calibratorNo ?? next!.number;
    const { writes, activity } = verbs.adding(db, id, { ...values, calibratorNo });
    const more = beside({ id, calibratorNo });
    try {
      return await added(db, values, {
        writes: [...(next?.writes ?? []), ...writes, ...more.writes],
        activity: [activity, ...more.activity],
        answer: more.answer,
      });
    } catch (refusal) {
      if (!next || attempt >= TRIES || !isRefusal(refusal, 409)) throw refusal;
    }
  }
}

/** Reference standards: what devices are compared with. */
export const calibrators = {
  ...verbs,
  find: (session: AnySession, id: string) => findCalibrator(session as Session, id),

  /** Without a number it gets the company's next one. */
  async create(anySession: AnySession, sent: unknown): Promise<Answer<{ id: string }>> {
    const session = anySession as Session;
    const db = session.authorize("create-calibrator");
    const values = checked(calibratorInput, sent);
    const known = values.calibratorNo
      ? { format: undefined, sequences: null }
      : knownNumber(await db.read(...numberReads(db)));
    return addingStandard(session, db, values, known, ({ id }) => ({
      ...{ writes: [], activity: [] },
      answer: { status: 201, message: "Calibrator added", data: { id } },
    }));
  },

  /** Deletes one that nothing has happened to; others are retired. */
  async remove(session: AnySession, id: string): Promise<Answer<{ id: string }>> {
    const db = (session as Session).authorize("delete-calibrator");
    const certified = db.exists(
      calibratorCertificates,
      eq(calibratorCertificates.calibratorId, id),
    );
    return verbs.remove(session, id, [db.assert("unreferenced", sql`not ${certified}`)]);
  },
};
