import { newId } from "#drizzle/columns.ts";
import { loginLog } from "#drizzle/tenant/index.ts";
import { CompanyDb } from "../db/company-db.ts";
import type { Stamp } from "../db/db.ts";
import { narrowed } from "../db/own-rows.ts";
import { PlatformDb } from "../db/platform-db.ts";
import type { Visit } from "../env.ts";
import { shardOf } from "./hosts.ts";

/** Who does what no person asked for in this request. */
const system = (): Stamp => ({
  actorKind: "system",
  actorId: null,
  actorName: "Plumbline",
  via: "system",
  ip: null,
  userAgent: null,
  requestId: newId(),
  letters: [],
});

/** Who has caused what the platform does with a company: one of its staff, unless it is said that it was one of the company's own people. */
export type Cause = { id: string; name: string; kind?: "user" };

/** Opens a company's shard for a message of the platform. Nothing else may enter a shard without a session. */
export const openShard = (env: Env, binding: string, companyId: string, by: Cause): CompanyDb =>
  new CompanyDb(shardOf(env, binding), companyId, {
    ...system(),
    actorKind: by.kind ?? "staff",
    actorId: by.id,
    actorName: by.name,
  });

/**
 * Opens a company's log of sign-ins to one of the platform's staff: that table to read, and the company's own log, which says who looked.
 * @param by who it is; the address they come from stays with the platform
 */
export const openLoginLog = (env: Env, binding: string, companyId: string, by: Stamp): CompanyDb =>
  new CompanyDb(
    shardOf(env, binding),
    companyId,
    { ...by, ip: null, userAgent: null, letters: [] },
    null,
    narrowed({ reads: [loginLog], writes: [] }),
  );

/** One company's part of a shard, for a job that goes on with its own work. */
export const openForJob = (shard: D1Database, companyId: string): CompanyDb =>
  new CompanyDb(shard, companyId, system());

/** The control database for jobs. */
export const openControl = (env: Env): PlatformDb => new PlatformDb(env.CONTROL_DB, system());

/** The control database for what a payment gateway tells; its request applies at once what it decides. @param name of the gateway */
export const openForGateway = (visit: Visit, name: string): PlatformDb =>
  new PlatformDb(visit.control, {
    ...system(),
    ...{ actorName: name, ip: visit.ip, requestId: visit.requestId },
    ...{ letters: visit.letters, messages: visit.messages },
  });
/**
 * The control database for what a company's Admin decides about the company itself, which no other handle of the company's may write.
 * @param stamp of the handle that has let them in
 */
export const openControlFor = (env: Env, stamp: Stamp): PlatformDb =>
  new PlatformDb(env.CONTROL_DB, stamp);

/** One company's part of the shard that is bound under a name. */
export const openCompany = (env: Env, binding: string, companyId: string): CompanyDb =>
  openForJob(shardOf(env, binding), companyId);
