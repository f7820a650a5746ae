import {
  type AuthorizationServer,
  authorizationCodeGrantRequest,
  type Client,
  ClientSecretBasic,
  ClientSecretPost,
  clockTolerance,
  getValidatedIdTokenClaims,
  type IDToken,
  processAuthorizationCodeResponse,
  processUserInfoResponse,
  userInfoRequest,
  validateAuthResponse,
} from "oauth4webapi";
import { PROVIDER_CALLBACK } from "../../auth/enforced.ts";
import type { Realm } from "../../auth/realm.ts";
import type { Visit } from "../../env.ts";
import { email } from "../entity/fields.ts";
import { type Provider, secretOf } from "./provider.ts";
import type { Way } from "./way.ts";
import { optionsFor, ProviderError, serverOf, verifySigned, withProvider } from "./wire.ts";

const CLOCKS_APART_SECONDS = 60;
const LONGEST_SUBJECT = 255;
const LONGEST_ADDRESS = 254;
const LONGEST_NAME = 100;
const MOST_GROUPS = 1_000;

type Claims = Readonly<Record<string, unknown>>;
/** Whom the provider says somebody is. */
export type Told = {
  issuer: string;
  subject: string;
  /** In small letters; null where it tells none. */
  email: string | null;
  /** It says that the address was confirmed. */
  isVerified: boolean;
  name: string | null;
  /** Names of groups; null where the token has no room for them, so that nobody knows. */
  groups: string[] | null;
  /** When they were asked there last; null where it does not say. Epoch milliseconds. */
  askedAt: number | null;
  /** What it calls its own session. */
  providerSession: string | null;
  idToken: string;
  claims: Claims;
};

const textIn = (claims: Claims, name: string, most: number) => {
  const value = claims[name];
  const text = typeof value === "string" ? value.trim() : "";
  return text && text.length <= most ? text : null;
};

const addressIn = (claims: Claims, name: string) => {
  const read = email().safeParse(textIn(claims, name, LONGEST_ADDRESS));
  return read.success ? read.data : null;
};

/**
 * Whether the provider itself says that an address was confirmed. What it says is about its claim `email`, whichever claim the company
 * takes the address from; Microsoft Entra says it by a claim of its own.
 */
const isVerified = (claims: Claims, address: string | null) =>
  [claims.email_verified, claims.xms_edov].some((said) => /^(true|1)$/.test(String(said))) &&
  address !== null &&
  addressIn(claims, "email") === address;

/** Providers leave groups out of a token that would be too long, and say so by other claims. */
const isCut = ({ _claim_names: elsewhere, hasgroups }: Claims, name: string) =>
  hasgroups === true ||
  (typeof elsewhere === "object" && elsewhere !== null && Object.hasOwn(elsewhere, name));

function groupsIn(claims: Claims, name: string | null): string[] | null {
  if (!name) return [];
  const value = claims[name];
  if (value === undefined && isCut(claims, name)) return null;
  const list = Array.isArray(value) ? value : [value];
  return list.slice(0, MOST_GROUPS).filter((one): one is string => typeof one === "string");
}

/** How the client proves itself, as the provider takes it. */
function proofOf(
  { token_endpoint_auth_methods_supported: taken }: AuthorizationServer,
  secret: string,
) {
  if (!taken || taken.includes("client_secret_basic")) return ClientSecretBasic(secret);
  if (taken.includes("client_secret_post")) return ClientSecretPost(secret);
  throw new ProviderError("It takes no client secret, neither as Basic nor in the form");
}

/** Claims beside the token, where the token itself lacks what is asked. */
async function moreClaims(
  env: Env,
  {
    server,
    client,
    provider,
    token,
    claims,
  }: {
    server: AuthorizationServer;
    client: Client;
    provider: Provider;
    token: string;
    claims: IDToken;
  },
): Promise<Claims> {
  const { emailClaim, nameClaim, groupsClaim } = provider;
  const isWhole = [emailClaim, nameClaim, groupsClaim].every((name) => !name || name in claims);
  if (isWhole || !server.userinfo_endpoint) return claims;
  const answer = await userInfoRequest(server, client, token, optionsFor(env, provider.issuer));
  const more = await processUserInfoResponse(server, client, claims.sub, answer);
  return { ...more, ...claims };
}

/**
 * When the provider asked the person last, in epoch milliseconds; null where it does not say, which some never do. Who proves anew who they
 * are has to have been asked just now.
 */
function askedAt({ auth_time: at }: IDToken, { maxAge }: Way): number | null {
  if (at === undefined) {
    if (maxAge > 0) return null;
    throw new ProviderError("It does not say when it asked you last");
  }
  const seconds = Date.now() / 1000;
  if (at > seconds + CLOCKS_APART_SECONDS)
    throw new ProviderError("It says that it asked you at a time to come");
  if (at < seconds - maxAge - CLOCKS_APART_SECONDS)
    throw new ProviderError("It has not asked you anew, as it was told to");
  return at * 1000;
}

/**
 * Takes a code to the provider, and holds what it answers against its keys and against what was asked.
 * @param way what this browser has begun
 * @throws ProviderError for anything that is not as it was asked for
 */
export async function comeBack(
  realm: Realm,
  { env, url }: Visit,
  provider: Provider,
  way: Way,
): Promise<Told> {
  if (way.issuer !== provider.issuer || way.clientId !== provider.clientId)
    throw new ProviderError("The provider was changed meanwhile. Begin again.");
  const { issuer } = provider;
  const server = await serverOf(env, issuer);
  const client: Client = { client_id: provider.clientId, [clockTolerance]: CLOCKS_APART_SECONDS };
  const secret = await secretOf(env, provider);
  if (secret === null) throw new ProviderError("Its secret cannot be opened. Enter it again.");
  return withProvider("Its answer was refused", async () => {
    const code = validateAuthResponse(server, client, url, way.state);
    const answer = await authorizationCodeGrantRequest(
      ...([server, client, proofOf(server, secret), code] as const),
      ...([`${realm.origin}${PROVIDER_CALLBACK}`, way.verifier, optionsFor(env, issuer)] as const),
    );
    const tokens = await processAuthorizationCodeResponse(server, client, answer, {
      expectedNonce: way.nonce,
      requireIdToken: true,
    });
    await verifySigned(env, { issuer, server }, answer);
    const own = getValidatedIdTokenClaims(tokens);
    if (!own || !tokens.id_token) throw new ProviderError("It sent no ID token");
    const claims = await moreClaims(env, {
      ...{ server, client, provider, token: tokens.access_token, claims: own },
    });
    const address = addressIn(claims, provider.emailClaim);
    if (own.sub.length > LONGEST_SUBJECT) throw new ProviderError("Its subject is too long");
    return {
      ...{ issuer: server.issuer, subject: own.sub, idToken: tokens.id_token, claims },
      ...{ email: address, isVerified: isVerified(claims, address) },
      name: textIn(claims, provider.nameClaim, LONGEST_NAME),
      groups: groupsIn(claims, provider.groupsClaim),
      askedAt: askedAt(own, way),
      providerSession: textIn(own, "sid", LONGEST_SUBJECT),
    };
  });
}
