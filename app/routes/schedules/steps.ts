import { levelStep } from "#worker/domain/due/leveling.ts";
import { makeProposed } from "#worker/domain/due/proposing.ts";
import { createSchedules } from "#worker/domain/due/schedules.ts";
import { actions, asData } from "#worker/web/actions.ts";

/** One step of what is done to many devices, for scripts. */
export const action = actions(
  {
    create: ({ session }, values) => createSchedules(session, values),
    propose: ({ session }, values) => makeProposed(session, values),
    level: ({ session }, values) => levelStep(session, values),
  },
  { reply: asData, isData: true },
);
