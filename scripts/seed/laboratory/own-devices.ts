import { machines } from "#worker/domain/calibration/machines.ts";
import { type DeviceType, deviceTypes } from "../devices.ts";
import type { Device } from "../working-day/day.ts";
import { at, type Bench, daysBefore, engineerAt } from "./bench.ts";
import { planCalibration } from "./certifying.ts";
import { type Kind, type ModelOf, modelName } from "./models.ts";
import { AGAIN_AFTER, courseOf, foundOf, RECENT } from "./visits.ts";

/** How many devices of each kind the hospital calibrates itself, and of how many models. */
const wanted = {
  defibrillator: { devices: 4, models: 1 },
  infusion_pump: { devices: 4, models: 1 },
  syringe_pump: { devices: 4, models: 2 },
  patient_monitor: { devices: 5, models: 2 },
  nibp: { devices: 2, models: 1 },
  pulse_oximeter: { devices: 1, models: 1 },
} as const;
export const ownKinds = Object.keys(wanted);

export type OwnDevice = { template: string; type: DeviceType; device: Device };

/** The newest devices of the models of which there are most. */
export function chosenDevices(devices: readonly Device[]): OwnDevice[] {
  return Object.entries(wanted).flatMap(([template, { devices: most, models }]) => {
    const type = deviceTypes.find(({ checklist }) => checklist === template)!;
    const byModel = new Map<string, Device[]>();
    for (const device of devices.filter((one) => one.type === type.name)) {
      const name = `${device.make} ${device.model}`;
      byModel.set(name, [...(byModel.get(name) ?? []), device]);
    }
    return [...byModel.values()]
      .sort((a, b) => b.length - a.length)
      .slice(0, models)
      .flatMap((all, nth) => {
        const share = Math.floor(most / models) + (nth < most % models ? 1 : 0);
        return all.sort((a, b) => b.since - a.since).slice(0, share);
      })
      .map((device) => ({ template, type, device }));
  });
}

/** The models of those devices. */
export function modelsOf(chosen: readonly OwnDevice[]): ModelOf[] {
  const models = new Map<string, ModelOf>();
  for (const { template, type, device } of chosen) {
    const { make: manufacturer, model } = device;
    models.set(modelName({ manufacturer, model }), {
      ...{ template, manufacturer, model, electricalClass: "I", appliedPart: type.part ?? "NONE" },
      ...{ defibProof: type.part === "CF", supply: "detachable_cord" },
    });
  }
  return [...models.values()];
}

/** Days ago on which each was calibrated last; the longest are due soon or overdue. */
const calibrated = [
  ...[12, 25, 40, 58, 70, 84, 96, 110, 125, 139, 150, 161, 168, 176, 190, 230, 290, 345, 352, 378],
];

/** Devices of the hospital as machines that its own laboratory calibrates. */
export function planOwnDevices(
  bench: Bench,
  chosen: readonly OwnDevice[],
  kinds: Map<string, Kind>,
): void {
  const { history, ids } = bench;
  const yearly = (one: OwnDevice) => (one.type.pmMonths > 6 ? 1 : 0);
  const sorted = [...chosen].sort((a, b) => yearly(a) - yearly(b));
  for (const [nth, { template, type, device }] of sorted.entries()) {
    const ago = calibrated[nth % calibrated.length]!;
    const who = engineerAt(bench, nth);
    history.plan(at(bench, ago + 1, 14 + (nth % 5) / 2), async () => {
      const { name, months } = kinds.get(template)!;
      const { data } = await machines.create(who, {
        ...{ name, owner: "own_asset", assetId: device.id, serialNo: device.serialNo },
        machineModelId: ids.models.get(
          modelName({ manufacturer: device.make, model: device.model }),
        )!,
        risk: type.criticality === "medium" ? "medium" : "high",
        ...{ electricalClass: "I", appliedPart: type.part ?? "NONE", supply: "detachable_cord" },
        defibProof: type.part === "CF",
        defaultProcedureId: ids.procedures.get(template) ?? "",
        ...{ intervalValue: months, intervalUnit: "month", intervalSource: "default" },
        lastCalOn: "",
      });
      const certify = (on: number, turn: number) =>
        planCalibration(bench, {
          ...{ machineId: data.id, template, turn, begins: at(bench, on, 10 + (nth % 6) / 2) },
          ...{ course: courseOf(turn, on), found: foundOf(turn), isAccredited: false },
          ...{ address: null, jobNo: `BME-${daysBefore(bench, on).slice(2, 7).replace("-", "")}` },
        });
      certify(ago, nth);
      if (ago - AGAIN_AFTER > RECENT) certify(ago - AGAIN_AFTER, nth + 17);
    });
  }
}
