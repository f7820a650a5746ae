/** What a certificate's code names, read for somebody who has not signed in. */
import { and, eq, inArray, isNull, type SQL, sql } from "drizzle-orm";
import {
  certificateReportEvents,
  companyProfiles,
  companySettings,
  ledgerEvents,
  media,
  certificateReports as table,
} from "#drizzle/tenant/index.ts";
import { networkOf } from "../../auth/attempts.ts";
import type { CompanyDb } from "../../db/company-db.ts";
import type { Row } from "../../db/db.ts";
import type { Visit } from "../../env.ts";
import { notFound } from "../../refusals.ts";
import { isRandomToken } from "../entity/random-token.ts";
import { publicDoor } from "../labels/public-device.ts";
import { countTries, isTriedOut, keepTry, waitForTry } from "../labels/public-tries.ts";
import type { Linked } from "../ledger/chain.ts";

const issued = ["issued", "superseded", "voided"] as const;
/** A certificate is issued once and is superseded or voided once. */
const MOST_ENTRIES = 4;
/** So many files a certificate has: its document and what is drawn from it. */
const MOST_FILES = 3;

type Certificate = Row<typeof table>;
export type StoredFileRow = Row<typeof media>;

/** A column of the certificate with this token, for the other statements of the batch. */
const ofIt = (db: CompanyDb, token: string, column: "id" | "replaced_by_id" | "files"): SQL =>
  sql`(select ${sql.identifier(column)} from "certificate_reports" as "checked" where "checked"."company_id" = ${db.companyId} and "checked"."verify_token" = ${token})`;

const entriesOf = (db: CompanyDb, id: SQL) =>
  db.rows<Linked>(
    sql`select "seq", "at", "actor_id", "action", "entity", "entity_id", "payload_sha256", "prev_hash", "hash" from ${ledgerEvents}
      where ${db.ofOwner(ledgerEvents, sql`${ledgerEvents.entityId} = ${id}`)} order by "seq" limit ${sql.raw(String(MOST_ENTRIES))}`,
  );

/**
 * An issued certificate with what is told of it, in one trip. A word that can be no token is looked for too, so that it takes as long as
 * whatever else names nothing here (an unknown one, a draft's, another company's).
 * @throws Response 404, the same for all of these; 429 for the next wrong one of too many
 */
export async function openedByToken(visit: Visit, typed: string) {
  const db = publicDoor(visit);
  const token = isRandomToken(typed) ? typed : "";
  const [network, now] = [networkOf(visit.ip), Date.now()];
  const id = ofIt(db, token, "id");
  const [certificates, after, ledger, voided, files, profiles, formats, [failed]] = await db.read(
    db
      .select()
      .from(table)
      .where(db.ofOwner(table, and(eq(table.verifyToken, token), inArray(table.status, issued))))
      .limit(1),
    db
      .select({ number: table.certificateNo, token: table.verifyToken })
      .from(table)
      .where(db.ofOwner(table, sql`${table.id} = ${ofIt(db, token, "replaced_by_id")}`))
      .limit(1),
    entriesOf(db, id),
    db
      .select({
        name: certificateReportEvents.printedName,
        designation: certificateReportEvents.designation,
      })
      .from(certificateReportEvents)
      .where(
        db.ofOwner(
          certificateReportEvents,
          and(
            sql`${certificateReportEvents.certificateReportId} = ${id}`,
            eq(certificateReportEvents.status, "voided"),
          ),
        ),
      )
      .limit(1),
    db
      .select()
      .from(media)
      .where(
        db.ofOwner(
          media,
          and(
            sql`${media.id} in (select "value" from json_each(${ofIt(db, token, "files")}))`,
            isNull(media.deletedAt),
          ),
        ),
      )
      .limit(MOST_FILES),
    db
      .select({ name: companyProfiles.name, timeZone: companyProfiles.timeZone })
      .from(companyProfiles)
      .where(db.ofOwner(companyProfiles))
      .limit(1),
    db
      .select({ value: companySettings.valueJson })
      .from(companySettings)
      .where(db.ofOwner(companySettings, eq(companySettings.id, "date_format")))
      .limit(1),
    countTries(db, "link", network, now),
  );
  const certificate = (certificates as Certificate[])[0];
  const [company] = profiles;
  if (!certificate || !company) {
    if (isTriedOut("link", failed)) waitForTry("link");
    await keepTry(db, "link", network, now);
    return notFound("page");
  }
  return {
    ...{ db, token, certificate, company, now },
    ledger: ledger as readonly Linked[],
    after: after[0] ?? null,
    voided: voided[0] ?? null,
    files: filesOf(certificate, files as StoredFileRow[]),
    dateFormat: formats[0]?.value ?? null,
  };
}

export type Opened = Awaited<ReturnType<typeof openedByToken>>;

/** The rows of its files by what they are; none before all of them are made. */
function filesOf({ files, renderState }: Certificate, rows: readonly StoredFileRow[]) {
  const row = (id: string | undefined) =>
    renderState === "done" ? (rows.find((one) => one.id === id) ?? null) : null;
  return { json: row(files.document), pdf: row(files.pdf), xml: row(files.dcc) };
}
