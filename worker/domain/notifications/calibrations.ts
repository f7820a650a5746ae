import { and, inArray, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import { dateText } from "#app/shared/dates.ts";
import { plural } from "#app/shared/plural.ts";
import { calibrators, machines } from "#drizzle/tenant/index.ts";
import { calibratorsDue, checksDue, machinesDue } from "../due/calibration-sources.ts";
import { lettersOfDues } from "./consumer-dues.ts";
import { type Asked, ending } from "./endings.ts";

/** Days ahead at which the laboratory is reminded. */
const LEADS = [60, 45, 30] as const;
/** From which of them on a machine is told of, by its risk: what matters most is planned first. */
const told: Record<number, readonly (typeof machines.risk.enumValues)[number][]> = {
  60: ["high"],
  45: ["high", "medium"],
  30: ["high", "medium", "low"],
};

const within = (column: SQLiteColumn, id: SQLiteColumn, { after, until, from }: Asked): SQL =>
  sql`${column} > ${after} and ${column} <= ${until} and (${column}, ${id}) > (${from.on}, ${from.id})`;

/** Machines whose calibration falls due. */
export const machineDues = ending({
  kind: "machine.due",
  name: "machines",
  leads: LEADS,
  many: {
    title: (n, when) =>
      plural(
        n,
        `Calibration of 1 machine is due ${when}`,
        `Calibration of {n} machines is due ${when}`,
      ),
    link: (day) => `/machines?due=${day}`,
  },
  ends: (db, asked) =>
    db
      .select({
        id: machines.id,
        number: machines.machineNo,
        name: machines.name,
        serialNo: machines.serialNo,
        consumerId: machines.consumerId,
        endOn: sql<string>`${machines.nextDueOn}`.as("end_on"),
      })
      .from(machines)
      .where(
        db.ofOwner(
          machines,
          and(
            machinesDue,
            within(machines.nextDueOn, machines.id, asked),
            inArray(machines.risk, [...(told[asked.lead] ?? told[30]!)]),
          ),
        ),
      )
      .orderBy(machines.nextDueOn, machines.id)
      .limit(asked.most),
  notice: ({ id, number, name, serialNo, endOn }, when, dateFormat) => ({
    title: `Calibration due ${when}: ${number} ${name}`,
    body: serialNo
      ? `Serial number ${serialNo}. It is due on ${dateText(endOn, dateFormat)}.`
      : `It is due on ${dateText(endOn, dateFormat)}.`,
    link: `/machine/${id}`,
    entityKind: "machine",
  }),
  letters: lettersOfDues,
});

/** Dates of calibrators: those in charge and the custodian are told. */
const ofCalibrator = (
  column: typeof calibrators.dueOn,
  are: SQL,
  said: {
    name: string;
    one: (when: string) => string;
    many: (n: number, when: string) => string;
    body: (on: string) => string;
    list: string;
  },
) =>
  ending({
    kind: "calibrator.due",
    name: said.name,
    leads: LEADS,
    many: { title: said.many, link: () => said.list },
    ends: (db, asked) =>
      db
        .select({
          id: calibrators.id,
          number: calibrators.calibratorNo,
          name: calibrators.name,
          custodian: calibrators.custodianId,
          endOn: sql<string>`${column}`.as("end_on"),
        })
        .from(calibrators)
        .where(db.ofOwner(calibrators, and(are, within(column, calibrators.id, asked))))
        .orderBy(column, calibrators.id)
        .limit(asked.most),
    notice: ({ id, number, name, custodian, endOn }, when, dateFormat) => ({
      title: `${said.one(when)}: ${number} ${name}`,
      body: said.body(dateText(endOn, dateFormat)),
      link: `/calibrator/${id}`,
      entityKind: "calibrator",
      userIds: [custodian],
    }),
  });

export const calibratorDues = ofCalibrator(calibrators.dueOn, calibratorsDue, {
  name: "calibrators",
  one: (when) => `Calibrator due ${when}`,
  many: (n, when) => plural(n, `1 calibrator is due ${when}`, `{n} calibrators are due ${when}`),
  body: (on) => `Its certificate holds until ${on}.`,
  list: "/calibrations?due=60",
});
export const calibratorChecks = ofCalibrator(
  calibrators.nextCheckOn as unknown as typeof calibrators.dueOn,
  checksDue,
  {
    name: "calibrator_checks",
    one: (when) => `Intermediate check ${when}`,
    many: (n, when) =>
      plural(n, `1 intermediate check is due ${when}`, `{n} intermediate checks are due ${when}`),
    body: (on) => `It is to be checked by ${on}.`,
    list: "/calibrations?check=60",
  },
);
