import { and, eq, ne, sql } from "drizzle-orm";
import { newId } from "#drizzle/columns.ts";
import {
  consumerContacts,
  consumers,
  contactAccounts as table,
  users,
} from "#drizzle/tenant/index.ts";
import { tablesOf } from "../../auth/realm.ts";
import { endingSessions } from "../../auth/session-life.ts";
import type { CompanyDb } from "../../db/company-db.ts";
import type { Answer, Row, Statement } from "../../db/db.ts";
import { endingLinks, sendingLink } from "../../mail/links.ts";
import { conflict, forbidden, invalid, isRefusal, notFound } from "../../refusals.ts";
import type { Session } from "../../session.ts";
import {
  allowing,
  askOf,
  endingAsk,
  lostDeviceOf,
  removingFactors,
} from "../account/lost-device.ts";
import { provePassword } from "../account/prove-password.ts";
import { checked } from "../entity/fields.ts";
import { newFactorsInput } from "../people/new-factors.ts";

/** Who belongs to a consumer whom a form names. */
type Within = (contact: Row<typeof consumerContacts>) => unknown;

const ofContact = (db: CompanyDb, contactId: string) =>
  db
    .select()
    .from(table)
    .where(db.ofOwner(table, eq(table.contactId, contactId)))
    .limit(1);

/** The contact with their consumer, their account, and the colleague who has their address, as statements. */
const reads = (db: CompanyDb, contactId: string) => {
  const its = (column: "consumer_id" | "email") =>
    sql`(select ${sql.raw(`"its"."${column}"`)} from ${consumerContacts} as "its" where "its"."company_id" = ${db.companyId} and "its"."id" = ${contactId})`;
  const elsewhere = <T extends typeof users | typeof table>(people: T) =>
    db
      .select({ id: people.id })
      .from(people as typeof users)
      .where(
        db.ofOwner(people, and(sql`${people.email} = ${its("email")}`, ne(people.status, "left"))),
      )
      .limit(1);
  return [
    db.byId(consumerContacts, contactId),
    db.byId(consumers, its("consumer_id")),
    ofContact(db, contactId),
    elsewhere(users),
    elsewhere(table),
  ] as const;
};

const ended = { sessionEpoch: sql`${table.sessionEpoch} + 1` };
/** Every way in that a contact has, as statements that end it. */
const endingAll = (db: CompanyDb, accountId: string): Statement[] => [
  ...endingSessions({ db, ...tablesOf.portal }, accountId),
  ...(["invite", "reset_password"] as const).map((purpose) =>
    endingLinks({ db, ...tablesOf.portal }, accountId, purpose),
  ),
  ...endingAsk({ db, ...tablesOf.portal }, accountId),
  ...removingFactors({ db, ...tablesOf.portal }, accountId),
];

/** The account is as it was read, or there still is none. */
const asSeen = (db: CompanyDb, account: Row<typeof table> | undefined, contactId: string) =>
  account
    ? db.assertUnchanged(table, account)
    : db.assert("state", sql`not ${db.exists(table, eq(table.contactId, contactId))}`);

/**
 * Gives a contact an account of the portal, under their e-mail: they get a link that lasts 72 hours. Who has not opened it gets another.
 * @throws Response 403; 404; 409 for one who has signed up, or of a consumer that is archived; 422 without an address of their own
 */
export async function inviteContact(
  session: Session,
  contactId: string,
  within: Within = () => [],
): Promise<Answer<{ id: string }>> {
  const db = session.authorize("edit-consumer");
  const [[found], [consumer], [account], [colleague], [other]] = await db.read(
    ...reads(db, contactId),
  );
  const contact = found ?? notFound("contact");
  within(contact);
  const { name, email } = contact;
  if (!consumer || consumer.archivedAt) return conflict("The consumer is archived");
  if (contact.archivedAt) conflict(`${name} is archived`);
  if (account?.status === "active") conflict(`${name} signs in to the portal already`);
  if (!email) return invalid({ email: ["Enter the contact's e-mail first"] });
  const problem = colleague
    ? "A colleague signs in with this e-mail. Give the contact another one"
    : other && other.id !== account?.id
      ? "Another contact signs in with this e-mail"
      : null;
  if (problem) invalid({ email: [problem] });
  const id = account?.id ?? newId();
  const fresh = { email, name, status: "invited" as const, passwordHash: null };
  const answer = { status: 201, message: `${email} gets an invitation`, data: { id: contactId } };
  try {
    return await db.commit({
      writes: [
        asSeen(db, account, contactId),
        account
          ? db.updating(table, eq(table.id, id), { ...fresh, ...ended })
          : db.inserting(table, { id, contactId, ...fresh }),
        ...(await sendingLink(
          { db, origin: session.origin, ...tablesOf.portal },
          { id, name, email },
          "invite",
        )),
      ],
      activity: {
        ...{ action: "invite.consumer_contact", kind: "consumer_contact", id: contactId },
        label: name,
        changes: [{ field: "email", from: null, to: email }],
      },
      answer,
    });
  } catch (refusal) {
    return changedMeanwhile(db, contactId, refusal);
  }
}

