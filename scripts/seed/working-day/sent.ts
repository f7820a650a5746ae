import { CYLINDER } from "../stock-data.ts";
import { type Day, type Device, freeDevices } from "./day.ts";
import type { End } from "./passes.ts";

/** What leaves on a pass, for what and to whom. */
export type Sent = {
  purpose: string;
  /** Things are a device or a part of the store; of others, and of a part that is not there, only the words are known. */
  things: readonly { device?: Device; partNo?: string; description?: string; qty?: number }[];
  vendorId?: string | undefined;
  partyName?: string;
  breakdownId?: string | undefined;
  isReturnable?: boolean;
  /** Days until it is expected back. */
  days: number;
};

/** Parts that a workshop mends, in words. */
const mended = {
  "ESU-FOOT": "ESU footswitch, two pedal",
  "BED-HAND": "Bed handset",
  "OTL-LED": "Operating light LED module",
} as const;
const parties = ["Northgate Community Clinic", "Asha Blood Camp Trust", "Sanjeevani Day Care"];

/** What a pass besides those of repairs takes out; null where nothing is free. */
export function sentOn(day: Day, end: End, days: number): Sent | null {
  const { random, vendors } = day;
  const labs = vendors.filter(({ kinds }) => kinds.includes("calibration"));
  // What does not come back is closed as it leaves: only a pass that has ended may be of that kind.
  const purpose =
    end === "part"
      ? "refill"
      : random.weighted({
          ...{ calibration: 45, loan: 20, refill: end === "lost" ? 0 : 22 },
          repair: end === "lost" ? 0 : 10,
          demo_return: end === "back" ? 8 : 0,
        });
  if (purpose === "refill")
    return {
      ...{ purpose, partyName: "Karnataka Oxygen Agencies", days },
      things: [{ partNo: CYLINDER, description: "Oxygen cylinder, size D", qty: random.int(2, 6) }],
    };
  const workshop = vendors.find(({ kinds }) => kinds.includes("service"));
  if (purpose === "repair" && workshop) {
    const partNo = random.pick(Object.keys(mended) as (keyof typeof mended)[]);
    return {
      ...{ purpose, vendorId: workshop.id, days },
      things: [{ partNo, description: mended[partNo] }],
    };
  }
  if (purpose === "demo_return")
    return {
      ...{ purpose, partyName: "Nova Imaging Demo Pool", days, isReturnable: false },
      things: [{ description: "Demonstration ultrasound probe with case" }],
    };
  const portable = freeDevices(day).filter(({ costMinor }) => costMinor < 1_000_000_00);
  const isLab = purpose === "calibration" && labs.length > 0;
  const fit = isLab ? portable.filter(({ calRequired }) => calRequired) : portable;
  const device = fit.length ? random.pick(fit) : null;
  if (!device) return null;
  return isLab
    ? { purpose, vendorId: random.pick(labs).id, days, things: [{ device }] }
    : { purpose: "loan", partyName: random.pick(parties), days, things: [{ device }] };
}
