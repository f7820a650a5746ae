import { storeFormPicture } from "#worker/domain/report-forms/pictures.ts";
import { actions, asData } from "#worker/web/actions.ts";

/** Stores a picture for a form, whose layout then names it. */
export const action = actions(
  ({ session, visit, file }) => storeFormPicture(session, visit.env.MEDIA, file("picture")),
  { isData: true, reply: asData },
);
