import { expect } from "vitest";
import { ask, type Client } from "./client.ts";
import { CLIENT, type IdentityProvider, jar, throughProvider } from "./identity-provider.ts";
import { type Company, PASSWORD, type World } from "./world.ts";

/** What a company's form says of the provider of the tests. */
export const providerForm = (provider: IdentityProvider) => ({
  ...{ name: "Hospital account", issuer: provider.issuer, clientId: CLIENT.id },
  password: PASSWORD,
  ...{ clientSecret: CLIENT.secret, scopes: "openid email profile" },
  ...{ emailClaim: "email", nameClaim: "name", groupsClaim: "groups", isOffered: "1" },
});

/** Sets a company's provider up, as its Admin does. @param more other values of the form */
export async function setUp(
  admin: Client,
  provider: IdentityProvider,
  more: Record<string, string> = {},
) {
  const answer = await admin.form("/settings/sign-in", {
    ...{ intent: "save", ...providerForm(provider), ...more },
  });
  expect(answer.status, await answer.clone().text()).toBe(200);
}

/** Proves a mail domain of a company, by its zone. */
export async function prove(w: World, company: Company, admin: Client, domain: string) {
  const added = await admin.form("/settings/sign-in", { intent: "add-domain", domain });
  expect(added.status).toBe(200);
  const row = await w.env[company.shard as "TENANT_DB_0"]
    .prepare("select id, proof from mail_domains where company_id = ? and domain = ?")
    .bind(company.id, domain)
    .first<{ id: string; proof: string }>();
  w.names.says(`_plumbline.${domain}`, [`"${row!.proof}"`]);
  const proved = await admin.form("/settings/sign-in", {
    intent: "prove-domain",
    id: row!.id,
    password: PASSWORD,
  });
  expect(proved.status).toBe(302);
  return row!.id;
}

/** Begins at a company's page; `address` is the provider's. */
export async function begin(w: World, host: string, path = "/login/oidc", cookies = jar()) {
  const answer = cookies.take(await ask(w, host, path, { headers: { cookie: cookies.line() } }));
  return { answer, cookies, address: answer.headers.get("location") ?? "" };
}

/** Comes back from the provider to the company's page. @returns where that leads, and what it says */
export async function comeBack(w: World, address: string, cookies: ReturnType<typeof jar>) {
  const { host, pathname, search } = new URL(address);
  const answer = cookies.take(
    await ask(w, host, `${pathname}${search}`, { headers: { cookie: cookies.line() } }),
  );
  const flash = cookies.get("flash");
  return {
    status: answer.status,
    to: answer.headers.get("location"),
    says: flash ? (JSON.parse(decodeURIComponent(flash)) as { message: string }).message : null,
    isIn: cookies.get("sid") !== undefined,
    cookies,
  };
}

/** Signs somebody in by the provider, as a browser without scripts does. */
export async function signInBy(
  w: World,
  host: string,
  provider: IdentityProvider,
  subject: string,
  path = "/login/oidc",
  cookies = jar(),
) {
  provider.isPresent(subject);
  const { address } = await begin(w, host, path, cookies);
  return comeBack(w, await throughProvider(address), cookies);
}
