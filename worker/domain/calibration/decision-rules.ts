import { eq } from "drizzle-orm";
import { z } from "zod";
import { decisionRuleKinds, decisionRules as table } from "#drizzle/tenant/index.ts";
import type { Row } from "../../db/db.ts";
import { conflict } from "../../refusals.ts";
import type { AnySession } from "../../session.ts";
import { entity } from "../entity/entity.ts";
import { always, multiline, text, word } from "../entity/fields.ts";
import { optionalDecimal } from "./fields.ts";

const input = z
  .strictObject({
    code: text("Code", 20),
    name: text("Name", 120),
    kind: word("Kind", decisionRuleKinds, "Choose a kind"),
    guardFactor: optionalDecimal("Factor r", { above: "0", most: "10" }),
    riskLimit: optionalDecimal("Largest risk", { above: "0", most: "0.5" }),
    certificateText: multiline("Text on certificates", 1000),
    minTur: optionalDecimal("Least ratio", { above: "0", most: "1000" }),
  })
  .refine(({ kind, guardFactor }) => kind !== "guard_rU" || guardFactor, {
    path: ["guardFactor"],
    message: "A guard band r · U needs its factor",
    ...always,
  })
  .refine(({ kind, riskLimit }) => kind !== "specific_risk" || riskLimit, {
    path: ["riskLimit"],
    message: "A rule by specific risk needs its largest risk",
    ...always,
  });

const verbs = entity({
  table,
  noun: ["decision rule", "decision rules"],
  permissions: {
    view: "view-procedure",
    create: "edit-procedure",
    edit: "edit-procedure",
    delete: "edit-procedure",
  },
  subject: "procedure",
  input,
  // A figure that its kind does not use is not kept.
  stored: ({ kind, guardFactor, riskLimit }) => ({
    guardFactor: kind === "guard_rU" ? guardFactor : null,
    riskLimit: kind === "specific_risk" ? riskLimit : null,
  }),
  list: {
    sorts: { name: table.name, code: table.code },
    filters: { kind: (kind) => eq(table.kind, kind as "simple") },
  },
  offered: {
    to: [
      "view-consumer",
      "create-consumer",
      "edit-consumer",
      "edit-certificate-report",
      "edit-inhouse-calibration",
    ],
    hint: table.code,
  },
});

/** Why a rule that every company begins with stays as it is. */
export const BUILT_IN =
  "This rule is built in, so that certificates can be compared. Add your own.";

function unlessBuiltIn({ builtIn }: Pick<Row<typeof table>, "builtIn">): [] {
  if (builtIn) conflict(BUILT_IN);
  return [];
}

/** How results become verdicts; ten are built in. Triggers keep the words by which they are found. */
export const decisionRules = {
  ...verbs,

  async update(session: AnySession, id: string, sent: Record<string, unknown>) {
    return verbs.update(session, id, sent, unlessBuiltIn);
  },

  async remove(session: AnySession, id: string) {
    return verbs.remove(session, id, unlessBuiltIn);
  },
};
