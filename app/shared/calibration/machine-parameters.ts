import type { Tolerance } from "../metrology/tolerance.ts";
import type { UnitCode } from "../metrology/units.ts";

/** What a device measures or delivers, over which range, how finely and how well. Figures are decimal text in its unit. */
export type MachineParameter = {
  /** Tells it from the others of its device. */
  key: string;
  name: string;
  quantity: string;
  unit: UnitCode;
  direction: "measure" | "source" | "both";
  lo: string;
  hi: string;
  /** The step of its display; of an analogue one, a division over the part of it that can be read. */
  resolution: string;
  display: "digital" | "analog";
  tolerance: Tolerance;
  /** Where the tolerance stands: a manual's page or a standard's clause. */
  reference: string | null;
};
