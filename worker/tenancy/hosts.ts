import { and, eq, inArray } from "drizzle-orm";
import { companies, domains, shards } from "#drizzle/control/index.ts";
import { ormOf } from "../db/orm.ts";

type CompanyPlace = {
  kind: "company";
  hostname: string;
  companyId: string;
  shard: string;
  primaryHost: string;
};
/** What a host name stands for. An unknown host never falls to a default company. */
export type Place =
  | { kind: "platform"; hostname: string }
  | CompanyPlace
  /** `former` is the company that used the host before. */
  | { kind: "unknown"; hostname: string; former?: CompanyPlace };

const KEEP_MS = 30_000;
const KEEP_UNKNOWN_MS = 5_000;
const MOST = 5_000;
const cache = new Map<string, { place: Place; until: number }>();

export const hostnameOf = (request: Request) =>
  new URL(request.url).hostname.toLowerCase().replace(/\.$/, "");
export const apexHosts = (env: Env) => env.APEX_HOSTS.split(",").map((host) => host.trim());

/** Maps a host to its company and shard; kept in the isolate for 30 s. */
export async function placeOf(hostname: string, env: Env, control: D1Database): Promise<Place> {
  if (apexHosts(env).includes(hostname)) return { kind: "platform", hostname };
  const now = Date.now();
  const before = cache.get(hostname);
  if (before && before.until > now) return before.place;
  const [row] = await ormOf(control)
    .select({
      companyId: companies.id,
      shard: shards.binding,
      status: companies.status,
      domainStatus: domains.status,
      redirectsTo: domains.redirectsTo,
    })
    .from(domains)
    .innerJoin(companies, eq(companies.id, domains.companyId))
    .innerJoin(shards, eq(shards.id, companies.shardId))
    .where(and(eq(domains.hostname, hostname), inArray(domains.status, ["active", "retired"])))
    .limit(1);
  const serves = row && row.status !== "closed" && row.status !== "pending_verification";
  const company: CompanyPlace | null = serves
    ? {
        kind: "company",
        hostname,
        companyId: row.companyId,
        shard: row.shard,
        primaryHost: row.redirectsTo ?? hostname,
      }
    : null;
  const place: Place =
    company && row?.domainStatus === "active"
      ? company
      : { kind: "unknown", hostname, ...(company ? { former: company } : {}) };
  if (cache.size >= MOST) cache.clear();
  cache.set(hostname, { place, until: now + (serves ? KEEP_MS : KEEP_UNKNOWN_MS) });
  return place;
}

/** What a host stands for at a path: one that a company used before still shows the certificates that were printed with it. */
export const placeAt = (place: Place, pathname: string): Place =>
  place.kind === "unknown" && place.former && pathname.startsWith("/verify/")
    ? place.former
    : place;

/** Forgets a host after its mapping changed, in this isolate. */
export const forgetHost = (hostname: string) => cache.delete(hostname);

/** The D1 database of a shard, by the name of its binding. */
export function shardOf(env: Env, binding: string): D1Database {
  const database = /^TENANT_DB_\w+$/.test(binding)
    ? (env as unknown as Record<string, D1Database | undefined>)[binding]
    : undefined;
  if (!database) throw new Error(`No database is bound as ${binding}`);
  return database;
}

/** `https://host` as links in mail and baseUrl say it; scheme and port come from the configuration, never from the request. */
export const originOf = (env: Env, hostname: string) =>
  `${env.PUBLIC_SCHEME}://${hostname}${env.PUBLIC_PORT ? `:${env.PUBLIC_PORT}` : ""}`;
