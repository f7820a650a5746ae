import { dayIn } from "#app/shared/company-time.ts";
import type { ReadingDb } from "../../db/company-db.ts";
import type { Db } from "../../db/db.ts";

/** The day it is for the company whose rows a database holds; of the platform's rows the day in UTC. */
export const dayOf = (db: ReadingDb | Db): string => dayIn("timeZone" in db ? db.timeZone : "UTC");
