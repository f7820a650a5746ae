import { and, asc, eq, ne, sql } from "drizzle-orm";
import { z } from "zod";
import type { FieldErrors } from "#app/shared/refusal.ts";
import { snake } from "#drizzle/columns.ts";
import { shards, platformSettings as table } from "#drizzle/control/index.ts";
import type { Answer, Results, Statement } from "../../db/db.ts";
import type { PlatformDb } from "../../db/platform-db.ts";
import { addressIn } from "../../mail/deliver.ts";
import { gatewaysOf } from "../../payments/gateways.ts";
import { conflict, invalid, notFound, refuseStale, stale } from "../../refusals.ts";
import type { StaffSession } from "../../session.ts";
import { keepNotice, readingNotice } from "../../tenancy/notice.ts";
import { changesBetween } from "../entity/changes.ts";
import { checked, flag, whole } from "../entity/fields.ts";
import { recorded } from "../entity/recorded.ts";
import { entryOf } from "../lists/list-query.ts";
import {
  gatewaysWithKeys,
  type PlatformSettings,
  platformSettingsIn,
  readingPlatformSettings,
  type SettingName,
  type SettingSection,
  settingLabel,
  settingNames,
  settingSections,
  settings,
} from "./settings.ts";

const MANAGE = "manage-setting";
type Values = Record<string, unknown>;
const sectionNames = Object.keys(settingSections) as SettingSection[];
const namesIn = (section: SettingSection) =>
  settingNames.filter((name) => settings[name].section === section);

/** What the form of each section takes. */
export const sectionInputs = Object.fromEntries(
  sectionNames.map((section) => [
    section,
    z.strictObject(
      Object.fromEntries(namesIn(section).map((name) => [name, settings[name].input])),
    ),
  ]),
) as unknown as Record<SettingSection, z.ZodType<Partial<PlatformSettings>>>;

type Stored = {
  set: PlatformSettings;
  rows: Results<[ReturnType<typeof readingPlatformSettings>]>[0];
};
const storedIn = (rows: Stored["rows"]): Stored => ({ rows, set: platformSettingsIn(rows) });

const shownValue = (name: SettingName, value: unknown) =>
  (settings[name] as { shown?: (value: unknown) => unknown }).shown?.(value) ?? value;
const shownValues = (section: SettingSection, set: PlatformSettings): Values =>
  Object.fromEntries(namesIn(section).map((name) => [name, shownValue(name, set[name])]));

/** The form of a section as it is stored. The version of a section is the sum of its rows' versions: each save moves all of them. */
function shownOf(section: SettingSection, { rows, set }: Stored) {
  const ids = new Set(namesIn(section).map(snake));
  const version = rows.filter(({ id }) => ids.has(id)).reduce((sum, row) => sum + row.version, 0);
  return { values: shownValues(section, set), version };
}

const listingShards = (db: PlatformDb) =>
  db
    .select({
      id: shards.id,
      name: shards.name,
      jurisdiction: shards.jurisdiction,
      isOpen: shards.isOpen,
      companyCount: shards.companyCount,
      version: shards.version,
    })
    .from(shards)
    .orderBy(asc(shards.name))
    .limit(1_000);

/** Everything the page of the platform's settings shows. One round trip. */
export async function readSettings(session: StaffSession, env: Env) {
  const db = session.authorize(MANAGE);
  const [rows, places] = await db.read(readingPlatformSettings(db), listingShards(db));
  const stored = storedIn(rows);
  return {
    sections: Object.fromEntries(
      sectionNames.map((section) => [section, shownOf(section, stored)]),
    ) as Record<SettingSection, ReturnType<typeof shownOf>>,
    /** What the form calls each field, and what it says of it. */
    fields: Object.fromEntries(
      settingNames.map((name) => [name, { label: settingLabel(name), hint: settings[name].hint }]),
    ) as Record<SettingName, { label: string; hint: string | undefined }>,
    shards: places,
    keys: gatewaysWithKeys(gatewaysOf(env)),
    sender: addressIn(env.MAIL_FROM),
  };
}
export type PlatformSettingsPage = Awaited<ReturnType<typeof readSettings>>;

/** What a section's own rule finds wrong in it. */
function wrongIn(
  section: SettingSection,
  values: Partial<PlatformSettings>,
  env: Env,
): FieldErrors {
  if (section === "gateways") {
    const keys = gatewaysWithKeys(gatewaysOf(env));
    return {
      ...(values.isRazorpayOn && !keys.razorpay ? { isRazorpayOn: [noKeys("Razorpay")] } : {}),
      ...(values.isStripeOn && !keys.stripe ? { isStripeOn: [noKeys("Stripe")] } : {}),
    };
  }
  if (section !== "maintenance" || !values.maintenanceText) return {};
  const { maintenanceUntil: until } = values;
  if (!until) return { maintenanceUntil: ["Say until when it is shown"] };
  return until > Date.now() ? {} : { maintenanceUntil: ["This time has passed"] };
}
const noKeys = (gateway: string) => `${gateway} has no keys in the configuration`;

