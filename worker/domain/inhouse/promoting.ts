import { newId } from "#drizzle/columns.ts";
import {
  certificateReportEvents,
  certificateReports,
  consumers,
  machineModels,
  machines,
  type inhouseCalibrations as table,
} from "#drizzle/tenant/index.ts";
import { conflict } from "../../refusals.ts";
import { machineOf } from "../calibration/machine-of.ts";
import { certificateCounters } from "../certificates/counts.ts";
import { intoCalibration, refuseMachine } from "../certificates/machine-moves.ts";
import { certificateWords as searchWords } from "../certificates/searching.ts";
import { bump } from "../entity/counters.ts";
import { workOn } from "../entity/flow-work.ts";
import { randomToken } from "../entity/random-token.ts";
import { copiedSet } from "../measurement/copied-set.ts";
import { headOf } from "./record.ts";
import { copyReads, own } from "./record-reads.ts";

const work = workOn<typeof table>();
const adjusted = {
  none: "none",
  adjusted: "adjusted",
  repaired: "repaired",
  out_of_service: "none",
} as const;

/** Begins a certificate of the same measurement for the machine that the device is on the laboratory's side. */
export const promote = work({
  reads: (db, id) => {
    const assetId = own(db, id, "asset_id");
    return [
      ...copyReads(db, id),
      db.byId(machines, machineOf(db, assetId)),
      db.byId(machineModels, machineOf(db, assetId, "machine_model_id")),
      db.byId(consumers, machineOf(db, assetId, "consumer_id")),
    ] as const;
  },
  run({ db, before, read, at }) {
    const { set } = headOf(read);
    const [standards, [machine], [model], [consumer]] = [read[5], read[6], read[7], read[8]];
    if (!machine || !model)
      return conflict(
        "This device is no machine of Testing and Calibration yet: add it under Machine DUC, as an own asset",
      );
    refuseMachine(machine);
    const copy = copiedSet(
      db,
      { ...set, machineId: machine.id, assetId: null, wasSigned: true },
      standards,
    );
    const certificateId = newId(at);
    const { actorId, actorName } = db.stamp;
    const name = machine.machineNo;
    const moved = intoCalibration(db, machine, at);
    return {
      set: { certificateReportId: certificateId },
      around: (update) => [
        ...copy.writes,
        db.inserting(certificateReports, {
          ...{ id: certificateId, measurementSetId: copy.id, name },
          ...{ title: "Calibration certificate", machineId: machine.id },
          ...{ consumerId: machine.consumerId, consumerSiteId: machine.consumerSiteId },
          ...{ calStartOn: before.performedOn, calEndOn: before.performedOn, receivedOn: null },
          accredited: false,
          decisionRuleId: before.decisionRuleId,
          adjustment: adjusted[before.action],
          ...{ asFoundMissing: before.asFoundMissing, deviations: before.deviations },
          nextDueOn: before.nextDueOn,
          showDue: Boolean(consumer?.intervalOnCertificate),
          writerIds: [
            ...new Set([...before.writerIds, before.technicianId, ...(actorId ? [actorId] : [])]),
          ],
          verifyToken: randomToken(),
        }),
        update,
      ],
      writes: [
        db.inserting(certificateReportEvents, {
          ...{ certificateReportId: certificateId, status: "draft", note: before.inhouseNo },
          ...{ actorId, actorName, at },
        }),
        ...moved.writes,
        ...certificateCounters({ status: "draft" }).map((counter) => bump(db, counter, 1)),
        ...searchWords(db, { id: certificateId, name, jobNo: null }, machine, model),
      ],
      also: [
        {
          ...{ action: "create.certificate_report", kind: "certificate_report", id: certificateId },
          ...{ label: name, assetId: before.assetId },
          changes: [{ field: "begunFrom", from: null, to: before.inhouseNo }],
        },
        ...moved.also,
      ],
      changes: [],
      data: { certificateId },
    };
  },
  message: "Certificate begun",
  summary:
    "Begin a certificate of the same measurement, for the machine that the device is on the laboratory's side: a draft that is checked, approved and issued as every other one",
  example: {},
});
