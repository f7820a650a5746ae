import { getTableName, type SQL } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import {
  activityLog,
  assertions,
  assets,
  calendarFeeds,
  categories,
  companyProfiles,
  departments,
  idempotencyKeys,
  identitySessions,
  locations,
  loginLog,
  media,
  notificationPreferences,
  notifications,
  outbox,
  passkeys,
  recoveryCodes,
  rememberedDevices,
  reportRuns,
  reportSubscriptions,
  savedViews,
  sessions,
  spentProofs,
  stockItems,
  stores,
  subCategories,
  teamMembers,
  teams,
  users,
  userTokens,
  vendors,
} from "#drizzle/tenant/index.ts";
import type { CompanyDb, ReadingDb } from "./company-db.ts";
import type { Row, Statement, Table } from "./db.ts";

type Tables = { reads: readonly SQLiteTable[]; writes: readonly SQLiteTable[] };

/** What a person's own second factors are kept in. */
const ofFactors = [passkeys, recoveryCodes, rememberedDevices, spentProofs] as const;

/** The tables a person may use without a permission, by purpose. Tables that are written may be read, too. */
export const ownRows = {
  answers: { reads: [], writes: [] },
  profile: {
    reads: [],
    writes: [users, sessions, identitySessions, userTokens, loginLog, outbox, ...ofFactors],
  },
  picture: { reads: [], writes: [users, media, companyProfiles] },
  savedViews: { reads: [users], writes: [savedViews] },
  notices: { reads: [], writes: [notifications] },
  preferences: { reads: [], writes: [notificationPreferences] },
  feeds: { reads: [teams, teamMembers], writes: [calendarFeeds] },
  files: { reads: [media], writes: [] },
  runs: { reads: [], writes: [reportRuns, companyProfiles] },
  subscriptions: { reads: [], writes: [reportSubscriptions] },
  /** Tables the log refers to; each row is checked by itself. */
  log: {
    reads: [
      activityLog,
      assets,
      categories,
      departments,
      locations,
      stockItems,
      stores,
      subCategories,
      teams,
      users,
      vendors,
    ],
    writes: [],
  },
} as const satisfies Record<string, Tables>;
export type OwnName = keyof typeof ownRows;

/** What a handle may do, by the names of tables; `reads` is null for all of them. */
export type Narrowed = {
  reads: ReadonlySet<string> | null;
  writes: ReadonlySet<string>;
  /** Refuses a write beyond `writes` that a person can ask for; without it such a write is a bug. */
  refuse?: () => never;
};

/** A handle on tables by their names. */
export const byNames = (reads: readonly string[] | null, writes: readonly string[]): Narrowed => ({
  reads: reads && new Set(reads),
  writes: new Set(writes),
});
export const namesOf = (tables: readonly SQLiteTable[]) => tables.map(getTableName);
/** Every command asserts, is logged, and is carried out once. */
const ofCommands = namesOf([assertions, activityLog, idempotencyKeys]);
const withCommands = (reads: readonly string[] | null, writes: readonly string[]): Narrowed =>
  byNames(reads && [...reads, ...writes, getTableName(idempotencyKeys)], [
    ...writes,
    ...ofCommands,
  ]);

/** A handle on these tables alone, and on what every command writes. */
export const narrowed = ({ reads, writes }: Tables): Narrowed =>
  withCommands(namesOf(reads), namesOf(writes));

/** What a person's own rows of a name let a handle do. */
export const ownOf = (name: OwnName): Narrowed => narrowed(ownRows[name]);
/** Reads everything and writes nothing but its line in the log. */
export const exporting: Narrowed = withCommands(null, []);

type Writes<N extends OwnName> = (typeof ownRows)[N]["writes"][number];
type Reads<N extends OwnName> = (typeof ownRows)[N]["reads"][number] | Writes<N>;

/** A handle on some tables alone. Statements that are composed by hand are held to them as well, by the guard. */
export type OwnDb<N extends OwnName> = Pick<
  CompanyDb,
  "companyId" | "stamp" | "select" | "read" | "rows" | "run" | "assert" | "commit"
> & {
  ofOwner(table: Reads<N>, where?: SQL): SQL | undefined;
  find<T extends Reads<N> & Table>(table: T, id: string): Promise<Row<T> | undefined>;
  exists(table: Reads<N>, where: SQL): SQL;
  inserting(table: Writes<N>, values: object): Statement;
  updating(table: Writes<N>, where: SQL, values: Record<string, unknown>): Statement;
  removing(table: Writes<N>, where: SQL): Statement;
};

/** What an export reads by, and how it is logged. */
export type ExportDb = ReadingDb & Pick<CompanyDb, "rows" | "assert" | "commit">;
