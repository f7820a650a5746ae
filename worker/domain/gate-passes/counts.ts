import { outside } from "#app/shared/flows/gate-passes.ts";
import type { gatePasses } from "#drizzle/tenant/index.ts";
import type { Row } from "../../db/db.ts";

type Pass = Pick<Row<typeof gatePasses>, "status" | "expectedReturnOn" | "chasedOn">;

export const TOTAL = "passes.total";
export const TO_APPROVE = "passes.to_approve";
export const OUT = "passes.out";
/** Those that a morning has found overdue. */
export const OVERDUE = "passes.overdue";
/** What waits for somebody: passes to approve, and those overdue. */
export const DUE = "passes.due";

export const isOutside = ({ status }: Pick<Pass, "status">) =>
  (outside as readonly string[]).includes(status);

/** Whether a morning has found it overdue, and the day of return is still the one that is over. */
const isKnownOverdue = ({ expectedReturnOn, chasedOn, ...pass }: Pass) =>
  isOutside(pass) && expectedReturnOn !== null && chasedOn !== null && expectedReturnOn < chasedOn;

/** The counters that a pass as it is is counted in, besides the total. */
export const countersOf = (pass: Pass): string[] => {
  const waits = pass.status === "pending_approval";
  const isOverdue = isKnownOverdue(pass);
  return [
    ...(waits ? [TO_APPROVE] : []),
    ...(isOutside(pass) ? [OUT] : []),
    ...(isOverdue ? [OVERDUE] : []),
    ...(waits || isOverdue ? [DUE] : []),
  ];
};
