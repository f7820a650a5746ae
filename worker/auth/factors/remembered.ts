import { and, eq, gt } from "drizzle-orm";
import { companySettings } from "#drizzle/tenant/index.ts";
import type { Statement } from "../../db/db.ts";
import type { Visit } from "../../env.ts";
import type { Realm } from "../realm.ts";
import { sha256 } from "../tokens.ts";

export const REMEMBERED_DAYS = 30;
const REMEMBERED_MS = REMEMBERED_DAYS * 86_400_000;

/** What is stored of a browser's mark. */
export const hashOfDevice = (id: string): Promise<string> => sha256(id);

/** Whether a person's second factor is not asked for in a browser, as a statement. */
export function lookingForDevice({ db, factors }: Realm, userId: string, deviceHash: string) {
  const { devices } = factors;
  return db
    .select({ id: devices.id })
    .from(devices)
    .where(
      db.ofOwner(
        devices,
        and(
          eq(devices.userId, userId),
          eq(devices.deviceHash, deviceHash),
          gt(devices.expiresAt, Date.now()),
        ),
      ),
    )
    .limit(1);
}

/** Whether a company lets its people and contacts have browsers remembered; the platform's staff are asked every time. */
export async function mayRemember({ db, audience }: Realm): Promise<boolean> {
  if (audience === "platform") return false;
  const [[row]] = await db.read(
    db
      .select({ value: companySettings.valueJson })
      .from(companySettings)
      .where(db.ofOwner(companySettings, eq(companySettings.id, "remember_devices")))
      .limit(1),
  );
  return row?.value !== "0";
}

/** Does not ask in this browser for a month, as a statement. */
export function remembering(
  { db, factors }: Realm,
  visit: Pick<Visit, "userAgent">,
  userId: string,
  deviceHash: string,
): Statement {
  const now = Date.now();
  return db.inserting(factors.devices, {
    userId,
    deviceHash,
    userAgent: visit.userAgent?.slice(0, 300) ?? null,
    createdAt: now,
    expiresAt: now + REMEMBERED_MS,
  });
}

/** Asks again in every browser, as a statement. */
export const forgettingDevices = ({ db, factors }: Realm, userId: string): Statement =>
  db.removing(factors.devices, eq(factors.devices.userId, userId));
