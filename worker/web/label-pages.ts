import { savedLabels } from "#app/shared/label-options.ts";
import { type Labels, saveLabels } from "../domain/labels/labels.ts";
import type { Visit } from "../env.ts";
import type { Session } from "../session.ts";
import { actions } from "./actions.ts";
import { pdfAnswer } from "./pdf-answer.ts";

type Read = (session: Session, params: URLSearchParams) => Promise<Labels>;
const paramsOf = (request: Request) => new URL(request.url).searchParams;
const isCalibration = (params: URLSearchParams) => params.get("calibrate") === "1";

/** What a page of labels shows. */
export async function labelDesk(request: Request, session: Session, read: Read) {
  const params = paramsOf(request);
  const { logo, ...sheets } = await read(session, params);
  const { name, logoMediaId, settings } = session.company;
  return {
    ...sheets,
    saved: savedLabels(settings),
    company: { name, logo: logo && logoMediaId },
    isCalibration: isCalibration(params),
    may: { save: session.can("edit-settings") },
  };
}
export type LabelDeskData = Awaited<ReturnType<typeof labelDesk>>;

/** Saves the sheet and offset that everybody in the company begins with. */
export const labelActions = actions(({ session }, values) => saveLabels(session, values));

/** The labels on paper, exact to the millimetre. */
export async function labelFile(request: Request, visit: Visit, session: Session, read: Read) {
  const params = paramsOf(request);
  const { labelPdf } = await import("./label-pdf.ts");
  const labels = await read(session, params);
  const bytes = await labelPdf(labels, session.company, visit.env, isCalibration(params));
  return pdfAnswer(bytes, isCalibration(params) ? "calibration" : "labels");
}
