import { and, eq, sql } from "drizzle-orm";
import { certificateRules } from "#app/shared/flows/calibrator-certificates.ts";
import {
  calibratorCertificateEvents,
  calibratorRanges,
  calibrators,
  media,
  calibratorCertificates as table,
} from "#drizzle/tenant/index.ts";
import type { CompanyDb } from "../../db/company-db.ts";
import type { Row, Statement } from "../../db/db.ts";
import { conflict } from "../../refusals.ts";
import {
  noting,
  provedQuarantine,
  quarantined,
  tellOfQuarantine,
} from "../calibrators/quarantine.ts";
import { flow } from "../entity/flow.ts";
import { workOn } from "../entity/flow-work.ts";
import { appending, ledgerHead, onHead } from "../ledger/ledger.ts";
import { provedCertificate } from "./content.ts";

type Certificate = Row<typeof table>;
type Calibrator = Row<typeof calibrators>;
const work = workOn<typeof table>();

const own = (db: CompanyDb, id: string, column: "calibrator_id" | "media_id") =>
  sql`(select ${sql.raw(`"named"."${column}"`)} from ${table} as "named" where "named"."company_id" = ${db.companyId} and "named"."id" = ${id})`;
/** The certificate of the same standard that is in force. */
const inForce = (db: CompanyDb, id: string) =>
  db
    .select()
    .from(table)
    .where(
      db.ofOwner(
        table,
        and(eq(table.calibratorId, own(db, id, "calibrator_id")), eq(table.status, "accepted")),
      ),
    )
    .limit(1);
const rangesOf = (db: CompanyDb, id: string) =>
  db
    .select()
    .from(calibratorRanges)
    .where(db.ofOwner(calibratorRanges, eq(calibratorRanges.calibratorCertificateId, id)))
    .orderBy(calibratorRanges.sort);

/** Whether a standard that was found out of tolerance goes into quarantine; one that is out of use anyway stays where it is. */
const isUsed = ({ status }: Calibrator) => status !== "retired" && status !== "damaged";
const FOUND = "It was found out of tolerance";
const reasonOf = ({ certificateNo }: Certificate) => `${FOUND} by certificate ${certificateNo}`;

type Standing = { certificate: Certificate; calibrator: Calibrator; today: string; at: number };

/** What the standard becomes by its new certificate. */
function certified(db: CompanyDb, { certificate, calibrator, today, at }: Standing): Statement[] {
  const { dueOn, asFound, id } = certificate;
  const isOut = asFound === "out_of_tolerance";
  const goes = isOut && isUsed(calibrator);
  const { actorId, actorName } = db.stamp;
  const reason = reasonOf(certificate);
  const held = isOut ? quarantined(actorId, reason, at) : {};
  return [
    db.assertUnchanged(calibrators, calibrator),
    db.updating(calibrators, eq(calibrators.id, calibrator.id), {
      ...{ currentCertificateId: id, dueOn, orderOn: dueOn },
      ...held,
      ...(goes ? { status: "quarantined" } : {}),
    }),
    ...(isOut
      ? [
          noting(db, {
            ...{ calibratorId: calibrator.id, kind: "quarantine", note: reason, onDay: today },
            ...{ status: goes ? "quarantined" : calibrator.status, actorId, actorName, at },
          }),
        ]
      : []),
  ];
}

/** The certificate before it is over on the day on which the new one comes into force. */
const superseding = (db: CompanyDb, before: Certificate, on: string, at: number): Statement[] => {
  const { actorId, actorName } = db.stamp;
  return [
    db.assertUnchanged(table, before, eq(table.status, "accepted")),
    db.updating(table, eq(table.id, before.id), { status: "superseded", validUntil: on }),
    db.inserting(calibratorCertificateEvents, {
      ...{ calibratorCertificateId: before.id, status: "superseded", note: null },
      ...{ actorId, actorName, at },
    }),
  ];
};

const accept = work({
  reads: (db, id) => [
    db.byId(calibrators, own(db, id, "calibrator_id")),
    inForce(db, id),
    rangesOf(db, id),
    db.byId(media, own(db, id, "media_id")),
    ledgerHead(db),
  ],
  stamp: "accepted",
  async run({ db, before: certificate, read, today, at }) {
    const [[found], [former], ranges, [paper], [head]] = read;
    const calibrator = found ?? conflict("Its calibrator was deleted");
    if (!paper) conflict("Its paper is missing: add the PDF first");
    if (!ranges.length) conflict("It has no range");
    if (former && former.calibratedOn > certificate.calibratedOn)
      conflict(`${former.certificateNo}, which is accepted, is of a later calibration`);
    const isOut = certificate.asFound === "out_of_tolerance";
    const proved = [
      await provedCertificate(certificate, calibrator, ranges, paper!.sha256),
      ...(isOut ? [provedQuarantine(calibrator, reasonOf(certificate))] : []),
    ];
    // The first certificate there is held from its calibration on; a later one takes over today.
    const validFrom = former ? today : certificate.calibratedOn;
    return {
      set: { validFrom },
      // One at a time is accepted: the former goes first.
      around: (update) => [
        ...(former ? superseding(db, former, today, at) : []),
        update,
        ...certified(db, { certificate, calibrator, today, at }),
      ],
      writes: await appending(db, head, proved, at),
      also: [
        ...(former
          ? [
              {
                ...{ action: "supersede.calibrator_certificate", kind: "calibrator_certificate" },
                ...{ id: former.id, label: former.certificateNo },
                changes: [{ field: "status", from: "accepted", to: "superseded" }],
              },
            ]
          : []),
        ...(isOut
          ? [
              {
                ...{ action: "quarantine.calibrator", kind: "calibrator", id: calibrator.id },
                label: `${calibrator.calibratorNo} ${calibrator.name}`,
                reason: reasonOf(certificate),
              },
            ]
          : []),
      ],
      ...(isOut ? { notices: tellOfQuarantine(calibrator, reasonOf(certificate), at) } : {}),
      message: isOut ? "Certificate accepted. The calibrator is in quarantine." : undefined,
    } as const;
  },
  message: "Certificate accepted",
  summary:
    "Accept the certificate of a calibrator, by a person who has not written on it; the one before it is superseded",
  example: {},
});

const machine = flow({
  name: "calibrator_certificate",
  label: "Calibrator certificate",
  noun: "certificate",
  table,
  column: "status",
  rules: certificateRules,
  events: { table: calibratorCertificateEvents, of: "calibratorCertificateId" },
  title: ({ certificateNo }) => certificateNo,
  ownerOf: ({ calibratorId }) => calibratorId,
  moves: {
    accept,
    reject: work({
      stamp: "rejected",
      message: "Certificate rejected",
      summary: "Reject the certificate of a calibrator",
      example: { reason: "The range from 2 J is missing" },
    }),
  },
});

/** The certificate of a standard until it is superseded. Acceptance is written into the ledger, again where others were first. */
export const certificateFlow: typeof machine = {
  ...machine,
  move: (...sent) => onHead(() => machine.move(...sent)),
};
