import type { Device } from "../working-day/day.ts";
import type { Bench } from "./bench.ts";
import { planCalibrators } from "./calibrators.ts";
import { planFailed } from "./checks.ts";
import { planConsumer } from "./consumers.ts";
import { planForms } from "./forms.ts";
import { planImpact } from "./impact.ts";
import { planIntervals } from "./intervals.ts";
import { planMachines } from "./machines.ts";
import { planModels } from "./models.ts";
import { chosenDevices, modelsOf, ownKinds, planOwnDevices } from "./own-devices.ts";
import { planPortal } from "./portal.ts";
import { planProcedures } from "./procedures.ts";
import { planReferences, planScope } from "./references.ts";
import { planSignatures } from "./signatures.ts";
import { calibratorRows, consumerRows, modelRows } from "./tables.ts";

const JOURNEY_BEFORE = 12;

/** Standards that were found out of tolerance: by their laboratory, and by a check before it. */
const found = { "GF-01": 2, "PM-05": 0, "PS-04": 0 };

/** Three years of a laboratory that calibrates for others. */
export function planLaboratory(bench: Bench): void {
  planReferences(bench);
  planSignatures(bench);
  const standards = calibratorRows();
  planCalibrators(bench, standards, { found, waits: "EU-01", out: "CM-01" });
  const adjusted = standards.find(({ own }) => own.calibratorNo === "PM-05")!;
  planFailed(bench, "PM-05", adjusted.last + JOURNEY_BEFORE, "201.1", 1);
  planProcedures(bench, {
    prefix: "NM-CP-",
    begun: (nth) => bench.days - 20 - 3 * nth,
    open: {
      enteral_pump: { begun: 25, until: "in_review" },
      balance: { begun: 8, until: "draft" },
    },
    later: {
      defibrillator: [
        { begun: 260, until: "active" },
        { begun: 12, until: "draft" },
      ],
      infusion_pump: [{ begun: 244, until: "active" }],
      ventilator: [{ begun: 131, until: "active" }],
      patient_monitor: [{ begun: 5, until: "draft" }],
      esu: [{ begun: 9, until: "in_review" }],
    },
  });
  planScope(bench, 510);
  planForms(bench);
  const models = modelRows();
  const said = models.map(({ risk: _, places: __, ...model }) => model);
  const kinds = planModels(bench, said, bench.days - 90);
  let from = 0;
  for (const [turn, row] of consumerRows().entries()) {
    const first = from;
    from += row.machines;
    planConsumer(bench, row, turn, (consumer) =>
      planMachines({ bench, row, consumer, kinds }, models, first),
    );
  }
  planImpact(bench, {
    ...{ calibrator: "PS-04", opened: 47 },
    shifts: { "Blood pressure": "1.4", SpO2: "-0.6" },
  });
  planIntervals(bench, [
    {
      ...{ calibrator: "ESA-01", method: "staircase", on: 104 },
      decided: { move: "reject", reason: "The accreditation asks for a calibration each year" },
    },
    {
      ...{ calibrator: "RT-02", method: "staircase", on: 62 },
      decided: { move: "accept", reason: "Five calibrations well within its specification" },
    },
    { calibrator: "PM-05", method: "a1", on: 33 },
  ]);
  planPortal(bench);
}

/** Two years in which a hospital has calibrated some of its own devices. */
export function planOwnLaboratory(bench: Bench, devices: readonly Device[]): void {
  planReferences(bench);
  planSignatures(bench);
  planCalibrators(bench, calibratorRows("hospital-calibrators"), {});
  planProcedures(bench, {
    ...{ prefix: "MGH-CP-", begun: (nth: number) => bench.days - 25 - 9 * nth, only: ownKinds },
    ...{ open: {}, later: { infusion_pump: [{ begun: 16, until: "draft" }] } },
  });
  const chosen = chosenDevices(devices);
  const kinds = planModels(bench, modelsOf(chosen), bench.days - 120);
  planOwnDevices(bench, chosen, kinds);
}
