/** The moves of a certificate from its draft through its check to approval, and back. */

import { eq } from "drizzle-orm";
import { reportedLine } from "#app/shared/measuring/reported.ts";
import { ENGINE_VERSION } from "#app/shared/metrology/point.ts";
import {
  certificateTexts,
  measurementSets,
  type certificateReports as table,
} from "#drizzle/tenant/index.ts";
import type { CompanyDb } from "../../db/company-db.ts";
import type { Row, Statement } from "../../db/db.ts";
import { conflict, invalid } from "../../refusals.ts";
import type { Session } from "../../session.ts";
import { ownPassword } from "../account/prove-password.ts";
import { workOn } from "../entity/flow-work.ts";
import { copiedSet } from "../measurement/copied-set.ts";
import { hashed } from "../measurement/hashed.ts";
import { resultsHash, settingSet } from "../measurement/set.ts";
import { contentOf, LONGEST_CONTENT } from "./content.ts";
import { dueAfter } from "./machine-moves.ts";
import { headOf } from "./record.ts";
import { copyReads } from "./record-reads.ts";
import {
  proveSigner,
  type ReadToSign,
  readToSign,
  type SigningRole,
  signed,
  signingReads,
  whyNot,
} from "./signing.ts";
import { refuseGates, standingOf } from "./standing.ts";

type Certificate = Row<typeof table>;
const work = workOn<typeof table>();

/** What a certificate is without the signatures of a round that has ended. */
export const unsigned = {
  signatures: [],
  contentSha256: null,
  conformity: null,
  asFoundConformity: null,
  submittedAt: null,
  submittedBy: null,
  checkedAt: null,
  checkedBy: null,
  approvedAt: null,
  approvedBy: null,
} as const satisfies Partial<Certificate>;

/** Keeps the text of a certificate in the place of the one before. */
export const keepingText = (db: CompanyDb, id: string, text: string): Statement[] => [
  droppingText(db, id),
  db.inserting(certificateTexts, { certificateReportId: id, text }),
];
export const droppingText = (db: CompanyDb, id: string): Statement =>
  db.removing(certificateTexts, eq(certificateTexts.certificateReportId, id));

type Signer = { session: Session; role: SigningRole; today: string };
/** What is to be signed, after the password was proved: as it stands, with what stands in this person's way. */
async function toSign(
  { record, signature, profile }: ReadToSign,
  { session, role, today }: Signer,
) {
  const why = whyNot(signature, role, record, session.company, today);
  const standing = standingOf(record, why, today);
  const { text, hash } = await hashed(await contentOf(record, standing, profile, session.company));
  return { why, standing, text, hash };
}

/** The parts of a document that differ, by their names. */
function differing(before: string, after: string): string[] {
  const [one, other] = [before, after].map((text) => JSON.parse(text) as Record<string, unknown>);
  return Object.keys(other!).filter(
    (key) => JSON.stringify(one![key]) !== JSON.stringify(other![key]),
  );
}

/** Refuses a certificate that says something else than what was signed. @throws Response 409 */
export function refuseOther(signedText: string | null, text: string): void {
  if (signedText === text) return;
  const parts = signedText
    ? differing(signedText, text).map((part) => part.replaceAll("_", " "))
    : [];
  conflict(
    `What it says was changed since it was signed: ${parts.join(", ") || "its text is missing"}. Send it back, so that it is signed as it is.`,
  );
}

