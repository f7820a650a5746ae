import { conditionWords, coverWords, criticalityWords } from "#app/shared/asset-words.ts";
import { callWord } from "#app/shared/call-words.ts";
import { complianceStandings } from "#app/shared/compliance.ts";
import { kindWord } from "#app/shared/contracts.ts";
import { dueExceptions, dueKinds, standingOf, standings } from "#app/shared/due-standing.ts";
import { assetRules } from "#app/shared/flows/assets.ts";
import { passRules } from "#app/shared/flows/gate-passes.ts";
import { callRules } from "#app/shared/flows/service-calls.ts";
import { transferRules } from "#app/shared/flows/transfers.ts";
import { plural } from "#app/shared/plural.ts";
import type { Results } from "../../db/db.ts";
import type { Asset } from "../assets/find.ts";
import { cut, type Part } from "./part.ts";
import { type careQueries, most } from "./read.ts";

type Care = Results<ReturnType<typeof careQueries>>;
/** Writes instants as the company does. */
type Time = (at: number | null) => string | null;

const said = (words: Readonly<Record<string, string>>, word: string | null) =>
  word && (words[word] ?? word);
const units = {
  day: ["every day", "every {n} days"],
  week: ["every week", "every {n} weeks"],
  month: ["every month", "every {n} months"],
  year: ["every year", "every {n} years"],
} as const;
const sources = {
  oem: "OEM",
  alternative: "Alternative",
  regulatory: "Regulatory",
  local: "Local",
} as const;

function intervalText(unit: keyof typeof units, count: number): string {
  const [one, many] = units[unit];
  return plural(count, one, many);
}

function devicePart(asset: Asset): Part {
  const rows: [string, string | null][] = [
    ["Asset code", asset.assetCode],
    ["Name", asset.name],
    ["Make", asset.make],
    ["Model", asset.model],
    ["Serial no", asset.serialNo],
    ["UDI", asset.udi],
    ["Category", asset.categoryName],
    ["Criticality", criticalityWords[asset.criticality]],
    ["Location", asset.departmentName],
    ["Place", asset.locationPath],
    ["Room", asset.room],
    ["Team", asset.teamName],
    ["Lifecycle", assetRules.states[asset.lifecycle]],
    ["Condition", conditionWords[asset.condition]],
    ["Purchase date", asset.purchaseOn],
    ["Put to use", asset.putToUseOn],
    ["Warranty end", asset.warrantyEndOn],
    ["Cover", said(coverWords, asset.coverKind)],
    ["Cover until", asset.coverUntil],
    ["Last PM", asset.lastPmOn],
    ["Next PM", asset.nextPmOn],
    ["Next calibration", asset.nextCalOn],
  ];
  return {
    ...{ key: "device", title: "Device", head: ["Field", "Value"], rows },
    shown: [
      [0, 0.3],
      [1, 0.7],
    ],
  };
}

function schedulesPart([found]: Care): Part {
  const { rows, note } = cut(found, most.schedules, "schedules");
  return {
    ...{ key: "schedules", title: "Schedules", note },
    head: [
      "Title",
      "Kind",
      "Interval",
      "From",
      "Window before",
      "Window after",
      "Source",
      "State",
      "Hold",
    ],
    shown: [
      [0, 0.3],
      [1, 0.16],
      [2, 0.18],
      [3, 0.14],
      [7, 0.22],
    ],
    rows: rows.map((row) => [
      ...[row.title, dueKinds[row.kind], intervalText(row.intervalUnit, row.intervalCount)],
      ...[row.anchorOn, row.windowBeforeDays, row.windowAfterDays, sources[row.source]],
      row.isActive ? "Active" : ["Ended", row.endReason].filter(Boolean).join(": "),
      row.holdFrom && `${row.holdFrom} to ${row.holdUntil}: ${row.holdReason}`,
    ]),
  };
}

function occurrencesPart([, found]: Care, today: string): Part {
  const { rows, note } = cut(found, most.occurrences, "dates");
  return {
    ...{ key: "occurrences", title: "Dates that fell due", note },
    head: [
      ...["Schedule", "Kind", "Due", "Window from", "Window to", "Planned", "Standing", "Done"],
      ...["Report", "Compliance", "Deferrals", "Could not be done", "Reason"],
    ],
    shown: [
      [0, 0.26],
      [2, 0.14],
      [6, 0.18],
      [7, 0.14],
      [9, 0.14],
      [8, 0.14],
    ],
    rows: rows.map((row) => [
      ...[row.title, dueKinds[row.kind], row.dueOn, row.opensOn, row.closesOn, row.planOn],
      standings[standingOf({ ...row, planOn: row.planOn ?? row.dueOn }, today)].word,
      ...[row.doneOn, row.ticket],
      row.frozen && complianceStandings[row.frozen as "open"].label,
      ...[row.deferrals, row.exception && said(dueExceptions, row.exception)],
      row.cancelReason ?? row.reason,
    ]),
  };
}

