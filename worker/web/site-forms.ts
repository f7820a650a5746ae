import type { PublicPath } from "#app/shared/public-pages.ts";
import { sha256 } from "../auth/tokens.ts";
import { register } from "../domain/domains/register.ts";
import type { QueryKind } from "../domain/platform/query-input.ts";
import { sendQuery } from "../domain/platform/send-query.ts";
import { signUp } from "../domain/platform/sign-up.ts";
import { formOf } from "../forms.ts";
import { openAction } from "./actions.ts";
import { saved } from "./forms.ts";

/**
 * The action of a public page with a form. Such a page is the same for everybody, so that its form has no key of its own: a message is
 * known by its page, its sender and its words, and sent twice it is kept once.
 */
export const queryAction = (kind: QueryKind, page: PublicPath) =>
  openAction(
    async ({ visit, file }, values) =>
      saved(await sendQuery(visit, kind, page, values, kind === "career" ? file("cv") : null)),
    {
      read: ({ request, visit }) =>
        formOf(request, visit, kind === "career" ? "application" : "message", (_, text) =>
          sha256(`${page}\n${visit.ip}\n${text}`),
        ),
    },
  );

/** Asks for a company. As messages of public pages it has no key of its own: sent twice, the same words of the same sender are one. */
const askingAction = (page: PublicPath, ask: typeof signUp) =>
  openAction(async ({ visit }, values) => saved(await ask(visit, values)), {
    read: ({ request, visit }) =>
      formOf(request, visit, "message", (_, text) => sha256(`${page}\n${visit.ip}\n${text}`)),
  });
export const signUpAction = askingAction("/signup", signUp);
export const registerAction = askingAction("/register", register);
