import { and, asc, desc, eq, isNull, type SQL, sql } from "drizzle-orm";
import { dayIn } from "#app/shared/company-time.ts";
import { certificateReportRules } from "#app/shared/flows/certificate-reports.ts";
import { movesOf, type Offer } from "#app/shared/flows/rules.ts";
import { pick } from "#app/shared/pick.ts";
import {
  certificateReportEvents,
  consumerSites,
  measurementChanges,
  certificateReports as table,
} from "#drizzle/tenant/index.ts";
import type { ReadingDb } from "../../db/company-db.ts";
import type { Row } from "../../db/db.ts";
import { notFound } from "../../refusals.ts";
import type { Session } from "../../session.ts";
import { certificateReportFlow } from "./flow.ts";
import { type CertificateRecord, recordOf } from "./record.ts";
import { recordReads } from "./record-reads.ts";
import { ownSignature, whyNot } from "./signing.ts";
import { gatedHead, gatedMachine } from "./standing.ts";

const MOST_EVENTS = 100;
const MOST_CHANGES = 40;

const eventsQuery = (db: ReadingDb, id: string) =>
  db
    .select(
      pick(certificateReportEvents, [
        ...(["id", "status", "note", "actorName", "at", "role", "meaning"] as const),
        ...(["printedName", "designation", "authMethod"] as const),
      ]),
    )
    .from(certificateReportEvents)
    .where(db.ofOwner(certificateReportEvents, eq(certificateReportEvents.certificateReportId, id)))
    .orderBy(asc(certificateReportEvents.id))
    .limit(MOST_EVENTS);

const setOf = (db: ReadingDb, id: string) =>
  sql`(select "named"."measurement_set_id" from ${table} as "named" where "named"."company_id" = ${db.companyId} and "named"."id" = ${id})`;
const changesQuery = (db: ReadingDb, id: string) =>
  db
    .select(pick(measurementChanges, ["id", "changes", "reason", "actorName", "at"]))
    .from(measurementChanges)
    .where(db.ofOwner(measurementChanges, eq(measurementChanges.measurementSetId, setOf(db, id))))
    .orderBy(desc(measurementChanges.id))
    .limit(MOST_CHANGES);

/** The revision after a certificate, or before it. */
const relative = (db: ReadingDb, which: SQL) =>
  db
    .select(pick(table, ["id", "name", "status", "revisionNo"]))
    .from(table)
    .where(db.ofOwner(table, which))
    .limit(1);
const revisionOf = (db: ReadingDb, id: string) =>
  relative(
    db,
    sql`${table.id} = (select "own"."revision_of_id" from ${table} as "own" where "own"."company_id" = ${db.companyId} and "own"."id" = ${id})`,
  );
const revisedBy = (db: ReadingDb, id: string) =>
  relative(
    db,
    sql`${table.revisionOfId} = ${id} and revision_of_id is not null and status <> 'cancelled'`,
  );

/** What a page reckons a certificate from; the same on the server. */
const reckonedFrom = (record: CertificateRecord) => ({
  setup: record.setup,
  machine: gatedMachine(record),
  head: gatedHead(record),
  agreed: record.agreed,
});

const aboutOf = ({ machine, model, consumer, site, procedure, version }: CertificateRecord) => ({
  item: pick(machine, ["id", "machineNo", "name", "serialNo", "customerTag", "assetId"]),
  model: pick(model, ["manufacturer", "model", "name"]),
  consumer: consumer && pick(consumer, ["id", "name"]),
  site: site && pick(site, ["id", "name"]),
  procedure: {
    ...pick(procedure, ["id", "code", "name", "discipline", "accredited"]),
    ...pick(version, ["versionNo"]),
    versionId: version.id,
  },
});

type Certificate = Row<typeof table>;
const shownOf = ({ verifyToken, status, ...rest }: Certificate) => ({
  ...rest,
  status,
  verifyToken:
    status === "issued" || status === "superseded" || status === "voided" ? verifyToken : null,
});

/** Every move that a page offers, measuring included. */
const offersOf = (session: Session, row: Certificate): Offer[] =>
  movesOf(certificateReportRules, row, certificateReportFlow.moverOf(session));

