import { existsSync, readdirSync, readFileSync } from "node:fs";
import { posix } from "node:path";
import { describe, expect, test } from "vitest";

/** Who may import whom. A room that is not named may not be imported; "type" allows types only. */
const doors = {
  // Shapes of what is kept as JSON.
  drizzle: { "app/shared": "type" },
  "app/shared": {},
  /** What both doors and the domain use: session, access, permissions, refusals, env, once, menu, wire-session, headers. */
  "worker/core": {
    "app/shared": "type",
    drizzle: "type",
    "worker/db": "type",
    "worker/tenancy": "type",
    "worker/auth": "any",
    "worker/payments": "type",
  },
  "worker/db": { "app/shared": "type", drizzle: "any", "worker/core": "any" },
  "worker/tenancy": { drizzle: "any", "worker/core": "any", "worker/db": "any" },
  "worker/auth": {
    "app/shared": "any",
    drizzle: "any",
    "worker/db": "any",
    "worker/core": "any",
    "worker/tenancy": "any",
    "worker/payments": "any",
  },
  /** Gateways, each behind the same port. */
  "worker/payments": { drizzle: "type", "worker/core": "any", "worker/auth": "any" },
  "worker/files": {
    drizzle: "any",
    "worker/db": "type",
    "worker/core": "any",
    "worker/auth": "any",
    "app/shared": "any",
  },
  "worker/mail": {
    drizzle: "any",
    "worker/db": "any",
    "worker/core": "any",
    "worker/tenancy": "any",
    "worker/auth": "any",
    "app/shared": "any",
  },
  "worker/dns": { "worker/core": "any" },
  /** The one way to an address that somebody outside has named. */
  "worker/outbound": { "worker/core": "any", "worker/dns": "any", "worker/tenancy": "any" },
  "worker/domain": {
    drizzle: "any",
    "worker/payments": "any",
    "worker/dns": "any",
    "worker/outbound": "any",
    "worker/db": "any",
    "worker/core": "any",
    "worker/files": "any",
    "worker/mail": "any",
    "worker/auth": "any",
    "worker/tenancy": "any",
    "app/shared": "any",
  },
  "worker/jobs": {
    /** What is made in the background is drawn as on the web. */
    "worker/web": "any",
    drizzle: "any",
    "worker/db": "any",
    "worker/core": "any",
    "worker/domain": "any",
    "worker/files": "any",
    "worker/mail": "any",
    "worker/auth": "any",
    "worker/tenancy": "any",
    "app/shared": "any",
  },
  "worker/api": {
    /** Calls name the tables whose ids their paths take. */
    drizzle: "any",
    "worker/domain": "any",
    "worker/core": "any",
    "worker/auth": "any",
    "worker/files": "any",
    "worker/mail": "any",
    "worker/tenancy": "any",
    "worker/db": "type",
    "app/shared": "any",
  },
  "worker/web": {
    /** Charts on paper are those of the page. */
    "app/ui": "any",
    "worker/payments": "any",
    "worker/domain": "any",
    "worker/core": "any",
    "worker/auth": "any",
    "worker/files": "any",
    "worker/mail": "any",
    "worker/tenancy": "any",
    "worker/db": "type",
    "app/shared": "any",
  },
  "worker/index": {
    drizzle: "any",
    "worker/payments": "any",
    "worker/api": "any",
    "worker/web": "any",
    "worker/auth": "any",
    "worker/core": "any",
    "worker/db": "any",
    "worker/jobs": "any",
    "worker/mail": "any",
    "worker/tenancy": "any",
  },
  "app/ui": { "app/shared": "any" },
  "app/offline": { "app/shared": "any", "app/ui": "any" },
  "app/routes": {
    "app/ui": "any",
    "app/offline": "any",
    "app/shared": "any",
    "app/root": "type",
    "worker/web": "any",
    "worker/domain": "any",
    "worker/core": "any",
    "worker/auth": "any",
    "worker/files": "any",
    "worker/mail": "any",
    "worker/tenancy": "any",
    "worker/db": "type",
    drizzle: "type",
  },
  "app/root": {
    "app/ui": "any",
    "app/shared": "any",
    "worker/web": "any",
    "worker/auth": "any",
    /** The table of screens, of which the routes are made. */
    "worker/core": "any",
  },
} as const satisfies Record<string, Partial<Record<string, "any" | "type">>>;
type Room = keyof typeof doors;