const submit = work({
  fields: { password: ownPassword },
  stamp: "submitted",
  reads: signingReads,
  async run({ db, session, before, values, read, today, at }) {
    await proveSigner(session, values.password);
    const found = readToSign(read);
    const { certificate } = found.record;
    const nextDueOn = certificate.nextDueOn ?? dueAfter(found.record.machine, certificate.calEndOn);
    found.record.certificate = { ...certificate, nextDueOn };
    const asked = { session, role: "calibrated_by", today } as const;
    const { why, standing, text, hash } = await toSign(found, asked);
    refuseGates(standing.gates);
    if (text.length > LONGEST_CONTENT) invalid({ "": ["This certificate is too long"] });
    const { kept, event } = signed({
      ...{ session, db, role: "calibrated_by", signature: found.signature, why, at },
      contentSha256: hash,
    });
    const writer = session.actor.userId;
    return {
      set: {
        ...{ contentSha256: hash, signatures: [kept], nextDueOn },
        conformity: standing.conformity,
        asFoundConformity: standing.asFound,
        writerIds: [...new Set([...before.writerIds, writer])],
      },
      writes: [
        ...settingSet(db, found.record.set, {
          ...{ state: "locked", wasSigned: true, engineVersion: ENGINE_VERSION },
          results: standing.lines.map(reportedLine),
          resultsSha256: await resultsHash(standing.lines),
        }),
        ...keepingText(db, before.id, text),
      ],
      event,
      changes: [{ field: "conformity", from: null, to: standing.conformity }],
    };
  },
  message: "Certificate submitted",
  summary:
    "Submit a draft for check: every gate is asked, the results are reckoned and locked, and the person signs by password",
  example: { password: "Calibrate-2026-demo" },
});

/** A signature on what was signed before: everything is reckoned again and must come to the same, letter for letter. */
const agreeing = (role: "checked_by" | "approved_by", stamp: "checked" | "approved") =>
  work({
    fields: { password: ownPassword },
    stamp,
    reads: signingReads,
    async run({ db, session, before, values, read, today, at }) {
      await proveSigner(session, values.password);
      const found = readToSign(read);
      const { why, standing, text, hash } = await toSign(found, { session, role, today });
      const { set } = found.record;
      refuseGates(standing.gates);
      if (set.resultsSha256 !== (await resultsHash(standing.lines)))
        conflict(
          "The results come to something else than what was submitted. Send it back, so that they are signed as they are.",
        );
      refuseOther(found.text, text);
      const { kept, event } = signed({
        ...{ session, db, role, signature: found.signature, why, contentSha256: hash, at },
      });
      return {
        set: { signatures: [...before.signatures, kept] },
        writes:
          stamp === "approved"
            ? settingSet(db, set, { state: "frozen" })
            : [db.assertUnchanged(measurementSets, set)],
        event,
        changes: [],
      };
    },
    message: stamp === "checked" ? "Certificate checked" : "Certificate approved",
    summary:
      stamp === "checked"
        ? "Check a certificate: its results are reckoned again and compared, and another person signs by password"
        : "Approve a certificate: its content is frozen, and another person signs by password",
    example: { password: "Calibrate-2026-demo", reason: "Compared with the worksheet" },
  });

/** Back to the draft: signatures are void, and what was measured can be corrected. */
const back = (summary: string) =>
  work({
    reads: copyReads,
    run({ db, before, read }) {
      const { set } = headOf(read);
      const isFrozen = set.state === "frozen";
      const copy = isFrozen ? copiedSet(db, set, read[8]) : null;
      return {
        set: { ...unsigned, ...(copy ? { measurementSetId: copy.id } : {}) },
        // The certificate points to the copy, which is there first.
        around: (update) => [
          ...(copy
            ? [db.assertUnchanged(measurementSets, set), ...copy.writes]
            : settingSet(db, set, { state: "open", results: null, resultsSha256: null })),
          update,
        ],
        writes: [droppingText(db, before.id)],
        event: { meaning: "rejected" },
        changes: [],
      };
    },
    message: "Certificate sent back",
    summary,
    example: { reason: "The reading at 200 J was mistyped" },
  });

/** What happens to a certificate before it is issued. */
export const checkingMoves = {
  submit,
  check: agreeing("checked_by", "checked"),
  "send-back": back("Send a submitted certificate back to its draft: its signatures are void"),
  reject: back(
    "Send a checked or approved certificate back to its draft: its signatures are void, and an approved measurement is kept beside the new one",
  ),
  approve: agreeing("approved_by", "approved"),
};
