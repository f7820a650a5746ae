import type { ToleranceRule } from "../metrology/tolerance.ts";

/** Tolerances that grow in steps, by the names that tolerances call them by. */
export const toleranceRules: Readonly<Record<string, ToleranceRule & { name: string }>> = {
  mpe_class_iii_in_service: {
    name: "Maximum permissible errors, class III, in service (OIML R 76)",
    unit: "e",
    steps: [
      { load_up_to: "500", half_width: "1" },
      { load_up_to: "2000", half_width: "2" },
      { load_up_to: null, half_width: "3" },
    ],
  },
};
