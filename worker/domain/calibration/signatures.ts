import { and, desc, eq, isNull, ne, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import { z } from "zod";
import { refusalOf } from "#app/shared/flows/rules.ts";
import { signatureRules } from "#app/shared/flows/signatures.ts";
import {
  disciplines,
  signatureChanges,
  signingRoles,
  signatures as table,
  users,
} from "#drizzle/tenant/index.ts";
import type { Db, Row } from "../../db/db.ts";
import { conflict, forbidden, invalid, notFound } from "../../refusals.ts";
import type { AnySession, Session } from "../../session.ts";
import { entity } from "../entity/entity.ts";
import {
  always,
  checked,
  day,
  described,
  id,
  optionalDay,
  optionalText,
  text,
} from "../entity/fields.ts";
import { lineList, wordList } from "../entity/word-list.ts";
import { namedBy } from "../lists/more-columns.ts";
import { carriedFile } from "./carried-file.ts";
import { signatureFlow } from "./signature-flow.ts";

type Signature = Row<typeof table>;
const OWN = "Somebody else keeps your signature";

const input = z
  .strictObject({
    userId: id("Person is required", "Person"),
    name: text("Printed name", 120),
    designation: optionalText(80, "Designation"),
    qualification: optionalText(200, "Qualification"),
    roles: wordList("Roles", signingRoles),
    disciplines: wordList("Disciplines", disciplines),
    parameters: lineList("Parameters", 50, 80),
    validFrom: described(day("Valid from"), { label: "Valid from", as: "day" }),
    validUntil: optionalDay("Valid until"),
  })
  .refine(({ roles }) => roles.length > 0, {
    path: ["roles"],
    message: "Choose at least one role",
    ...always,
  })
  .refine(({ validFrom, validUntil }) => !validUntil || validUntil >= validFrom, {
    path: ["validUntil"],
    message: "Valid until must not be before valid from",
    ...always,
  });

/** Whether a list of words holds one. */
const holds = (column: SQLiteColumn, word: string): SQL =>
  sql`exists (select 1 from json_each(${column}) where "value" = ${word})`;

/** The first of what happened to a signature: that it was made. */
const begun = (db: Db, signatureId: string) => {
  const { actorId, actorName } = db.stamp;
  const what = { signatureId, status: "active" as const, note: null, at: Date.now() };
  return db.inserting(signatureChanges, { ...what, actorId, actorName });
};

const verbs = entity({
  table,
  noun: ["signature", "signatures"],
  subject: "signature",
  input,
  stored: ({ userId }, before) => {
    if (before && before.userId !== userId)
      invalid({ userId: ["A signature stays with its person"] });
    return {};
  },
  search: { words: ["name", "designation"] },
  list: {
    sorts: { name: table.name },
    filters: {
      status: (status) => eq(table.status, status as "active"),
      role: (role) => holds(table.roles, role),
      discipline: (discipline) => holds(table.disciplines, discipline),
    },
    more: { userName: namedBy(users, users.name, table.userId) },
  },
  always: (db, { id, values, before }) => (values && !before ? [begun(db, id)] : []),
});

/** @throws Response 403 to the person whose signature it is, 409 for one that was revoked */
function refuseEdit(session: Session, row: Signature): void {
  const no = refusalOf(signatureRules, "edit", row, signatureFlow.moverOf(session));
  if (no?.status === 403) forbidden(no.message ?? undefined);
  if (no) conflict(no.message ?? OWN);
}

/** A person has one signature that is not revoked. @throws Response 422 */
async function unlessSigning(session: Session, userId: string): Promise<void> {
  if (userId === session.actor.userId) invalid({ userId: ["Somebody else authorises you"] });
  const db = session.authorize("create-signature");
  const isIt = and(eq(table.userId, userId), isNull(table.deletedAt), ne(table.status, "revoked"));
  const [[other]] = await db.read(
    db.select({ id: table.id }).from(table).where(db.ofOwner(table, isIt)).limit(1),
  );
  if (other && !(await db.firstAnswer()))
    invalid({ userId: ["This person has a signature already"] });
}

const MOST_EVENTS = 100;
/** A signature with whose it is and what happened to it. @throws Response 403, 404 */
export async function signatureDetail(
  session: Session,
  id: string,
  permission: "view-signature" | "edit-signature" = "view-signature",
) {
  const db = session.authorize(permission);
  const [[row], [person], events] = await db.read(
    db.byId(table, id),
    db
      .select({ name: users.name, email: users.email })
      .from(users)
      .where(
        db.ofOwner(
          users,
          sql`${users.id} = (select ${table.userId} from ${table} where ${db.ofOwner(table, eq(table.id, id))})`,
        ),
      )
      .limit(1),
    db
      .select()
      .from(signatureChanges)
      .where(db.ofOwner(signatureChanges, eq(signatureChanges.signatureId, id)))
      .orderBy(desc(signatureChanges.id))
      .limit(MOST_EVENTS),
  );
  const signature = row ?? notFound("signature");
  return {
    signature,
    person: person ?? null,
    events: events.reverse(),
    moves: signatureFlow.movesOf(session, signature),
    mayEdit: refusalOf(signatureRules, "edit", signature, signatureFlow.moverOf(session)) === null,
    isOwn: signature.userId === session.actor.userId,
  };
}

/** Who may sign what. Nobody makes, changes or brings back their own. */
export const signatures = {
  ...verbs,

  async create(session: AnySession, sent: unknown) {
    (session as Session).authorize("create-signature");
    await unlessSigning(session as Session, checked(input, sent).userId);
    return verbs.create(session, sent);
  },

  async update(session: AnySession, id: string, sent: Record<string, unknown>) {
    return verbs.update(session, id, sent, (row) => {
      refuseEdit(session as Session, row);
      return [];
    });
  },

  async archive(session: AnySession, id: string, archived: boolean) {
    return verbs.archive(session, id, archived, (row) => {
      if (!archived && row.userId === session.actor.userId) forbidden(OWN);
      return [];
    });
  },
};

/** The picture of a signature: decorative, the authorisation counts. */
export const signatureImage = carriedFile({
  table,
  column: "imageMediaId",
  permission: "edit-signature",
  name: "signature",
  noun: "signature",
  titleOf: ({ name }) => name,
  use: "signature",
  kind: "photo",
  thing: "Image",
  field: "picture",
  refuse: refuseEdit,
});

/** A signature as its form opens it. @throws Response 403 to its own person, 404, 409 for one that was revoked */
export async function signatureToEdit(session: Session, id: string) {
  const detail = await signatureDetail(session, id, "edit-signature");
  refuseEdit(session, detail.signature);
  return { signature: detail.signature, person: detail.person };
}

const MOST_SIGNING = 200;
/** Everybody whose signature is not revoked or archived, for the view of who may do what. */
export async function whoSigns(session: Session) {
  const db = session.authorize("view-signature");
  const isIt = and(isNull(table.deletedAt), isNull(table.archivedAt), ne(table.status, "revoked"));
  const [rows] = await db.read(
    db
      .select()
      .from(table)
      .where(db.ofOwner(table, isIt))
      .orderBy(table.name, table.id)
      .limit(MOST_SIGNING + 1),
  );
  return { rows: rows.slice(0, MOST_SIGNING), isCut: rows.length > MOST_SIGNING };
}
