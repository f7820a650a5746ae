import { eq, sql } from "drizzle-orm";
import { z } from "zod";
import { numberProblem, numberResets } from "#app/shared/number-format.ts";
import type { FieldErrors } from "#app/shared/refusal.ts";
import { newId } from "#drizzle/columns.ts";
import { companyProfiles, companySettings, numberFormats } from "#drizzle/tenant/index.ts";
import type { CompanyDb } from "../../db/company-db.ts";
import type { Answer, Command, Statement } from "../../db/db.ts";
import { forbidden, invalid, notFound, stale } from "../../refusals.ts";
import type { Session } from "../../session.ts";
import { changesBetween } from "../entity/changes.ts";
import { checked } from "../entity/fields.ts";
import { taxIdsText } from "../entity/tax-ids.ts";
import { entryOf } from "../lists/list-query.ts";
import { hasTwoDecimals, notTwoDecimals } from "../platform/countries.ts";
import { profileChanged } from "../platform/follow-profile.ts";
import { closingSooner } from "../service-calls/close-sooner.ts";
import { hasAmounts } from "./amounts.ts";
import {
  numberKeys,
  numbersShown,
  type Shown,
  type Stored,
  shownOf,
  storedSettings,
} from "./read.ts";
import { type AnySection, fieldOf } from "./section.ts";
import { type SectionName, sections } from "./sections.ts";
import type { Settings } from "./vocabulary.ts";

type Values = Record<string, unknown>;

/** What a saved section answers: the version to save it with again. */
type Saved = { version: number };
const keysIn = (keys: readonly string[]) =>
  sql`(select value from json_each(${JSON.stringify(keys)}))`;

/** The version of a section is the sum of its rows' versions: each save moves every one of them. */
const unchanged = (
  db: CompanyDb,
  table: typeof companySettings | typeof numberFormats,
  keys: readonly string[],
  version: number,
) => {
  const key = table === numberFormats ? numberFormats.key : companySettings.id;
  const rows = db.ofOwner(table, sql`${key} in ${keysIn(keys)}`);
  return db.assert(
    "state",
    sql`coalesce((select sum(${table.version}) from ${table} where ${rows}), 0) = cast(${version} as integer)`,
  );
};

/** Writes settings by their keys. */
export const upserting = (db: CompanyDb, values: Record<string, unknown>): Statement => {
  const at = sql`cast(${Date.now()} as integer)`;
  const rows = Object.entries(values).map(([key, value]) => [key, JSON.stringify(value)]);
  return db.run(sql`insert into ${companySettings} ("company_id", "id", "created_at", "created_by", "updated_at", "version", "value_json")
    select ${db.companyId}, "row"."value" ->> 0, ${at}, ${db.stamp.actorId}, ${at}, 1, "row"."value" ->> 1
    from json_each(${JSON.stringify(rows)}) as "row" where true
    on conflict ("company_id", "id") do update set "value_json" = excluded."value_json", "version" = "version" + 1, "updated_at" = excluded."updated_at"`);
};

type Save = {
  id: keyof typeof sectionLabels;
  before: Shown;
  after: Values;
  rows: number;
  writes: Statement[];
  /** What the person is told instead of what every section says. */
  message?: string;
  /** What a refusal means when nobody else was first. */
  otherwise?: FieldErrors | undefined;
};

/** Saves what was opened as `version`. @throws Response 409 with the newer values when somebody else saved first */
async function saved(
  session: Session,
  db: CompanyDb,
  version: unknown,
  save: Save,
  again: (stored: Stored) => Shown,
): Promise<Answer<Saved>> {
  const { id, before, after, rows, writes, otherwise } = save;
  const label = sectionLabels[id];
  const { message = `${label} saved` } = save;
  const newer = ({ values, version: now }: Shown) => stale({ ...values, version: now });
  if (version !== undefined && version !== "" && Number(version) !== before.version) newer(before);
  const changes = changesBetween(before.values, after);
  const command: Command<Saved> = {
    writes,
    activity: { action: "update.settings", kind: "settings", id, label, changes },
    answer: { status: 200, message, data: { version: before.version + rows } },
  };
  try {
    return await db.commit(command);
  } catch (refusal) {
    if (!(refusal instanceof Response) || refusal.status !== 409) throw refusal;
    const now = again(await storedSettings(db, session));
    return otherwise && now.version === before.version ? invalid(otherwise) : newer(now);
  }
}

/** Saves one section of the settings. @throws Response 403, 404 for an unknown section, 409 when somebody else saved first, 422 */
export async function saveSection(
  session: Session,
  name: string,
  { version, ...input }: Values,
): Promise<Answer<Saved>> {
  const db = session.authorize("edit-settings");
  if (name === "numbering") return saveNumbers(session, db, version, input);
  const section = (entryOf(sections, name) ?? notFound("section")) as unknown as AnySection;
  if (section.isAdminOnly && (session.type !== "Admin" || !session.isMember)) forbidden();
  const values = checked(section.input, input);
  const stored = await storedSettings(db, session);
  const before = shownOf(name as SectionName, stored);
  const set = section.settings(values);
  const profile = name === "company" ? profileOf(db, stored, values as CompanyValues) : null;
  const after = { ...profile?.shown, ...section.form({ ...stored.settings, ...set } as Settings) };
  const writes = [
    unchanged(db, companySettings, section.keys, before.version),
    upserting(db, set),
    ...(profile?.writes ?? []),
    ...sooner(db, set, stored),
  ];
  const save = {
    id: name as SectionName,
    before,
    after,
    rows: section.keys.length,
    writes,
    otherwise: profile?.otherwise,
  };
  return saved(session, db, version, save, (newer) => shownOf(name as SectionName, newer));
}

