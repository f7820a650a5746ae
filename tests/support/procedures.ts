import { contentFromTemplate } from "#app/shared/calibration/content-from-template.ts";
import type { DeviceTemplate } from "#app/shared/calibration/device-template.ts";
import type { FormLayout } from "#app/shared/certificates/form.ts";
import { builtInCertificate } from "#app/shared/certificates/forms/calibration.ts";
import type { Measured } from "#app/shared/measuring/measured.ts";

/** The layout of the twin's form: the certificate that every laboratory has. */
export const twinLayout: FormLayout = {
  page: builtInCertificate.page,
  sections: builtInCertificate.sections,
};

/** The role of the one standard that the twin's procedure asks for. */
export const twinRole = "infusion_analyser";

/** A template with one test. */
export const twinTemplate: DeviceTemplate = {
  ...{ key: "twin", device: "Twin", standards: ["CP-TWIN"], default_interval_months: 12 },
  test_equipment_roles: [twinRole],
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

const read = (...reference: string[]) => ({ indication: [], reference, imported: [] });
/** Readings by that procedure, all within their limits. */
export const twinMeasured: Measured = {
  as_found: {
    "p1-1": read("5.01", "5.00", "5.02"),
    "p1-2": read("100.2", "100.1", "100.0"),
  },
  ...{ as_left: {}, adjusted: [], bothSides: [], notMeasured: {} },
  checks: { c1: { answer: "yes", value: "", remark: "" } },
  environment: ["22.1", "45", "229"].map((typed) => ({ first: typed, last: typed })),
  acclimatised: "",
};
