import { and, eq, inArray, isNotNull, isNull, sql } from "drizzle-orm";
import type { NumberFormat } from "#app/shared/number-format.ts";
import { newId } from "#drizzle/columns.ts";
import {
  consumerContacts,
  consumerSites,
  contractReviews,
  decisionRules,
  consumers as table,
} from "#drizzle/tenant/index.ts";
import type { CompanyDb } from "../../db/company-db.ts";
import type { Answer, Db, Row, Statement } from "../../db/db.ts";
import { notFound } from "../../refusals.ts";
import type { AnySession, Session } from "../../session.ts";
import { entity, opened } from "../entity/entity.ts";
import { checked } from "../entity/fields.ts";
import { merging } from "../entity/merge.ts";
import { formatQuery, numberingOf, takeNumber, takenNumber } from "../entity/numbers.ts";
import { explainReferences } from "../entity/references.ts";
import { plainTaxNo } from "../entity/tax-ids.ts";
import { namedBy } from "../lists/more-columns.ts";
import { consumerInput } from "./consumer-input.ts";

type Values = Record<string, unknown>;

/** Sites, people and reviews end with their consumer. */
const partsEnd = (db: Db, id: string): Statement[] =>
  [consumerSites, consumerContacts, contractReviews].map((part) =>
    db.updating(part, and(eq(part.consumerId, id), isNull(part.deletedAt))!, {
      deletedAt: Date.now(),
    }),
  );

const verbs = entity({
  table,
  noun: ["consumer", "consumers"],
  subject: "consumer",
  input: consumerInput,
  // A number is not taken away by leaving its field empty.
  stored: ({ consumerNo, taxNo }, before) => ({
    ...((consumerNo ?? before) ? { consumerNo: consumerNo ?? before!.consumerNo } : {}),
    taxNo: taxNo && plainTaxNo(taxNo),
  }),
  list: {
    sorts: { name: table.name, number: table.consumerNo },
    filters: { status: (status) => eq(table.status, status as "hold") },
    more: {
      decisionRuleName: namedBy(decisionRules, decisionRules.name, table.defaultDecisionRuleId),
    },
  },
  offered: {
    to: ["view-machine", "create-machine", "edit-machine", "edit-certificate-report"],
    hint: table.consumerNo,
    where: eq(table.status, "active"),
  },
  palette: {
    group: "Consumers",
    icon: "user",
    hint: ({ consumerNo, city }) => [consumerNo, city].filter(Boolean).join(", "),
    href: ({ id }) => `/consumer/detail/${id}`,
  },
  sheet: {
    name: { example: "Northgate Clinic", like: "consumer customer client company" },
    consumerNo: {
      example: "CUS/2026/0001",
      hint: "Without one it gets the next number.",
      like: "number consumernumber customerno code",
    },
    legalName: { like: "legalname registeredname" },
    taxNo: { like: "gstin gst taxnumber vat" },
    address: {},
    city: { example: "Chennai", like: "town" },
    region: { like: "region province" },
    postalCode: { like: "pin pincode zip postcode" },
    country: { example: "India" },
    phone: { example: "+91 44 4000 1000", like: "mobile phoneno tel telephone" },
    email: { example: "lab@northgate.example", like: "email mail" },
    status: {},
    defaultDecisionRuleId: { like: "decisionrule rule" },
    intervalOnCertificate: { like: "interval nextdueoncertificate" },
    delivery: {},
    language: { example: "en", like: "lang" },
  },
  imported: { key: "name", unique: "consumerNo" },
  always: (db, { id, gone }) => (gone ? partsEnd(db, id) : []),
});

/** A new consumer's part of a batch; without a number it takes the company's next one. */
export function addingConsumer(
  db: CompanyDb,
  company: Session["company"],
  own: NumberFormat | undefined,
  id: string,
  values: Values,
) {
  if (values.consumerNo) return verbs.adding(db, id, values);
  const numbering = numberingOf("consumer", company, own);
  const isIt = db.ofOwner(table, eq(table.id, id));
  // Its id stands for the number within the batch: the log compares values, and an expression is none.
  return {
    writes: [
      ...verbs.adding(db, id, { ...values, consumerNo: id }).writes,
      takeNumber(db, numbering, { table, column: table.consumerNo }),
      db.run(sql`update ${table} set "consumer_no" = ${takenNumber(db, numbering)} where ${isIt}`),
    ],
    activity: verbs.adding(db, id, values).activity,
  };
}

/** What two consumers may not both have: a site keeps its own name beside the other's, and what is deleted gives its e-mail free. */
const apart = (db: CompanyDb, source: Row<typeof table>, target: Row<typeof table>) => [
  db.updating(
    consumerSites,
    and(
      eq(consumerSites.consumerId, source.id),
      inArray(
        consumerSites.name,
        db
          .select({ name: consumerSites.name })
          .from(consumerSites)
          .where(db.ofOwner(consumerSites, eq(consumerSites.consumerId, target.id))),
      ),
    )!,
    { name: sql`${consumerSites.name} || ${` (${source.consumerNo})`}` },
  ),
  db.updating(
    consumerContacts,
    and(eq(consumerContacts.consumerId, target.id), isNotNull(consumerContacts.deletedAt))!,
    { email: null },
  ),
];

/** Whom a laboratory calibrates for; found by the beginnings of words, which triggers keep. */
export const consumers = {
  ...verbs,

  /** Adds a consumer, under the next number where none is typed. */
  async create(session: AnySession, sent: unknown): Promise<Answer<{ id: string }>> {
    const db = opened(session, "create-consumer") as CompanyDb;
    const values = checked(consumerInput, sent) as Values;
    const [[own]] = await db.read(formatQuery(db, "consumer"));
    const id = newId();
    const prepared = addingConsumer(db, (session as Session).company, own, id, values);
    try {
      return await db.commit({
        ...prepared,
        answer: { status: 201, message: "Consumer added", data: { id } },
      });
    } catch (refusal) {
      if (refusal instanceof Response) await explainReferences(db, verbs.references, values);
      throw refusal;
    }
  },

  /** A consumer as its form opens it. @throws Response 404 */
  async toEdit(session: Session, id: string) {
    const db = session.authorize("edit-consumer");
    const [[consumer], [shown]] = await db.read(
      db.byId(table, id),
      db
        .select({
          decisionRuleName: namedBy(decisionRules, decisionRules.name, table.defaultDecisionRuleId),
        })
        .from(table)
        .where(db.ofOwner(table, eq(table.id, id)))
        .limit(1),
    );
    return { ...(consumer ?? notFound("consumer")), ...shown };
  },

  ...merging(verbs, {
    rules: [
      { column: consumerSites.consumerId, things: "sites" },
      { column: consumerContacts.consumerId, things: "contacts" },
      { column: contractReviews.consumerId, things: "contract reviews" },
    ],
    before: apart,
  }),
};
