import { and, eq, inArray, isNull, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import { z } from "zod";
import { openCalls } from "#app/shared/flows/service-calls.ts";
import {
  assets,
  breakdowns,
  dueOccurrences,
  stores,
  teamMembers,
  teams,
  users,
} from "#drizzle/tenant/index.ts";
import type { CompanyDb, ReadingDb } from "../../db/company-db.ts";
import type { Answer, Statement } from "../../db/db.ts";
import { conflict, invalid, notFound } from "../../refusals.ts";
import type { Session } from "../../session.ts";
import { checked, optionalId, optionalMultiline } from "../entity/fields.ts";
import { openOf } from "../entity/open-documents.ts";
import { recorded } from "../entity/recorded.ts";
import { handedOver } from "../service-calls/counts.ts";
import { asSeenWithin, newEpoch, personQuery } from "./person.ts";
import { beyondReach, onePerson, refuseBeyond } from "./reach.ts";
import { countPeople, notOneself, seenBy } from "./rules.ts";
import { endingAll } from "./states.ts";
import { stillAdmins } from "./still-admins.ts";

type Duty = { things: string; table: SQLiteTable; column: SQLiteColumn; where?: SQL | undefined };

/** What a person answers for: it goes to somebody else when they leave, or to nobody. */
export const duties = {
  custodian: {
    things: "assets in custody",
    table: assets,
    column: assets.custodianUserId,
    where: isNull(assets.deletedAt),
  },
  calls: {
    things: "open service calls",
    table: breakdowns,
    column: breakdowns.assignedUserId,
    where: inArray(breakdowns.status, [...openCalls]),
  },
  dues: {
    things: "planned services",
    table: dueOccurrences,
    column: dueOccurrences.assignedUserId,
    where: openOf(dueOccurrences)!.where,
  },
  teams: {
    things: "teams led",
    table: teams,
    column: teams.leaderUserId,
    where: isNull(teams.deletedAt),
  },
  stores: {
    things: "stores kept",
    table: stores,
    column: stores.keeperUserId,
    where: isNull(stores.deletedAt),
  },
} as const satisfies Record<string, Duty>;
export type DutyName = keyof typeof duties;
export const dutyNames = Object.keys(duties) as DutyName[];
const MOST = 100;

const ofPerson = ({ column, where }: Duty, id: string) => and(eq(column, id), where)!;

/** How much of each duty a person has, counted to a hundred. */
export const countingDuties = (db: ReadingDb, id: string) =>
  dutyNames.map((name) =>
    db
      .select({ n: sql<number>`count(*)`.as("n") })
      .from(
        sql`(select 1 from ${duties[name].table} where ${db.ofOwner(duties[name].table, ofPerson(duties[name], id))} limit ${sql.raw(String(MOST + 1))})`,
      ),
  );

/** The duties a person has, by what `countingDuties` answered. */
export const dutiesOf = (counts: readonly unknown[]) =>
  dutyNames
    .map((name, at) => {
      const [count] = counts[at] as { n: number }[];
      return { name, things: duties[name].things, n: count?.n ?? 0 };
    })
    .filter(({ n }) => n > 0);

export const leaveInput = z.strictObject({
  ...(Object.fromEntries(dutyNames.map((name) => [name, optionalId()])) as Record<
    DutyName,
    ReturnType<typeof optionalId>
  >),
  reason: optionalMultiline(500, "Reason"),
});

/** What ends a person's work here, as statements: who takes each duty over, or nobody. */
export const endingWork = (
  db: CompanyDb,
  id: string,
  heirs: Partial<Record<DutyName, string | null>>,
): Statement[] => [
  ...handedOver(db, id, heirs.calls ?? null),
  ...dutyNames.map((name) => moving(db, duties[name], id, heirs[name] ?? null)),
  db.removing(teamMembers, eq(teamMembers.userId, id)),
  db.updating(users, eq(users.id, id), { status: "left", ...newEpoch }),
  ...endingAll(db, id),
];

const moving = (db: CompanyDb, duty: Duty, from: string, to: string | null): Statement =>
  db.updating(duty.table, ofPerson(duty, from), { [duty.column.name]: to });

/**
 * Marks a person as left: their sessions and links end, they are in no team, and what they answered for goes to whom is named.
 * Every record keeps what they did. @throws Response 403, 404, 409 for the last Admin, 422 for an heir who is not at work
 */
export async function leavePerson(
  session: Session,
  id: string,
  input: unknown,
): Promise<Answer<{ id: string }>> {
  const db = session.authorize("edit-user");
  notOneself(session, id, "mark as left");
  const { reason, ...heirs } = checked(leaveInput, input);
  if (db.scope)
    conflict(
      "You see the assets of some Locations only. Ask an Admin to mark this person as left.",
    );
  const wanted = [...new Set(Object.values(heirs).filter((heir) => heir !== null))];
  const [rows, beyond, found, ...counts] = await db.read(
    personQuery(db, id),
    beyondReach(session, db, onePerson(id)),
    db
      .select({ id: users.id, name: users.name, status: users.status })
      .from(users)
      .where(
        db.ofOwner(
          users,
          sql`${users.id} in (select "value" from json_each(${JSON.stringify(wanted)}))`,
        ),
      ),
    ...countingDuties(db, id),
  );
  const person = seenBy(session, rows[0]);
  refuseBeyond(beyond);
  if (person.status === "left")
    return (await db.firstAnswer<{ id: string }>()) ?? conflict(`${person.name} has left already`);
  const known = new Map(found.map((heir) => [heir.id, heir]));
  for (const name of dutyNames) {
    const heir = heirs[name] ? (known.get(heirs[name]) ?? notFound("person")) : null;
    if (heir && (heir.id === id || heir.status !== "active"))
      invalid({ [name]: ["Choose somebody who is at work"] });
  }
  const handed = dutiesOf(counts).map(({ name, things, n }) => ({
    field: things,
    from: n > MOST ? "100+" : n,
    to: heirs[name] ? known.get(heirs[name])!.name : null,
  }));
  return db.commit({
    writes: [
      ...asSeenWithin(session, db, person),
      ...(await stillAdmins(db, person)),
      ...Object.values(heirs).flatMap((heir) =>
        heir
          ? [
              db.assert(
                "usable_reference",
                db.exists(users, and(eq(users.id, heir), eq(users.status, "active"))!),
              ),
            ]
          : [],
      ),
      ...endingWork(db, id, heirs),
      ...countPeople(session, db, -1),
    ],
    ...recorded("user", "leave.user", person, `${person.name} is marked as left`, {
      changes: [{ field: "status", from: person.status, to: "left" }, ...handed],
      reason,
    }),
  });
}