function reportsPart([, , found]: Care, time: Time): Part {
  const { rows, note } = cut(found, most.reports, "reports");
  return {
    ...{ key: "reports", title: "Service/PM reports", note },
    head: ["Ticket", "Date", "Type", "Done by", "Yes", "No", "N/A", "Entered", "Cancelled"],
    shown: [
      [0, 0.26],
      [1, 0.14],
      [2, 0.1],
      [3, 0.26],
      [5, 0.08],
      [8, 0.16],
    ],
    rows: rows.map((row) => [
      ...[row.serviceTicket, row.serviceOn, row.serviceType === "pm" ? "PM" : "Other", row.doneBy],
      ...[row.checksYes, row.checksNo, row.checksNa, time(row.createdAt), time(row.cancelledAt)],
    ]),
  };
}

function callParts([, , , calls, downtimes]: Care, time: Time): Part[] {
  const told = cut(calls, most.calls, "calls");
  const down = cut(downtimes, most.downtimes, "downtimes");
  return [
    {
      ...{ key: "calls", title: "Service calls", note: told.note },
      head: [
        "Number",
        "Reported",
        "Problem",
        "Priority",
        "Status",
        "Responded",
        "Resolved",
        "Cause",
        "Resolution",
      ],
      shown: [
        [0, 0.2],
        [1, 0.22],
        [2, 0.38],
        [4, 0.2],
      ],
      rows: told.rows.map((row) => [
        ...[row.number, time(row.reportedAt), row.problem, callWord(row.priority)],
        ...[callRules.states[row.status], time(row.firstResponseAt), time(row.resolvedAt)],
        ...[callWord(row.causeCode), row.resolution],
      ]),
    },
    {
      ...{ key: "downtimes", title: "Downtimes", note: down.note },
      head: ["Kind", "From", "Until", "Reason"],
      shown: [
        [0, 0.18],
        [1, 0.24],
        [2, 0.24],
        [3, 0.34],
      ],
      rows: down.rows.map((row) => [
        row.kind === "planned" ? "Planned" : "Unplanned",
        ...[time(row.startedAt), time(row.endedAt), row.reason],
      ]),
    },
  ];
}

const coverPart = ([, , , , , contracts]: Care): Part => ({
  ...{ key: "cover", title: "Contracts and cover" },
  head: ["Number", "Kind", "Vendor", "Start", "End", "PM visits a year"],
  shown: [
    [0, 0.22],
    [1, 0.18],
    [2, 0.28],
    [3, 0.16],
    [4, 0.16],
  ],
  rows: contracts.map((row) => [
    ...[row.number, kindWord(row.kind), row.vendorName],
    ...[row.startOn, row.terminatedOn ?? row.endOn, row.pmVisitsPerYear],
  ]),
});

const transfersPart = ([, , , , , , transfers]: Care, time: Time): Part => ({
  ...{ key: "transfers", title: "Transfers" },
  head: ["Number", "Made", "To", "Status", "Reason"],
  shown: [
    [0, 0.2],
    [1, 0.22],
    [2, 0.2],
    [3, 0.14],
    [4, 0.24],
  ],
  rows: transfers.map((row) => [
    ...[row.number, time(row.createdAt), row.toName],
    ...[transferRules.states[row.status], row.reason],
  ]),
});

const passesPart = ([, , , , , , , passes]: Care, time: Time): Part => ({
  ...{ key: "gate-passes", title: "Gate passes" },
  head: ["Number", "To", "Status", "Out", "Expected back", "Back"],
  shown: [
    [0, 0.2],
    [1, 0.26],
    [2, 0.16],
    [3, 0.2],
    [5, 0.18],
  ],
  rows: passes.map((row) => [
    ...[row.number, row.vendorName ?? row.partyName, passRules.states[row.status]],
    ...[time(row.outAt), row.expectedReturnOn, time(row.returnedAt)],
  ]),
});

/** The parts of a device's pack that the person may see, in their order. */
export function partsOf(
  asset: Asset,
  care: Care,
  {
    today,
    time,
    can,
  }: {
    today: string;
    time: Time;
    can: (
      permission: "view-breakdown" | "view-vendor" | "view-asset-transfer" | "view-gate-pass",
    ) => boolean;
  },
): Part[] {
  return [
    devicePart(asset),
    schedulesPart(care),
    occurrencesPart(care, today),
    reportsPart(care, time),
    ...(can("view-breakdown") ? callParts(care, time) : []),
    ...(can("view-vendor") ? [coverPart(care)] : []),
    ...(can("view-asset-transfer") ? [transfersPart(care, time)] : []),
    ...(can("view-gate-pass") ? [passesPart(care, time)] : []),
  ];
}
