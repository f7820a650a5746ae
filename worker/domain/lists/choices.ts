import { and, eq, inArray, isNull, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import { folded } from "#app/shared/folded.ts";
import type { Choice } from "#app/shared/list.ts";
import { contracts, departments, teams, users } from "#drizzle/tenant/index.ts";
import type { ReadingDb } from "../../db/company-db.ts";
import { among as amongIds, rare } from "../../db/predicates.ts";
import type { Permission } from "../../permissions.ts";
import { notFound } from "../../refusals.ts";
import type { Session } from "../../session.ts";
import { dayOf } from "../entity/day-of.ts";
import type { AnyEntity } from "../entity/entity.ts";
import { resources } from "../index.ts";
import { withBuiltIn } from "../inhouse/built-in.ts";
import { ownLocations } from "../masters/own-locations.ts";
import { FEW, firstFound, foundBy, MANY, orNearly } from "../search/found-by.ts";
import { matchOf } from "../search/search.ts";
import { entryOf } from "./list-query.ts";
import type { ListFilter } from "./list-rows.ts";

const MOST = 20;
/** So many people with the words are put into the order of their names. */
const FEW_PEOPLE = 36;
/** The people with the words among whom those are found. */
const MOST_PEOPLE = 120;

type Choosable = {
  table: SQLiteTable;
  id: SQLiteColumn;
  name: SQLiteColumn;
  alive: SQL | undefined;
  /** The same where words have found the records. */
  found?: SQL | undefined;
  permissions: readonly Permission[];
  /** What tells apart those of the same name. */
  hint?: SQLiteColumn | undefined;
  /** What is inside a record. */
  within?: ListFilter | undefined;
  /** The kind of its search rows. */
  search: string;
  /** Also those that a limited person may not put assets into by themselves. */
  isEverywhere?: true;
};
type Master = SQLiteTable & Record<"id" | "archivedAt" | "deletedAt", SQLiteColumn>;

/** An entity's records to choose from: neither archived nor deleted. */
function chosenFrom(entity: AnyEntity): Choosable {
  const { titleColumn, search, permissions, filters = {} } = entity;
  const { to, hint, where, within } = entity.offered!;
  const table = entity.table as Master;
  return {
    ...{ table, id: table.id, name: titleColumn, hint, search },
    alive: and(isNull(table.archivedAt), isNull(table.deletedAt), where),
    // No index of states: what words have found is looked up by its ids.
    found: and(sql`+${table.archivedAt} is null`, isNull(table.deletedAt), where),
    permissions: [permissions.view as Permission, ...to],
    within: within ? filters[within] : undefined,
  };
}

const person = { table: users, id: users.id, name: users.name, search: "person" } as const;

/** What forms and filters let people pick, and who may look. */
export const choosable: Record<string, Choosable> = {
  ...Object.fromEntries(
    Object.entries(resources).flatMap(([path, entity]) =>
      entity.offered ? [[entity.offered.as ?? path, chosenFrom(entity)]] : [],
    ),
  ),
  contracts: {
    ...{ table: contracts, id: contracts.id, name: contracts.number, search: "contract" },
    hint: contracts.kind,
    alive: isNull(contracts.terminatedOn),
    permissions: ["edit-vendor"],
  },
  // Where a transfer may go: somebody there receives it.
  destinations: {
    ...chosenFrom(resources.departments!),
    permissions: ["create-asset-transfer", "edit-asset-transfer"],
    isEverywhere: true,
  },
  people: { ...person, alive: undefined, permissions: ["view-user"] },
  members: {
    ...person,
    hint: users.email,
    alive: inArray(users.status, ["active", "invited"]),
    permissions: ["create-user", "edit-user"],
  },
  colleagues: { ...person, alive: eq(users.status, "active"), permissions: ["view-user"] },
  /** People and teams who are given service calls and planned services. */
  assignees: {
    ...person,
    alive: eq(users.status, "active"),
    permissions: ["edit-breakdown", "edit-asset"],
  },
  "call-teams": {
    table: teams,
    id: teams.id,
    name: teams.name,
    search: "team",
    alive: and(isNull(teams.archivedAt), isNull(teams.deletedAt)),
    found: and(sql`+${teams.archivedAt} is null`, isNull(teams.deletedAt)),
    permissions: ["edit-breakdown", "edit-asset"],
  },
  custodians: {
    ...person,
    alive: eq(users.status, "active"),
    permissions: ["create-calibrator", "edit-calibrator"],
  },
  technicians: {
    ...person,
    alive: eq(users.status, "active"),
    permissions: ["create-inhouse-calibration", "edit-inhouse-calibration"],
  },
  // Named on a report, in fields of its form.
  "report-people": {
    ...person,
    alive: eq(users.status, "active"),
    permissions: ["edit-certificate-report"],
  },
  signatories: {
    ...person,
    hint: users.email,
    alive: eq(users.status, "active"),
    permissions: ["create-signature", "edit-signature"],
  },
  keepers: {
    ...person,
    alive: eq(users.status, "active"),
    permissions: ["create-store", "edit-store"],
  },
};

/**
 * Up to 20 records to choose from, whose name holds the text; with `of`, only those inside that record.
 * @throws Response 404 for an unknown list
 */
export async function choicesOf(
  session: Session,
  list: string,
  q: string,
  of = "",
): Promise<Choice[]> {
  if (list === "machine-types") return typeChoices(session, q);
  if (list === "inhouse-procedures")
    return withBuiltIn(session, q, await choicesOf(session, "procedures", q));
  const choosing = entryOf(choosable, list) ?? notFound("list");
  const { table, id, name, alive, permissions, hint, within, search, found } = choosing;
  const db = session.authorizeAny(...permissions);
  const own = table === departments && !choosing.isEverywhere ? ownLocations(db) : undefined;
  const byWords = q !== "";
  // A limited person's few Locations might come after the first matches of all.
  const among = own ? db.scope!.departments : null;
  const foundIn =
    table === users
      ? firstPeople(db, alive, q)
      : foundBy(db.companyId, search, id, q, of ? MANY : FEW, among);
  const choices = (near: readonly string[] | null) =>
    db
      .select({
        value: sql<string>`${id}`.as("value"),
        label: sql<string>`${name}`.as("label"),
        ...(hint ? { hint: sql<string>`${hint}`.as("hint") } : {}),
      })
      .from(table)
      .where(
        db.ofOwner(
          table,
          and(
            byWords ? (found ?? alive) : alive,
            of ? within?.(of, dayOf(db)) : undefined,
            own,
            near ? inArray(id, amongIds(near)) : undefined,
            byWords && !near ? foundIn : undefined,
          ),
        ),
      )
      // What the index of words has found is few: no index of names is to be walked for it.
      .orderBy(byWords ? sql`+${name}` : name)
      .limit(MOST);
  const [rows] = await db.read(choices(null));
  const exact = { what: rows as Choice[], isNone: rows.length === 0 };
  return orNearly(db, { companyId: db.companyId, kind: search, q }, exact, async (near) => {
    const [nearly] = await db.read(choices(near));
    return nearly as Choice[];
  });
}

/** The first people with the words who may be chosen: those who may not, such as people who left, take none of their places. */
const firstPeople = (db: ReadingDb, alive: SQL | undefined, q: string) =>
  rare(sql`${users.id} in (select ${users.id} from ${firstFound(matchOf(db.companyId, person.search, q), MOST_PEOPLE)}
    cross join ${users} where ${db.ofOwner(users, and(sql`${users.id} = found.record_id`, alive))} limit ${sql.raw(String(FEW_PEOPLE))})`);

/** Machine types of the shared catalogue. */
async function typeChoices(session: Session, q: string): Promise<Choice[]> {
  session.authorizeAny(
    ...(["view-asset", "create-asset", "edit-asset", "create-stock", "edit-stock"] as const),
    ...(["create-procedure", "edit-procedure"] as const),
  );
  const wanted = folded(q.trim());
  const types = await session.catalogue.machineTypes();
  return types
    .filter(({ name }) => folded(name).includes(wanted))
    .slice(0, MOST)
    .map(({ id, name }) => ({ value: id, label: name }));
}
