import { addDays, dayIn } from "#app/shared/company-time.ts";
import { MOST_DEVICES } from "#app/shared/rounds.ts";
import { invalid } from "../../refusals.ts";
import type { Session } from "../../session.ts";
import { isDay } from "../entity/fields.ts";

/** How far ahead a round may look. */
const MOST_DAYS_AHEAD = 92;
const USUAL_DAYS = 30;
const LONGEST_ID = 64;

/**
 * Which devices a round takes along: those of a Location where a service is planned up to a day, or some that were picked, by
 * themselves or by their planned services.
 */
export type AskedRound = { department: string; ids: string[]; due: string[]; until: string };

const idsIn = (params: URLSearchParams, name: string) =>
  (params.get(name) ?? "").split(",").filter(Boolean);

/** @throws Response 422 for a date that is none or too far, and for too many devices */
export function askedRound(params: URLSearchParams, today: string): AskedRound {
  const until = params.get("until") || addDays(today, USUAL_DAYS);
  const [ids, due] = [idsIn(params, "ids"), idsIn(params, "due")];
  const picked = [...ids, ...due];
  if (picked.length > MOST_DEVICES || picked.some((id) => id.length > LONGEST_ID))
    invalid({ ids: [`A round can have at most ${MOST_DEVICES} devices`] });
  if (!isDay(until) || until > addDays(today, MOST_DAYS_AHEAD))
    invalid({ until: [`Choose a day of the next ${MOST_DAYS_AHEAD} days`] });
  return { department: (params.get("department") ?? "").slice(0, LONGEST_ID), ids, due, until };
}

/** The address that takes the same devices along again. */
export const addressOf = ({ department, ids, due, until }: AskedRound) => {
  const picked = { ids: ids.join(","), due: due.join(",") };
  return `/rounds/package?${new URLSearchParams({ ...(picked.ids || picked.due ? picked : { department }), until })}`;
};

/** Today in the company, for the form's days. */
export const todayOf = (session: Session) => dayIn(session.company.timeZone);
