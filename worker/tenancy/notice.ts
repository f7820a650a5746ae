import {
  type PlatformSettings,
  platformSettingsIn,
  readingPlatformSettings,
} from "../domain/platform/settings.ts";

type Stored = Parameters<typeof platformSettingsIn>[0];

/** What every page says of the platform itself. */
let kept: Pick<PlatformSettings, "brandName" | "maintenanceText" | "maintenanceUntil"> =
  platformSettingsIn([]);

/** The statement that reads it, beside what a request reads of the control database anyway: of a host, or of a staff session. */
export const readingNotice = (db: Parameters<typeof readingPlatformSettings>[0]) =>
  readingPlatformSettings(db, ["brandName", "maintenanceText", "maintenanceUntil"]);

/** Keeps what the statement answered, in the isolate. */
export const keepNotice = (rows: Stored) => {
  kept = platformSettingsIn(rows);
};

/** The platform's name, and what it says of maintenance until an instant; null when that is over. */
export function noticeAt(now: number) {
  const { brandName, maintenanceText: text, maintenanceUntil: until } = kept;
  return { brandName, maintenance: text && until && until > now ? { text, until } : null };
}
