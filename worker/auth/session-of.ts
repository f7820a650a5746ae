import { standingOf } from "#app/shared/company-standing.ts";
import { Catalogue } from "../db/catalogue.ts";
import { CompanyDb } from "../db/company-db.ts";
import { CustomerDb } from "../db/customer-db.ts";
import type { Stamp } from "../db/db.ts";
import type { Ahead } from "../db/orm.ts";
import { exporting, type OwnName, ownOf } from "../db/own-rows.ts";
import { tellsOfAssets } from "../db/scope.ts";
import type { Gateways } from "../payments/port.ts";
import { Session } from "../session.ts";
import type { Standing } from "./factors/standing.ts";
import { type Inside, narrowedInside, refusalInside } from "./inside.ts";
import { narrowedToKey } from "./key-tables.ts";
import type { Known } from "./known-sessions.ts";
import type { PersonRow } from "./session-row.ts";
import { waitingTransfers } from "./waiting.ts";

const locales: Record<string, string> = {
  IN: "en-IN",
  US: "en-US",
  GB: "en-GB",
  AE: "en-AE",
  AU: "en-AU",
  DE: "de-DE",
  FR: "fr-FR",
  SG: "en-SG",
};
export const localeOf = (country: string) => locales[country] ?? "en-GB";

/** Where a session came from: its id, the person's row, who writes, and the databases. */
type Place = {
  sessionId: string;
  row: PersonRow;
  /** @param part one of several commands of the request */
  stamp: (part?: string) => Stamp;
  origin: string;
  shard: D1Database;
  control: D1Database;
  ahead: () => Ahead | null;
  /** Takes the ids of mails in the platform's outbox. */
  platformLetters?: string[];
  /** How the person stands with second factors, in a session of their own. */
  secondFactor?: Standing;
  /** Where it is one of the platform's staff. */
  inside?: Inside;
  /** Where it is a key. */
  isKey?: true;
  gateways?: Gateways;
  site?: () => string;
};

/** The session of a company's person, or of staff inside it, of what is known of them. */
export function sessionFor(told: Omit<Known, "row">, place: Place): Session {
  const { sessionId, row, stamp, origin, shard, control, ahead, inside, isKey, gateways, site } =
    place;
  const letters = place.platformLetters ?? [];
  const { profile, settings, figures, permissions, appPermissions } = told;
  const actor = {
    sessionId,
    userId: row.user,
    name: row.name,
    email: row.email,
    type: row.type === "admin" ? ("Admin" as const) : ("User" as const),
    serviceType: row.serviceType,
    avatarMediaId: row.avatarMediaId,
    mustChangePassword: row.mustChangePassword === 1,
    permissions,
    appPermissions,
    unread: row.unread,
    inside,
    secondFactor: place.secondFactor,
    isKey,
  };
  const scope = told.departments.length
    ? { departments: told.departments, userId: row.user }
    : null;
  const held = new Set(permissions.filter((one) => one.is_web_permission).map(({ name }) => name));
  const transfers = waitingTransfers(figures, JSON.parse(row.waiting), {
    userId: row.user,
    isLimited: scope !== null,
    can: (permission) => held.has(permission as never),
    settings,
  });
  const company = {
    ...profile,
    status: standingOf(profile),
    locale: String(settings.locale ?? localeOf(profile.country)),
    settings,
    counts: {
      ...Object.fromEntries(
        Object.entries(figures).filter(([name]) => !scope || !tellsOfAssets(name)),
      ),
      transfers,
    },
  };
  const narrowedTo = (only?: OwnName | "export") => {
    if (inside) return narrowedInside(inside, only);
    if (isKey)
      return only === undefined ? narrowedToKey : ownOf(only === "files" ? only : "answers");
    if (only === undefined) return null;
    return only === "export" ? exporting : ownOf(only);
  };
  const open = (only?: OwnName | "export", at?: readonly string[], part?: string) =>
    new CompanyDb(
      shard,
      profile.id,
      stamp(part),
      at ? { departments: at, userId: row.user } : scope,
      narrowedTo(only),
      ahead(),
      profile.timeZone,
    );
  return new Session(
    actor,
    company,
    origin,
    open,
    new Catalogue(control),
    scope?.departments ?? null,
    (part) =>
      new CustomerDb(
        control,
        profile.id,
        { ...stamp(part), letters },
        inside && refusalInside(inside),
      ),
    gateways,
    site,
  );
}
