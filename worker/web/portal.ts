import { data, redirect } from "react-router";
import type { Problem } from "#app/shared/refusal.ts";
import { cookie, sessionCookieName } from "../auth/cookies.ts";
import { signOut } from "../auth/read-session.ts";
import type { ContactSession } from "../contact-session.ts";
import {
  changeOwnPassword,
  endOtherSessions,
  endOwnSession,
  ownSessions,
} from "../domain/account/profile.ts";
import { logoOf, portalFile, portalPack, storedDocument } from "../domain/portal/files.ts";
import { askForRecalibration, withdrawRequest } from "../domain/portal/requests.ts";
import { settingOf } from "../domain/settings/vocabulary.ts";
import type { Visit } from "../env.ts";
import { storedFile } from "../files/serve.ts";
import { objectAt } from "../files/stored.ts";
import { PORTAL } from "../portal-screens.ts";
import { notFound } from "../refusals.ts";
import { closes, contactActions, goesOn, stays } from "./actions.ts";
import { zipResponse } from "./csv.ts";
import { redirectWith, takeFlash } from "./forms.ts";
import { pdfAnswer } from "./pdf-answer.ts";

/** What the frame of the portal shows, and the message that waits for this browser. */
export function portalFrame(request: Request, visit: Visit, { company, actor }: ContactSession) {
  const { flash, taken } = takeFlash(request, visit.env);
  const headers = new Headers();
  for (const line of taken) headers.append("Set-Cookie", line);
  const body = {
    company: { name: company.name, hasLogo: company.logoMediaId !== null },
    person: { name: actor.name, consumer: actor.consumerName },
    format: {
      ...{ locale: company.locale, timeZone: company.timeZone, currency: company.currency },
      dateFormat: settingOf(company, "date_format"),
    },
    isReadOnly: company.status === "suspended",
    flash,
  };
  return data(body, { headers });
}

/** A file of a certificate: as it was issued, or drawn anew with its mark where it no longer holds. @throws Response 404, 503 */
export async function portalFileAnswer(
  session: ContactSession,
  { env }: Visit,
  id: string,
  name: string,
): Promise<Response> {
  const { file, marked } = await portalFile(session, id, name);
  if (marked) {
    const { watermark, documentSha256 } = marked;
    const document = await storedDocument(env.MEDIA, marked.document);
    const { certificatePdf } = await import("./certificate-pdf.ts");
    const bytes = await certificatePdf(document, {
      ...{ documentSha256, watermark, assets: env.ASSETS },
      kept: { bucket: env.MEDIA, companyId: session.company.id },
    });
    return pdfAnswer(bytes, `${document.issue.certificate_no}-${watermark}`);
  }
  return storedFile(env.MEDIA, file);
}

/** The company's logo. @throws Response 404 where it has none */
export async function portalLogo(session: ContactSession, { env }: Visit): Promise<Response> {
  const row = await logoOf(session);
  const object = row && (await objectAt(env.MEDIA, row.objectKey));
  if (!object) return notFound("file");
  return new Response(object.body, {
    headers: {
      "Content-Type": row.mime,
      "Content-Length": String(object.size),
      "Content-Security-Policy": "sandbox; default-src 'none'",
      "Cache-Control": "private, max-age=3600",
    },
  });
}

/** Certificates as one archive, written while it is read; what cannot be packed is told on the page of certificates. */
export async function portalPackAnswer(session: ContactSession, visit: Visit, request: Request) {
  const pack = await portalPack(session, new URL(request.url).searchParams).catch(
    async (refusal: unknown) => {
      if (!(refusal instanceof Response) || refusal.status !== 422) throw refusal;
      const { message } = (await refusal.json()) as Problem;
      throw redirectWith(visit, PORTAL, { kind: "error", message });
    },
  );
  const { entriesOf } = await import("./evidence-zip.ts");
  return zipResponse(
    "certificates",
    entriesOf(async () => pack, visit.env.MEDIA),
  );
}

/** The form of a new request. */
export const askAction = contactActions(
  ({ session, lists }, { wishedOn = "", note = "" }) =>
    askForRecalibration(session, { machines: lists.machines, wishedOn, note }),
  { lists: ["machines"], reply: goesOn("/portal/requests") },
);

/** The forms of the list of requests. */
export const requestActions = contactActions({
  withdraw: ({ session }, { id = "" }) => withdrawRequest(session, id),
});

/** What the page of the contact's account shows: who they are to the laboratory, and where they are signed in. */
export async function portalAccount(session: ContactSession) {
  const { name, email, consumerName } = session.actor;
  return {
    person: { name, email, consumer: consumerName, laboratory: session.company.name },
    since: session.actor.secondFactor.since,
    sessions: await ownSessions(session),
    now: Date.now(),
  };
}

/** The forms of the account. */
export const accountActions = contactActions(
  {
    password: ({ session, visit }, values) => changeOwnPassword(session, visit.env, values),
    "end-session": { run: ({ session }, values) => endOwnSession(session, values), reply: closes },
    "end-others": {
      run: ({ session }, values) => endOtherSessions(session, values),
      reply: closes,
    },
  },
  { reply: stays },
);

/** Ends the contact's session. */
export const leaveAction = contactActions(
  async ({ session, visit }) => {
    await signOut(visit, session);
    return { status: 200, message: "Signed out", data: null };
  },
  {
    reply: (_, { visit }) =>
      redirect("/login", {
        headers: { "Set-Cookie": cookie(visit.env, sessionCookieName(visit.env), "", 0) },
      }),
  },
);
