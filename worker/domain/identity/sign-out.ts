import { and, eq, gt, isNotNull } from "drizzle-orm";
import { identityProviders, identitySessions, sessions } from "#drizzle/tenant/index.ts";
import { cookie, cookieOf, identityOutCookieName, sessionCookieName } from "../../auth/cookies.ts";
import { type Realm, realmOf } from "../../auth/realm.ts";
import { seal, unseal } from "../../auth/sealed.ts";
import { readCookie } from "../../auth/tokens.ts";
import type { Visit } from "../../env.ts";
import type { AnySession } from "../../session.ts";
import { ID_TOKEN } from "./admit.ts";
import { SIGNED_OUT } from "./provider.ts";
import { ProviderError, serverOf, signOutPage } from "./wire.ts";

/** The page that leads on to the provider. */
export const WAY_OUT = "/login/oidc/out";
const SEALED_FOR = "way out of the identity provider";
const LASTS_SECONDS = 120;
const JUST_ENDED_MS = 60_000;

/** A session that the provider has opened, with its token; none where signing out here is no matter of the provider's. */
const readingOut = ({ db }: Realm, sessionId: string) =>
  db
    .select({
      id: identitySessions.id,
      idToken: identitySessions.idToken,
      name: identityProviders.name,
      issuer: identityProviders.issuer,
      clientId: identityProviders.clientId,
    })
    .from(identitySessions)
    .innerJoin(
      identityProviders,
      and(db.ofOwner(identityProviders), eq(identityProviders.signsOut, true)),
    )
    .where(
      db.ofOwner(
        identitySessions,
        and(eq(identitySessions.sessionId, sessionId), isNotNull(identitySessions.idToken)),
      ),
    )
    .limit(1);

/** The cookie by which the page that leads on knows which session it is. */
const outCookie = async (env: Env, cid: string, sessionId: string) =>
  cookie(
    env,
    identityOutCookieName(env),
    await seal(env, SEALED_FOR, [cid], sessionId),
    LASTS_SECONDS,
  );

/** Whether a session that ends is to be ended at the provider as well: the cookie for the page that leads on; null otherwise. */
export async function beginWayOut(visit: Visit, session: AnySession): Promise<string | null> {
  const realm = realmOf(visit);
  if (realm?.audience !== "company") return null;
  const { sessionId } = session.actor;
  const [[found]] = await realm.db.read(readingOut(realm, sessionId));
  return found ? outCookie(visit.env, realm.cid, sessionId) : null;
}

/** The same for a browser whose session was ended by a call a moment ago, and which still has its cookie. */
export async function wayOutAfter(
  { db, cid, ...realm }: Realm,
  { env }: Visit,
  request: Request,
): Promise<string | null> {
  const token = cookieOf(request, sessionCookieName(env));
  const pointer = token ? await readCookie(env, "company", token) : null;
  if (pointer?.cid !== cid) return null;
  const isJust = gt(sessions.revokedAt, Date.now() - JUST_ENDED_MS);
  const [[found], [ended]] = await db.read(
    readingOut({ db, cid, ...realm }, pointer.sid),
    db
      .select({ revokedAt: sessions.revokedAt })
      .from(sessions)
      .where(db.ofOwner(sessions, and(eq(sessions.id, pointer.sid), isJust)))
      .limit(1),
  );
  return found && ended ? outCookie(env, cid, pointer.sid) : null;
}

/** Where to sign out at the provider, for a browser that has just signed out here; null for any other. */
export async function wayOutOf(
  realm: Realm,
  { env }: Visit,
  request: Request,
): Promise<{ name: string; goTo: string } | null> {
  const sealed = cookieOf(request, identityOutCookieName(env));
  const sessionId = sealed ? await unseal(env, SEALED_FOR, [realm.cid], sealed) : null;
  if (!sessionId) return null;
  const [[found]] = await realm.db.read(readingOut(realm, sessionId));
  const token = found?.idToken
    ? await unseal(env, ID_TOKEN, [realm.cid, found.id], found.idToken)
    : null;
  if (!found || !token) return null;
  try {
    const page = signOutPage(env, await serverOf(env, found.issuer));
    if (!page) return null;
    page.searchParams.set("id_token_hint", token);
    page.searchParams.set("client_id", found.clientId);
    page.searchParams.set("post_logout_redirect_uri", `${realm.origin}${SIGNED_OUT}`);
    return { name: found.name, goTo: page.href };
  } catch (error) {
    if (error instanceof ProviderError) return null;
    throw error;
  }
}
