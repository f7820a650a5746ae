import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import { newId } from "#drizzle/columns.ts";
import type { Realm } from "../../auth/realm.ts";
import type { Statement } from "../../db/db.ts";
import { addressAskedLetter } from "../../mail/letters.ts";
import { endingLinks, sendingLink } from "../../mail/links.ts";
import { mailing } from "../../mail/outbox.ts";

type Desk = Pick<Realm, "db" | "origin" | "people" | "tokens">;
type Person = { id: string; name: string; email: string };

/**
 * Whether a person in a statement on people has an address that neither an Admin nor the old address has confirmed:
 * no new password can be asked for with it (decision 019).
 */
export const isUnproven = ({ db, people, tokens }: Omit<Desk, "origin">): SQL =>
  sql`exists (select 1 from ${tokens} where ${db.ofOwner(
    tokens,
    and(
      eq(tokens.userId, people.id),
      eq(tokens.purpose, "approve_address"),
      isNull(tokens.usedAt),
      sql`${tokens.newEmail} = ${people.email}`,
    ),
  )})`;

/** The person if their address is unproven, as a statement. */
export const unproven = (desk: Omit<Desk, "origin">, id: string) =>
  desk.db
    .select({ id: desk.people.id })
    .from(desk.people)
    .where(desk.db.ofOwner(desk.people, and(eq(desk.people.id, id), isUnproven(desk))));

/** An Admin vouches for an address, as a statement. */
export const vouching = (
  desk: Omit<Desk, "origin">,
  { id, email }: Pick<Person, "id" | "email">,
): Statement => endingLinks(desk, id, "approve_address", email);

/** Mails the address of now that another one was asked for. */
export const tellingOldAddress = (
  { db, origin }: Pick<Desk, "db" | "origin">,
  { name, email }: Person,
  newEmail: string,
): Statement =>
  mailing(
    db,
    { to: email, ...addressAskedLetter(name, newEmail, origin) },
    `email_asked:${newId()}`,
  );

/**
 * Another address of a person, as statements: a link to confirm it there, and the one of now is told at once.
 * Unless an Admin asks for it, the one of now is also asked to confirm.
 */
export async function askingAddress(
  desk: Desk,
  person: Person,
  newEmail: string,
  { byAdmin, isTaken = false }: { byAdmin: boolean; isTaken?: boolean },
): Promise<Statement[]> {
  const link = { to: newEmail, newEmail, isUntold: isTaken };
  return [
    ...(await sendingLink(desk, person, "verify_email", link)),
    ...(byAdmin
      ? [
          vouching(desk, { id: person.id, email: newEmail }),
          tellingOldAddress(desk, person, newEmail),
        ]
      : [
          desk.db.assert("state", sql`not exists ${unproven(desk, person.id)}`),
          ...(await sendingLink(desk, person, "approve_address", { newEmail })),
        ]),
  ];
}
