import { eq, type SQL, sql } from "drizzle-orm";
import { standingOf } from "#app/shared/company-standing.ts";
import { pick } from "#app/shared/pick.ts";
import { assets, breakdowns, companyProfiles, companySettings } from "#drizzle/tenant/index.ts";
import { networkOf } from "../../auth/attempts.ts";
import { Guest } from "../../auth/guest.ts";
import { sha256 } from "../../auth/tokens.ts";
import type { CompanyDb } from "../../db/company-db.ts";
import type { Results, Row, Statement } from "../../db/db.ts";
import type { Visit } from "../../env.ts";
import { notFound } from "../../refusals.ts";
import type { Company } from "../../session.ts";
import { publicDoor } from "../labels/public-device.ts";
import { countTries, isTriedOut, keepTry, waitForTry } from "../labels/public-tries.ts";
import { settingOf } from "../settings/vocabulary.ts";
import { isToken } from "./link.ts";

const DAY_MS = 86_400_000;
/** A link is over so long after its call was closed. */
const KEPT_DAYS = 90;

type Call = Row<typeof breakdowns>;
const ended: readonly Call["status"][] = [
  "closed",
  "cancelled",
  "closed_duplicate",
  "closed_condemned",
];
const isOver = ({ status, closedAt, updatedAt }: Call, now: number) =>
  ended.includes(status) && now - (closedAt ?? updatedAt) > KEPT_DAYS * DAY_MS;

/** A column of the call whose link has this hash, for the other statements of the batch. */
const ofIt = (db: CompanyDb, hash: string, column: "id" | "asset_id" | "department_id") =>
  sql`(select ${sql.identifier(column)} from "breakdowns" as "followed" where "followed"."company_id" = ${db.companyId} and "followed"."follow_token_hash" = ${hash})`;

const deviceColumns = ["id", "assetCode", "name"] as const;

/** The company as its profile and settings say it; counts are nobody's business here. */
const companyOf = (
  profile: Row<typeof companyProfiles>,
  rows: { key: string; value: string }[],
): Company => ({
  ...profile,
  status: standingOf(profile),
  serviceType: profile.serviceType as Company["serviceType"],
  locale: "en-GB",
  settings: Object.fromEntries(rows.map(({ key, value }) => [key, JSON.parse(value) as unknown])),
  counts: {},
});

/**
 * The call that a private link names, with its company and device, in one trip. Its secret is looked up by its hash, so that
 * how long it takes tells nothing about it; links that name nothing are counted, and one that names a call always opens.
 * @param more further statements of the same trip; `it` is a column of the call
 * @throws Response 404, the same for whatever shows nothing here; 429 for the next wrong link of too many
 */
export async function openedBy<const M extends readonly Statement[]>(
  visit: Visit,
  token: string,
  more: (
    db: CompanyDb,
    it: (column: Parameters<typeof ofIt>[2]) => SQL,
    network: string,
    now: number,
  ) => M,
) {
  const db = publicDoor(visit);
  if (!isToken(token)) return notFound("page");
  const [hash, network, now] = [await sha256(token), networkOf(visit.ip), Date.now()];
  const ofCall = db.ofOwner(breakdowns, eq(breakdowns.followTokenHash, hash));
  const [[call], [device], profiles, settings, [failed], ...rest] = (await db.read(
    db.select().from(breakdowns).where(ofCall).limit(1),
    db
      .select(pick(assets, deviceColumns))
      .from(assets)
      .where(db.ofOwner(assets, sql`${assets.id} = ${ofIt(db, hash, "asset_id")}`))
      .limit(1),
    db.select().from(companyProfiles).where(db.ofOwner(companyProfiles)).limit(1),
    db
      .select({ key: companySettings.id, value: companySettings.valueJson })
      .from(companySettings)
      .where(db.ofOwner(companySettings)),
    countTries(db, "link", network, now),
    ...more(db, (column) => ofIt(db, hash, column), network, now),
  )) as unknown as [
    Call[],
    Pick<Row<typeof assets>, (typeof deviceColumns)[number]>[],
    Row<typeof companyProfiles>[],
    { key: string; value: string }[],
    Results<[ReturnType<typeof countTries>]>[0],
    ...Results<M>,
  ];
  const company = profiles[0] && companyOf(profiles[0], settings);
  if (!company) return notFound("page");
  if (!call || !device) {
    if (isTriedOut("link", failed)) waitForTry("link");
    await keepTry(db, "link", network, now);
    return notFound("page");
  }
  if (isOver(call, now) || !settingOf(company, "qr_public_enabled")) return notFound("page");
  /** Who holds the link, for the moves that it may make. */
  const guest = (limits: readonly Statement[] = []) =>
    new Guest(visit, db, company, call.reportedByName, hash, limits);
  return { call, device, db, company, network, now, guest, rest: rest as Results<M> };
}
