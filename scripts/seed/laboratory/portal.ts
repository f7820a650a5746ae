import { addDays } from "#app/shared/company-time.ts";
import { NO_FACTOR } from "#worker/auth/factors/standing.ts";
import { ContactSession } from "#worker/contact-session.ts";
import { contactDb } from "#worker/db/contact-scope.ts";
import { contacts } from "#worker/domain/calibration/consumer-parts.ts";
import { inviteContact } from "#worker/domain/portal/accounts.ts";
import { askForRecalibration } from "#worker/domain/portal/requests.ts";
import { at, type Bench, daysBefore } from "./bench.ts";

const contact = {
  name: "Meera Iyer",
  designation: "Clinical engineer",
  email: "customer@lab.test",
};
const INVITED = 6;
const ASKED = 2;
const MACHINES = 3;

type Account = { id: string; contact: string; consumer: string; called: string };

/** The consumer with the most certificates has a contact who signs in to the portal, and has asked for what falls due next. */
export function planPortal(bench: Bench): void {
  const { db, companyId, history, head } = bench;
  history.plan(at(bench, INVITED, 11), async () => {
    const consumer = await db
      .prepare(
        `select consumer_id as id from certificate_reports where company_id = ? and status = 'issued' and consumer_id is not null
          group by consumer_id order by count(*) desc, consumer_id limit 1`,
      )
      .bind(companyId)
      .first<{ id: string }>();
    if (!consumer) return;
    const { data } = await contacts.create(head, {
      ...{ consumerId: consumer.id, ...contact, phone: "+91 98220 55299" },
      ...{ receivesCertificates: true, receivesDueReminders: true },
    });
    await inviteContact(head, data.id);
    // The link in the letter was opened, and the password of all accounts of the demo chosen.
    await db
      .prepare(
        `update contact_accounts set status = 'active', password_hash =
          (select password_hash from users where company_id = ?1 and password_hash is not null limit 1) where company_id = ?1 and contact_id = ?2`,
      )
      .bind(companyId, data.id)
      .run();
    history.plan(at(bench, ASKED, 10), () => ask(bench));
  });
}

async function ask(bench: Bench) {
  const { db, companyId, head } = bench;
  const account = (await db
    .prepare(
      `select a.id, a.contact_id as contact, c.consumer_id as consumer, k.name as called from contact_accounts a
        join consumer_contacts c on c.company_id = a.company_id and c.id = a.contact_id
        join consumers k on k.company_id = c.company_id and k.id = c.consumer_id where a.company_id = ? and a.email = ?`,
    )
    .bind(companyId, contact.email)
    .first<Account>())!;
  const { results } = await db
    .prepare(
      "select id from machines where company_id = ? and consumer_id = ? and status = 'active' and deleted_at is null order by order_on, id limit ?",
    )
    .bind(companyId, account.consumer, MACHINES)
    .all<{ id: string }>();
  const actor = {
    ...{ sessionId: "", userId: account.id, contactId: account.contact, name: contact.name },
    ...{ email: contact.email, consumerId: account.consumer, consumerName: account.called },
    secondFactor: NO_FACTOR,
  };
  const stamp = {
    ...{ actorKind: "public" as const, actorId: account.id, actorName: contact.name },
    ...{ via: "web" as const, ip: null, userAgent: null },
    requestId: `demo-${account.id.slice(-12)}`,
  };
  const session = new ContactSession(actor, head.company, head.origin, () =>
    contactDb(
      ...([db, companyId, stamp] as const),
      { consumerId: account.consumer, contactId: account.contact },
      head.company.timeZone,
    ),
  );
  return askForRecalibration(session, {
    machines: results.map(({ id }) => id),
    wishedOn: addDays(daysBefore(bench, 0), 12),
    note: "The devices are in the biomedical workshop; please ask for Meera at the desk.",
  });
}