/** Packages that belong to some rooms only. */
const packages: { name: RegExp; rooms: readonly Room[] }[] = [
  {
    name: /^(react|react-dom)(\/|$)/,
    rooms: ["app/ui", "app/routes", "app/root", "app/offline", "worker/mail", "worker/web"],
  },
  {
    name: /^react-router(\/|$)/,
    rooms: ["app/ui", "app/routes", "app/root", "worker/web", "worker/index"],
  },
  { name: /^hono\/utils\/cookie$/, rooms: ["worker/auth"] },
  { name: /^hono(\/|$)/, rooms: ["worker/api", "worker/index"] },
  { name: /^qr(\/|$)/, rooms: ["worker/domain", "app/ui"] },
  { name: /^jose$/, rooms: ["worker/auth"] },
  { name: /^@phi-ag\/argon2/, rooms: ["worker/auth"] },
  { name: /^(fflate|saxes|papaparse)$/, rooms: ["worker/files", "app/offline"] },
  { name: /^(idb|workbox-\w+)(\/|$)/, rooms: ["app/offline"] },
  { name: /^stripe(\/|$)/, rooms: ["worker/payments"] },
  { name: /^oauth4webapi$/, rooms: ["worker/domain"] },
  {
    name: /^zod$/,
    rooms: ["worker/domain", "worker/api", "worker/web", "worker/auth", "worker/payments"],
  },
  {
    name: /^drizzle-orm(\/|$)/,
    rooms: [
      "drizzle",
      "worker/db",
      "worker/auth",
      "worker/tenancy",
      "worker/domain",
      "worker/files",
      "worker/mail",
      "worker/jobs",
    ],
  },
];

