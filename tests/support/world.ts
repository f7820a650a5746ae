import { readdirSync, readFileSync } from "node:fs";
import { exportJWK, generateKeyPair } from "jose";
import {
  convertV4MiniflareOptions,
  Log,
  LogLevel,
  Miniflare,
  type WorkerdStructuredLog,
} from "miniflare";
import { dayIn } from "#app/shared/company-time.ts";
import { newId } from "#drizzle/columns.ts";
import { databaseAt, statementsWorker } from "../../scripts/support/databases.ts";
import { withNewSecret } from "../../scripts/support/keys.ts";
import { builtWorker } from "../../scripts/support/server.ts";
import { fetchByDoors } from "./doors.ts";
import { KEYS, standIn } from "./gateways.ts";
import { nameServer } from "./name-server.ts";
import { passwordHash } from "./password.ts";
import { postOffice } from "./post-office.ts";
import { worldTemplate } from "./world-template.ts";

export const SHARDS = ["TENANT_DB_0", "TENANT_DB_1", "TENANT_DB_2"];
export const PASSWORD = "Calibrate-2026-demo";

type Bindings = {
  JOB_QUEUE: Queue;

  CONTROL_DB: D1Database;
  TENANT_DB_0: D1Database;
  TENANT_DB_1: D1Database;
  TENANT_DB_2: D1Database;
  MEDIA: R2Bucket;
};
/** Staff of these domains need no second factor; those of others do. */
const FREE_OF_FACTORS = "@plumbline.test";
export type CompanyName = "acme" | "globex" | "initech";
export type Company<N extends string = string> = {
  id: string;
  name: N;
  host: string;
  shard: string;
  users: Record<"admin" | "engineer" | "viewer", { id: string; email: string }>;
};
export type World = Awaited<ReturnType<typeof openWorld>>;

/** Makes the keys of tokens and of secrets. */
async function newKeys() {
  const { privateKey, publicKey } = await generateKeyPair("ES256", { extractable: true });
  return {
    secrets: JSON.stringify(withNewSecret()),
    keys: JSON.stringify({ active: "k1", keys: { k1: await exportJWK(privateKey) } }),
    publicJwk: await exportJWK(publicKey),
  };
}

/** Applies migrations as one batch a file: all, or those from one name on and before another. */
export async function migrate(db: D1Database, folder: string, from = "", until = "a") {
  for (const file of readdirSync(folder)
    .filter((name) => name.endsWith(".sql") && name >= from && name < until)
    .sort())
    await db.batch(
      readFileSync(`${folder}/${file}`, "utf8")
        .split("--> statement-breakpoint")
        .map((statement) => db.prepare(statement)),
    );
}

type Tick = { cron: string; scheduledTime?: Date };
type Scheduled = { scheduled(event: Tick): Promise<unknown> };
const HOST = "127.0.0.1";
const socketAt = (port: number, serviceName?: string) => ({
  unsafeDirectSockets: [{ host: HOST, port, ...(serviceName ? { serviceName } : {}) }],
});
const beside = { modules: true, compatibilityDate: "2026-08-01" } as const;
const sending = {
  serviceBindings: { SEND_EMAIL: { name: "post-office", entrypoint: "PostOffice" } },
};

type Module = { type: "ESModule" | "CompiledWasm"; path: string; contents?: string };
type Opened = {
  /** Whether mail goes out, to an office that takes everything. */
  sendsMail?: boolean;
  /** Whether the configuration has the keys of payment gateways. */
  hasGateways?: boolean;
  /** Modules that stand before the build's own, the entry first. */
  inFront?: Module[];
  /** Ports of the Worker, of its second socket and of the statements; new ones when absent. With these a runtime that is started anew is where it was. */
  ports?: readonly [number, number, number];
  /** Called when the runtime has crashed and runs again. */
  onRestart?: () => void;
  /** Further variables. */
  more?: Record<string, string>;
};