const changedMeanwhile = async (
  db: CompanyDb,
  contactId: string,
  refusal: unknown,
): Promise<never> => {
  if (!isRefusal(refusal, 409)) throw refusal;
  const [[now]] = await db.read(ofContact(db, contactId));
  if (!now || now.status === "left")
    return conflict("Somebody has taken the account away meanwhile");
  return conflict(
    now.status === "active" ? "They sign in already" : "Somebody has invited them meanwhile",
  );
};

/** Takes a contact's account away: their sessions end at once, links sent to them, and second factors. @throws Response 403; 404; 409 for one without an account */
export async function endContactAccount(
  session: Session,
  contactId: string,
  within: Within = () => [],
): Promise<Answer<{ id: string }>> {
  const db = session.authorize("edit-consumer");
  const [[found], [account]] = await db.read(
    db.byId(consumerContacts, contactId),
    ofContact(db, contactId),
  );
  const contact = found ?? notFound("contact");
  within(contact);
  if (!account || account.status === "left")
    return conflict(`${contact.name} has no account of the portal`);
  try {
    return await db.commit({
      writes: [
        asSeen(db, account, contactId),
        db.updating(table, eq(table.id, account.id), { status: "left", ...ended }),
        ...endingAll(db, account.id),
      ],
      activity: {
        ...{ action: "end_account.consumer_contact", kind: "consumer_contact", id: contactId },
        label: contact.name,
        changes: [{ field: "email", from: account.email, to: null }],
      },
      answer: {
        status: 200,
        message: `${contact.name} can no longer sign in`,
        data: { id: contactId },
      },
    });
  } catch (refusal) {
    return changedMeanwhile(db, contactId, refusal);
  }
}

/**
 * An Admin vouches for a contact who has lost their second factor: they get a link that removes it, which works a day after they asked.
 * The Admin proves again who they are.
 * @throws Response 403 for anybody but an Admin; 404; 409 for one without an account, or who has not asked; 422 for a wrong proof
 */
export async function allowContactFactors(
  session: Session,
  contactId: string,
  input: unknown,
  within: Within = () => [],
): Promise<Answer<{ id: string }>> {
  const db = session.authorize("edit-consumer");
  if (session.type !== "Admin") forbidden();
  const { password } = checked(newFactorsInput, input);
  const desk = { db, origin: session.origin, ...tablesOf.portal };
  const account = sql`(${db
    .select({ id: table.id })
    .from(table)
    .where(db.ofOwner(table, eq(table.contactId, contactId)))})`;
  const [[found], [known], asks] = await db.read(
    db.byId(consumerContacts, contactId),
    ofContact(db, contactId),
    lostDeviceOf(desk, account),
  );
  const contact = found ?? notFound("contact");
  within(contact);
  if (known?.status !== "active") return conflict(`${contact.name} does not sign in to the portal`);
  const asked = askOf(asks, known);
  await provePassword(session, password, "password");
  return db.commit({
    writes: [
      db.assertUnchanged(table, known),
      ...(await allowing(desk, known, asked, session.company.timeZone)),
    ],
    activity: {
      ...{ action: "allow.new_factors", kind: "consumer_contact", id: contactId },
      label: contact.name,
    },
    answer: {
      status: 200,
      message: `${contact.name} gets a letter with a link`,
      data: { id: contactId },
    },
  });
}
