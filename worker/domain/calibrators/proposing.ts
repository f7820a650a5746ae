import { and, eq, sql } from "drizzle-orm";
import { z } from "zod";
import { intervalWords } from "#app/shared/calibration/intervals.ts";
import { newId } from "#drizzle/columns.ts";
import { calibrators, machines, intervalProposals as table } from "#drizzle/tenant/index.ts";
import type { CompanyDb } from "../../db/company-db.ts";
import type { Answer } from "../../db/db.ts";
import { conflict, invalid, isRefusal, notFound } from "../../refusals.ts";
import type { Session } from "../../session.ts";
import { checked, optionalId, word } from "../entity/fields.ts";
import { type Certified, certifiedOf } from "./certified.ts";
import { foundOf } from "./found.ts";
import {
  type About,
  firstAccepted,
  intervalIn,
  methodNames,
  ofAbout,
  reckonedBy,
} from "./reckoning.ts";

const fields = {
  calibratorId: optionalId("Calibrator"),
  machineId: optionalId("Machine"),
  method: word("Method", methodNames, "Choose a method"),
};
export const proposeInput = z
  .strictObject(fields)
  .refine(({ calibratorId, machineId }) => (calibratorId === null) !== (machineId === null), {
    path: ["calibratorId"],
    error: "Name a calibrator or a machine",
  });

const isOpen = (db: CompanyDb, about: About) =>
  db.exists(table, and(ofAbout(about), eq(table.status, "open"))!);

/** What is known of a device: nothing until certificates are issued by the company itself. */
const NOTHING: Certified = [[], []];

async function lookedUp(db: CompanyDb, about: About) {
  if ("machineId" in about) {
    const [[machine], [first]] = await db.read(
      db.byId(machines, about.machineId),
      firstAccepted(db, about),
    );
    const record = machine ?? notFound("machine");
    return { record, label: `${record.machineNo} ${record.name}`, first, certified: NOTHING };
  }
  const [[calibrator], [first], ...certified] = await db.read(
    db.byId(calibrators, about.calibratorId),
    firstAccepted(db, about),
    ...certifiedOf(db, about.calibratorId),
  );
  const record = calibrator ?? notFound("calibrator");
  return { record, label: `${record.calibratorNo} ${record.name}`, first, certified };
}

/**
 * Proposes an interval by a method, with its arithmetic. Nothing changes until a person accepts it.
 * @throws Response 403; 404; 409 where one is open already; 422 with what is missing
 */
export async function proposeInterval(
  session: Session,
  sent: Record<string, unknown>,
): Promise<Answer<{ id: string }>> {
  const isMachine = typeof sent.machineId === "string" && sent.machineId !== "";
  const db = session.authorize(isMachine ? "edit-machine" : "edit-calibrator");
  const { method, calibratorId, machineId } = checked(proposeInput, sent);
  const about: About = calibratorId ? { calibratorId } : { machineId: machineId! };
  const { record, label, first, certified } = await lookedUp(db, about);
  const current = intervalIn(record);
  if (!current) return invalid({ method: ["It has no interval yet: set one first"] });
  const { proposed, missing } = reckonedBy(session, method, current, first, certified);
  if (!proposed) return invalid({ method: [missing] });
  const id = newId();
  const { factor, interval, arithmetic } = proposed;
  try {
    return await db.commit({
      writes: [
        db.assert("state", sql`not ${isOpen(db, about)}`),
        db.inserting(table, {
          ...{ id, ...about, method, arithmetic, history: foundOf(certified) },
          factor: String(Number(factor.toPrecision(12))),
          ...{ currentValue: current.value, currentUnit: current.unit },
          ...{ proposedValue: interval.value, proposedUnit: interval.unit },
        }),
      ],
      activity: {
        ...{ action: "propose.interval_proposal", kind: "interval_proposal", id, label },
        changes: [{ field: "interval", from: intervalWords(current), to: intervalWords(interval) }],
      },
      answer: { status: 201, message: "Interval proposed", data: { id } },
    });
  } catch (refusal) {
    if (isRefusal(refusal, 409)) conflict("A proposal is open already: decide it first");
    throw refusal;
  }
}
