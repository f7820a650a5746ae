import type { breakdowns } from "#drizzle/tenant/index.ts";
import type { Row } from "../../db/db.ts";
import type { Notice } from "../notifications/notify.ts";

type Call = Pick<Row<typeof breakdowns>, "id" | "departmentId" | "priority" | "reporterUserId">;

/** What every notice about a call says alike. */
export const callNotice = ({ id, departmentId, priority }: Omit<Call, "reporterUserId">) =>
  ({
    link: `/asset-breakdown/${id}`,
    severity: priority === "critical" ? "critical" : "warning",
    entityKind: "breakdown",
    entityId: id,
    departmentId,
  }) satisfies Partial<Notice>;

/**
 * Who reported a call by an account is told what became of it, unless they did it.
 * @param key tells it once for each
 */
export const toldReporter = (
  call: Call,
  actor: string | null,
  key: string,
  title: string,
  body: string | null,
): [kind: "call.answered", notices: Notice[]] => [
  "call.answered",
  call.reporterUserId && call.reporterUserId !== actor
    ? [
        {
          ...callNotice(call),
          severity: "info",
          key: `call.answered:${call.id}:${key}`,
          title,
          body: (body ?? "").slice(0, 300),
          userIds: [call.reporterUserId],
        },
      ]
    : [],
];
