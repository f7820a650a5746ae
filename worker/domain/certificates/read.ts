import { asc, eq, type SQL, sql } from "drizzle-orm";
import { ownFieldsOf } from "#app/shared/certificates/forms/layout.ts";
import { dayIn } from "#app/shared/company-time.ts";
import { begunFrom, certificateReportRules } from "#app/shared/flows/certificate-reports.ts";
import { movesOf, type Offer } from "#app/shared/flows/rules.ts";
import { pick } from "#app/shared/pick.ts";
import { certificateReportEvents, certificateReports as table } from "#drizzle/tenant/index.ts";
import type { ReadingDb } from "../../db/company-db.ts";
import type { Row } from "../../db/db.ts";
import { notFound } from "../../refusals.ts";
import type { Session } from "../../session.ts";
import { changesOf } from "../measurement/changes.ts";
import { certificateReportFlow } from "./flow.ts";
import { formsOffered, formsToChoose, printedForm } from "./laid-out.ts";
import { type CertificateHead, deviceOf, headOf, recordOf } from "./record.ts";
import { copyReads, headReads, ownSet, recordReads } from "./record-reads.ts";
import { ownSignature, whyNot } from "./signing.ts";
import { gatedMachine } from "./standing.ts";

const MOST_EVENTS = 100;

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

const aboutOf = ({ machine, model, consumer, site, procedure, version }: CertificateHead) => ({
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
  head: CertificateHead,
  own: Parameters<typeof whyNot>[0],
  today: string,
) {
  const role = {
    draft: "calibrated_by",
    submitted: "checked_by",
    checked: "approved_by",
    approved: "authorised_signatory",
  } as const;
  const next = role[head.certificate.status as keyof typeof role];
  return next ? whyNot(own, next, head, session.company, today) : null;
}

/** A certificate's page: what it says and how it stands, who signed what, and what was typed. One round trip. @throws Response 403, 404 */
export async function certificateDetail(session: Session, id: string) {
  const db = session.authorize("view-certificate-report");
  const today = dayIn(session.company.timeZone);
  const all = await db.read(
    ...headReads(db, id),
    ownSignature(db, session.actor.userId),
    eventsQuery(db, id),
    changesOf(db, ownSet(db, id)),
    revisionOf(db, id),
    revisedBy(db, id),
  );
  const head = headOf(all);
  const { certificate, set, version } = head;
  return {
    certificate: shownOf(certificate),
    set: pick(set, ["id", "state", "measured", "results", "engineVersion"]),
    ...aboutOf(head),
    setup: { content: version.content, device: deviceOf(head) },
    whyNotSign: nextSignature(session, head, all[8][0], today),
    moves: offersOf(session, certificate),
    mayBegin: begunFrom.includes(certificate.status) && session.can("create-certificate-report"),
    events: all[9],
    changes: all[10],
    relatives: [...all[11], ...all[12]],
    today,
    now: Date.now(),
  };
}
export type CertificateDetail = Awaited<ReturnType<typeof certificateDetail>>;

/** A draft as its measuring page opens it. @throws Response 403, 404 */
export async function draftToMeasure(session: Session, id: string) {
  const db = session.authorize("edit-certificate-report");
  const today = dayIn(session.company.timeZone);
  const all = await db.read(
    ...recordReads(db, id),
    ownSignature(db, session.actor.userId),
    formsToChoose(db, id),
  );
  const record = recordOf(all);
  const { certificate, set, setup, agreed, standards } = record;
  return {
    certificate: shownOf(certificate),
    set: pick(set, ["id", "measured", "wasSigned"]),
    ...aboutOf(record),
    ...{ setup, agreed, machine: gatedMachine(record) },
    chosen: standards.map(({ calibratorId, role }) => ({ calibratorId, role })),
    whyNotSign: whyNot(all[16][0], "calibrated_by", record, session.company, today),
    moves: offersOf(session, certificate),
    forms: formsOffered(certificate, all[17]),
    fields: ownFieldsOf(printedForm(certificate.kind, certificate.form)),
    today,
  };
}
export type DraftToMeasure = Awaited<ReturnType<typeof draftToMeasure>>;

/** A certificate for a client of the API. @throws Response 403, 404 */
export async function certificateToRead(session: Session, id: string) {
  const db = session.authorize("view-certificate-report");
  const all = await db.read(...copyReads(db, id));
  const { certificate, set } = headOf(all);
  return {
    ...shownOf(certificate),
    measured: set.measured,
    results: set.results,
    standards: all[8].map((one) =>
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