/** A world of one's own; the caller closes its server. */
export async function openWorld({
  sendsMail = false,
  hasGateways = true,
  inFront = [],
  ports: [atFront, atBack, atStatements] = [0, 0, 0],
  onRestart,
  more = {},
}: Opened = {}) {
  const { keys, secrets, publicJwk } = await newKeys();
  const names = await nameServer();
  const gateways = await standIn();
  const vars = {
    ...(hasGateways ? KEYS : {}),
    ...{ STRIPE_API: gateways.base, RAZORPAY_API: gateways.base },
    APP_ENV: "test",
    PUBLIC_SCHEME: "http",
    PUBLIC_PORT: "",
    METER: "1",
    TOKEN_KEYS: keys,
    SECRET_KEYS: secrets,
    SECOND_FACTOR_FREE: FREE_OF_FACTORS,
    DNS_RESOLVER: names.url,
    OUTBOUND_TEST_HOSTS: "127.0.0.1",
    SESSION_REQUESTS: "1000000",
    ...more,
  };
  const { options, state } = await worldTemplate();
  const built = builtWorker(options, vars);
  const worker = { ...built, modules: [...inFront, ...built.modules] };
  const { d1Databases } = worker as unknown as { d1Databases: Record<string, string> };
  let logs: WorkerdStructuredLog[] = [];
  const optionsWith = (changed: Record<string, string>) =>
    convertV4MiniflareOptions({
      cf: false,
      log: new Log(LogLevel.ERROR),
      logRequests: false,
      resourcePersistencePath: state,
      handleStructuredLogs: (log) => {
        logs.push(log);
        if (log.level === "error" && !inFront.length) console.error(log.message);
      },
      unsafeHandleRuntimeRestart: () => onRestart?.(),
      workers: [
        {
          ...worker,
          ...{ bindings: { ...worker.bindings, ...changed } },
          ...socketAt(atFront),
          ...(sendsMail ? sending : {}),
        },
        {
          ...{ ...beside, name: "statements", script: statementsWorker, d1Databases },
          ...socketAt(atStatements),
        },
        // A second socket of the Worker, behind its static files.
        {
          ...{ ...beside, name: "back", script: "export default {};" },
          ...socketAt(atBack, "plumbline"),
        },
        ...(sendsMail ? [{ ...beside, name: "post-office", script: postOffice }] : []),
      ],
    });
  const runtime = new Miniflare(optionsWith({}));
  const direct = await runtime.unsafeGetDirectURL("plumbline");
  const back = await runtime.unsafeGetDirectURL("back");
  const statements = await runtime.unsafeGetDirectURL("statements");
  const bindings = Object.keys(d1Databases).map((binding) => [
    binding,
    databaseAt(statements, binding),
  ]);
  /** They end with the runtime that they are of. */
  const handles = async () => ({
    MEDIA: await runtime.getR2Bucket("MEDIA"),
    JOB_QUEUE: await runtime.getQueueProducer("JOB_QUEUE", "plumbline"),
  });
  const env = { ...Object.fromEntries(bindings), ...(await handles()) } as Bindings;
  const server = {
    /** Asks the Worker under the host of the address. */
    fetch: fetchByDoors(direct, back, "build/client"),
    getWorker: () => ({
      scheduled: async (event: Tick) =>
        ((await runtime.getWorker("plumbline")) as unknown as Scheduled).scheduled(event),
    }),
    /** The Worker's logs since they were cleared. */
    getLogs: () => logs,
    clearLogs: () => {
      logs = [];
    },
    /** Starts the runtime anew with other variables, as a deployment does. */
    deploy: async (changed: Record<string, string>) => {
      await runtime.setOptions(optionsWith(changed));
      Object.assign(env, await handles());
    },
    /** Waits until a runtime that has crashed runs again. */
    again: async () => {
      await runtime.ready;
      Object.assign(env, await handles());
    },
    close: () => {
      names.close();
      gateways.close();
      return runtime.dispose();
    },
  };
  const companies = await seedCompanies(env);
  gateways.tellTo(({ path, body, headers }) =>
    server.fetch(`http://localhost${path}`, { method: "POST", body, headers }),
  );
  const { port } = direct;
  return { server, env, names, gateways, port, companies, keys, publicJwk, state };
}

let opened: Promise<World> | undefined;

/** The built Worker on fresh D1 and R2 with three companies in three shards; one for all test files of a process. */
export function world(): Promise<World> {
  opened ??= openWorld();
  return opened;
}

/** The world if a test of this process has opened it. */
export const openedWorld = () => opened;

/** Where every company of the tests is. */
export const TIME_ZONE = "Asia/Kolkata";
/** The calendar day that the companies of the tests have now. */
export const companyToday = () => dayIn(TIME_ZONE);
const now = Date.now();

/** A statement that inserts one row past the app. Keys are column names. */
export function inserting(db: D1Database, table: string, row: Record<string, unknown>) {
  const names = Object.keys(row);
  return db
    .prepare(
      `insert into ${table} (${names.join(", ")}) values (${names.map(() => "?").join(", ")})`,
    )
    .bind(...Object.values(row));
}
/** What inserts rows of the same columns past the app: one statement however many there are, none where there are none. */
export function insertingAll(db: D1Database, table: string, rows: Record<string, unknown>[]) {
  if (!rows.length) return [];
  const names = Object.keys(rows[0]!);
  const values = names.map((name) => `value ->> '${name}'`);
  return [
    db
      .prepare(
        `insert into ${table} (${names.join(", ")}) select ${values.join(", ")} from json_each(?)`,
      )
      .bind(JSON.stringify(rows)),
  ];
}
export async function insert(db: D1Database, table: string, ...rows: Record<string, unknown>[]) {
  await db.batch(rows.map((row) => inserting(db, table, row)));
}

