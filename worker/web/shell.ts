import { redirectDocument } from "react-router";
import { endingOf } from "#app/shared/company-standing.ts";
import { dateFormats } from "#app/shared/dates.ts";
import { packedMenu, type ShellData } from "#app/shared/menu.ts";
import { ROUNDS_COOKIE } from "#app/shared/rounds.ts";
import { cookieOf, welcomeCookieName } from "../auth/cookies.ts";
import { accessTokenFor } from "../auth/open-session.ts";
import { realmOf } from "../auth/realm.ts";
import { samplesFor } from "../domain/dashboard/steps.ts";
import { settingOf } from "../domain/settings/vocabulary.ts";
import type { Visit } from "../env.ts";
import { menuFor } from "../menu.ts";
import { unauthenticated } from "../refusals.ts";
import { screens } from "../screens.ts";
import { type AnySession, Session } from "../session.ts";
import { noticeAt } from "../tenancy/notice.ts";
import { AVATAR_PATH, wireUser } from "../wire-session.ts";
import { askedPage, leavingRounds } from "./context.ts";
import { takeFlash } from "./forms.ts";

/** What the browser keeps under accessToken, domain and user. */
export type Grant = { token: string; domain: string; user: ReturnType<typeof wireUser> };

/** Mints an access token for the session behind the page's cookie. */
export async function grantFor(visit: Visit, session: AnySession): Promise<Grant> {
  const realm = realmOf(visit) ?? unauthenticated();
  const { sessionId, userId } = session.actor;
  const isInside = session instanceof Session && session.actor.inside;
  const audience = isInside ? "inside" : realm.audience;
  const token = await accessTokenFor({ audience }, visit.env, {
    cid: realm.cid,
    sid: sessionId,
    sub: userId,
  });
  return { token, domain: realm.origin, user: wireUser(session) };
}

/** Everything the signed-in frame shows, and the messages and token that wait for the browser. */
export async function shellOf(request: Request, visit: Visit, session: AnySession) {
  const inCompany = session instanceof Session;
  if (inCompany) refuseOthersRounds(request, session);
  const user = wireUser(session);
  const shell: ShellData = {
    user: {
      name: user.name,
      type: user.type,
      avatar: user.avatar && `${AVATAR_PATH}${user.avatar}?size=medium`,
    },
    company: inCompany ? { name: session.company.name } : null,
    baseUrl: session.origin,
    scans:
      inCompany &&
      session.opens(screens["/scan"]) &&
      (["view-asset", "view-stock", "view-asset-transfer", "view-gate-pass"] as const).some(
        session.can,
      ),
    menu: packedMenu(menuFor(session, inCompany ? session.company.counts : session.actor.counts)),
    ending: inCompany ? endingOf(session.company, session.type === "Admin") : null,
    inside: inCompany ? insideOf(session) : null,
    samples:
      inCompany && settingOf(session.company, "sample_data")
        ? { mayRemove: samplesFor(session, undefined) === "remove" }
        : null,
    unread: inCompany && session.isMember ? session.actor.unread : null,
    ...noticeAt(Date.now()),
  };
  const format = inCompany
    ? {
        locale: session.company.locale,
        timeZone: session.company.timeZone,
        currency: session.company.currency,
        dateFormat: settingOf(session.company, "date_format"),
      }
    : { locale: "en-GB", timeZone: "UTC", currency: "INR", dateFormat: dateFormats[0] };
  const headers = new Headers();
  const welcome = cookieOf(request, welcomeCookieName(visit.env)) !== undefined;
  const { flash, taken } = takeFlash(request, visit.env);
  for (const line of taken) headers.append("Set-Cookie", line);
  const grant = welcome ? await grantFor(visit, session) : null;
  return { body: { shell, format, grant, flash, isPlatform: !inCompany }, headers };
}

/** What the banner says of staff inside the company. */
function insideOf({ actor: { inside } }: Session): ShellData["inside"] {
  if (!inside) return null;
  const { name, reason, until, isWrite } = inside;
  return { name, reason, until, isWrite };
}

/** Rounds of somebody else are on this device: they leave it before another person works here. @throws Response a redirect */
function refuseOthersRounds(request: Request, { actor }: Session) {
  const holder = cookieOf(request, ROUNDS_COOKIE);
  if (holder && holder !== actor.userId) throw redirectDocument(leavingRounds(askedPage(request)));
}
