import { addDays } from "#app/shared/company-time.ts";
import { plural } from "#app/shared/plural.ts";
import { ruleFor } from "../../access.ts";
import type { Session } from "../../session.ts";
import { TO_APPROVE } from "../gate-passes/counts.ts";
import { importRights } from "../imports/jobs.ts";
import { callCounter } from "../service-calls/counts.ts";
import { AHEAD_DAYS } from "./morning.ts";
import type { MyRuns } from "./my-runs.ts";

/** Whether the person may open a screen. */
export const within = (session: Session, path: string) => {
  const rule = ruleFor(path);
  return rule !== undefined && session.opens(rule);
};

/** What waits for the person's decision, each with the list that holds it. */
export function waitingFor(
  session: Session,
  {
    transfers,
    count,
    runs,
    ungiven,
    location,
    today,
  }: {
    transfers: number | null;
    count: ((name: string) => number) | null;
    runs: MyRuns | undefined;
    /** Planned services of the person's Locations that nobody has. */
    ungiven: number;
    location: string | null;
    today: string;
  },
) {
  const lines = [
    {
      n: transfers ?? 0,
      text: ["1 transfer waits for you", "{n} transfers wait for you"],
      to: "/asset-transfers?tab=mine",
    },
    {
      n: session.can("approve-gate-pass") ? (count?.(TO_APPROVE) ?? 0) : 0,
      text: ["1 gate pass waits for approval", "{n} gate passes wait for approval"],
      to: "/gate-passes?tab=to_approve",
    },
    {
      n: session.can("edit-breakdown") ? (count?.(callCounter.status("new")) ?? 0) : 0,
      text: ["1 call is new and waits for an answer", "{n} calls are new and wait for an answer"],
      to: "/asset-breakdowns?tab=new",
    },
    {
      n: within(session, "/due-service-calendar") ? ungiven : 0,
      text: [
        "1 planned service up to next week is given to nobody",
        "{n} planned services up to next week are given to nobody",
      ],
      to: `/due-service-calendar?view=agenda&person=none&to=${addDays(today, AHEAD_DAYS)}${location ? `&department=${location}` : ""}`,
    },
    {
      n: within(session, "/imports") && importRights.some(session.can) ? (runs?.imports ?? 0) : 0,
      text: ["1 import of yours is not finished", "{n} imports of yours are not finished"],
      to: runs?.imports === 1 ? `/imports/${runs.importId}` : "/imports",
    },
    {
      n: within(session, "/reports") ? (runs?.files ?? 0) : 0,
      text: ["1 file of yours is being made", "{n} files of yours are being made"],
      to: "/reports",
    },
  ] as const;
  return lines
    .filter(({ n }) => n > 0)
    .map(({ n, text: [one, other], to }) => ({ to, text: plural(n, one, other) }));
}

/** What else is there for the person, whatever their company does. */
export const openTo = (session: Session) => ({
  /** People of the company; null for who may not see them. */
  people: session.can("view-user") && within(session, "/users") ? session.company.userCount : null,
  unread: session.actor.unread,
  settings: within(session, "/settings"),
  /** A guard's own page. */
  gate: session.can("edit-gate-pass") && within(session, "/gate"),
});

/** What the person may begin from here. */
export const actionsOf = (session: Session) => ({
  report: session.can("create-breakdown") && session.can("view-asset"),
  startPm: session.can("edit-asset") && session.can("view-asset"),
  add: session.can("create-asset"),
});
