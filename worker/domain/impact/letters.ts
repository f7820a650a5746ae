import { and, eq, inArray, type SQL, sql } from "drizzle-orm";
import { pick } from "#app/shared/pick.ts";
import {
  certificateReports,
  consumers,
  impactLines,
  type impactReviews,
  machines,
} from "#drizzle/tenant/index.ts";
import type { CompanyDb, ReadingDb } from "../../db/company-db.ts";
import { pointsTo } from "../../db/predicates.ts";
import { mailing } from "../../mail/outbox.ts";
import { conflict, notFound } from "../../refusals.ts";
import { id } from "../entity/fields.ts";
import { workOn } from "../entity/flow-work.ts";
import { settingOf } from "../settings/vocabulary.ts";
import { MOST_LINES } from "./affected.ts";
import { mailText } from "./letter-text.ts";

/** Whom letters of a consumer go to: the contact who receives certificates, else another with an address, else the consumer. */
const addressOf =
  sql.raw(`coalesce((select "c"."email" from "consumer_contacts" as "c" where "c"."company_id" = "consumers"."company_id"
  and "c"."consumer_id" = "consumers"."id" and "c"."deleted_at" is null and "c"."archived_at" is null and "c"."email" is not null
  order by "c"."receives_certificates" desc, "c"."name" limit 1), "consumers"."email")`);

/** The certificates of a review that letters are about, with their devices and consumers. */
export const letterLines = (db: ReadingDb, reviewId: string, ofConsumer?: SQL) =>
  db
    .select({
      ...pick(impactLines, ["id", "certificateNo", "action", "point", "unit", "shift"]),
      ...pick(impactLines, ["toleranceRatio", "isChanged", "mailedAt"]),
      ...pick(machines, ["machineNo", "serialNo"]),
      machineName: sql<string>`${machines.name}`.as("machine_name"),
      calEndOn: certificateReports.calEndOn,
      consumerId: certificateReports.consumerId,
      consumerName: sql<string>`${consumers.name}`.as("consumer_name"),
      address: sql<string | null>`${consumers.address}`.as("consumer_address"),
      email: sql<string | null>`${addressOf}`.as("letter_address"),
    })
    .from(impactLines)
    .innerJoin(certificateReports, pointsTo(impactLines.certificateReportId, certificateReports))
    .innerJoin(consumers, pointsTo(certificateReports.consumerId, consumers))
    .innerJoin(machines, pointsTo(certificateReports.machineId, machines))
    .where(
      db.ofOwner(
        impactLines,
        and(
          eq(impactLines.impactReviewId, reviewId),
          inArray(impactLines.action, ["notify", "recall"]),
          ofConsumer,
        ),
      ),
    )
    .orderBy(impactLines.id)
    .limit(MOST_LINES);

const ofConsumer = (consumerId: string) => eq(certificateReports.consumerId, consumerId);

/** The lines of a consumer were told now. */
const told = (db: CompanyDb, ids: readonly string[], at: number) =>
  db.updatingAll(
    impactLines,
    ids.map((one) => ({ id: one, mailedAt: at })),
  );

const work = workOn<typeof impactReviews>();
/** The letter to a consumer whose certificates are notified or recalled, in our own words, to the address of record. */
export const tellConsumer = work({
  fields: { consumerId: id("Choose the consumer", "Consumer") },
  reads: (db, reviewId, { consumerId }) => [
    db.byId(consumers, consumerId),
    letterLines(db, reviewId, ofConsumer(consumerId)),
  ],
  run({ db, session, before, read: [[consumer], lines], at }) {
    const { name } = consumer ?? notFound("consumer");
    const [first] = lines;
    if (!first) return conflict(`No certificate of ${name} is to be notified or recalled`);
    const to = first.email ?? conflict(`${name} has no e-mail address`);
    const { company, origin } = session;
    const letter = mailText(before, name, lines, company.name, settingOf(company, "date_format"));
    return {
      writes: [
        told(
          db,
          lines.map((line) => line.id),
          at,
        ),
        mailing(db, { to, ...letter, origin }, `impact:${before.id}:${before.version}`),
      ],
      changes: [{ field: "letter", from: null, to: `${name}, ${to}` }],
      message: `Letter sent to ${name}`,
    };
  },
  message: "Letter sent",
  summary:
    "Send the letter of an impact review to a consumer whose certificates are notified or recalled, to the address of record",
  example: { consumer_id: "0198c7a2-5f3e-7c11-9a60-3f6f0e8d2b41" },
});
