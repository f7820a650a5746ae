import { and, desc, eq, isNull, sql } from "drizzle-orm";
import { type Dated, standingOf } from "#app/shared/company-standing.ts";
import { dayIn } from "#app/shared/company-time.ts";
import { dueState } from "#app/shared/due.ts";
import { pick } from "#app/shared/pick.ts";
import { isUnusable } from "#app/shared/standing.ts";
import {
  assets,
  breakdowns,
  companyProfiles,
  companySettings,
  departments,
  gatePasses,
} from "#drizzle/tenant/index.ts";
import { realmOf } from "../../auth/realm.ts";
import type { CompanyDb } from "../../db/company-db.ts";
import type { Statement } from "../../db/db.ts";
import type { Visit } from "../../env.ts";
import { notFound } from "../../refusals.ts";
import { Session } from "../../session.ts";
import { newSeed } from "../following/link.ts";
import { namedBy } from "../lists/more-columns.ts";
import { workedOnOf } from "../service-calls/open-of.ts";
import { settingOf } from "../settings/vocabulary.ts";
import { pinFor } from "./public-pin.ts";

/** What anybody who scans a label sees. Nothing else of the device leaves the server. */
export type PublicDevice = {
  name: string | null;
  model: string | null;
  place: string | null;
  state: "in_service" | "do_not_use" | "out_for_repair" | null;
  /** Year and month of the next PM. */
  nextPm: string | null;
  /** Null for a device that is not calibrated. */
  calibration: "in_date" | "not_in_date" | "never" | null;
  company: string | null;
  /** Whether problems may be reported here. */
  reports: "taken" | "off" | "suspended";
  /** Whether the form asks for the PIN of the ward's poster. */
  asksPin: boolean;
  /** What the private link of a report is made of, with what the server knows of the call alone. */
  seed: string;
  reportedAt: number | null;
  now: number;
  timeZone: string;
};

/** The company whose host was asked, for somebody who has not signed in. Only what a label's token names is read through it. */
export function publicDoor(visit: Visit): CompanyDb {
  const realm = realmOf(visit, "qr");
  return realm?.audience === "company" ? (realm.db as CompanyDb) : notFound("page");
}

/** `https://host` of that company, by which links are made. */
export const originAt = (visit: Visit) => realmOf(visit, "qr")!.origin;

const LONGEST_TOKEN = 100;
const byToken = (db: CompanyDb, token: string) =>
  db.ofOwner(assets, and(eq(assets.qrToken, token), isNull(assets.deletedAt)));

/** The device a label names, its company and the call that is open on it. @throws Response 404 for any token that shows nothing here */
export async function readDevice<const M extends readonly Statement[]>(
  db: CompanyDb,
  token: string,
  more: (assetId: ReturnType<typeof idOf>) => M,
) {
  const id = idOf(db, token);
  const [found, profiles, settings, calls, ...rest] = (await db.read(
    db
      .select({
        id: assets.id,
        assetCode: assets.assetCode,
        name: assets.name,
        make: assets.make,
        model: assets.model,
        lifecycle: assets.lifecycle,
        condition: assets.condition,
        isDown: assets.isDown,
        criticality: assets.criticality,
        departmentId: assets.departmentId,
        nextPmOn: assets.nextPmOn,
        nextCalOn: assets.nextCalOn,
        lastCalOn: assets.lastCalOn,
        calRequired: assets.calRequired,
        place: namedBy(departments, departments.name, assets.departmentId),
        purpose: namedBy(gatePasses, gatePasses.purpose, assets.openGatePassId),
      })
      .from(assets)
      .where(byToken(db, token))
      .limit(1),
    db
      .select({
        name: companyProfiles.name,
        ...pick(companyProfiles, ["status", "periodEnd", "graceDays"]),
        timeZone: companyProfiles.timeZone,
        country: companyProfiles.country,
      })
      .from(companyProfiles)
      .where(db.ofOwner(companyProfiles))
      .limit(1),
    db
      .select({ key: companySettings.id, value: companySettings.valueJson })
      .from(companySettings)
      .where(db.ofOwner(companySettings)),
    db
      .select(openCallColumns)
      .from(breakdowns)
      .where(db.ofOwner(breakdowns, workedOnOf(id)))
      .orderBy(desc(breakdowns.id))
      .limit(1),
    ...(more(id) as readonly Statement[]),
  )) as unknown as [
    Found[],
    Profile[],
    { key: string; value: string }[],
    OpenCall[],
    ...{ -readonly [K in keyof M]: M[K]["_"]["result"] },
  ];
  const setting = Object.fromEntries(
    settings.map(({ key, value }) => [key, JSON.parse(value) as unknown]),
  );
  const [asset] = found;
  const [company] = profiles;
  if (
    !asset ||
    !company ||
    token.length > LONGEST_TOKEN ||
    !settingOf({ ...company, settings: setting }, "qr_public_enabled")
  )
    return notFound("page");
  return { asset, company: { ...company, settings: setting }, call: calls[0] ?? null, rest };
}

