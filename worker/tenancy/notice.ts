import type { PlatformDb } from "../db/platform-db.ts";
import { readingSettings, type StoredSetting, storedValue } from "../db/platform-settings.ts";

/** The platform's name until it is given another. */
export const PLATFORM_NAME = "Plumbline";

/** What every page says of the platform itself. */
let kept: readonly StoredSetting[] = [];

/** The statement that reads it, beside what a request reads of the control database anyway: of a host, or of a staff session. */
export const readingNotice = (db: Pick<PlatformDb, "select">) =>
  readingSettings(db, ["brandName", "maintenanceText", "maintenanceUntil"]);

/** Keeps what the statement answered, in the isolate. */
export const keepNotice = (rows: readonly StoredSetting[]) => {
  kept = rows;
};

/** The platform's name, and what it says of maintenance until an instant; null when that is over. */
export function noticeAt(now: number) {
  const [name, text, until] = ["brandName", "maintenanceText", "maintenanceUntil"].map((setting) =>
    storedValue(kept, setting),
  );
  return {
    brandName: typeof name === "string" ? name : PLATFORM_NAME,
    maintenance:
      typeof text === "string" && typeof until === "number" && until > now ? { text, until } : null,
  };
}
