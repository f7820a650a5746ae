import { sql } from "drizzle-orm";
import { dayIn } from "#app/shared/company-time.ts";
import { numberParts } from "#app/shared/number-format.ts";
import {
  companyProfiles,
  companySettings,
  numberFormats,
  numberSequences,
} from "#drizzle/tenant/index.ts";
import type { ReadingDb } from "../../db/company-db.ts";
import type { Session } from "../../session.ts";
import { defaultFormat, defaultFormats, firstMonthOf, type NumberKey } from "../entity/numbers.ts";
import { taxIdsText } from "../entity/tax-ids.ts";
import { countryName } from "../platform/countries.ts";
import { hasAmounts } from "./amounts.ts";
import { type AnySection, fieldOf } from "./section.ts";
import { type SectionName, sections } from "./sections.ts";
import { type SettingKey, type Settings, settingOf, vocabulary } from "./vocabulary.ts";

/** A section's form: its first values, and the version it was opened with. */
export type Shown = { values: Record<string, unknown>; version: number };

/** What is stored of a company's settings. One round trip. */
export async function storedSettings(db: ReadingDb, session: Session) {
  const [rows, [profile], formats, sequences, [amounts]] = await db.read(
    db
      .select({
        key: companySettings.id,
        value: companySettings.valueJson,
        version: companySettings.version,
      })
      .from(companySettings)
      .where(db.ofOwner(companySettings)),
    db
      .select({
        name: companyProfiles.name,
        timeZone: companyProfiles.timeZone,
        currency: companyProfiles.currency,
        address: companyProfiles.address,
        phone: companyProfiles.phone,
        email: companyProfiles.email,
        taxIds: companyProfiles.taxIds,
      })
      .from(companyProfiles)
      .where(db.ofOwner(companyProfiles))
      .limit(1),
    db
      .select({
        key: numberFormats.key,
        format: numberFormats.format,
        reset: numberFormats.reset,
        version: numberFormats.version,
      })
      .from(numberFormats)
      .where(db.ofOwner(numberFormats)),
    db
      .select({
        key: numberSequences.key,
        period: numberSequences.period,
        next: numberSequences.nextValue,
      })
      .from(numberSequences)
      .where(
        db.ofOwner(
          numberSequences,
          sql`${numberSequences.key} in (select value from json_each(${JSON.stringify(numberKeys)}))`,
        ),
      )
      .limit(100),
    db
      .select({ found: hasAmounts(db, "first").as("found") })
      .from(companyProfiles)
      .where(db.ofOwner(companyProfiles))
      .limit(1),
  );
  const { country } = session.company;
  const own = {
    country,
    settings: Object.fromEntries(rows.map(({ key, value }) => [key, JSON.parse(value) as unknown])),
  };
  const keys = Object.keys(vocabulary) as SettingKey[];
  const settings = Object.fromEntries(keys.map((key) => [key, settingOf(own, key)])) as Settings;
  return {
    settings,
    rows,
    profile: profile!,
    formats,
    sequences,
    hasAmounts: amounts?.found === 1,
    company: { ...session.company, settings: own.settings },
  };
}
export type Stored = Awaited<ReturnType<typeof storedSettings>>;

export const numberKeys = Object.keys(defaultFormats) as NumberKey[];

/** The form of a section as it is stored. */
export function shownOf(name: SectionName, { settings, rows, profile }: Stored): Shown {
  const { keys, form } = sections[name] as unknown as AnySection;
  const version = rows
    .filter(({ key }) => keys.includes(key as SettingKey))
    .reduce((sum, row) => sum + row.version, 0);
  const own = name === "company" ? { ...profile, taxIds: taxIdsText(profile.taxIds) } : {};
  return { values: { ...own, ...form(settings) }, version };
}

/** How numbers are written, and what the next of each would be today. */
function shownNumbers({ formats, sequences, company }: Stored) {
  const day = { today: dayIn(company.timeZone), firstMonth: firstMonthOf(company) };
  const kinds = numberKeys.map((key) => {
    const { format, reset } = formats.find((row) => row.key === key) ?? defaultFormat(key);
    const { period } = numberParts({ format, reset }, day);
    return {
      key,
      format,
      reset,
      next: sequences.find((row) => row.key === key && row.period === period)?.next ?? 1,
    };
  });
  return { kinds, day };
}

/** The form of the numbering as it is stored. */
export function numbersShown(stored: Stored): Shown {
  const values = shownNumbers(stored).kinds.flatMap(({ key, format, reset }) => [
    [fieldOf(key), format],
    [`${fieldOf(key)}Reset`, reset],
  ]);
  const own = stored.formats.filter(({ key }) => numberKeys.includes(key as NumberKey));
  return {
    values: Object.fromEntries(values),
    version: own.reduce((sum, row) => sum + row.version, 0),
  };
}

/** Everything the settings page shows. */
export async function readSettings(session: Session) {
  const stored = await storedSettings(session.authorize("view-settings"), session);
  const names = Object.keys(sections) as SectionName[];
  const { country, primaryHost, logoMediaId } = session.company;
  return {
    company: {
      country: countryName(country),
      host: primaryHost,
      logo: logoMediaId,
      hasAmounts: stored.hasAmounts,
    },
    sections: {
      ...(Object.fromEntries(names.map((section) => [section, shownOf(section, stored)])) as Record<
        SectionName,
        Shown
      >),
      numbering: numbersShown(stored),
    },
    numbers: shownNumbers(stored),
  };
}
export type SettingsPage = Awaited<ReturnType<typeof readSettings>>;
