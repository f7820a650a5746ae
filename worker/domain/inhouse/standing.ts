/** An in-house calibration as it stands: what it is reckoned to, and what still stands in its way. */
import type { GatedMachine } from "#app/shared/measuring/gate-types.ts";
import { gateSentences, gatesOf } from "#app/shared/measuring/gates.ts";
import { gatedHeadOf, inhouseGates, standing } from "#app/shared/measuring/inhouse.ts";
import { conflict } from "../../refusals.ts";
import { reckoned } from "../measurement/reckoned.ts";
import type { InhouseRecord } from "./record.ts";

/** What of the device gates look at. */
export const gatedMachine = ({ asset, setup }: InhouseRecord): GatedMachine => ({
  ...{ manufacturer: asset.make ?? "", model: asset.model ?? "", serialNo: asset.serialNo },
  ...{ customerTag: asset.assetCode, hasOwner: true },
  electricalClass: setup.device.electricalClass,
  appliedPart: setup.device.appliedPart,
  supply: setup.device.supply,
});

export type Standing = ReturnType<typeof standingOf>;
/** Reckons an in-house calibration. */
export function standingOf(record: InhouseRecord) {
  const { setup, set, calibration } = record;
  const { measured } = set;
  const { lines, checks, environment, conformity, asFound } = reckoned(setup, measured);
  const gates = gatesOf({
    ...{ setup, measured, lines, checks, environment },
    ...{ agreed: null, whyNotSign: null, conceded: [] },
    head: gatedHeadOf(calibration),
    machine: gatedMachine(record),
  });
  return {
    ...{ lines, checks, environment, conformity, asFound },
    gates: inhouseGates(gates, calibration, conformity),
  };
}

/** Refuses what stands in the way. @throws Response 409 with all of it */
export function refuseStanding({ gates }: Pick<Standing, "gates">): void {
  const open = standing(gates);
  const sentences = gateSentences(open);
  const [first] = sentences;
  if (first === undefined) return;
  conflict(sentences.length > 1 ? `${first}. There is more: see the list.` : first, { gates });
}