const upserting = (db: PlatformDb, values: Values): Statement => {
  const at = sql`cast(${Date.now()} as integer)`;
  const rows = Object.entries(values).map(([name, value]) => [snake(name), JSON.stringify(value)]);
  return db.run(sql`insert into ${table} ("id", "created_at", "created_by", "updated_at", "version", "value_json")
    select "row"."value" ->> 0, ${at}, ${db.stamp.actorId}, ${at}, 1, "row"."value" ->> 1
    from json_each(${JSON.stringify(rows)}) as "row" where true
    on conflict ("id") do update set "value_json" = excluded."value_json", "version" = "version" + 1, "updated_at" = excluded."updated_at"`);
};

/**
 * Saves one section of the platform's settings: the whole of it.
 * @param sent the section's fields, and the `version` that it was opened with
 * @throws Response 403; 404 for an unknown section; 409 with the newer values when somebody else saved first; 422
 */
export async function savePlatformSection(
  session: StaffSession,
  env: Env,
  name: string,
  sent: Values,
): Promise<Answer<{ version: number }>> {
  const db = session.authorize(MANAGE);
  const label = entryOf<string>(settingSections, name) ?? notFound("section");
  const section = name as SettingSection;
  const { version, ...input } = sent;
  const values = checked(sectionInputs[section], input);
  const wrong = wrongIn(section, values, env);
  if (Object.keys(wrong).length) invalid(wrong);
  const [rows] = await db.read(readingPlatformSettings(db));
  const stored = storedIn(rows);
  const before = shownOf(section, stored);
  const first = await refuseOlder(db, before, version);
  if (first) return first;
  const after = shownValues(section, { ...stored.set, ...values });
  const ids = JSON.stringify(namesIn(section).map(snake));
  try {
    const answer = await db.commit({
      writes: [
        db.assert(
          "state",
          sql`coalesce((select sum(${table.version}) from ${table} where ${table.id} in (select "value" from json_each(${ids}))), 0) = cast(${before.version} as integer)`,
        ),
        upserting(db, values),
      ],
      activity: {
        action: "update.platform_settings",
        kind: "platform_settings",
        id: section,
        label,
        changes: changesBetween(before.values, after),
      },
      answer: {
        status: 200,
        message: `${label} saved`,
        data: { version: before.version + Object.keys(values).length },
      },
    });
    if (section === "brand" || section === "maintenance") {
      const [notice] = await db.read(readingNotice(db));
      keepNotice(notice);
    }
    return answer;
  } catch (refusal) {
    if (!(refusal instanceof Response) || refusal.status !== 409) throw refusal;
    const [newer] = await db.read(readingPlatformSettings(db));
    const now = shownOf(section, storedIn(newer));
    return stale({ ...now.values, version: now.version });
  }
}

/** What a repeated request was answered; otherwise refuses an older version. */
async function refuseOlder(
  db: PlatformDb,
  { values, version: now }: { values: Values; version: number },
  version: unknown,
) {
  if (version === undefined || version === "" || Number(version) === now) return null;
  return (await db.firstAnswer<{ version: number }>()) ?? stale({ ...values, version: now });
}

export const shardInput = z.strictObject({
  isOpen: flag("Takes new companies"),
  version: whole("Version").optional(),
});

/** Opens a shard to new companies, or closes it to them. @throws Response 403; 404; 409 for the last open one, or when it changed meanwhile */
export async function setShard(
  session: StaffSession,
  id: string,
  input: unknown,
): Promise<Answer<{ id: string }>> {
  const db = session.authorize(MANAGE);
  const { isOpen, version } = checked(shardInput, input);
  const [places] = await db.read(listingShards(db));
  const shard = places.find((one) => one.id === id) ?? notFound("shard");
  if (version !== undefined && version !== shard.version) {
    const first = await db.firstAnswer<{ id: string }>();
    if (first) return first;
    refuseStale(shard, version);
  }
  const isLast = !places.some((one) => one.isOpen && one.id !== id);
  if (!isOpen && isLast) conflict("The last open shard stays open: new companies need a place");
  const { name } = shard;
  return db.commit({
    writes: [
      db.assertUnchanged(shards, shard),
      ...(isOpen
        ? []
        : [
            db.assert("state", db.exists(shards, and(eq(shards.isOpen, true), ne(shards.id, id))!)),
          ]),
      db.updating(shards, eq(shards.id, id), { isOpen }),
    ],
    ...recorded(
      "shard",
      "update.shard",
      { id, name },
      isOpen ? `${name} takes new companies` : `${name} takes no new companies`,
      { changes: changesBetween({ isOpen: shard.isOpen }, { isOpen }) },
    ),
  });
}
