import type { CompanyDb } from "../../db/company-db.ts";
import type { Activity, Statement } from "../../db/db.ts";
import { notifying } from "../notifications/notify.ts";

/** What a company is told of staff inside it, on its way to the company's shard. */
export type StaffVisit = {
  companyId: string;
  binding: string;
  by: { id: string; name: string };
  /** Of the company. */
  name: string;
} & Required<Pick<Activity, "action" | "changes" | "reason">> & {
    /** What its Admins are told when somebody has entered; null where they are not told. */
    told: { grantId: string; staffName: string; origin: string; isWrite: boolean } | null;
  };

/** The rows in the company's own shard: its log, and the notices to its Admins. */
export function visitEffect(
  db: CompanyDb,
  { companyId, name, action, changes, reason, told }: StaffVisit,
): { writes: Statement[]; activity: Activity } {
  return {
    writes: told
      ? notifying(db, told.origin, "staff.entered", [
          {
            key: `staff.entered:${told.grantId}`,
            title: told.isWrite
              ? `${told.staffName} of the platform has entered, and may write`
              : `${told.staffName} of the platform has entered to read`,
            body: reason ?? "",
            link: "/activity-logs",
            entityKind: "company",
            entityId: companyId,
          },
        ])
      : [],
    activity: { action, kind: "company", id: companyId, label: name, changes, reason },
  };
}
