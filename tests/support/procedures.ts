import { contentFromTemplate } from "#app/shared/calibration/content-from-template.ts";
import type { DeviceTemplate } from "#app/shared/calibration/device-template.ts";

/** A template with one test. */
export const twinTemplate: DeviceTemplate = {
  ...{ key: "twin", device: "Twin", standards: ["CP-TWIN"], default_interval_months: 12 },
  test_equipment_roles: ["infusion_analyser"],
  tests: [
    {
      ...{ test: "Flow rate", unit: "mL/h", setpoints: ["5", "100"], source: "Manual" },
      tolerance: { op: "sym", pct: "5" },
      verify: false,
    },
  ],
  pm_checks: ["Housing undamaged"],
};

/** A draft that lacks nothing. */
export const twinDraft = {
  ...{ methodReference: "CP-TWIN", decisionRuleId: null, effectiveOn: null, changeNote: null },
  content: contentFromTemplate(twinTemplate),
};
