import type { Answer } from "../../db/db.ts";
import { forbidden } from "../../refusals.ts";
import type { Session } from "../../session.ts";
import { upserting } from "../settings/save.ts";

/** Puts the first steps away for everybody in the company; done again it changes nothing. @throws Response 403 but for an Admin */
export function putFirstStepsAway(session: Session): Promise<Answer<null>> {
  if (session.type !== "Admin") forbidden();
  const db = session.authorize("edit-settings");
  return db.commit({
    writes: [upserting(db, { first_steps_away: true })],
    activity: {
      ...{ action: "update.settings", kind: "settings", id: "first_steps", label: "First steps" },
      changes: [{ field: "firstStepsAway", from: null, to: true }],
    },
    answer: { status: 200, message: "First steps put away", data: null },
  });
}
