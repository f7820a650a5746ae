/** Letters to those of a consumer's contacts who receive certificates. */
import { and, eq, isNotNull, isNull } from "drizzle-orm";
import type { CertificateDocument } from "#app/shared/certificates/document.ts";
import { dateText } from "#app/shared/dates.ts";
import { pick } from "#app/shared/pick.ts";
import { consumerContacts, type certificateReports as table } from "#drizzle/tenant/index.ts";
import type { CompanyDb } from "../../db/company-db.ts";
import type { Row, Statement } from "../../db/db.ts";
import { type Mail, mailing } from "../../mail/outbox.ts";

/** So many contacts of a consumer get a letter. */
const MOST_RECEIVERS = 20;

type Certificate = Pick<Row<typeof table>, "id" | "consumerId" | "publicLevel">;
type Receiver = { id: string; name: string; email: string | null };

/** The contacts who receive the certificates of a consumer, as a statement of a read. */
export const receiversOf = (db: CompanyDb, { consumerId }: Certificate) =>
  db
    .select(pick(consumerContacts, ["id", "name", "email"]))
    .from(consumerContacts)
    .where(
      db.ofOwner(
        consumerContacts,
        and(
          eq(consumerContacts.consumerId, consumerId ?? ""),
          eq(consumerContacts.receivesCertificates, true),
          isNotNull(consumerContacts.email),
          isNull(consumerContacts.archivedAt),
          isNull(consumerContacts.deletedAt),
        ),
      ),
    )
    .orderBy(consumerContacts.name)
    .limit(MOST_RECEIVERS);

/** What is written to a contact, from the document alone. */
export function certificateLetter(
  { content, issue }: CertificateDocument,
  { name }: Pick<Receiver, "name">,
  isFull: boolean,
): Omit<Mail, "to"> {
  const { lab, item, performed_to: on } = content;
  const { certificate_no: no, verify_url: url, replaces } = issue;
  const device = [item.name, item.manufacturer, item.model, item.serial_no]
    .filter(Boolean)
    .join(", ");
  const paragraphs = [
    name,
    `${lab.name} has issued the certificate ${no} of your device: ${device}. The work ended on ${dateText(on)}.`,
    ...(replaces ? [`It replaces ${replaces.certificate_no}, which does not hold any more.`] : []),
    isFull
      ? `Here you see that it is valid, and take its files:\n${url}`
      : `Here you see at any time that it is valid:\n${url}`,
    lab.name,
  ];
  return {
    subject: `Certificate ${no} of ${item.name}`,
    text: paragraphs.join("\n\n"),
    origin: new URL(url).origin,
  };
}

/** The letters about a certificate whose files are there, each once. */
export const lettersAbout = (
  db: CompanyDb,
  certificate: Certificate,
  document: CertificateDocument,
  receivers: readonly Receiver[],
): Statement[] =>
  receivers.flatMap((receiver) => {
    if (receiver.email === null) return [];
    const letter = certificateLetter(document, receiver, certificate.publicLevel === "full");
    return [
      mailing(
        db,
        { to: receiver.email, ...letter },
        `certificate:${certificate.id}:${receiver.id}`,
      ),
    ];
  });
