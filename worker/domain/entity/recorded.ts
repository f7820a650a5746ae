import type { Activity, Answer } from "../../db/db.ts";

type Named = { id: string; name: string };

/** What a command on one record leaves in the log, and its answer. @param action such as "suspend.user" */
export const recorded = (
  kind: string,
  action: string,
  { id, name }: Named,
  message: string,
  more: Pick<Activity, "changes" | "reason"> = {},
): { activity: Activity; answer: Answer<{ id: string }> } => ({
  activity: { action, kind, id, label: name, ...more },
  answer: { status: 200, message, data: { id } },
});
