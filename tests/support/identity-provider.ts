import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { decodeJwt, exportJWK, generateKeyPair, type JWTPayload, SignJWT } from "jose";
import Provider from "oidc-provider";

/** Somebody at the provider, by the claims that it sends of them. */
export type Account = {
  email?: string;
  email_verified?: boolean;
  name?: string;
  groups?: string[];
};
type Key = Awaited<ReturnType<typeof newKey>>;

export const CLIENT = { id: "plumbline", secret: "a secret of the client, long enough" };

async function newKey(kid: string) {
  const { privateKey, publicKey } = await generateKeyPair("RS256", { extractable: true });
  const of = { kid, alg: "RS256", use: "sig" };
  return {
    ...{ kid, privateKey },
    own: { ...(await exportJWK(privateKey)), ...of },
    shown: { ...(await exportJWK(publicKey)), ...of },
  };
}

/** Signs claims as the provider does. */
const signed = (claims: JWTPayload, { kid, privateKey }: Key, typ?: string) =>
  new SignJWT(claims)
    .setProtectedHeader({ alg: "RS256", kid, ...(typ ? { typ } : {}) })
    .sign(privateKey);

/** Lets an answer's text be changed before it goes. */
function rewriting(response: ServerResponse, change: (text: string) => Promise<string>) {
  const end = response.end.bind(response) as (text: string) => ServerResponse;
  response.end = ((body?: string | Buffer) => {
    void change(String(body ?? "")).then((text) => {
      response.setHeader("Content-Length", Buffer.byteLength(text));
      end(text);
    });
    return response;
  }) as typeof response.end;
}

/** What becomes of the ID token of the next answer. */
type Forging = (
  claims: JWTPayload,
  sign: (claims: JWTPayload) => Promise<string>,
) => Promise<string> | string;

/**
 * A real OpenID provider on loopback, whose page for signing in asks nothing: it signs in whoever the test names.
 * @param hosts of the companies that are its clients
 */
export async function identityProvider(hosts: readonly string[], port = 0) {
  const people = new Map<string, Account>();
  let present = "";
  let key = await newKey("first");
  let forging: Forging | null = null;
  let isRotated = false;
  let asked: string[] = [];
  let handle: (request: IncomingMessage, response: ServerResponse) => unknown = () => {};
  const server = createServer((request, response) => void handle(request, response));
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  server.unref();
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const provider: Provider = new Provider(issuer, {
    clients: [CLIENT.id, "another-client"].map((id) => ({
      client_id: id,
      client_secret: CLIENT.secret,
      redirect_uris: hosts.map((host) => `http://${host}/login/oidc/callback`),
      post_logout_redirect_uris: hosts.map((host) => `http://${host}/login`),
      response_types: ["code"],
      grant_types: ["authorization_code"],
    })),
    jwks: { keys: [key.own] },
    cookies: { keys: ["of tests"] },
    claims: { openid: ["sub"], email: ["email", "email_verified"], profile: ["name", "groups"] },
    findAccount: (_, id) => ({ accountId: id, claims: () => ({ sub: id, ...people.get(id) }) }),
    interactions: { url: (_, { uid }) => `/interaction/${uid}` },
    features: {
      devInteractions: { enabled: false },
      rpInitiatedLogout: {
        enabled: true,
        logoutSource: (ctx, form) => {
          ctx.body = `<!doctype html><html lang="en"><title>Sign out</title><body>${form}<button form="op.logoutForm" name="logout" value="yes">Yes, sign me out</button></body></html>`;
        },
      },
    },
    loadExistingGrant: async ({ oidc }) => {
      const grant = new provider.Grant({
        clientId: oidc.client!.clientId,
        accountId: oidc.session!.accountId!,
      });
      grant.addOIDCScope("openid email profile");
      await grant.save();
      return grant;
    },
  });
  const answers = provider.callback();
  handle = async (request, response) => {
    const path = new URL(request.url ?? "/", issuer).pathname;
    asked.push(path);
    if (path.startsWith("/interaction/"))
      return provider.interactionFinished(request, response, { login: { accountId: present } });
    const now = forging;
    if (path === "/token" && (now || isRotated)) {
      const sign = (claims: JWTPayload) => signed(claims, key);
      rewriting(response, async (text) => {
        const answer = JSON.parse(text) as { id_token?: string };
        if (!answer.id_token) return text;
        const claims = decodeJwt(answer.id_token);
        return JSON.stringify({
          ...answer,
          id_token: await (now ?? ((all) => sign(all)))(claims, sign),
        });
      });
    }
    if (path === "/jwks" && isRotated)
      rewriting(response, async () => JSON.stringify({ keys: [key.shown] }));
    return answers(request, response);
  };
  return {
    issuer,
    /** Somebody it knows, by their subject. */
    knows: (subject: string, account: Account) => people.set(subject, account),
    /** Whoever signs in from now on. */
    isPresent: (subject: string) => {
      present = subject;
    },
    /** Changes the ID tokens it sends; null sends them as they are. */
    forges: (how: Forging | null) => {
      forging = how;
    },
    /** Signs by another key from now on, which alone it shows. */
    rotates: async (kid: string) => {
      key = await newKey(kid);
      isRotated = true;
    },
    /** A token of its own making. */
    signs: (claims: JWTPayload, typ?: string) => signed(claims, key, typ),
    /** The paths it was asked for since. */
    asked: () => {
      const paths = asked;
      asked = [];
      return paths;
    },
    close: () => server.close(),
  };
}
export type IdentityProvider = Awaited<ReturnType<typeof identityProvider>>;

/** Cookies by name, as a browser keeps them for one host. */
export function jar(first: Record<string, string> = {}) {
  const kept = new Map(Object.entries(first));
  return {
    take: (answer: Response) => {
      for (const line of answer.headers.getSetCookie()) {
        const [pair = "", ...rest] = line.split(";");
        const at = pair.indexOf("=");
        const isGone = rest.some((part) => /max-age=0$/i.test(part.trim()));
        if (isGone) kept.delete(pair.slice(0, at));
        else kept.set(pair.slice(0, at), pair.slice(at + 1));
      }
      return answer;
    },
    get: (name: string) => kept.get(name),
    set: (name: string, value: string) => kept.set(name, value),
    line: () => [...kept].map(([name, value]) => `${name}=${value}`).join("; "),
  };
}

/** Goes through the provider's pages as a browser without scripts does. @returns where it leads back to */
export async function throughProvider(address: string, cookies = jar()): Promise<string> {
  let next = address;
  const { origin } = new URL(address);
  for (let hop = 0; hop < 10; hop++) {
    const answer = cookies.take(
      await fetch(next, { redirect: "manual", headers: { cookie: cookies.line() } }),
    );
    const location = answer.headers.get("location");
    if (!location)
      throw new Error(`${next} leads nowhere: ${answer.status} ${await answer.text()}`);
    next = new URL(location, next).href;
    if (new URL(next).origin !== origin) return next;
  }
  throw new Error("The provider leads in a circle");
}
