import { and, inArray, type SQL, sql } from "drizzle-orm";
import { callPriorities, causes, holdReasons } from "#app/shared/call-words.ts";
import { type Risk, risks } from "#app/shared/compliance.ts";
import { dueExceptions, dueKinds } from "#app/shared/due-standing.ts";
import { callRules } from "#app/shared/flows/service-calls.ts";
import {
  assets,
  breakdowns,
  dueOccurrences,
  serviceReports,
  vendors,
} from "#drizzle/tenant/index.ts";
import { pointsTo } from "../../db/predicates.ts";
import { entryOf } from "../lists/list-query.ts";
import {
  hoursBetween,
  is,
  named,
  onDays,
  onInstants,
  type Report,
  type ReportColumn,
  wordsOf,
  writtenFrom,
} from "./declaration.ts";
import { device, ofDevices } from "./of-devices.ts";

const assetSide = [0, 2] as const;
const yes = { 1: "yes", 0: "no" } as const;
const { vendor: _, ...byDevice } = ofDevices;

/** An occurrence as it stands in the list, by its dates. */
const plannedStates = {
  scheduled: "Planned",
  in_progress: "In progress",
  done: "Done",
  deferred: "Deferred",
  missed: "Could not be done",
  cancelled: "Cancelled",
} as const;

export const pmPlan: Report = {
  title: "PM plan against done",
  about:
    "Planned services with their windows, and when they were done; cancelled ones are left out",
  more: {
    text: "It says how things stand at this moment. What counts for a month is frozen when the month is over, under",
    ...{ label: "PM compliance", to: "/pm-compliance" },
  },
  subject: "asset",
  services: assetSide,
  from: sql`${dueOccurrences} join ${assets} on ${pointsTo(dueOccurrences.assetId, assets)}`,
  where: ({ db }) => db.ofOwner(dueOccurrences, sql`${dueOccurrences.status} <> 'cancelled'`),
  filters: {
    ...onDays(dueOccurrences.dueOn),
    ...ofDevices,
    risk: (risk) =>
      risk in risks ? inArray(assets.criticality, [...risks[risk as Risk].of]) : sql`0`,
    put_off: (word) =>
      and(
        sql`${dueOccurrences.kind} = 'pm' and ${assets.deletedAt} is null`,
        entryOf<SQL>(
          {
            excepted: sql`${dueOccurrences.exception} <> 'none'`,
            deferred: sql`${dueOccurrences.deferrals} > 0`,
          },
          word,
        ),
      ),
  },
  key: [dueOccurrences.dueOn, dueOccurrences.id],
  columns: ({ today }): ReportColumn[] => [
    { label: "Due", as: "day", value: dueOccurrences.dueOn },
    { label: "Kind", value: dueOccurrences.kind, words: dueKinds },
    ...device,
    {
      label: "Status",
      value: sql`case when ${dueOccurrences.status} in ('scheduled', 'in_progress', 'deferred') and ${dueOccurrences.planOn} < ${today} then 'overdue' else ${dueOccurrences.status} end`,
      words: { ...plannedStates, overdue: "Overdue" },
    },
    { label: "Done on", as: "day", value: dueOccurrences.doneOn },
    { label: "Window until", as: "day", value: dueOccurrences.closesOn },
    { label: "On time", value: dueOccurrences.onTime, words: yes },
    { label: "Kept from it by", value: dueOccurrences.exception, words: dueExceptions },
    {
      label: "Report",
      as: "code",
      value: named(serviceReports.serviceTicket, dueOccurrences.serviceReportId),
    },
  ],
};

const calls = sql`${breakdowns} join ${assets} on ${pointsTo(breakdowns.assetId, assets)}`;

export const breakdownLog: Report = {
  title: "Breakdown log",
  about:
    "Service calls with how long they took, in hours by the clock, and whether the promise was met",
  subject: "breakdown",
  services: assetSide,
  from: calls,
  where: ({ db }) => db.ofOwner(breakdowns),
  filters: {
    from: (day, asker) =>
      and(onInstants(breakdowns.reportedAt).from(day, asker), writtenFrom(breakdowns.id, day)),
    to: onInstants(breakdowns.reportedAt).to,
    ...byDevice,
    vendor: is(breakdowns.vendorId),
    priority: is(breakdowns.priority),
  },
  key: [breakdowns.id],
  columns: (): ReportColumn[] => [
    { label: "Number", as: "code", value: breakdowns.number },
    { label: "Reported", as: "time", value: breakdowns.reportedAt },
    ...device,
    { label: "Problem", value: breakdowns.problem, wide: 2 },
    { label: "Priority", value: breakdowns.priority, words: wordsOf(callPriorities) },
    { label: "Status", value: breakdowns.status, words: callRules.states },
    { label: "Hold reason", value: breakdowns.holdReason, words: wordsOf(holdReasons) },
    { label: "Vendor", value: named(vendors.name, breakdowns.vendorId) },
    {
      label: "Response, h",
      as: "number",
      value: hoursBetween(breakdowns.reportedAt, breakdowns.firstResponseAt),
    },
    {
      label: "In time",
      value: sql`case when ${breakdowns.slaRespondBy} is null or ${breakdowns.firstResponseAt} is null then null else ${breakdowns.firstResponseAt} <= ${breakdowns.slaRespondBy} end`,
      words: yes,
    },
    {
      label: "Resolved, h",
      as: "number",
      value: hoursBetween(breakdowns.reportedAt, breakdowns.resolvedAt),
    },
    { label: "Down", value: breakdowns.equipmentDown, words: yes },
    { label: "Cause", value: breakdowns.causeCode, words: wordsOf(causes) },
    { label: "Repeat", value: breakdowns.isRepeat, words: yes },
  ],
};
