import { type SQL, sql } from "drizzle-orm";
import { type gatePasses, outbox } from "#drizzle/tenant/index.ts";
import type { CompanyDb } from "../../db/company-db.ts";
import { mailing } from "../../mail/outbox.ts";
import { tooMany } from "../../refusals.ts";
import { email, multiline, text } from "../entity/fields.ts";
import { workOn } from "../entity/flow-work.ts";

const work = workOn<typeof gatePasses>();

/** Letters about passes that people may write in a day: the address and the text are theirs to choose. */
const most = { person: 30, company: 150 };
type Sent = { person: number; company: number };

/** The key of a letter begins with its day and its writer, so that an index counts them. */
const keyOf = (today: string, ...more: (string | number)[]) =>
  [`pass.letter:${today}`, ...more].join(":");
const upTo = (db: CompanyDb, prefix: string, limit: number): SQL =>
  sql`(select count(*) from (select 1 from ${outbox}
    where ${db.ofOwner(outbox, sql`${outbox.dedupeKey} >= ${`${prefix}:`} and ${outbox.dedupeKey} < ${`${prefix};`}`)} limit ${sql.raw(String(limit))}))`;
const sentOn = (db: CompanyDb, today: string) => ({
  person: upTo(db, keyOf(today, db.stamp.actorId ?? ""), most.person),
  company: upTo(db, keyOf(today), most.company),
});

const countSent = (db: CompanyDb, today: string) => {
  const { person, company } = sentOn(db, today);
  return db.rows<Sent>(sql`select ${person} as "person", ${company} as "company"`);
};
const assertRoom = (db: CompanyDb, today: string) => {
  const { person, company } = sentOn(db, today);
  const isRoom = sql`${person} < ${sql.raw(String(most.person))} and ${company} < ${sql.raw(String(most.company))}`;
  return db.assert("state", isRoom);
};

const HOUR_S = 3600;
/** @throws Response 429 where a person or their company has written as many letters as a day allows */
function refuseMore(sent: Sent | undefined) {
  if ((sent?.person ?? 0) >= most.person)
    tooMany(
      HOUR_S,
      `You have written ${most.person} letters about gate passes today. Write more tomorrow.`,
    );
  if ((sent?.company ?? 0) >= most.company)
    tooMany(
      HOUR_S,
      `${most.company} letters about gate passes were written today. Write more tomorrow.`,
    );
}

/** A letter to the party of a pass, as it was edited: a party that is no vendor has no address of record, so the number a day is bounded. */
export const chase = work({
  fields: {
    to: email(),
    subject: text("Subject", 200),
    letter: multiline("Letter", 5000),
  },
  reads: (db, _id, _values, today) => [countSent(db, today)],
  run({ db, session, before, values: { to, subject, letter }, today, at, read: [[sent]] }) {
    refuseMore(sent);
    const mail = { to, subject, text: letter, origin: session.origin };
    return {
      set: { chasedOn: today },
      note: `Letter to ${to}: ${subject}\n${letter}`.slice(0, 2000),
      writes: [
        assertRoom(db, today),
        mailing(db, mail, keyOf(today, session.actor.userId, before.id, at)),
      ],
      explain: async () => refuseMore((await db.read(countSent(db, today)))[0][0]),
      message: `Letter to ${to} is on its way`,
    };
  },
  message: "Letter sent",
  summary: `Write to the party of a pass that is out. At most ${most.person} letters a person and ${most.company} a company in a day`,
  example: {
    to: "service@example.com",
    subject: "GP-2026-0061 is overdue",
    letter: "Please tell us when it comes back.",
  },
});
