import { redirect } from "react-router";
import { z } from "zod";
import { safePath } from "#app/shared/safe-path.ts";
import { realmOf } from "../auth/realm.ts";
import { signedInCookies, signIn } from "../auth/sign-in.ts";
import { checked } from "../domain/fields.ts";
import type { Visit } from "../env.ts";
import { notFound } from "../refusals.ts";
import { formOf, submitted } from "./forms.ts";

const credentials = z.object({
  email: z.string({ error: "E-mail is required" }).trim().min(1, "E-mail is required"),
  password: z.string({ error: "Password is required" }).min(1, "Password is required"),
});

/** The action of both sign-in pages: e-mail and password, then on to the page that was asked for. */
export async function signInAction(request: Request, visit: Visit, audience: "company" | "platform") {
  const realm = realmOf(visit);
  if (realm?.audience !== audience) return notFound("page");
  const form = await formOf(request, visit);
  const email = String(form.get("email") ?? "");
  return submitted({ email }, async () => {
    const entered = await signIn(realm, visit, request, checked(credentials, Object.fromEntries(form)));
    const headers = new Headers();
    for (const cookie of await signedInCookies(realm, visit, entered)) headers.append("Set-Cookie", cookie);
    return redirect(safePath(visit.url.searchParams.get("to")), { headers });
  });
}
