import { eq, inArray } from "drizzle-orm";
import { addDays, dayIn } from "#app/shared/company-time.ts";
import { HORIZON_DAYS } from "#app/shared/due-series.ts";
import { companyProfiles, companySettings } from "#drizzle/tenant/index.ts";
import { generate } from "../domain/due/generate.ts";
import { openForJob } from "../tenancy/shard-door.ts";
import type { Part } from "./message.ts";

const PARTS = 3;
const atWork = ["trial", "active", "grace"];

/** A day that every company's horizon has reached, wherever it is: its own may be a day or two ahead. */
export const horizonOf = (at: number) => addDays(dayIn("UTC", at), HORIZON_DAYS - 1);

/** Makes the dates of a company's schedules up to its horizon. */
export async function makeDates({ db, owner, at }: Part): Promise<string | null> {
  const company = openForJob(db, owner);
  const [[profile], set] = await company.read(
    company
      .select()
      .from(companyProfiles)
      .where(company.ofOwner(companyProfiles, eq(companyProfiles.id, owner)))
      .limit(1),
    company
      .select({ id: companySettings.id, value: companySettings.valueJson })
      .from(companySettings)
      .where(
        company.ofOwner(
          companySettings,
          inArray(companySettings.id, ["pm_window_before", "pm_window_after"]),
        ),
      ),
  );
  if (!profile || !atWork.includes(profile.status)) return null;
  const settings = Object.fromEntries(set.map(({ id, value }) => [id, JSON.parse(value)]));
  const today = dayIn(profile.timeZone, at);
  for (let part = 0; part < PARTS; part++) {
    const { isMore } = await generate(company, today, { country: profile.country, settings });
    if (!isMore) return null;
  }
  return "";
}
