import { CopiedText } from "#app/ui/copied-text.tsx";
import { refusalOf } from "#app/ui/form.tsx";
import { DefinitionList, PageHead, Panel } from "#app/ui/page.tsx";
import { Note } from "#app/ui/states.tsx";
import { TimeText } from "#app/ui/time.tsx";
import type { Answer } from "#worker/db/db.ts";
import { newSeed } from "#worker/domain/following/link.ts";
import {
  enforceProvider,
  missingFor,
  releaseProvider,
  removeProvider,
} from "#worker/domain/identity/enforcing.ts";
import { addGroup, removeGroup, unlinkPerson } from "#worker/domain/identity/groups.ts";
import { addDomain, proveDomain, removeDomain } from "#worker/domain/identity/mail-domains.ts";
import { identityPage, saveProvider } from "#worker/domain/identity/settings.ts";
import { type MadeToken, makeToken, revokeToken } from "#worker/domain/scim/tokens.ts";
import type { Session } from "#worker/session.ts";
import { type Asked, actions, closes, stays, type Values } from "#worker/web/actions.ts";
import { sessionContext } from "#worker/web/context.ts";
import type { FormResult } from "#worker/web/forms.ts";
import { Saved } from "../people/profile-form.tsx";
import type { Route } from "./+types/sign-in";
import { hiddenSections, SettingsTabs } from "./settings-tabs.tsx";
import { Enforcing } from "./sign-in-alone.tsx";
import { SignInDialogs } from "./sign-in-dialogs.tsx";
import { DirectoryTokens } from "./sign-in-directory.tsx";
import { Domains, Groups, Unlinking } from "./sign-in-lists.tsx";
import { ProviderForm } from "./sign-in-provider.tsx";

export async function loader({ context }: Route.LoaderArgs) {
  const session = context.get(sessionContext);
  const page = await identityPage(session);
  return {
    ...page,
    missing: missingFor(page.provider, page.domains),
    hidden: hiddenSections(session),
    seed: newSeed(),
  };
}
type Command = (asked: Asked<Session>, values: Values) => Promise<Answer<{ id: string }>>;
/** The form of a dialog. */
const closing = (run: Command) => ({ run, reply: closes });

export const action = actions(
  {
    save: ({ session, visit }, values) => saveProvider(session, visit, values),
    remove: closing(({ session }, values) => removeProvider(session, values)),
    enforce: ({ session }, values) => enforceProvider(session, values),
    release: ({ session }, values) => releaseProvider(session, values),
    "add-domain": ({ session }, values) => addDomain(session, values),
    "prove-domain": closing(({ session }, values) => proveDomain(session, values)),
    "remove-domain": closing(({ session }, values) => removeDomain(session, values)),
    "add-group": ({ session }, values) => addGroup(session, values),
    "remove-group": closing(({ session }, values) => removeGroup(session, values)),
    "make-token": ({ session }, values) => makeToken(session, values),
    "revoke-token": ({ session }, values) => revokeToken(session, values),
    unlink: ({ session }, values) => unlinkPerson(session, values),
  },
  { reply: stays },
);
export const meta = () => [{ title: "Sign-in - Plumbline" }];

export type Page = Route.ComponentProps["loaderData"];
/** How people of the company sign in: its own identity provider, and who has to use it. */
export default function SignIn({ loaderData: page, actionData }: Route.ComponentProps) {
  const { provider, addresses, hidden } = page;
  const problem = refusalOf(actionData);
  const done = actionData as FormResult | undefined;
  const made = done?.success ? (done.data as Partial<MadeToken> | null) : null;
  return (
    <>
      <PageHead title="Settings" />
      <Saved actionData={actionData} />
      <div className="stack">
        <SettingsTabs hidden={hidden} open="sign-in" />
        <Panel title="Your identity provider">
          <div className="stack">
            <p className="muted">
              People sign in with the account of your organisation, by OpenID Connect. Register this
              application at your provider with these addresses, and enter what it gives you below.
              Let its ID token hold the claim auth_time, which is optional at Microsoft Entra:
              without it, signing in again there does not prove who somebody is.
            </p>
            <CopiedText label="Redirect URI" text={addresses.redirect} />
            <CopiedText label="Address after sign-out" text={addresses.signedOut} />
            <CopiedText label="Back-channel logout URI" text={addresses.backChannel} />
          </div>
        </Panel>
        <ProviderForm page={page} problem={problem} />
        {provider && <Trying provider={provider} />}
        <Domains domains={page.domains} problem={problem} />
        {provider && (
          <>
            <Groups groups={page.groups} problem={problem} />
            <Enforcing page={page} problem={problem} />
            <Unlinking problem={problem} />
          </>
        )}
        <DirectoryTokens page={page} problem={problem} made={made?.token ?? null} />
        <SignInDialogs page={page} problem={problem} />
      </div>
    </>
  );
}

/** The way to try the provider, and what the last try has brought. */
function Trying({ provider }: { provider: NonNullable<Page["provider"]> }) {
  const { tried, triedAt, triedBy, name } = provider;
  const claims = Object.entries(tried?.claims ?? {});
  return (
    <Panel title="Try it">
      <div className="stack">
        <p className="muted">
          {`You sign in at ${name} and come back here, where you see what it says of you. Nobody else notices.`}
        </p>
        {tried && triedAt !== null && (
          <>
            <Note tone={tried.isDone ? "info" : "overdue"}>{tried.message}</Note>
            <p className="muted">
              {`Tried by ${triedBy ?? "an Admin"}, `}
              <TimeText at={triedAt} />
            </p>
          </>
        )}
        {claims.length > 0 && <DefinitionList entries={claims} />}
        <div>
          <a className="btn" href="/login/oidc?try=1">
            Try it
          </a>
        </div>
      </div>
    </Panel>
  );
}
