import { pick } from "#app/shared/pick.ts";
import { newId } from "#drizzle/columns.ts";
import { certificateReportEvents, certificateReports as table } from "#drizzle/tenant/index.ts";
import type { Row } from "../../db/db.ts";
import { bump } from "../entity/counters.ts";
import { workOn } from "../entity/flow-work.ts";
import { randomToken } from "../entity/random-token.ts";
import { copiedSet } from "../measurement/copied-set.ts";
import { certificateCounters } from "./counts.ts";
import { headOf } from "./record.ts";
import { copyReads } from "./record-reads.ts";
import { certificateWords } from "./searching.ts";

type Certificate = Row<typeof table>;
const work = workOn<typeof table>();

/** Begins the next revision of an issued certificate. */
export const revise = work({
  reads: copyReads,
  run({ db, before: certificate, values, read, at }) {
    const { set, machine, model } = headOf(read);
    const copy = copiedSet(db, set, read[8]);
    const id = newId(at);
    const { actorId, actorName } = db.stamp;
    const revisionNo = certificate.revisionNo + 1;
    const name = `${certificate.baseNo}-R${revisionNo}`;
    return {
      writes: [
        ...copy.writes,
        db.inserting(table, {
          ...draftOf(certificate),
          ...{ id, name, revisionNo, baseNo: certificate.baseNo, revisionOfId: certificate.id },
          ...{ measurementSetId: copy.id, amendmentReason: values.reason },
          writerIds: actorId ? [actorId] : [],
          verifyToken: randomToken(),
        }),
        db.inserting(certificateReportEvents, {
          ...{ certificateReportId: id, status: "draft", note: values.reason },
          ...{ actorId, actorName, at },
        }),
        ...certificateWords(db, { id, name, jobNo: certificate.jobNo }, machine, model),
        ...certificateCounters({ status: "draft" }).map((counter) => bump(db, counter, 1)),
      ],
      also: [
        {
          ...{ action: "create.certificate_report", kind: "certificate_report", id, label: name },
          changes: [{ field: "revisionNo", from: null, to: String(revisionNo) }],
          reason: values.reason,
        },
      ],
      changes: [],
      data: { revisionId: id },
    };
  },
  message: "Revision begun",
  summary:
    "Begin the next revision of an issued certificate: a draft with the same measurement, which supersedes it when it is issued",
  example: { reason: "The serial number was mistyped" },
});

/** What a revision takes over from the certificate that it corrects. */
const draftOf = (certificate: Certificate) => ({
  ...pick(certificate, [
    ...(["title", "kind", "consumerId", "consumerSiteId", "machineId", "jobNo"] as const),
    ...(["requestNo", "poNo", "receivedOn", "conditionOnReceipt", "calStartOn"] as const),
    ...(["calEndOn", "performedAt", "performedAddress", "accredited", "schemeNo"] as const),
    ...(["decisionRuleId", "adjustment", "asFoundMissing", "deviations"] as const),
    ...(["externalProviders", "opinion", "opinionBy", "showDue", "nextDueOn"] as const),
    ...(["form", "ownFields", "attachments", "publicLevel"] as const),
  ]),
  status: "draft" as const,
});
