import { and, eq, or, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { type QueryState, queryMoves, queryStates } from "#app/shared/contact-queries.ts";
import { staff, contactQueries as table } from "#drizzle/control/index.ts";
import type { Answer, Row } from "../../db/db.ts";
import type { PlatformDb } from "../../db/platform-db.ts";
import { conflict, invalid, notFound, refuseStale, stale } from "../../refusals.ts";
import type { StaffSession } from "../../session.ts";
import { changesBetween } from "../entity/changes.ts";
import { checked, optionalId, optionalMultiline, whole } from "../entity/fields.ts";
import { recorded } from "../entity/recorded.ts";

const MANAGE = "manage-support-ticket";
const states = Object.keys(queryStates) as QueryState[];

type Query = Row<typeof table>;
async function before(db: PlatformDb, id: string): Promise<Query> {
  return (await db.find(table, id)) ?? notFound("message");
}
const named = ({ id, name }: Query) => ({ id, name });

/** Commits a change of a message as it was read. @throws Response 409 with the newer one when somebody else was first */
async function changing(
  db: PlatformDb,
  row: Query,
  values: Partial<Query>,
  entry: ReturnType<typeof recorded>,
  more: SQL[] = [],
): Promise<Answer<{ id: string }>> {
  try {
    return await db.commit({
      writes: [
        db.assertUnchanged(table, row),
        ...more.map((one) => db.assert("usable_reference", one)),
        db.updating(table, eq(table.id, row.id), values),
      ],
      ...entry,
    });
  } catch (refusal) {
    if (!(refusal instanceof Response) || refusal.status !== 409) throw refusal;
    const newer = await before(db, row.id);
    if (newer.version === row.version) throw refusal;
    return stale(shown(newer));
  }
}
/** What a refusal tells of a message: what its form holds. */
const shown = ({ id, status, assignedTo, notes, version }: Query) => ({
  ...{ id, status, assignedTo, notes, version },
});

const version = () => whole("Version").optional();
export const moveInput = z.strictObject({
  status: z.enum(states, "Choose where it goes"),
  version: version(),
});
export const handleInput = z.strictObject({
  assignedTo: optionalId("Assigned to"),
  notes: optionalMultiline(2_000, "Notes"),
  version: version(),
});

/** Moves a message to another state, as the table of moves allows. @throws Response 403; 404; 409; 422 */
export async function moveQuery(
  session: StaffSession,
  id: string,
  input: unknown,
): Promise<Answer<{ id: string }>> {
  const db = session.authorize(MANAGE);
  const { status, version: seen } = checked(moveInput, input);
  const row = await before(db, id);
  const first = await firstOf(db, row, seen);
  if (first) return first;
  if (!queryMoves[row.status].includes(status)) {
    const answered = await db.firstAnswer<{ id: string }>();
    return (
      answered ??
      conflict(
        row.status === status
          ? `This message is ${queryStates[status].toLowerCase()} already`
          : `A message that is ${queryStates[row.status].toLowerCase()} does not become ${queryStates[status].toLowerCase()}`,
      )
    );
  }
  const changes = [{ field: "status", from: row.status, to: status }];
  const message = `The message of ${row.name} is ${queryStates[status].toLowerCase()}`;
  return changing(
    db,
    row,
    { status },
    recorded("contact_query", "move.contact_query", named(row), message, { changes }),
  );
}

/** What a repeated request was answered; otherwise refuses an older version. */
async function firstOf(db: PlatformDb, row: Query, seen: number | undefined) {
  if (seen === undefined || seen === row.version) return null;
  const first = await db.firstAnswer<{ id: string }>();
  if (!first) refuseStale(shown(row), seen);
  return first;
}

/** Says who answers a message, and notes what was done about it. @throws Response 403; 404; 409; 422 */
export async function handleQuery(
  session: StaffSession,
  id: string,
  input: unknown,
): Promise<Answer<{ id: string }>> {
  const db = session.authorize(MANAGE);
  const { version: seen, ...values } = checked(handleInput, input);
  const { assignedTo } = values;
  const [[row], people] = await db.read(
    db.select().from(table).where(eq(table.id, id)).limit(1),
    db
      .select({ id: staff.id, name: staff.name, status: staff.status })
      .from(staff)
      .where(
        or(
          eq(staff.id, assignedTo ?? ""),
          sql`${staff.id} = (select ${table.assignedTo} from ${table} where ${table.id} = ${id})`,
        ),
      )
      .limit(2),
  );
  if (!row) return notFound("message");
  const first = await firstOf(db, row, seen);
  if (first) return first;
  const isOther = assignedTo !== row.assignedTo;
  const person = people.find((one) => one.id === assignedTo);
  if (assignedTo && isOther && person?.status !== "active")
    invalid({ assignedTo: ["Choose somebody who works here"] });
  const nameOf = (who: string | null) =>
    who && (people.find((one) => one.id === who)?.name ?? "Somebody who has left");
  const changes = changesBetween(
    { assignedTo: nameOf(row.assignedTo), notes: row.notes },
    { assignedTo: nameOf(assignedTo), notes: values.notes },
  );
  const works =
    assignedTo && isOther
      ? [db.exists(staff, and(eq(staff.id, assignedTo), eq(staff.status, "active"))!)]
      : [];
  return changing(
    db,
    row,
    values,
    recorded("contact_query", "update.contact_query", named(row), "Message saved", { changes }),
    works,
  );
}
