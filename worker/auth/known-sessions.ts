import {
  type OwnGrant,
  resolvePermissions,
  type TeamGrant,
  type WirePermission,
  wirePermissions,
} from "../permissions.ts";
import { idleMinutesOf, isAlive } from "./session-life.ts";
import type { PersonRow, Profile, SessionRow } from "./session-row.ts";

type Settings = Record<string, unknown>;
/** A row with what its JSON says. It is shared by requests, which change nothing of it. */
export type Known = {
  row: SessionRow;
  profile: Profile;
  settings: Settings;
  figures: Record<string, number>;
  permissions: WirePermission[];
  appPermissions: readonly string[];
  departments: readonly string[];
};

/** Sessions as this isolate read them last, those of longest ago first. */
const known = new Map<string, Known>();
const MOST_KNOWN = 300;

/** The session of a key as it was read last; undefined where this isolate does not know it. */
export const knownSession = (key: string) => known.get(key);

/** Keeps what is told of a session; null forgets it. */
export function keepSession(key: string, told: Known | null) {
  known.delete(key);
  if (!told) return;
  known.set(key, told);
  if (known.size > MOST_KNOWN) known.delete(known.keys().next().value!);
}

/** Whether a session still counts under its company's settings. */
export const isLiving = (row: SessionRow, { session_idle_minutes }: Settings) =>
  isAlive(row, idleMinutesOf(session_idle_minutes));

/** What a row says; null when its session no longer counts. */
export function toldBy(row: SessionRow | undefined): Known | null {
  if (!row?.company) return null;
  const settings = JSON.parse(row.settings) as Settings;
  if (!isLiving(row, settings)) return null;
  const told = { ...toldOf(row, settings), row };
  // A host that another isolate still knows lets nobody into a closed company.
  return told.profile.status === "closed" ? null : told;
}

/** What the columns of a person and their company say. */
export function toldOf(row: PersonRow, settings: Settings): Omit<Known, "row"> {
  const own = JSON.parse(row.own) as OwnGrant[];
  const byTeams = JSON.parse(row.byTeams) as TeamGrant[];
  const held = resolvePermissions(row, own, byTeams);
  return {
    settings,
    profile: JSON.parse(row.company) as Profile,
    figures: JSON.parse(row.counts) as Record<string, number>,
    permissions: wirePermissions(held),
    appPermissions: held.flatMap(({ name, app }) => (app ? [name] : [])),
    // An Admin is never limited.
    departments: row.type === "admin" ? [] : (JSON.parse(row.departments) as string[]),
  };
}

const ofUse = new Set<keyof SessionRow>(["lastSeenAt", "apiMinute", "apiUsed"]);
/** Whether two rows make the same session: when it was seen last, and how often it asked, make none. */
export const isSame = (row: SessionRow, before: SessionRow): boolean =>
  (Object.keys(before) as (keyof SessionRow)[]).every(
    (name) => ofUse.has(name) || row[name] === before[name],
  );
