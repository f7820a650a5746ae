import { desc, eq } from "drizzle-orm";
import { calibratorEvents, calibrators } from "#drizzle/tenant/index.ts";
import type { ReadingDb } from "../../db/company-db.ts";
import { notFound } from "../../refusals.ts";
import type { Session } from "../../session.ts";
import { calibratorFlow } from "./flow.ts";

const MOST_EVENTS = 60;

/** What happened to a calibrator lately, the newest first, as a statement of a read. */
export const eventsOf = (db: ReadingDb, id: string) =>
  db
    .select()
    .from(calibratorEvents)
    .where(db.ofOwner(calibratorEvents, eq(calibratorEvents.calibratorId, id)))
    .orderBy(desc(calibratorEvents.id))
    .limit(MOST_EVENTS);

/** A calibrator with what happened to it and what the person may do with it. @throws Response 403, 404 */
export async function findCalibrator(session: Session, id: string) {
  const db = session.authorize("view-calibrator");
  const [[row], events] = await db.read(db.byId(calibrators, id), eventsOf(db, id));
  const calibrator = row ?? notFound("calibrator");
  return {
    ...calibrator,
    events: events.toReversed(),
    moves: calibratorFlow.movesOf(session, calibrator),
  };
}
