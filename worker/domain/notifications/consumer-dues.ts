/** Letters to those of a consumer's contacts who receive reminders: which of their devices fall due. */
import { and, eq, inArray, isNotNull, isNull } from "drizzle-orm";
import { dateText } from "#app/shared/dates.ts";
import { grouped } from "#app/shared/grouped.ts";
import { pick } from "#app/shared/pick.ts";
import { plural } from "#app/shared/plural.ts";
import { companyProfiles, consumerContacts } from "#drizzle/tenant/index.ts";
import type { CompanyDb } from "../../db/company-db.ts";
import type { Statement } from "../../db/db.ts";
import { among } from "../../db/predicates.ts";
import { type Mail, mailing } from "../../mail/outbox.ts";

/** So many days ahead a consumer is told, once; the laboratory plans from 60 on. */
export const CONSUMER_LEAD = 30;
/** So many contacts are written to about the devices of a day. */
const MOST_CONTACTS = 500;

export type DueDevice = {
  id: string;
  number: string;
  name: string;
  serialNo: string | null;
  consumerId: string | null;
  endOn: string;
};

const contactsOf = (db: CompanyDb, consumerIds: readonly string[]) =>
  db
    .select(pick(consumerContacts, ["id", "consumerId", "name", "email"]))
    .from(consumerContacts)
    .where(
      db.ofOwner(
        consumerContacts,
        and(
          inArray(consumerContacts.consumerId, among(consumerIds)),
          eq(consumerContacts.receivesDueReminders, true),
          isNotNull(consumerContacts.email),
          isNull(consumerContacts.archivedAt),
          isNull(consumerContacts.deletedAt),
        ),
      ),
    )
    .limit(MOST_CONTACTS);

/** What is written about the devices that fall due on a day. */
export function dueLetter(
  devices: readonly DueDevice[],
  to: { contact: string; company: string },
  dateFormat: string,
): Omit<Mail, "to"> {
  const on = dateText(devices[0]!.endOn, dateFormat);
  const listed = devices.map(({ number, name, serialNo }) =>
    ["-", [number, name, serialNo].filter(Boolean).join(", ")].join(" "),
  );
  const said = plural(
    devices.length,
    `The calibration of this device falls due on ${on}:`,
    `The calibration of these {n} devices falls due on ${on}:`,
  );
  return {
    subject: plural(
      devices.length,
      `Calibration of 1 device is due on ${on}`,
      `Calibration of {n} devices is due on ${on}`,
    ),
    text: [to.contact, said, listed.join("\n"), to.company].join("\n\n"),
  };
}

/** The letters about devices that fall due, one for each contact and day, as statements of the batch that notes how far the day's work has come. */
export async function lettersOfDues(
  db: CompanyDb,
  rows: readonly DueDevice[],
  { lead, dateFormat, origin }: { lead: number; dateFormat: string; origin: string },
): Promise<Statement[]> {
  const consumers = [...new Set(rows.flatMap(({ consumerId }) => consumerId ?? []))];
  if (lead !== CONSUMER_LEAD || consumers.length === 0) return [];
  const [contacts, [company]] = await db.read(
    contactsOf(db, consumers),
    db
      .select({ name: companyProfiles.name })
      .from(companyProfiles)
      .where(db.ofOwner(companyProfiles))
      .limit(1),
  );
  const byDay = grouped(rows, ({ consumerId, endOn }) => `${consumerId} ${endOn}`);
  return [...byDay.values()].flatMap((devices) => {
    const { consumerId, endOn } = devices[0]!;
    return contacts.flatMap((contact) => {
      if (contact.consumerId !== consumerId || contact.email === null) return [];
      const names = { contact: contact.name, company: company?.name ?? "" };
      const mail = { to: contact.email, ...dueLetter(devices, names, dateFormat), origin };
      return [mailing(db, mail, `machine.due:${contact.id}:${endOn}`)];
    });
  });
}
