import type { Message } from "#worker/db/db.ts";
import { inTransit } from "#worker/domain/platform/company-rows/statements.ts";
import { carried } from "#worker/domain/platform/company-rows/tables.ts";
import { forgetTaken, takeAwayPart } from "#worker/domain/platform/company-rows/take-away.ts";
import { mapElsewhere } from "#worker/domain/platform/mapping-elsewhere.ts";
import { applyAtOnce } from "#worker/jobs/apply-messages.ts";
import { shardOf } from "#worker/tenancy/hosts.ts";
import { openControl } from "#worker/tenancy/shard-door.ts";
import { carry, type Tell } from "./carry.ts";
import { hold, isHeld, release } from "./hold.ts";
import { proveBatches } from "./prove-batches.ts";

/** The databases by their bindings: CONTROL_DB and every shard. */
export type Databases = Record<string, D1Database>;
type Placed = { id: string; name: string; binding: string };
type Work = {
  databases: Databases;
  slug: string;
  tell: Tell;
  /** Isolates may keep for so long where the company was, in milliseconds. */
  rest?: number;
};

/** Isolates keep a host's shard for 30 s; requests under way go on for a while. */
const REST_MS = 60_000;
const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const envOf = (databases: Databases) => databases as unknown as Env;
const shardsOf = (databases: Databases) =>
  Object.keys(databases).filter((binding) => binding.startsWith("TENANT_DB_"));

async function companyNamed({ databases, slug }: Work): Promise<Placed> {
  const found = await databases
    .CONTROL_DB!.prepare(
      "select companies.id, companies.name, shards.binding from companies join shards on shards.id = companies.shard_id where companies.slug = ?",
    )
    .bind(slug)
    .first<Placed>();
  if (!found) throw new Error(`There is no company ${slug}`);
  return found;
}

/** Whether a database has any row of a company. */
export async function hasRows(db: D1Database, companyId: string): Promise<boolean> {
  const tables = carried.filter(({ name }) => name !== "search_index");
  const found = await db.batch<{ there: number }>(
    tables.map(({ name }) =>
      db
        .prepare(`select exists (select 1 from "${name}" where company_id = ?) as there`)
        .bind(companyId),
    ),
  );
  return found.some(({ results }) => results[0]!.there === 1);
}

/** The shards, but for the company's own, that have rows of it. */
async function leftOver({ databases }: Work, { id, binding }: Placed): Promise<string[]> {
  const found: string[] = [];
  for (const other of shardsOf(databases))
    if (other !== binding && (await hasRows(shardOf(envOf(databases), other), id)))
      found.push(other);
  return found;
}

/** Takes all of a company's rows out of a database, and what held them. */
async function takeAway(db: D1Database, companyId: string): Promise<void> {
  for (let from: string | null = ""; from !== null; )
    from = await takeAwayPart(db, companyId, from);
  await forgetTaken(db, companyId);
  await release(db, companyId);
}

/** @throws Error unless the logs of a company go on in its shard from where they stopped in the one that it has left */
async function proveGoesOn(left: D1Database, now: D1Database, companyId: string): Promise<void> {
  for (const table of ["activity_log", "ledger_events"]) {
    const sealed = `select seq, hash from ${table} where company_id = ?1 and seq is not null`;
    const head = await left
      .prepare(`${sealed} order by seq desc limit 1`)
      .bind(companyId)
      .first<{ seq: number; hash: string }>();
    if (!head) continue;
    const there = await now
      .prepare(`${sealed} and seq = ?2`)
      .bind(companyId, head.seq)
      .first<{ hash: string }>();
    if (there?.hash !== head.hash)
      throw new Error(`${table} does not go on from no. ${head.seq}: nothing was taken away`);
  }
}

/** Waits until nobody looks for the company in the shard that it has left, and takes its rows away there. */
async function leave(
  work: Work,
  { id, binding }: Placed,
  left: string,
  goesOn: boolean,
): Promise<void> {
  const { databases, tell, rest = REST_MS } = work;
  const [db, now] = [left, binding].map((one) => shardOf(envOf(databases), one)) as [
    D1Database,
    D1Database,
  ];
  await hold(db, id);
  if (goesOn) await proveGoesOn(db, now, id);
  const map = await databases
    .CONTROL_DB!.prepare("select map_version from companies where id = ?")
    .bind(id)
    .first<{ map_version: number }>();
  // Whoever still asks there learns from this that the map has changed.
  await inTransit(db, id, [
    db
      .prepare("update company_profiles set map_version = ?2 where company_id = ?1")
      .bind(id, map!.map_version),
  ]);
  // What the clock had begun there is refused, so it may begin here at once.
  await now.prepare("update company_jobs set lease_until = 0 where company_id = ?").bind(id).run();
  await tell(`Waiting ${rest / 1000} s for who still looks for it in ${left}`);
  await wait(rest);
  await takeAway(db, id);
  await tell(`Its rows in ${left} are taken away`);
}

