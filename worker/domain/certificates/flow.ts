import { certificateReportRules } from "#app/shared/flows/certificate-reports.ts";
import { certificateReportEvents, certificateReports as table } from "#drizzle/tenant/index.ts";
import { flow } from "../entity/flow.ts";
import { workOn } from "../entity/flow-work.ts";
import { onHead } from "../ledger/ledger.ts";
import { settingSet } from "../measurement/set.ts";
import { checkingMoves } from "./checking.ts";
import { concedingMoves } from "./conceding.ts";
import { certificateCounters } from "./counts.ts";
import { issuingMoves } from "./issuing.ts";
import { outOfCalibration } from "./machine-moves.ts";
import { headOf } from "./record.ts";
import { headReads } from "./record-reads.ts";
import { revise } from "./revising.ts";

const work = workOn<typeof table>();

const cancel = work({
  reads: headReads,
  run({ db, before, read, at }) {
    const { set, machine } = headOf(read);
    const freed =
      before.revisionNo > 0
        ? { writes: [], also: [] }
        : outOfCalibration(db, machine, "Its certificate was cancelled", at);
    return {
      writes: [...settingSet(db, set, { state: "frozen" }), ...freed.writes],
      also: freed.also,
    };
  },
  message: "Certificate cancelled",
  summary: "Cancel a draft: its measurement is kept, and the machine is free again",
  example: { reason: "The customer took the device back" },
});

const states = flow({
  name: "certificate_report",
  label: "Certificate",
  noun: "certificate",
  table,
  column: "status",
  rules: certificateReportRules,
  events: { table: certificateReportEvents, of: "certificateReportId" },
  title: ({ name }) => name,
  counters: certificateCounters,
  moves: { ...checkingMoves, ...concedingMoves, ...issuingMoves, revise, cancel },
});

/** A certificate from its draft to what comes after it. What the ledger proves is written again where others were first. */
export const certificateReportFlow: typeof states = {
  ...states,
  move: (...sent) => onHead(() => states.move(...sent)),
};
