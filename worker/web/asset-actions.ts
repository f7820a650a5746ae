import { accessoryFieldOf } from "#app/shared/accessory-rows.ts";
import { parseMoney } from "#app/shared/money.ts";
import { accessories } from "../domain/assets/accessories.ts";
import { removeDocument, saveDocument, showPicture } from "../domain/assets/documents.ts";
import { assetFlow } from "../domain/assets/flow.ts";
import { removeAsset } from "../domain/assets/remove.ts";
import { replaceAccessory } from "../domain/assets/replace-accessory.ts";
import { scheduleFlow } from "../domain/due/schedule-flow.ts";
import type { AnyFlow } from "../domain/entity/flow.ts";
import { callFlow } from "../domain/service-calls/flow.ts";
import { reportCall } from "../domain/service-calls/report.ts";
import { reportFlow } from "../domain/service-reports/index.ts";
import type { Session } from "../session.ts";
import { type Asked, actions, type Commands, goesOn, type Values } from "./actions.ts";
import { downtimeCommands } from "./downtime-actions.ts";
import { endingCommands } from "./entity-page.ts";

const SPEC = "spec.";

/** The form of a device as the domain takes it: own fields come as `spec.{key}`, the yearly rate in percent. */
export function assetValues(form: Values): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  const ownFields: Values = {};
  for (const [name, value] of Object.entries(form))
    if (accessoryFieldOf(name)) continue;
    else if (name.startsWith(SPEC)) ownFields[name.slice(SPEC.length)] = value;
    else values[name] = value;
  if (Object.keys(ownFields).length) values.specJson = ownFields;
  if (form.depRateBp) values.depRateBp = parseMoney(form.depRateBp) ?? form.depRateBp;
  return values;
}

/** The accessories in the form of a new device, which come as `accessories.{row}.{field}`. */
export function accessoryRows(form: Values): Values[] {
  const rows: Values[] = [];
  for (const [name, value] of Object.entries(form)) {
    const of = accessoryFieldOf(name);
    if (of) rows[of.row] = { ...rows[of.row], [of.field]: value };
  }
  return Array.from(rows, (row) => row ?? {});
}

/**
 * The moves of a machine as commands.
 * @param prefix stands before the name of a move in its form's intent
 * @param field names the record that moves, within the asset in the address; without it the asset itself moves
 */
const moveCommands = ({ inputs, move }: AnyFlow, prefix = "", field = ""): Commands<Session> =>
  Object.fromEntries(
    Object.keys(inputs).map((name) => [
      prefix + name,
      ({ session, id }: Asked<Session>, { [field]: record, ...values }: Values) =>
        field ? move(session, record || "none", name, values, id) : move(session, id, name, values),
    ]),
  );

/** Saves a file of a device, over `replaced` where it takes another's place. */
const saveFile = (
  { session, visit, id, file }: Asked<Session>,
  // A browser posts a file that was not chosen as an empty text.
  { document: _, file: __, ...values }: Values,
  replaced: string,
) => saveDocument(session, visit.env.MEDIA, id, file("file"), values, replaced);

/** Every form on a device's page: its moves, those of its calls and reports, its documents, and its deletion. */
export const assetActions = actions({
  ...moveCommands(assetFlow),
  ...moveCommands(callFlow, "call-", "call"),
  ...moveCommands(reportFlow, "report-", "report"),
  ...moveCommands(scheduleFlow, "schedule-", "schedule"),
  ...downtimeCommands,
  "raise-call": ({ session, id: assetId }, { report, ...values }) =>
    reportCall(session, { ...values, assetId, raisedByReportId: report || "none" }),
  "add-document": (asked, values) => saveFile(asked, values, ""),
  "replace-document": (asked, values) => saveFile(asked, values, values.document || "none"),
  "remove-document": ({ session, id }, { document = "" }) => removeDocument(session, id, document),
  "show-picture": ({ session, id }, { document = "" }) => showPicture(session, id, document),
  delete: {
    run: ({ session, id }) => removeAsset(session, id),
    reply: goesOn("/all-assets"),
  },
});

/** The forms of what belongs to the device in the address. */
export const accessoryActions = actions(
  {
    create: ({ session, id: assetId }, values) =>
      accessories.create(session, { ...values, assetId }),
    update: ({ session, id: assetId }, { id = "", ...values }) =>
      accessories.update(session, id, { ...values, assetId }),
    replace: ({ session, id: assetId }, { id, ...values }) =>
      replaceAccessory(session, id || "none", values, assetId),
    ...endingCommands(accessories),
  },
  { otherwise: "create" },
);