/** Why the person may not make the next signature; null when they may, or none is waited for. */
function nextSignature(
  session: Session,
  record: CertificateRecord,
  own: Parameters<typeof whyNot>[0],
  today: string,
) {
  const role = {
    draft: "calibrated_by",
    submitted: "checked_by",
    checked: "approved_by",
    approved: "authorised_signatory",
  } as const;
  const next = role[record.certificate.status as keyof typeof role];
  return next ? whyNot(own, next, record, session.company, today) : null;
}

/** A certificate's page: what it says and how it stands, who signed what, and what was typed. One round trip. @throws Response 403, 404 */
export async function certificateDetail(session: Session, id: string) {
  const db = session.authorize("view-certificate-report");
  const today = dayIn(session.company.timeZone);
  const all = await db.read(
    ...recordReads(db, id),
    ownSignature(db, session.actor.userId),
    eventsQuery(db, id),
    changesQuery(db, id),
    revisionOf(db, id),
    revisedBy(db, id),
  );
  const record = recordOf(all as never);
  const { certificate, set } = record;
  return {
    certificate: shownOf(certificate),
    set: pick(set, ["id", "state", "measured", "results", "engineVersion"]),
    ...aboutOf(record),
    ...reckonedFrom(record),
    whyNotSign: nextSignature(session, record, all[16][0], today),
    moves: offersOf(session, certificate),
    events: all[17],
    changes: all[18],
    relatives: [...all[19], ...all[20]],
    today,
    now: Date.now(),
  };
}
export type CertificateDetail = Awaited<ReturnType<typeof certificateDetail>>;

/** Sites of a consumer that are offered. */
const MOST_OFFERED = 200;
const sitesOf = (db: ReadingDb, id: string) =>
  db
    .select(pick(consumerSites, ["id", "name"]))
    .from(consumerSites)
    .where(
      db.ofOwner(
        consumerSites,
        and(
          isNull(consumerSites.deletedAt),
          sql`${consumerSites.consumerId} = (select "named"."consumer_id" from ${table} as "named" where "named"."company_id" = ${db.companyId} and "named"."id" = ${id})`,
        ),
      ),
    )
    .orderBy(consumerSites.name)
    .limit(MOST_OFFERED);

/** A draft as its measuring page opens it. @throws Response 403, 404 */
export async function draftToMeasure(session: Session, id: string) {
  const db = session.authorize("edit-certificate-report");
  const today = dayIn(session.company.timeZone);
  const all = await db.read(
    ...recordReads(db, id),
    ownSignature(db, session.actor.userId),
    sitesOf(db, id),
  );
  const record = recordOf(all as never);
  const { certificate, set } = record;
  return {
    certificate: shownOf(certificate),
    set: pick(set, ["id", "measured", "wasSigned"]),
    ...aboutOf(record),
    ...reckonedFrom(record),
    chosen: record.standards.map(({ calibratorId, role }) => ({ calibratorId, role })),
    whyNotSign: whyNot(all[16][0], "calibrated_by", record, session.company, today),
    sites: all[17],
    moves: offersOf(session, certificate),
    today,
  };
}
export type DraftToMeasure = Awaited<ReturnType<typeof draftToMeasure>>;

/** A certificate for a client of the API. @throws Response 403, 404 */
export async function certificateToRead(session: Session, id: string) {
  const db = session.authorize("view-certificate-report");
  const all = await db.read(...recordReads(db, id));
  const { certificate, set, standards } = recordOf(all as never);
  return {
    ...shownOf(certificate),
    measured: set.measured,
    results: set.results,
    standards: standards.map((one) =>
      pick(one, ["calibratorId", "role", "calibratorNo", "name", "certificateNo", "dueOn"]),
    ),
    moves: certificateReportFlow.movesOf(session, certificate),
  };
}

/** How far a draft has come. @throws Response 403, 404 */
export async function draftVersion(session: Session, id: string) {
  const db = session.authorize("edit-certificate-report");
  const [[row]] = await db.read(db.byId(table, id));
  return pick(row ?? notFound("certificate"), ["status", "version"]);
}