type Found = Pick<
  typeof assets.$inferSelect,
  | "id"
  | "assetCode"
  | "name"
  | "make"
  | "model"
  | "lifecycle"
  | "condition"
  | "isDown"
  | "criticality"
  | "departmentId"
  | "nextPmOn"
  | "nextCalOn"
  | "lastCalOn"
  | "calRequired"
> & { place: string; purpose: string | null };
type Profile = Dated & { name: string; country: string };
const openCallColumns = pick(breakdowns, [
  "id",
  "number",
  "status",
  "reportedAt",
  "departmentId",
  "priority",
  "assignedUserId",
  "assignedTeamId",
]);
type OpenCall = Pick<typeof breakdowns.$inferSelect, keyof typeof openCallColumns>;

/** The id of the device a token names, for the other statements of the batch. */
const idOf = (db: CompanyDb, token: string) =>
  sql`(select ${assets.id} from ${assets} where ${byToken(db, token)})`;

function stateOf({ purpose, ...asset }: Found): NonNullable<PublicDevice["state"]> {
  const isEnded = asset.lifecycle === "condemned" || asset.lifecycle === "disposed";
  if (purpose === "repair" && !isEnded) return "out_for_repair";
  return isUnusable(asset) ? "do_not_use" : "in_service";
}

/** What was never calibrated is not in date, whatever is planned. */
function calibrationOf(asset: Found, today: string): PublicDevice["calibration"] {
  const { calRequired: required, lastCalOn: last, nextCalOn: next } = asset;
  const state = dueState({ required, last, next }, today);
  if (state === "none") return null;
  if (state === "late") return "not_in_date";
  if (last === null) return "never";
  return state === "unplanned" ? null : "in_date";
}

export const reportsIn = (
  company: Dated & { country: string; settings: Record<string, unknown> },
): PublicDevice["reports"] =>
  standingOf(company) === "suspended"
    ? "suspended"
    : settingOf(company, "qr_public_report")
      ? "taken"
      : "off";

/** A device as its label shows it to anybody. One round trip. @throws Response 404 */
export async function publicDevice(visit: Visit, token: string): Promise<PublicDevice> {
  const { asset, company, call } = await readDevice(publicDoor(visit), token, () => []);
  const { timeZone } = company;
  const shows = settingOf(company, "qr_public_shows");
  const shown = <T>(fact: (typeof shows)[number], value: T) =>
    shows.includes(fact) ? value : null;
  return {
    name: shown("name", asset.name),
    model: shown("model", [asset.make, asset.model].filter(Boolean).join(" ") || null),
    place: shown("place", asset.place),
    state: shown("state", stateOf(asset)),
    nextPm: shown("nextPm", asset.nextPmOn?.slice(0, 7) ?? null),
    calibration: shown("calibration", calibrationOf(asset, dayIn(timeZone))),
    company: shown("company", company.name),
    reports: reportsIn(company),
    asksPin: pinFor(visit, company) !== null,
    seed: newSeed(),
    reportedAt: call?.reportedAt ?? null,
    now: Date.now(),
    timeZone,
  };
}

/** The id of the device a label names, for somebody who may see devices; null for everybody else. */
export async function ownDevice({ session }: Visit, token: string): Promise<string | null> {
  if (!(session instanceof Session) || !session.can("view-asset")) return null;
  const db = session.authorize("view-asset");
  const [rows] = await db.read(
    db
      .select({ id: assets.id })
      .from(assets)
      .where(byToken(db as CompanyDb, token))
      .limit(1),
  );
  return rows[0]?.id ?? null;
}
