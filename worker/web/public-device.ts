import { redirect } from "react-router";
import { sha256 } from "../auth/tokens.ts";
import { ownDevice, type PublicDevice, publicDevice } from "../domain/labels/public-device.ts";
import { addRemark, reportProblem } from "../domain/labels/public-report.ts";
import type { Visit } from "../env.ts";
import { formOf } from "../forms.ts";
import { notFound } from "../refusals.ts";
import { openAction } from "./actions.ts";
import { saved } from "./forms.ts";

/** What a label's address shows: the asset to those who may see it, the public page to everybody else. */
export async function devicePage(visit: Visit, token: string): Promise<PublicDevice> {
  const assetId = await ownDevice(visit, token);
  if (assetId) throw redirect(`/asset/detail/${assetId}`);
  return publicDevice(visit, token);
}

/** A report or a remark. A form that brings no key is known by its device, its sender and its words. */
export const deviceAction = openAction(
  async ({ visit, params: { token = "" }, intent, file }, { photo: _, ...values }) => {
    if (intent === "remark")
      return { ...saved(await addRemark(visit, token, values)), number: null, link: null };
    if (intent !== "report") return notFound("action");
    const { data, ...answer } = await reportProblem(visit, token, values, file("photo"));
    const { number, link } = data;
    return { ...saved({ ...answer, data: null }), number, link };
  },
  {
    read: ({ request, visit, params: { token } }) =>
      formOf(request, visit, "photo", (_, text) => sha256(`${token}\n${visit.ip}\n${text}`)),
  },
);
