import { parseMoney } from "#app/shared/money.ts";
import { accessories } from "../domain/assets/accessories.ts";
import { removeDocument, saveDocument, showPicture } from "../domain/assets/documents.ts";
import { assetFlow } from "../domain/assets/flow.ts";
import { removeAsset } from "../domain/assets/remove.ts";
import { replaceAccessory } from "../domain/assets/replace-accessory.ts";
import { callFlow } from "../domain/service-calls/flow.ts";
import { reportFlow } from "../domain/service-reports/index.ts";
import type { Visit } from "../env.ts";
import { takeUpload } from "../files/upload.ts";
import { carriedOutOnce } from "../once.ts";
import { notFound } from "../refusals.ts";
import type { Session } from "../session.ts";
import { formOf, redirectWith, submitted, valuesOf } from "./forms.ts";
import { answeredForm } from "./resource-routes.ts";

/** The form of a device as the domain takes it: own fields come as `spec.{key}`, the yearly rate in percent. */
export function assetValues(form: Record<string, string>): Record<string, unknown> {
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

/** Every form on a device's page: `intent` is one of its moves, `call-` and a move of a call, something about a document, or delete. */
export async function assetAction(request: Request, visit: Visit, session: Session, id: string) {
  const form = await formOf(request, visit);
  const intent = String(form.get("intent") ?? "");
  const upload = takeUpload(form, "file");
  const values = valuesOf(form);
  return submitted({ ...values, intent }, async () => {
    if (intent === "delete") {
      const { message } = await carriedOutOnce(visit, () => removeAsset(session, id));
      return redirectWith(visit, "/all-assets", { kind: "success", message });
    }
    const { document = "", report = "", call = "", ...rest } = values;
    const callMove = intent.replace(/^call-/, "");
    const done = () => {
      if (assetFlow.isMove(intent)) return assetFlow.move(session, id, intent, values);
      if (callMove !== intent && callFlow.isMove(callMove))
        return callFlow.move(session, call || "none", callMove, rest, id);
      if (intent === "add-document" || intent === "replace-document") {
        const replaces = intent === "replace-document" ? document || "none" : "";
        return saveDocument(session, visit.env.MEDIA, id, upload, rest, replaces);
      }
      if (intent === "cancel-report")
        return reportFlow.move(session, report || "none", "cancel", rest, id);
      if (intent === "remove-document") return removeDocument(session, id, document);
      if (intent === "show-picture") return showPicture(session, id, document);
      return notFound("action");
    };
    return answeredForm(request, visit, await carriedOutOnce(visit, done));
  });
}

/** The forms of what belongs to a device; `id` names the accessory. */
export async function accessoryAction(
  request: Request,
  visit: Visit,
  session: Session,
  assetId: string,
) {
  const form = await formOf(request, visit);
  const intent = String(form.get("intent") ?? "create");
  const { id = "", ...values } = valuesOf(form);
  return submitted({ ...values, id, intent }, async () => {
    const done = () => {
      if (intent === "delete") return accessories.remove(session, id);
      if (intent === "archive" || intent === "restore")
        return accessories.archive(session, id, intent === "archive");
      if (intent === "replace") return replaceAccessory(session, id || "none", values, assetId);
      const given = { ...values, assetId };
      return intent === "update"
        ? accessories.update(session, id, given)
        : accessories.create(session, given);
    };
    return answeredForm(request, visit, await carriedOutOnce(visit, done));
  });
}
