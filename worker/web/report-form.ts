import { reportsOf } from "#app/shared/report-post.ts";
import type { Answer } from "../db/db.ts";
import type { Visit } from "../env.ts";
import { reportFormOf } from "../forms.ts";
import { carriedOutOnce } from "../once.ts";
import { redirectWith, saved, submitted, valuesOf } from "./forms.ts";

/** The action of both report screens: stays on the page for a browser that runs scripts, goes on to the asset for one that does not. */
export async function saveReport(
  request: Request,
  visit: Visit,
  save: (form: FormData) => Promise<Answer<{ asset_id: string }>>,
) {
  const form = await reportFormOf(request, visit, visit.session?.actor.userId ?? "");
  return submitted(valuesOf(form), async () => {
    const answer = await carriedOutOnce(visit, () => save(form));
    if (visit.url.pathname.endsWith(".data")) return saved(answer);
    return redirectWith(visit, reportsOf(answer.data.asset_id), {
      kind: "success",
      message: answer.message,
    });
  });
}
