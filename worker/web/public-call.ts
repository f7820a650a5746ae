import type { FollowedCall } from "#app/shared/followed-call.ts";
import { sha256 } from "../auth/tokens.ts";
import { answerCall, isIntent, remarkOnCall } from "../domain/following/answer.ts";
import { followedCall } from "../domain/following/page.ts";
import type { Visit } from "../env.ts";
import { formOf } from "../forms.ts";
import { notFound } from "../refusals.ts";
import { openAction } from "./actions.ts";
import { saved } from "./forms.ts";

/** What a call's private link shows. @throws Response 404, 429 */
export const callPage = (visit: Visit, token: string): Promise<FollowedCall> =>
  followedCall(visit, token);

/** What the reporter sends by the link: whether the device works again, a rating, a remark. */
export const callAction = openAction(
  async ({ visit, params: { token = "" }, intent }, values) => {
    if (intent === "remark") return saved(await remarkOnCall(visit, token, values));
    return isIntent(intent)
      ? saved(await answerCall(visit, token, intent, values))
      : notFound("action");
  },
  {
    read: async ({ request, visit, params: { token = "" } }) => {
      const form = await formOf(request, visit, "open", (_, text) => sha256(`${token}\n${text}`));
      // The link's secret is stored nowhere, nor with the answer to this request.
      if (visit.once) visit.once.route = `POST /call/${await sha256(token)}`;
      return form;
    },
  },
);
