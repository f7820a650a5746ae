import { type Signing, standingOn, standingWords } from "#app/shared/calibration/may-sign.ts";
import type { Cell } from "#app/shared/cells.ts";
import { dayIn } from "#app/shared/company-time.ts";
import { calibratorRules } from "#app/shared/flows/calibrators.ts";
import { machineRules } from "#app/shared/flows/machines.ts";
import type { Session } from "../../session.ts";
import type { Template } from "../calibration/device-templates.ts";
import type { Column } from "../imports/columns.ts";

type Values = Record<string, unknown>;
/** A column that a form has no field for; `of` says what stands in it, where that is not the row's own value. */
export type ExportColumn = Column & { of?: (row: Values) => Cell };

type Exported = {
  /** What people call the list, where that is not the entity's own word. */
  what?: string;
  /** Columns of the list that its form has no field for. */
  columns?: readonly ExportColumn[];
  /** What is counted of a record, by the name of the count. */
  counted?: readonly [label: string, name: string];
  /** Says what a row alone does not: what it knows by its id in the shared catalogue, or how it stands today. */
  told?: (session: Session) => Promise<(row: Values) => Values>;
};

/** A signature that has expired is not active, whatever its state is. */
const signaturesToday = async ({ company }: Session) => {
  const today = dayIn(company.timeZone);
  return (row: Values): Values => ({
    ...row,
    standing: standingWords[standingOn(row as Signing, today)],
  });
};
const machineTypeNames = async ({ catalogue }: Session) => {
  const names = new Map((await catalogue.machineTypes()).map(({ id, name }) => [id, name]));
  return ({ machineTypeId, ...row }: Values): Values => ({
    ...row,
    machineTypeId: names.get(String(machineTypeId)) ?? null,
  });
};
const template =
  (say: (row: Template) => Cell) =>
  (row: Values): Cell =>
    say(row as Template);

/** Entities whose file holds more than their form, or has another name. */
export const exported: Readonly<Record<string, Exported>> = {
  locations: { what: "Floor/City/Site" },
  stores: {
    columns: [{ name: "valueMinor", label: "Value", as: "money" }],
    counted: ["Items", "items"],
  },
  calibrators: {
    columns: [
      { name: "status", label: "Use", words: calibratorRules.states },
      { name: "nextCheckOn", label: "Next check", as: "day" },
      { name: "dueOn", label: "Certificate until", as: "day" },
    ],
  },
  machines: {
    columns: [
      { name: "status", label: "Status", words: machineRules.states },
      { name: "nextDueOn", label: "Due", as: "day" },
    ],
  },
  "machine-models": {
    columns: [
      {
        name: "parameters",
        label: "Parameters",
        of: ({ parameters }) => (parameters as unknown[]).length,
      },
    ],
  },
  "device-templates": {
    columns: [
      {
        name: "standards",
        label: "Standards",
        of: template(({ content }) => content.standards.join(", ")),
      },
      { name: "tests", label: "Tests", of: template(({ content }) => content.tests.length) },
      {
        name: "interval",
        label: "Interval (months)",
        of: template(({ content }) => content.default_interval_months),
      },
      { name: "unconfirmed", label: "Figures to verify" },
      {
        name: "originKey",
        label: "Made from",
        of: template(({ originKey }) => (originKey ? "Built in" : "Own")),
      },
    ],
  },
  "safety-limits": {
    columns: [
      { name: "verify", label: "To verify", as: "flag" },
      { name: "confirmedByName", label: "Confirmed by" },
    ],
  },
  "decision-rules": { columns: [{ name: "builtIn", label: "Built in", as: "flag" }] },
  signatures: {
    columns: [{ name: "standing", label: "Status" }],
    told: signaturesToday,
  },
  procedures: {
    columns: [
      { name: "activeNo", label: "Active version" },
      { name: "reviewNo", label: "Version in review" },
      { name: "draftNo", label: "Draft version" },
    ],
    told: machineTypeNames,
  },
};
