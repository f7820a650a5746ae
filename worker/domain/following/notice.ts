import type { breakdowns } from "#drizzle/tenant/index.ts";
import type { CompanyDb } from "../../db/company-db.ts";
import type { Row, Statement } from "../../db/db.ts";
import type { NoticeKind } from "../notifications/kinds.ts";
import { type Notice, notifying } from "../notifications/notify.ts";
import { callNotice } from "../service-calls/call-notice.ts";

export type Assigned = Pick<
  Row<typeof breakdowns>,
  "id" | "departmentId" | "priority" | "assignedUserId" | "assignedTeamId"
>;
export type Device = { id: string; assetCode: string; name: string };

/** What the reporter of a call has done, told to those who have the call, or else to all who are told of problems. */
export function reporterNotice(
  call: Assigned,
  device: Device,
  { key, title, body }: { key: string; title: string; body: string },
): readonly [NoticeKind, readonly Notice[]] {
  const { id, assignedUserId, assignedTeamId } = call;
  const isAssigned = assignedUserId !== null || assignedTeamId !== null;
  return [
    isAssigned ? "call.remarked" : "problem.reported",
    [
      {
        key: `call.remarked:${id}:${key}`,
        ...callNotice(call),
        title: `${title}: ${device.assetCode} ${device.name}`.slice(0, 200),
        body: body.slice(0, 300),
        userIds: [assignedUserId],
        teamId: assignedTeamId,
      },
    ],
  ];
}

/** The same as statements of a batch. */
export const tellOfReporter = (
  db: CompanyDb,
  origin: string,
  ...told: Parameters<typeof reporterNotice>
): Statement[] => notifying(db, origin, ...reporterNotice(...told));
