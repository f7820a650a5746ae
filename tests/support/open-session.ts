import { importJWK, SignJWT } from "jose";
import { newId } from "#drizzle/columns.ts";
import type { Company, World } from "./world.ts";

const HOUR_MS = 3_600_000;
const tables = {
  company: { people: "users", sessions: "sessions" },
  portal: { people: "contact_accounts", sessions: "contact_sessions" },
  platform: { people: "staff", sessions: "staff_sessions" },
};
const keys = new WeakMap<World, ReturnType<typeof importJWK>>();

/** The key with which a world's Worker signs tokens. */
function keyOf(w: World) {
  const made = keys.get(w) ?? importJWK(JSON.parse(w.keys).keys.k1, "ES256");
  keys.set(w, made);
  return made;
}

/**
 * Opens a person's sessions past the app, as a sign-in does with the right password; that takes the Worker 65 ms of its processor for each of
 * the two, which are spent where a sign-in is what a test is about.
 * @param company the person's; null for the platform's staff
 * @param ofCompany among its people, or the accounts of its consumers' contacts
 */
export async function openSession(
  w: World,
  company: Company | null,
  personId: string,
  ofCompany: "company" | "portal" = "company",
) {
  const audience = company ? ofCompany : "platform";
  const { people, sessions } = tables[audience];
  const db = company ? w.env[company.shard as "TENANT_DB_0"] : w.env.CONTROL_DB;
  const key = await keyOf(w);
  const now = Date.now();
  const [web, api] = [newId(), newId()];
  const mine = company ? "company_id = ?1 and" : "?1 = 'platform' and";
  const cid = company?.id ?? "platform";
  const adding = (id: string) =>
    db
      .prepare(
        `insert into ${sessions} (${company ? "company_id, " : ""}id, user_id, token_hash, epoch, created_at, last_seen_at, expires_at, ip, user_agent)
          select ${company ? "?1, " : ""}?3, id, ?3, session_epoch, ?4, ?4, ?5, 'local', 'node' from ${people} where ${mine} id = ?2 and status = 'active'`,
      )
      .bind(cid, personId, id, now, now + 12 * HOUR_MS);
  const [first] = await db.batch([
    adding(web),
    adding(api),
    db
      .prepare(`update ${people} set last_login_at = ?3 where ${mine} id = ?2`)
      .bind(cid, personId, now),
  ]);
  if (!first!.meta.changes) throw new Error(`${personId} may not sign in`);
  const sign = (typ: string, door: string, sid: string, seconds: number) =>
    new SignJWT({ cid, sid })
      .setProtectedHeader({ alg: "ES256", typ, kid: "k1" })
      .setIssuer("plumbline")
      .setAudience(`plumbline-${door}-${audience}`)
      .setSubject(personId)
      .setJti(newId())
      .setIssuedAt(Math.floor(now / 1000))
      .setExpirationTime(Math.floor(now / 1000) + seconds)
      .sign(key);
  return {
    cookie: `sid=${await sign("sid+jwt", "web", web, 12 * 3600)}`,
    token: await sign("at+jwt", "api", api, 15 * 60),
  };
}
