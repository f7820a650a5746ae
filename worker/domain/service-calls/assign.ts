import type { breakdowns } from "#drizzle/tenant/index.ts";
import { invalid } from "../../refusals.ts";
import { workOn } from "../entity/flow-work.ts";
import { assignedTo, assigneeFields, assigneesOf } from "../people/assignee.ts";
import { callNotice } from "./call-notice.ts";
import { withFollowing } from "./clocks.ts";
import { downSince, followedBy } from "./effects.ts";

const work = workOn<typeof breakdowns>();

/** Gives a call to a person, a team or both, whoever had it. */
export const assign = work({
  fields: assigneeFields,
  reads: (db, _, values) => assigneesOf(db, values),
  run({ db, session, before, values, read, at }) {
    const { assignedTeamId, assignedUserId, reason } = values;
    if (!assignedTeamId && !assignedUserId)
      invalid({ assignedUserId: ["Choose a person or a team"] });
    const { assigneeName, writes } = assignedTo(db, values, read);
    const isFirst = before.status === "new" || before.status === "acknowledged";
    const status = isFirst ? "assigned" : before.status;
    return {
      to: status,
      set: {
        ...withFollowing(before, session.company, { assignedTeamId, assignedUserId }, status),
        ...(isFirst ? { acknowledgedAt: before.acknowledgedAt ?? at } : {}),
      },
      event: { assigneeName },
      changes: [
        ...(status === before.status ? [] : [{ field: "status", from: before.status, to: status }]),
        { field: "assignedUserId", from: null, to: assigneeName },
      ],
      writes: [
        ...writes,
        ...followedBy(db, before, { ...before, status }, { down: downSince(before), up: at }),
      ],
      notices: [
        "call.assigned",
        [
          {
            ...callNotice(before),
            key: `call.assigned:${before.id}:${before.version}`,
            title: `${before.number} is assigned to you`,
            body: reason ?? before.problem,
            userIds:
              assignedUserId && assignedUserId !== session.actor.userId ? [assignedUserId] : [],
            teamId: assignedUserId ? null : assignedTeamId,
          },
        ],
      ],
    };
  },
  message: "Call assigned",
  summary: "Assign a service call to a person, a team or both; again while it is open",
  example: { assigned_user_id: "0198c7a2-5f3e-7c11-9a60-3f6f0e8d2b41" },
});
