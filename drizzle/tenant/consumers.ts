import { index, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import {
  day,
  filled,
  flag,
  inCompany,
  keyAndChange,
  living,
  livingWith,
  master,
  nocase,
  type OwnedTarget,
  oneOf,
  owned,
  uncounted,
  whole,
} from "../columns.ts";
import { media } from "./files.ts";
import { users } from "./people.ts";
import { decisionRules } from "./procedures.ts";

export const consumerStatuses = ["active", "hold"] as const;
export const deliveries = ["portal", "email", "both"] as const;

/** Who a laboratory calibrates for. */
export const consumers = sqliteTable(
  "consumers",
  {
    ...owned,
    ...master,
    consumerNo: nocase().notNull(),
    name: nocase().notNull(),
    legalName: text(),
    /** In India the GSTIN. */
    taxNo: nocase(),
    address: text(),
    city: text(),
    region: text(),
    postalCode: text(),
    country: text(),
    phone: text(),
    email: text(),
    /** Nothing new is begun for one on hold; one whose relation has ended is archived. */
    status: text({ enum: consumerStatuses }).notNull().default("active"),
    defaultDecisionRuleId: text(),
    /** It has agreed that certificates say when the next calibration is due. */
    intervalOnCertificate: flag(),
    delivery: text({ enum: deliveries }).notNull().default("email"),
    /** The language of its certificates, as BCP 47. */
    language: text(),
    logoMediaId: uncounted(text(), "shows a file; whoever takes the file away clears it"),
  },
  (t) => [
    ...keyAndChange("consumers", t),
    inCompany(t, t.defaultDecisionRuleId, (): OwnedTarget => decisionRules),
    inCompany(t, t.logoMediaId, (): OwnedTarget => media),
    uniqueIndex("consumers_number").on(t.companyId, t.consumerNo).where(living),
    uniqueIndex("consumers_name").on(t.companyId, t.name).where(living),
    uniqueIndex("consumers_tax_no").on(t.companyId, t.taxNo).where(livingWith(t.taxNo)),
    index("consumers_by_state").on(t.companyId, t.archivedAt, t.name),
    index("consumers_by_rule")
      .on(t.companyId, t.defaultDecisionRuleId)
      .where(filled(t.defaultDecisionRuleId)),
    oneOf("consumers_status_known", t.status, consumerStatuses),
    oneOf("consumers_delivery_known", t.delivery, deliveries),
    ...whole("consumers", t.version),
  ],
);

const ofConsumer = { consumerId: uncounted(text().notNull(), "a part of the consumer") };

/** A place of a consumer where devices stand or work is done. */
export const consumerSites = sqliteTable(
  "consumer_sites",
  {
    ...owned,
    ...master,
    ...ofConsumer,
    name: nocase().notNull(),
    address: text(),
    city: text(),
    postalCode: text(),
    country: text(),
    isWorkLocation: flag(),
    note: text(),
  },
  (t) => [
    ...keyAndChange("consumer_sites", t),
    inCompany(t, t.consumerId, () => consumers),
    uniqueIndex("consumer_sites_name").on(t.companyId, t.consumerId, t.name).where(living),
    index("consumer_sites_by_name").on(t.companyId, t.name, t.id).where(living),
    ...whole("consumer_sites", t.version),
  ],
);

/** A person of a consumer. */
export const consumerContacts = sqliteTable(
  "consumer_contacts",
  {
    ...owned,
    ...master,
    ...ofConsumer,
    name: nocase().notNull(),
    designation: text(),
    email: nocase(),
    phone: text(),
    receivesCertificates: flag(),
    receivesDueReminders: flag(),
    /** Empty: contacts sign in by accounts of their own, see portal.ts. */
    userId: text(),
  },
  (t) => [
    ...keyAndChange("consumer_contacts", t),
    inCompany(t, t.consumerId, () => consumers),
    inCompany(t, t.userId, (): OwnedTarget => users),
    index("consumer_contacts_by_consumer").on(t.companyId, t.consumerId, t.name),
    uniqueIndex("consumer_contacts_email")
      .on(t.companyId, t.consumerId, t.email)
      .where(livingWith(t.email)),
    index("consumer_contacts_by_name").on(t.companyId, t.name, t.id).where(living),
    index("consumer_contacts_by_user").on(t.companyId, t.userId).where(filled(t.userId)),
    ...whole("consumer_contacts", t.version),
  ],
);

/** What was agreed with a consumer before work began (ISO/IEC 17025:2017, 7.1). */
export const contractReviews = sqliteTable(
  "contract_reviews",
  {
    ...owned,
    ...master,
    ...ofConsumer,
    reviewedOn: day().notNull(),
    scope: text().notNull(),
    methodAgreed: text(),
    decisionRuleId: text(),
    intervalAgreed: flag(),
    subcontractAgreed: flag(),
    agreedBy: text().notNull(),
    mediaId: uncounted(text(), "shows a file; whoever takes the file away clears it"),
  },
  (t) => [
    ...keyAndChange("contract_reviews", t),
    inCompany(t, t.consumerId, () => consumers),
    inCompany(t, t.decisionRuleId, (): OwnedTarget => decisionRules),
    inCompany(t, t.mediaId, (): OwnedTarget => media),
    index("contract_reviews_by_consumer").on(t.companyId, t.consumerId, t.reviewedOn, t.id),
    index("contract_reviews_in_order").on(t.companyId, t.reviewedOn, t.id).where(living),
    index("contract_reviews_by_rule")
      .on(t.companyId, t.decisionRuleId)
      .where(filled(t.decisionRuleId)),
    ...whole("contract_reviews", t.version),
  ],
);
