import type { ToleranceRule } from "../metrology/tolerance.ts";

/** Tolerances that grow with the load, by the names that templates and procedures give them. */
export const toleranceRules: Readonly<Record<string, ToleranceRule>> = {
  // Twice the limits of the initial verification; OIML R 76.
  mpe_class_iii_in_service: {
    unit: "e",
    steps: [
      { load_up_to: "500", half_width: "1" },
      { load_up_to: "2000", half_width: "2" },
      { load_up_to: null, half_width: "3" },
    ],
  },
};
