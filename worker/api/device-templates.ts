import { z } from "zod";
import { deviceTemplates as table } from "#drizzle/tenant/index.ts";
import { bringInLimits, bringInTemplates } from "../domain/calibration/built-in.ts";
import { deviceTemplates } from "../domain/calibration/device-templates.ts";
import { safetyLimits } from "../domain/calibration/safety-limits.ts";
import type { AnyEntity } from "../domain/entity/entity.ts";
import { done } from "./answers.ts";
import { type Call, companyCalls } from "./call.ts";
import { filter, resourceCalls, state } from "./resource-calls.ts";
import { columnsShape, id, list, object, text, whole } from "./shapes.ts";

const call = companyCalls({ tag: "Device template", needs: "edit-machine", of: table });
const ofLimits = companyCalls({
  tag: safetyLimits.label,
  needs: "edit-safety-limit",
  of: safetyLimits.table,
});
const broughtIn = done(object({ templates: whole, limits: whole }));
const place = z.strictObject({
  at: z.number().int().min(0).max(99).meta({ description: "The place of the test, from 0" }),
});

/** Device templates with what is built in, and the figures of both that people confirm. */
export const deviceTemplateCalls: Call[] = [
  ...resourceCalls("device-templates", deviceTemplates as unknown as AnyEntity, "company", {
    list: {
      sorts: Object.keys(deviceTemplates.sorts),
      filters: { figures: filter, state },
      row: columnsShape(
        table,
        "id createdAt createdBy updatedAt version archivedAt name originKey unconfirmed",
        { standards: list(text), interval_months: whole, tests: whole },
      ),
    },
    example: {
      content: {
        ...{ key: "own", device: "Infusion pump", standards: ["IEC 60601-2-24:2012"] },
        ...{ default_interval_months: 12, test_equipment_roles: ["infusion_analyser"] },
        tests: [
          {
            ...{ test: "Flow rate", unit: "mL/h", setpoints: ["5", "25", "100"] },
            ...{ tolerance: "±5 %", readings: 3, source: "Service manual", verify: true },
          },
        ],
        pm_checks: ["Housing undamaged"],
      },
    },
  }),
  call({
    post: "/device-templates/bring-in",
    says: "Copy the built-in templates, and with edit-safety-limit the built-in limits, into the company: what it lacks, once",
    answer: broughtIn,
    run: ({ session }) => bringInTemplates(session),
  }),
  call({
    post: "/device-templates/:id/confirm",
    says: "Confirm the figures of a test: they were compared with one's copy of the standard",
    input: place,
    example: { at: 0 },
    isVersioned: true,
    answer: done(object({ id })),
    run: ({ session, id: template, body }) =>
      deviceTemplates.confirmTest(session, template, body as Record<string, unknown>),
  }),
  ofLimits({
    post: "/safety-limits/bring-in",
    says: "Copy the built-in limits of electrical safety into the company: what it lacks, once",
    answer: broughtIn,
    run: ({ session }) => bringInLimits(session),
  }),
  ofLimits({
    post: "/safety-limits/:id/confirm",
    says: "Confirm a limit: it was compared with one's copy of the standard",
    input: z.strictObject({}),
    isVersioned: true,
    answer: done(object({ id })),
    run: ({ session, id: limit, body }) =>
      safetyLimits.confirm(session, limit, body as Record<string, unknown>),
  }),
];
