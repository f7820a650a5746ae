import { eq, sql } from "drizzle-orm";
import {
  assets,
  calendarFeeds,
  companyProfiles,
  teamMembers,
  teams,
  userScopes,
  users,
} from "#drizzle/tenant/index.ts";
import { networkOf } from "../../auth/attempts.ts";
import { readingAs } from "../../auth/limited.ts";
import { sha256 } from "../../auth/tokens.ts";
import type { CompanyDb, ReadingDb } from "../../db/company-db.ts";
import type { Visit } from "../../env.ts";
import { type Permission, vocabulary } from "../../permissions.ts";
import { notFound, refuse } from "../../refusals.ts";
import { originOf } from "../../tenancy/hosts.ts";
import { publicDoor } from "../labels/public-device.ts";
import { countTries, isTriedOut, keepTry, waitForTry } from "../labels/public-tries.ts";
import { holds } from "../notifications/notify.ts";

/** What a calendar shows besides services, each by the permission of its subject. */
const shown = [
  "view-asset",
  "view-vendor",
  "view-asset-transfer",
  "view-gate-pass",
  "view-machine",
  "view-calibrator",
] as const satisfies readonly Permission[];
export type Shown = (typeof shown)[number];

type FeedRow = {
  id: string;
  name: string;
  team_id: string | null;
  team: string | null;
  revoked_at: number | null;
  last_read_at: number | null;
  user_id: string;
  status: string;
  type: "admin" | "user";
  service_type: number;
  is_of_team: 0 | 1;
  held: string;
  places: string;
  teams: string;
  devices: number;
  company: string;
  is_served: 0 | 1;
  time_zone: string;
};

/** So many teams of a person's are looked at. */
const MOST_TEAMS = 50;
/** Beyond so many devices of its teams, a calendar finds its services by their days. */
export const MOST_DEVICES = 1000;

/** Everything that decides what a link shows, as it is at this moment, in one row. */
const reading = (db: CompanyDb, hash: string) => {
  const company = db.companyId;
  const held = sql.join(
    shown.map((permission) => sql`${permission}, ${holds(permission)}`),
    sql`, `,
  );
  const ofTeams = sql`select "of"."id" from ${teams} as "of" where "of"."company_id" = ${company} and "of"."archived_at" is null
    and "of"."deleted_at" is null and ("of"."id" = "feed"."team_id" or ("feed"."team_id" is null and "of"."id" in (
      select "mine"."team_id" from ${teamMembers} as "mine" where "mine"."company_id" = ${company} and "mine"."user_id" = "u"."id")))
    limit ${sql.raw(String(MOST_TEAMS))}`;
  return db.rows<FeedRow>(sql`select "feed"."id", "feed"."name", "feed"."team_id", "feed"."revoked_at", "feed"."last_read_at",
    "u"."id" as "user_id", "u"."status", "u"."type", "u"."service_type", "team"."name" as "team",
    ("feed"."team_id" is null or ("team"."id" is not null and ("u"."type" = 'admin' or "team"."leader_user_id" = "u"."id"
      or exists (select 1 from ${teamMembers} as "member" where "member"."company_id" = ${company} and "member"."user_id" = "u"."id"
        and "member"."team_id" = "feed"."team_id")))) as "is_of_team",
    json_object(${held}) as "held",
    (select json_group_array("scope"."department_id") from ${userScopes} as "scope"
      where "scope"."company_id" = ${company} and "scope"."user_id" = "u"."id") as "places",
    (select json_group_array("id") from (${ofTeams})) as "teams",
    (select count(*) from (select 1 from ${assets} as "device" where "device"."company_id" = ${company} and "device"."team_id" in (${ofTeams})
      limit ${sql.raw(String(MOST_DEVICES + 1))})) as "devices",
    "profile"."name" as "company", "profile"."time_zone", "profile"."status" in ('trial', 'active', 'grace') as "is_served"
    from ${calendarFeeds} as "feed"
    join ${users} as "u" on "u"."company_id" = ${company} and "u"."id" = "feed"."user_id"
    join ${companyProfiles} as "profile" on "profile"."company_id" = ${company} and "profile"."id" = ${company}
    left join ${teams} as "team" on "team"."company_id" = ${company} and "team"."id" = "feed"."team_id"
      and "team"."archived_at" is null and "team"."deleted_at" is null
    where "feed"."company_id" = ${company} and "feed"."token_hash" = ${hash} limit 1`);
};

/** Who reads a calendar by its link, with a database that shows what they may see. */
export type FeedReader = {
  db: ReadingDb;
  feed: { id: string; name: string; teamId: string | null; team: string | null };
  userId: string;
  /** The link's team, or those of the person. */
  teams: readonly string[];
  /** Devices of those teams; no more are counted than one beyond `MOST_DEVICES`. */
  devices: number;
  can: (permission: Shown) => boolean;
  company: string;
  timeZone: string;
  /** `https://host` of the company. */
  origin: string;
};

const SEEN_EVERY_MS = 10 * 60_000;

/**
 * The reader of a link by its secret. Rights and Locations are read anew each time.
 * @throws Response 404 for a secret that is none, or of somebody who has no right to it any more, 410 for a link that was revoked, 429
 */
export async function feedReader(visit: Visit, token: string): Promise<FeedReader> {
  const open = publicDoor(visit);
  if (!/^[0-9a-f]{32}$/.test(token)) return notFound("page");
  const [network, now, hash] = [networkOf(visit.ip), Date.now(), await sha256(token)];
  const [[row], [failed]] = await open.read(
    reading(open, hash),
    countTries(open, "link", network, now),
  );
  if (!row) {
    if (isTriedOut("link", failed)) waitForTry("link");
    await keepTry(open, "link", network, now);
    return notFound("page");
  }
  if (row.revoked_at !== null) return refuse(410, "This calendar link was revoked");
  const held = JSON.parse(row.held) as Record<Shown, 0 | 1>;
  const serves =
    row.is_served && row.status === "active" && row.service_type !== 1 && held["view-asset"] === 1;
  if (!serves || !row.is_of_team) return notFound("page");
  if (now - (row.last_read_at ?? 0) > SEEN_EVERY_MS)
    visit.defer(() =>
      open.read(open.updating(calendarFeeds, eq(calendarFeeds.id, row.id), { lastReadAt: now })),
    );
  const departments = row.type === "admin" ? [] : (JSON.parse(row.places) as string[]);
  return {
    db: readingAs(visit, open.companyId, { userId: row.user_id, departments }),
    feed: { id: row.id, name: row.name, teamId: row.team_id, team: row.team },
    userId: row.user_id,
    teams: JSON.parse(row.teams) as string[],
    devices: row.devices,
    can: (permission) =>
      held[permission] === 1 && vocabulary.get(permission)!.includes(row.service_type),
    company: row.company,
    timeZone: row.time_zone,
    origin:
      visit.place.kind === "company"
        ? originOf(visit.env, visit.place.primaryHost)
        : notFound("page"),
  };
}
