import { reportsOf } from "#app/shared/report-post.ts";
import type { Created, Updated } from "../domain/service-reports/index.ts";
import type { Visit } from "../env.ts";
import { reportFormOf } from "../forms.ts";
import { byScripts, goesOn, stays } from "./actions.ts";

/** How both report screens are sent: a browser that runs scripts stays on the page, one that does not goes on to the asset, where it is told what was not stored. */
export const reportForm = {
  read: ({ request, visit }: { request: Request; visit: Visit }) =>
    reportFormOf(request, visit, visit.session?.actor.userId ?? ""),
  reply: byScripts(
    stays,
    goesOn<Created | Updated>(({ data }) => reportsOf(data.asset_id, data)),
  ),
};