/** Tells the platform where the company is, and the company how the platform has it. */
async function map(
  { databases }: Work,
  company: Placed,
  to: string,
  action: "move.company" | "restore.company",
  reason: string,
) {
  const env = envOf(databases);
  const control = openControl(env);
  const messages: Message[] = [];
  control.stamp.messages = messages;
  await mapElsewhere(control, {
    ...{ companyId: company.id, from: company.binding, to, action, reason },
  });
  await applyAtOnce(env, messages);
}

/** @throws Error unless the shard is one of the platform's */
async function registered({ databases }: Work, binding: string): Promise<D1Database> {
  const known = await databases
    .CONTROL_DB!.prepare("select 1 from shards where binding = ?")
    .bind(binding)
    .first();
  if (!known || !databases[binding]) throw new Error(`There is no shard ${binding}`);
  return databases[binding];
}

/** What is broken off before the map changes leaves the company where it is, and writing. */
async function orRelease<R>(work: Work, company: Placed, what: Promise<R>): Promise<R> {
  try {
    return await what;
  } catch (error) {
    const { binding } = await companyNamed(work);
    if (binding === company.binding)
      await release(shardOf(envOf(work.databases), binding), company.id);
    throw error;
  }
}

/** Ends what was broken off after the map had changed. @throws Error when nothing was */
async function goOn(work: Work, company: Placed, goesOn: boolean): Promise<void> {
  const others = await leftOver(work, company);
  if (!others.length) throw new Error(`${company.name} is in ${company.binding} already`);
  for (const left of others) await leave(work, company, left, goesOn);
}

/** Ends an earlier move whose rows still stand where the company has left: what is there may not be written over. */
async function endEarlier(work: Work, company: Placed, goesOn: boolean): Promise<void> {
  for (const left of await leftOver(work, company))
    if (await isHeld(shardOf(envOf(work.databases), left), company.id))
      await leave(work, company, left, goesOn);
}

/** Moves a company to another shard while it works. Broken off and begun anew, it goes on. */
export async function move(work: Work, to: string): Promise<void> {
  const { databases, tell } = work;
  const company = await companyNamed(work);
  if (company.binding === to) return goOn(work, company, true);
  await endEarlier(work, company, true);
  const source = shardOf(envOf(databases), company.binding);
  const target = await registered(work, to);
  for (const db of [source, target]) await proveBatches(db);
  await orRelease(
    work,
    company,
    carry({ source, target, companyId: company.id }, source, tell).then(() =>
      map(work, company, to, "move.company", "It was moved to another database"),
    ),
  );
  await tell(`${company.name} is in ${to}`);
  await leave(work, { ...company, binding: to }, company.binding, true);
}

/** Gives up a move or a restore whose map has not changed: the company writes again where it is, and nothing of it is anywhere else. */
export async function stay(work: Work): Promise<void> {
  const company = await companyNamed(work);
  for (const other of await leftOver(work, company)) {
    await takeAway(shardOf(envOf(work.databases), other), company.id);
    await work.tell(`Its rows in ${other} are taken away`);
  }
  await release(shardOf(envOf(work.databases), company.binding), company.id);
  await work.tell(`${company.name} stays in ${company.binding}`);
}

/** Puts a company as a backup has it into another shard. What it has now is held at once, and taken away at the end. */
export async function restore(work: Work, backup: D1Database, to: string): Promise<void> {
  const { databases, tell } = work;
  const company = await companyNamed(work);
  if (company.binding === to) return goOn(work, company, false);
  if (!(await hasRows(backup, company.id)))
    throw new Error(`The backup has nothing of ${company.name}`);
  await endEarlier(work, company, false);
  const left = shardOf(envOf(databases), company.binding);
  const target = await registered(work, to);
  await proveBatches(target);
  await orRelease(
    work,
    company,
    hold(left, company.id)
      .then(() => carry({ source: backup, target, companyId: company.id }, left, tell))
      .then(() => map(work, company, to, "restore.company", "It was restored from a backup")),
  );
  await tell(`${company.name} is in ${to} as the backup has it`);
  await leave(work, { ...company, binding: to }, company.binding, false);
}

/** Copies a company into a database of its own, as a backup. It reads only while the last differences are copied. */
export async function backUp(work: Work, into: D1Database): Promise<void> {
  const company = await companyNamed(work);
  const source = shardOf(envOf(work.databases), company.binding);
  try {
    await carry({ source, target: into, companyId: company.id }, source, work.tell);
  } finally {
    await release(source, company.id);
  }
}
