import { parseMoney } from "#app/shared/money.ts";
import { accessories } from "../domain/assets/accessories.ts";
import { removeDocument, saveDocument, showPicture } from "../domain/assets/documents.ts";
import { assetFlow } from "../domain/assets/flow.ts";
import { removeAsset } from "../domain/assets/remove.ts";
import { replaceAccessory } from "../domain/assets/replace-accessory.ts";
import type { AnyFlow } from "../domain/entity/flow.ts";
import { callFlow } from "../domain/service-calls/flow.ts";
import { reportFlow } from "../domain/service-reports/index.ts";
import type { Session } from "../session.ts";
import { type Asked, actions, type Commands, goesOn, type Values } from "./actions.ts";
import { endingCommands } from "./entity-page.ts";

/** The form of a device as the domain takes it: own fields come as `spec.{key}`, the yearly rate in percent. */
export function assetValues(form: Values): Record<string, unknown> {
  const own = Object.entries(form).filter(([name]) => name.startsWith(SPEC));
  const values: Record<string, unknown> = Object.fromEntries(
    Object.entries(form).filter(([name]) => !name.startsWith(SPEC)),
  );
  if (own.length)
    values.specJson = Object.fromEntries(
      own.map(([name, value]) => [name.slice(SPEC.length), value]),
    );
  if (form.depRateBp) values.depRateBp = parseMoney(form.depRateBp) ?? form.depRateBp;
  return values;
}
const SPEC = "spec.";

/** The moves of a machine as commands; `on` says which record of a form moves, and within what. */
const movesOf = (
  { inputs, move }: AnyFlow,
  intent: (move: string) => string,
  on: (id: string, values: Values) => [id: string, values: Values, within?: string],
): Commands<Session> =>
  Object.fromEntries(
    Object.keys(inputs).map((name) => [
      intent(name),
      ({ session, id }: Asked<Session>, sent: Values) => {
        const [record, values, within] = on(id, sent);
        return move(session, record, name, values, within);
      },
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
  ...movesOf(assetFlow, String, (id, values) => [id, values]),
  ...movesOf(
    callFlow,
    (move) => `call-${move}`,
    (id, { call, ...values }) => [call || "none", values, id],
  ),
  "add-document": (asked, values) => saveFile(asked, values, ""),
  "replace-document": (asked, values) => saveFile(asked, values, values.document || "none"),
  "remove-document": ({ session, id }, { document = "" }) => removeDocument(session, id, document),
  "show-picture": ({ session, id }, { document = "" }) => showPicture(session, id, document),
  "cancel-report": ({ session, id }, { report, ...values }) =>
    reportFlow.move(session, report || "none", "cancel", values, id),
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