/** Fewer days until a resolved call closes count for those that wait as well. */
const sooner = (db: CompanyDb, { call_auto_close_days: days }: Values, { settings }: Stored) =>
  typeof days === "number" && days < settings.call_auto_close_days ? [closingSooner(db, days)] : [];

/** Saves the working calendar as it is given, on what was read. @throws Response 409 when somebody else saved meanwhile */
export function saveWorkingCalendar(
  session: Session,
  db: CompanyDb,
  stored: Stored,
  working_calendar: Settings["working_calendar"],
  message: string,
): Promise<Answer<Saved>> {
  const { keys, form } = sections.calendar as unknown as AnySection;
  const before = shownOf("calendar", stored);
  const save = {
    id: "calendar" as const,
    before,
    after: form({ ...stored.settings, working_calendar }),
    rows: keys.length,
    message,
    writes: [
      unchanged(db, companySettings, keys, before.version),
      upserting(db, { working_calendar }),
    ],
  };
  return saved(session, db, undefined, save, (newer) => shownOf("calendar", newer));
}

type CompanyValues = z.output<(typeof sections)["company"]["input"]>;

const isFixed: FieldErrors = {
  currency: ["The currency cannot change: amounts have been entered in it"],
};

/** The part of the company's section that is its profile; what the platform keeps a copy of is told to it. @throws Response 422 */
function profileOf(
  db: CompanyDb,
  { profile: before, hasAmounts: isInUse }: Stored,
  values: CompanyValues,
) {
  const { name, timeZone, currency, address, phone, email, taxIds } = values;
  const after = { name, timeZone, currency, address, phone, email, taxIds };
  const isOther = currency !== before.currency;
  if (isOther && isInUse) invalid(isFixed);
  if (isOther && !hasTwoDecimals(currency)) invalid({ currency: [notTwoDecimals] });
  const isTold = isOther || name !== before.name || timeZone !== before.timeZone;
  return {
    shown: { ...after, taxIds: taxIdsText(taxIds) },
    writes: [
      ...(isOther ? [db.assert("state", sql`${hasAmounts(db, "all")} = 0`)] : []),
      db.updating(companyProfiles, eq(companyProfiles.id, db.companyId), after),
      ...(isTold ? [profileChanged(db)] : []),
    ],
    otherwise: isOther ? isFixed : undefined,
  };
}

const format = z.string({ error: "A format is required" }).trim();
const reset = z.enum(numberResets, "Choose when numbers begin anew");
const numbersInput = z.strictObject(
  Object.fromEntries(
    numberKeys.flatMap((key): [string, z.ZodType<string>][] => [
      [fieldOf(key), format],
      [`${fieldOf(key)}Reset`, reset],
    ]),
  ),
);

/** The sections that save alone, by the words they are asked for with. */
export const sectionLabels = {
  ...Object.fromEntries(Object.entries(sections).map(([name, { label }]) => [name, label])),
  numbering: "Numbering",
} as Record<SectionName | "numbering", string>;

/** Whether nobody but an Admin saves a section. */
export const isAdminSection = (name: string): boolean =>
  name !== "numbering" && entryOf(sections, name)?.isAdminOnly === true;

/** What a section takes. @throws Response 404 for one that is not there */
export const inputOf = (name: string): z.ZodType =>
  name === "numbering" ? numbersInput : (entryOf(sections, name) ?? notFound("section")).input;

/** How numbers are written from now on; those that are given stay. */
async function saveNumbers(
  session: Session,
  db: CompanyDb,
  version: unknown,
  input: Values,
): Promise<Answer<Saved>> {
  const values = checked(numbersInput, input) as Record<string, string>;
  const formats = numberKeys.map((key) => ({
    key,
    format: values[fieldOf(key)]!,
    reset: reset.parse(values[`${fieldOf(key)}Reset`]),
  }));
  const errors: FieldErrors = {};
  for (const one of formats) {
    const problem = numberProblem(one);
    if (problem) errors[fieldOf(one.key)] = [problem];
  }
  if (Object.keys(errors).length) invalid(errors);
  const before = numbersShown(await storedSettings(db, session));
  const at = sql`cast(${Date.now()} as integer)`;
  const rows = formats.map((one) => [newId(), one.key, one.format, one.reset]);
  const writes = [
    unchanged(db, numberFormats, numberKeys, before.version),
    db.run(sql`insert into ${numberFormats} ("company_id", "id", "created_at", "created_by", "updated_at", "version", "key", "format", "reset")
      select ${db.companyId}, "row"."value" ->> 0, ${at}, ${db.stamp.actorId}, ${at}, 1, "row"."value" ->> 1, "row"."value" ->> 2, "row"."value" ->> 3
      from json_each(${JSON.stringify(rows)}) as "row" where true
      on conflict ("company_id", "key") do update set "format" = excluded."format", "reset" = excluded."reset",
        "version" = "version" + 1, "updated_at" = excluded."updated_at"`),
  ];
  return saved(
    session,
    db,
    version,
    { id: "numbering", before, after: values, rows: rows.length, writes },
    numbersShown,
  );
}
