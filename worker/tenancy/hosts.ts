import { and, eq, inArray, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { companies, domains, shards } from "#drizzle/control/index.ts";
import { ormOf } from "../db/orm.ts";
import { isSafe } from "../headers.ts";
import { keepNotice, readingNotice } from "./notice.ts";

type CompanyPlace = {
  kind: "company";
  hostname: string;
  companyId: string;
  shard: string;
  /** It rises with each change of how the platform has the company, such as its shard. */
  mapVersion: number;
  primaryHost: string;
  /** Asked by a host that the company has left: nobody is signed in there. */
  isRetired?: true;
};
/** A host that a company has left. It stays the company's, and shows its certificates alone. */
type RetiredPlace = { kind: "retired"; hostname: string; company: CompanyPlace };
/** What a host name stands for. An unknown host never falls to a default company. */
export type Place =
  | { kind: "platform"; hostname: string }
  | CompanyPlace
  | RetiredPlace
  | { kind: "unknown"; hostname: string };

const KEEP_MS = 30_000;
const KEEP_UNKNOWN_MS = 5_000;
const MOST = 5_000;
const cache = new Map<string, { place: Place; until: number }>();

export const hostnameOf = (request: Request) =>
  new URL(request.url).hostname.toLowerCase().replace(/\.$/, "");
export const apexHosts = (env: Env) => env.APEX_HOSTS.split(",").map((host) => host.trim());

const primary = alias(domains, "primary_domain");

/** Maps a host to its company and shard; kept in the isolate for 30 s. */
export async function placeOf(hostname: string, env: Env, control: D1Database): Promise<Place> {
  if (apexHosts(env).includes(hostname)) return { kind: "platform", hostname };
  const now = Date.now();
  const before = cache.get(hostname);
  if (before && before.until > now) return before.place;
  const orm = ormOf(control);
  const mapped = orm
    .select({
      companyId: companies.id,
      shard: shards.binding,
      mapVersion: companies.mapVersion,
      status: companies.status,
      domainStatus: sql<Mapped["domainStatus"]>`${domains.status}`.as("domain_status"),
      primaryHost: sql<string | null>`${primary.hostname}`.as("primary_host"),
    })
    .from(domains)
    .innerJoin(companies, eq(companies.id, domains.companyId))
    .innerJoin(shards, eq(shards.id, companies.shardId))
    .leftJoin(primary, and(eq(primary.companyId, companies.id), sql`${primary.isPrimary} = 1`))
    .where(and(eq(domains.hostname, hostname), inArray(domains.status, ["active", "retired"])))
    .limit(1);
  const [[row], notice] = await orm.batch([mapped, readingNotice(orm)]);
  keepNotice(notice);
  const serves = row && row.status !== "closed" && row.status !== "pending_verification";
  const place: Place = serves ? placeIn(hostname, row) : { kind: "unknown", hostname };
  if (cache.size >= MOST) cache.clear();
  cache.set(hostname, { place, until: now + (serves ? KEEP_MS : KEEP_UNKNOWN_MS) });
  return place;
}

/** Whether a host is answered by this Worker: the platform's own, one below it, or one that a company has or has left. */
export async function isOwnHost(hostname: string, env: Env): Promise<boolean> {
  const isOfPlatform = apexHosts(env).some(
    (apex) => hostname === apex || hostname.endsWith(`.${apex}`),
  );
  return isOfPlatform || (await placeOf(hostname, env, env.CONTROL_DB)).kind !== "unknown";
}

type Mapped = Pick<CompanyPlace, "companyId" | "shard" | "mapVersion"> & {
  domainStatus: (typeof domains.$inferSelect)["status"];
  primaryHost: string | null;
};
function placeIn(hostname: string, { domainStatus, ...row }: Mapped): Place {
  const { companyId, shard, mapVersion } = row;
  const primaryHost = row.primaryHost ?? hostname;
  const company: CompanyPlace = {
    ...{ kind: "company", hostname, companyId, shard, mapVersion, primaryHost },
  };
  return domainStatus === "active"
    ? company
    : { kind: "retired", hostname, company: { ...company, isRetired: true } };
}

/** What the page of a certificate asks for: itself, its JSON and files, the heads of the ledger, and the routes of its links. */
const isOfCertificates = (pathname: string) =>
  pathname.startsWith("/verify/") || pathname === "/__manifest";

/** What a host stands for in a request: one that its company has left still shows the certificates that were printed with it. */
export const placeAt = (place: Place, method: string, pathname: string): Place =>
  place.kind === "retired" && isSafe(method) && isOfCertificates(pathname) ? place.company : place;

/** Forgets a host after its mapping changed, in this isolate. */
export const forgetHost = (hostname: string) => cache.delete(hostname);

/** Forgets all hosts of a company, and one that was nobody's. */
export function forgetHostsOf(companyId: string, hostname: string) {
  forgetHost(hostname);
  for (const [known, { place }] of cache) {
    const company = place.kind === "retired" ? place.company : place;
    if (company.kind === "company" && company.companyId === companyId) forgetHost(known);
  }
}

/** A host is not looked up anew before it was kept for so long, unless its shard says that the map has changed. */
const NOT_AGAIN_MS = 1_000;

/**
 * Whether a company is in another shard than this isolate has kept of it.
 * @param known the version of the map that the shard itself knows of; null where the caller's session was not found there
 */
export async function isMoved(
  place: Place,
  known: number | null,
  env: Env,
  control: D1Database,
): Promise<boolean> {
  if (place.kind !== "company") return false;
  const age = KEEP_MS - ((cache.get(place.hostname)?.until ?? 0) - Date.now());
  if (known === null ? age < NOT_AGAIN_MS : known <= place.mapVersion) return false;
  forgetHost(place.hostname);
  const now = await placeOf(place.hostname, env, control);
  return now.kind !== "company" || now.shard !== place.shard;
}

/** The D1 database of a shard, by the name of its binding. */
export function shardOf(env: Env, binding: string): D1Database {
  const database = /^TENANT_DB_\w+$/.test(binding)
    ? (env as unknown as Record<string, D1Database | undefined>)[binding]
    : undefined;
  if (!database) throw new Error(`No database is bound as ${binding}`);
  return database;
}

/** The origin of another host of the same site. */
export function originBeside(origin: string, hostname: string): string {
  const beside = new URL(origin);
  beside.hostname = hostname;
  return beside.origin;
}

/** `https://host` as links in mail and baseUrl say it; scheme and port come from the configuration, never from the request. */
export const originOf = (env: Env, hostname: string) =>
  `${env.PUBLIC_SCHEME}://${hostname}${env.PUBLIC_PORT ? `:${env.PUBLIC_PORT}` : ""}`;
