import { sql } from "drizzle-orm";
import { isUnanswered } from "#app/shared/flows/recalls.ts";
import { recalls } from "#drizzle/tenant/index.ts";
import type { CompanyDb } from "../../db/company-db.ts";
import type { Statement } from "../../db/db.ts";

/** The company's devices that a recall still asks about. */
export const OPEN_RECALLS = "recalls.open";

/** The counters of a recall's device in a state. */
export const countersOf = ({ status }: { status: string }) =>
  isUnanswered(status) ? [OPEN_RECALLS] : [];

/** Counts more or fewer devices of a recall; its version stays, so that no form on it is held up. */
export const counting = (
  db: CompanyDb,
  recallId: string,
  { open, devices = 0 }: { open: number; devices?: number },
): Statement[] =>
  open || devices
    ? [
        db.run(sql`update ${recalls} set "open_count" = "open_count" + cast(${open} as integer),
          "device_count" = "device_count" + cast(${devices} as integer)
          where ${recalls.companyId} = ${db.companyId} and ${recalls.id} = ${recallId}`),
      ]
    : [];