const stamps = { created_at: now, updated_at: now };

async function seedCompanies(env: Bindings): Promise<Record<CompanyName, Company>> {
  const hash = passwordHash(PASSWORD);
  const control = env.CONTROL_DB;
  await insert(control, "roles", { id: "role-super", name: "superadmin", is_system: 1, ...stamps });
  await insert(control, "staff", {
    id: "staff-super",
    name: "Platform Admin",
    email: "super@plumbline.test",
    role_id: "role-super",
    password_hash: hash,
    status: "active",
    ...stamps,
  });
  for (const [at, binding] of SHARDS.entries())
    await insert(control, "shards", {
      id: `shard-${at}`,
      name: `shard-${at}`,
      binding,
      company_count: 1,
      ...stamps,
    });
  const made = {} as Record<CompanyName, Company>;
  const plan = [
    ["acme", 2],
    ["globex", 2],
    ["initech", 0],
  ] as const;
  for (const [at, [name, serviceType]] of plan.entries())
    made[name] = await addCompany(env, name, serviceType, at, hash);
  awake = awake.filter((one) => one.env !== env);
  return made;
}

/** How often a company's name was used in a world, since test files may choose the same. */
const named = new WeakMap<Bindings, Map<string, number>>();
function hostOf(env: Bindings, name: string): string {
  const given = named.get(env) ?? new Map<string, number>();
  const n = (given.get(name) ?? 0) + 1;
  named.set(env, given.set(name, n));
  return n === 1 ? name : `${name}-${n}`;
}

/** The companies that the test file that runs has added. */
let awake: { env: Bindings; shard: string; id: string }[] = [];
/** Lets a file's companies rest when it has ended: else each later morning and night would do their work as well. */
export async function rest() {
  const own = awake;
  awake = [];
  const w = await opened;
  for (const { env, shard, id } of own)
    if (env === w?.env) {
      const db = env[shard as "TENANT_DB_0"];
      await db.batch([
        db.prepare("delete from company_jobs where company_id = ?").bind(id),
        db
          .prepare("update company_profiles set status = 'suspended' where company_id = ?")
          .bind(id),
        // One with a logo stays, since its file names it.
        db
          .prepare(
            "delete from company_profiles where company_id = ?1 and not exists (select 1 from media where company_id = ?1 and profile_id = ?1)",
          )
          .bind(id),
      ]);
    }
}

/** A company with its host, profile and three people, in the shard of that number. */
export async function addCompany<N extends string>(
  env: Bindings,
  name: N,
  serviceType: 0 | 1 | 2,
  at: number,
  hash = passwordHash(PASSWORD),
): Promise<Company<N>> {
  const shard = SHARDS[at]!;
  const id = newId();
  const slug = hostOf(env, name);
  const host = `${slug}.localhost`;
  const control = env.CONTROL_DB;
  const db = env[shard as "TENANT_DB_0"];
  await control.batch([
    inserting(control, "companies", {
      id,
      name,
      slug,
      kind: "hospital",
      email: `office@${name}.test`,
      phone: "4321",
      country: "IN",
      currency: "INR",
      time_zone: TIME_ZONE,
      service_type: serviceType,
      shard_id: `shard-${at}`,
      status: "active",
      ...stamps,
    }),
    inserting(control, "domains", {
      id: newId(),
      hostname: host,
      company_id: id,
      kind: "subdomain",
      status: "active",
      is_primary: 1,
      ...stamps,
    }),
  ]);
  awake.push({ env, shard, id });
  const users = {} as Company["users"];
  for (const kind of ["admin", "engineer", "viewer"] as const)
    users[kind] = { id: newId(), email: `${kind}@${name}.test` };
  const views = ["asset", "category", "department", "vendor", "store", "stock"].map(
    (subject) => `view-${subject}`,
  );
  const granted = { admin: [], engineer: [...views, "edit-asset"], viewer: views };
  await db.batch([
    inserting(db, "company_profiles", {
      company_id: id,
      id,
      name,
      slug,
      primary_host: host,
      status: "active",
      service_type: serviceType,
      currency: "INR",
      time_zone: TIME_ZONE,
      country: "IN",
      ...stamps,
    }),
    ...(["admin", "engineer", "viewer"] as const).flatMap((kind) => [
      inserting(db, "users", {
        company_id: id,
        ...users[kind],
        name: `${kind} of ${name}`,
        type: kind === "admin" ? "admin" : "user",
        service_type: serviceType,
        password_hash: hash,
        status: "active",
        ...stamps,
      }),
      ...insertingAll(
        db,
        "user_permissions",
        granted[kind].map((permission) => ({
          ...{ company_id: id, id: newId(), user_id: users[kind].id, permission },
          ...{ web: "allow", app: "allow", ...stamps },
        })),
      ),
    ]),
  ]);
  return { id, name, host, shard, users };
}
