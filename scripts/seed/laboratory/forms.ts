import type { FormLayout } from "#app/shared/certificates/form.ts";
import { builtInForms } from "#app/shared/certificates/forms/kinds.ts";
import { inserted, newBlock, replaced } from "#app/shared/certificates/forms/layout.ts";
import { reportFormFlow } from "#worker/domain/report-forms/flow.ts";
import { reportPresets } from "#worker/domain/report-forms/presets.ts";
import { beginForm, createFormVersion, saveForm } from "#worker/domain/report-forms/save.ts";
import { at, type Bench } from "./bench.ts";

const { page, sections } = builtInForms.calibration;

/** The certificate of the laboratory's defibrillators: budgets under the results, and a word to those who read it first. */
function withBudget(): FormLayout {
  const budget = newBlock("table.budget", "budget");
  const note = newBlock("text", "note");
  const layout = inserted({ page, sections }, { section: 1, at: 2 }, budget);
  return replaced(inserted(layout, { section: 1, at: 0 }, note), {
    ...note,
    text: "{{item.name}} {{item.serial_no}} was calibrated on a load of 50 Ω.",
  } as typeof note);
}

const [BEGUN, PUBLISHED, CHANGED] = [64, 60, 3];

/** Forms of the laboratory's own: one in use and drawn anew, one for visits, one that is a draft; and what certificates start with. */
export function planForms(bench: Bench): void {
  const { history, head, ids } = bench;
  const plan = (days: number, hour: number, run: () => Promise<unknown>) =>
    history.plan(at(bench, days, hour), run);
  plan(BEGUN, 10, async () => {
    const { data } = await beginForm(head, {
      name: "Defibrillator certificate",
      kind: "calibration",
    });
    plan(BEGUN - 1, 11, () => saveForm(head, data.versionId, { layout: withBudget(), version: 1 }));
    plan(PUBLISHED, 15, () => reportFormFlow.move(head, data.versionId, "publish", {}));
    plan(PUBLISHED - 1, 10, () =>
      reportPresets.create(head, {
        ...{ name: "Defibrillator at the customer's", kind: "calibration" },
        ...{ reportFormId: data.id, procedureId: ids.procedures.get("defibrillator") },
        ...{ title: "Calibration certificate", performedAt: "customer", standards: [] },
        conditionOnReceipt: "Clean and complete, with paddles",
      }),
    );
    plan(CHANGED, 16, () => createFormVersion(head, data.id));
  });
  plan(PUBLISHED - 6, 12, async () => {
    const { data } = await beginForm(head, { name: "Report of a PM visit", kind: "pm_report" });
    plan(PUBLISHED - 7, 12, () => reportFormFlow.move(head, data.versionId, "publish", {}));
    plan(PUBLISHED - 8, 12, () =>
      reportPresets.create(head, {
        ...{ name: "Visit to infusion pumps", kind: "pm_report", reportFormId: data.id },
        ...{ procedureId: ids.procedures.get("infusion_pump"), performedAt: "customer" },
        standards: [],
      }),
    );
  });
  plan(CHANGED + 1, 9, () =>
    beginForm(head, { name: "Electrical safety, short", kind: "electrical_safety" }),
  );
}