/** The only files that reach D1 without session.authorize: sign-in, tenant look-up, jobs and the entry. */
const reachD1 = new Set([
  "worker/index.ts",
  "worker/env.ts",
  "worker/auth/realm.ts",
  "worker/auth/company-session.ts",
  "worker/auth/contact-session.ts",
  "worker/auth/person-session.ts",
  "worker/auth/session-of.ts",
  "worker/auth/staff-session.ts",
  "worker/auth/inside-session.ts",
  "worker/auth/key-session.ts",
  "worker/auth/guest.ts",
  "worker/auth/limited.ts",
  "worker/auth/find-host.ts",
  "worker/tenancy/hosts.ts",
  "worker/tenancy/shard-door.ts",
  "worker/mail/deliver.ts",
  "worker/domain/platform/company-rows/statements.ts",
  "worker/domain/platform/company-rows/take-away.ts",
  "worker/jobs/api-keys.ts",
  "worker/jobs/clean-up.ts",
  "worker/jobs/forget.ts",
  "worker/jobs/lease.ts",
  "worker/jobs/low-stock.ts",
  "worker/jobs/message.ts",
  "worker/jobs/mornings.ts",
  "worker/jobs/purge.ts",
  "worker/jobs/report-runs.ts",
  "worker/jobs/scores.ts",
  "worker/jobs/wake-calls.ts",
  "worker/jobs/webhooks.ts",
  "worker/jobs/seal-log.ts",
  "worker/jobs/wake-notices.ts",
]);
const d1 =
  /\bD1Database\b|drizzle-orm\/d1|new (?:Company|Platform)Db\b|\.CONTROL_DB\b|\bvisit\.control\b|\{[^}]*\b(?:control|shard)\b[^}]*\} = \w*visit|\bnew Catalogue\(|\.TENANT_DB_|\bvisit\.shard\b|\.prepare\(/;

/** Which of a person's own rows are read without a permission, and by which files. */
const askOwn = {
  profile: ["worker/auth/realm.ts"],
  picture: ["worker/domain/account/avatar.ts"],
  savedViews: ["worker/domain/lists/saved-views.ts"],
  notices: ["worker/domain/notifications/inbox.ts"],
  preferences: ["worker/domain/notifications/preferences.ts"],
  feeds: ["worker/domain/calendar-feeds/feeds.ts"],
  files: ["worker/files/serve.ts"],
  runs: ["worker/domain/runs/runs.ts"],
  subscriptions: ["worker/domain/reports/subscriptions.ts"],
  log: ["worker/domain/activity/list.ts"],
};
/** The files that open the realm of a person, and that read the first answer of a repeated request. */
const askRealm = [
  "worker/domain/account/factors.ts",
  "worker/domain/account/passkeys.ts",
  "worker/domain/account/profile.ts",
  "worker/domain/account/prove-password.ts",
];
const askAnswer = ["worker/once.ts"];

/** The only statements that look past a person's Locations, each with its reason. */
const lookAcross = [
  "worker/db/company-db.ts: it bounds how far a look goes",
  "worker/db/company-db.ts: it tells what leaves a person's sight",
  "worker/db/db.ts: what is unique or in use is so in the whole company",
  "worker/domain/activity/rows.ts: each row is shown or not by its own Location",
  "worker/domain/assets/effects.ts: it counts for the whole company",
  "worker/domain/assets/reach.ts: each row is shown or not by its own Location",
  "worker/domain/assets/searching.ts: what is unique or in use is so in the whole company",
  "worker/domain/assets/sums.ts: it bounds how far a look goes",
  "worker/domain/assets/walk.ts: it bounds how far a look goes",
  "worker/domain/calibration/models.ts: what is unique or in use is so in the whole company",
  "worker/domain/changes/entries.ts: it bounds how far a look goes",
  "worker/domain/compliance/figures.ts: each row is shown or not by its own Location",
  ...["cover", "effects", "save", "shares"].map(
    (file) => `worker/domain/contracts/${file}.ts: it counts for the whole company`,
  ),
  "worker/domain/dashboard/latest.ts: each row is shown or not by its own Location",
  "worker/domain/dashboard/looks.ts: it bounds how far a look goes",
  "worker/domain/dashboard/mine.ts: each row is shown or not by its own Location",
  "worker/domain/dashboard/morning.ts: each row is shown or not by its own Location",
  "worker/domain/dashboard/my-runs.ts: it bounds how far a look goes",
  "worker/domain/dashboard/my-services.ts: each row is shown or not by its own Location",
  "worker/domain/dashboard/rows.ts: it tells only whether there is any",
  "worker/domain/dashboard/steps.ts: it tells only whether there is any",
  ...["lead", "narrowed-days", "narrowing", "source-kinds"].map(
    (file) => `worker/domain/due/${file}.ts: it bounds how far a look goes`,
  ),
  "worker/domain/gate-passes/things.ts: what is unique or in use is so in the whole company",
  "worker/domain/imports/assets.ts: what is unique or in use is so in the whole company",
  "worker/domain/imports/standing.ts: what is unique or in use is so in the whole company",
  "worker/domain/lists/document-rows.ts: it bounds how far a look goes",
  "worker/domain/locations/paths.ts: it counts for the whole company",
  "worker/domain/settings/amounts.ts: it tells only whether there is any",
  "worker/domain/transfers/picking.ts: a document that the person sees moves it",
  "worker/domain/transfers/read.ts: a document that the person sees moves it",
];

/** The files that may open a host's realm for somebody who has not signed in: sign-in, its links, the public page of a label, and the public site. */
const openRealm = new Set([
  "worker/auth/read-session.ts",
  "worker/web/shell.ts",
  "worker/web/sign-in-form.ts",
  "worker/mail/shown-outbox.ts",
  "worker/api/sign-in.ts",
  "worker/domain/labels/public-device.ts",
  "worker/domain/platform/public-content.ts",
  // A browser whose session was ended or moved a moment ago, and a directory, which has a token of its own.
  "worker/auth/move-session.ts",
  "worker/domain/identity/sign-out.ts",
  "worker/domain/scim/directory.ts",
]);

const files = ["app", "worker", "drizzle"].flatMap((top) =>
  readdirSync(top, { recursive: true, encoding: "utf8" })
    .map((file) => `${top}/${file}`)
    .filter((file) => /\.tsx?$/.test(file)),
);
const sourceOf = (file: string) => readFileSync(file, "utf8");

function roomOf(file: string): Room {
  const [top, next, ...rest] = file.split("/");
  if (top === "drizzle") return "drizzle";
  if (file === "worker/index.ts") return "worker/index";
  if (!rest.length) return top === "worker" ? "worker/core" : "app/root";
  const room = `${top}/${next}`;
  if (!(room in doors)) throw new Error(`${file} is in no room of the house`);
  return room as Room;
}

type Import = { target: string; isType: boolean };
function importsOf(source: string): Import[] {
  const found: Import[] = [];
  for (const [, type, , target] of source.matchAll(
    /^(?:import|export) (type )?([^"'`;]*? from )?"([^"]+)"/gms,
  ))
    found.push({ target: target!, isType: Boolean(type) });
  for (const [, target] of source.matchAll(/\bimport\(\s*"([^"]+)"\s*\)/g))
    found.push({ target: target!, isType: false });
  return found;
}

/** The file of ours that an import names, however the build takes it; null for a package or a generated file. */
function fileOf(from: string, asked: string): string | null {
  const target = asked.replace(/\?[\w&-]+$/, "");
  if (target.includes("+types/") || target.endsWith(".css")) return null;
  if (/^#(app|worker|drizzle)\//.test(target)) return target.slice(1);
  return target.startsWith(".") ? posix.join(posix.dirname(from), target) : null;
}

const withImports = files.flatMap((file) =>
  importsOf(sourceOf(file)).map((made) => ({ file, ...made })),
);
const matching = (
  pattern: RegExp,
  among: string[],
  except: (line: string) => boolean = () => false,
) =>
  among.flatMap((file) =>
    sourceOf(file)
      .split("\n")
      .flatMap((line, at) =>
        pattern.test(line) && !except(line) ? [`${file}:${at + 1} ${line.trim()}`] : [],
      ),
  );
const lines = (file: string) => sourceOf(file).split("\n").length - 1;

describe("the house", () => {
  test("nobody walks through a wall", () => {
    const trespasses = withImports.flatMap(({ file, target, isType }) => {
      const to = fileOf(file, target);
      if (!to) return [];
      const [from, into] = [roomOf(file), roomOf(to)];
      const door =
        from === into ? "any" : (doors[from] as Partial<Record<Room, "any" | "type">>)[into];
      return door === "any" || (door === "type" && isType)
        ? []
        : [`${file} -> ${isType ? "type " : ""}${target}`];
    });
    expect(trespasses).toEqual([]);
  });

  test("every import names a file that is there", () => {
    const missing = withImports.filter(({ file, target }) => {
      const to = fileOf(file, target);
      return to !== null && !existsSync(to);
    });
    expect(missing).toEqual([]);
  });

  test("no file comes back to itself by what it imports", () => {
    const targets = new Map<string, string[]>();
    for (const { file, target, isType } of withImports) {
      const to = isType || file.startsWith("drizzle/") ? null : fileOf(file, target);
      if (to) targets.set(file, [...(targets.get(file) ?? []), to]);
    }
    const left = new Set<string>();
    const circle = (file: string, way: readonly string[]): readonly string[] => {
      if (way.includes(file)) return [...way.slice(way.indexOf(file)), file];
      if (left.has(file)) return [];
      left.add(file);
      for (const next of targets.get(file) ?? []) {
        const found = circle(next, [...way, file]);
        if (found.length) return found;
      }
      return [];
    };
    expect([...targets.keys()].flatMap((file) => circle(file, []))).toEqual([]);
  });

  test("packages stay in their rooms", () => {
    const strays = withImports.flatMap(({ file, target, isType }) => {
      const rule = packages.find(({ name }) => name.test(target));
      return rule && !isType && !rule.rooms.includes(roomOf(file)) ? [`${file} -> ${target}`] : [];
    });
    expect(strays).toEqual([]);
  });

  test("D1 is reached through a session, but for the named files", () => {
    const among = files.filter(
      (file) => file.startsWith("worker/") && !file.startsWith("worker/db/"),
    );
    const reaching = among.filter((file) => d1.test(sourceOf(file)));
    expect(reaching.filter((file) => !reachD1.has(file))).toEqual([]);
    expect([...reachD1].filter((file) => !reaching.includes(file))).toEqual([]);
    expect(files.filter((file) => file.startsWith("app/") && d1.test(sourceOf(file)))).toEqual([]);
  });

  test("a person's own rows are asked for only where they are meant", () => {
    const asking = (pattern: RegExp, except = "worker/session.ts") =>
      files.flatMap((file) =>
        file === except
          ? []
          : [...sourceOf(file).matchAll(pattern)].map(([, name]) => [name ?? "", file] as const),
      );
    const own = asking(/(?<!\bthis)\.own(?:Work)?\s*\(\s*(?:"(\w+)"\s*\))?/g);
    const among = (name: string) => [
      ...new Set(own.filter(([asked]) => asked === name).map(([, file]) => file)),
    ];
    // Only the realm of the platform's staff asks without a name.
    expect(among("")).toEqual(["worker/auth/realm.ts"]);
    expect(Object.fromEntries(Object.keys(askOwn).map((name) => [name, among(name)]))).toEqual(
      askOwn,
    );
    expect(new Set(own.map(([name]) => name))).toEqual(new Set(["", ...Object.keys(askOwn)]));
    const realms = asking(/\brealmOfPerson\(/g, "worker/auth/realm.ts");
    expect([...new Set(realms.map(([, file]) => file))]).toEqual(askRealm);
    expect(asking(/\bsession\.firstAnswer\b/g).map(([, file]) => file)).toEqual(askAnswer);
    expect(asking(/\.exporting\(/g).map(([, file]) => file)).toEqual([
      "worker/domain/lists/exports.ts",
    ]);
  });

  test("a person's Locations are looked past only where it is said why", () => {
    const across = files.flatMap((file) =>
      [...sourceOf(file).matchAll(/\bacrossLocations\(\w+, "([^"]+)"\)/g)].map(
        ([, why]) => `${file}: ${why}`,
      ),
    );
    expect([...new Set(across)].sort()).toEqual(lookAcross);
    const worker = files.filter((file) => file.startsWith("worker/"));
    const calls = worker.flatMap((file) => [...sourceOf(file).matchAll(/\bacrossLocations\(/g)]);
    expect(calls).toHaveLength(across.length);
    const written = matching(
      /\bmain\.(?:["'`[]|\$\{)|\b(?:from|join|into|update)\s+main\b/i,
      worker,
    );
    expect(new Set(written.map((line) => line.split(":")[0]))).toEqual(
      new Set(["worker/db/scope.ts"]),
    );
  });

  test("a company's rows are reached without a session only where they are meant", () => {
    const asking = files.filter(
      (file) => file !== "worker/auth/realm.ts" && /\brealmOf\(/.test(sourceOf(file)),
    );
    expect(new Set(asking)).toEqual(openRealm);
    const entering = files.filter((file) => /\bpublicDoor\(/.test(sourceOf(file)));
    expect(entering).toEqual([
      "worker/domain/calendar-feeds/reader.ts",
      "worker/domain/following/open.ts",
      "worker/domain/labels/public-device.ts",
      "worker/domain/labels/public-limits.ts",
      "worker/domain/verification/heads.ts",
      "worker/domain/verification/open.ts",
    ]);
  });

  test("a body is read by the bounded readers alone", () => {
    const readers = new Map([
      ["worker/forms.ts", /\.formData\(\)/],
      ["worker/api/door.ts", /\brequest\.text\(\)|\banswer\.clone\(\)/g],
      // A signature is of the bytes as they came.
      ["worker/web/webhook.ts", /\bread\.text\(\)/],
      // A directory's requests have a type and bounds of their own.
      ["worker/api/scim.ts", /\bread\.text\(\)/],
    ]);
    const among = files.filter(
      (file) => file.startsWith("worker/") || file.startsWith("app/routes/"),
    );
    const reading = among.flatMap((file) => {
      const source = sourceOf(file).replace(readers.get(file) ?? /\brefusal\.clone\(\)/g, "");
      return /\.formData\(\)|\.clone\(\)|\b(?:request|raw|read)\.(?:text|json|arrayBuffer|blob|bytes)\(\)/.test(
        source,
      )
        ? [file]
        : [];
    });
    expect(reading).toEqual([]);
    const calling = (name: RegExp, rooms: RegExp) =>
      files.filter((file) => rooms.test(file) && name.test(sourceOf(file)));
    expect(calling(/\b(?:formOf|reportFormOf)\(/, /^(app|worker\/web)\//)).toEqual([
      "worker/web/actions.ts",
      "worker/web/identity.ts",
      "worker/web/public-call.ts",
      "worker/web/public-device.ts",
      "worker/web/report-form.ts",
      "worker/web/round-contact.ts",
      "worker/web/site-forms.ts",
    ]);
    expect(calling(/\bcarriedOutOnce\(/, /^(app|worker\/web)\//)).toEqual([
      "worker/web/actions.ts",
    ]);
  });

  test("the browser asks for data by one function", () => {
    expect(
      files.filter((file) => /\bfetch\(/.test(sourceOf(file)) && file.startsWith("app/")),
    ).toEqual(["app/ui/ask.ts"]);
  });

  test("a folder is named for what is in it", () => {
    const vague = files.filter(
      (file) =>
        /\/(utils?|libs?|helpers?|common|misc|services?)\//.test(file) &&
        !file.startsWith("app/routes/service/"),
    );
    expect(vague).toEqual([]);
    expect(files.filter((file) => !/^[a-z0-9+.-]+$/.test(posix.basename(file)))).toEqual([]);
  });

  test("nothing is left lying about", () => {
    expect(
      matching(
        /console\.log|debugger;|\bTODO\b|\bFIXME\b|\bXXX\b|@ts-ignore|@ts-expect-error|placeholder text/,
        files,
      ),
    ).toEqual([]);
    expect(
      matching(/:\s*any\b|<any>|\bas any\b/, files, (line) => line.includes("AnyEntity")),
    ).toEqual([]);
  });

  test("colours have names", () => {
    const screens = files.filter((file) => file.endsWith(".tsx"));
    const raw =
      /["'`(\s:,]#(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})["'`)\s;,]|\b(?:rgba?|hsla?|oklch|oklab)\(/i;
    expect(matching(raw, screens, (line) => line.includes("href="))).toEqual([]);
  });

  test("screens have neither style attributes nor raw HTML nor inline scripts", () => {
    const screens = files.filter((file) => file.endsWith(".tsx"));
    expect(matching(/\sstyle=|dangerouslySetInnerHTML|<script|\bon[a-z]+="/, screens)).toEqual([]);
  });

  test("files stay small", () => {
    const most = (file: string) => (file === "worker/domain/entity/entity.ts" ? 200 : 300);
    expect(
      files
        .filter((file) => lines(file) > most(file))
        .map((file) => `${file} ${lines(file)} > ${most(file)}`),
    ).toEqual([]);
  });

  test("the interface knows no domain word", () => {
    const kit = files.filter((file) => file.startsWith("app/ui/"));
    const said = matching(
      /\b(?:vendors?|stockItems?|serviceReports?|departments?|breakdowns?|calibrations?|gatePass\w*)\b/i,
      kit,
      (line) => /^\s*(?:\/\*\*|\*|\/\/)/.test(line),
    );
    expect(said).toEqual([]);
  });
});
