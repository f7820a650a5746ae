import { eq, sql } from "drizzle-orm";
import { z } from "zod";
import {
  consumerContacts,
  consumerSites,
  contractReviews,
  decisionRules,
  media,
} from "#drizzle/tenant/index.ts";
import { invalid } from "../../refusals.ts";
import { entity } from "../entity/entity.ts";
import {
  day,
  described,
  flag,
  id,
  multiline,
  optionalEmail,
  optionalId,
  optionalMultiline,
  optionalText,
  text,
} from "../entity/fields.ts";
import { optionalPhone } from "../entity/formats.ts";
import { namedBy } from "../lists/more-columns.ts";
import { optionalCountry } from "./consumer-input.ts";

const consumerId = () => id("Consumer is required", "Consumer");
/** A part stays with its consumer; only a merge of two takes it along. @throws Response 422 */
function stays(asked: { consumerId: string }, before: { consumerId: string } | null) {
  if (before && before.consumerId !== asked.consumerId)
    invalid({ consumerId: ["It stays with its consumer"] });
  return {};
}

/** Places of consumers where devices stand or work is done. */
export const sites = entity({
  table: consumerSites,
  noun: ["site", "sites"],
  name: "consumer_site",
  subject: "consumer",
  input: z.strictObject({
    consumerId: consumerId(),
    name: text("Name", 120),
    address: optionalMultiline(500, "Address"),
    city: optionalText(60, "City"),
    postalCode: optionalText(12, "Postal code"),
    country: optionalCountry("Country"),
    isWorkLocation: flag("Work is done here"),
    note: optionalMultiline(1000, "Note"),
  }),
  stored: stays,
  search: { words: ["name", "city"] },
  list: {
    sorts: { name: consumerSites.name },
    filters: { consumer: (of) => eq(consumerSites.consumerId, of) },
  },
  offered: {
    to: ["view-machine", "create-machine", "edit-machine", "edit-certificate-report"],
    hint: consumerSites.city,
    within: "consumer",
  },
});

/** How the contact's account of the portal stands; null without one. */
const accountState = sql<
  "invited" | "active" | null
>`(select "a"."status" from "contact_accounts" as "a"
  where "a"."company_id" = "consumer_contacts"."company_id" and "a"."contact_id" = "consumer_contacts"."id" and "a"."status" <> 'left')`.as(
  "portal_account",
);

/** When the contact asked for new second factors, in epoch milliseconds; null where they have not. */
const askedFactors = sql<number | null>`(select "k"."created_at" from "contact_accounts" as "a"
  join "contact_tokens" as "k" on "k"."company_id" = "a"."company_id" and "k"."user_id" = "a"."id" and "k"."purpose" = 'lost_device'
    and "k"."used_at" is null and "k"."expires_at" > cast(unixepoch('subsec') * 1000 as integer)
  where "a"."company_id" = "consumer_contacts"."company_id" and "a"."contact_id" = "consumer_contacts"."id" and "a"."status" = 'active')`.as(
  "lost_device_at",
);

/** People of consumers. */
export const contacts = entity({
  table: consumerContacts,
  noun: ["contact", "contacts"],
  name: "consumer_contact",
  subject: "consumer",
  input: z.strictObject({
    consumerId: consumerId(),
    name: text("Name", 120),
    designation: optionalText(80, "Designation"),
    email: optionalEmail("E-mail"),
    phone: optionalPhone("Phone"),
    receivesCertificates: flag("Receives certificates"),
    receivesDueReminders: flag("Receives reminders"),
  }),
  stored: stays,
  search: { words: ["name", "phone"], codes: ["phone"] },
  list: {
    sorts: { name: consumerContacts.name },
    filters: { consumer: (of) => eq(consumerContacts.consumerId, of) },
    more: { portalStatus: accountState, lostDeviceAt: askedFactors },
  },
});

/** What was agreed with consumers before work began. */
export const reviews = entity({
  table: contractReviews,
  noun: ["contract review", "contract reviews"],
  subject: "consumer",
  title: "scope",
  input: z.strictObject({
    consumerId: consumerId(),
    reviewedOn: described(day("Reviewed on"), { label: "Reviewed on", as: "day" }),
    scope: multiline("Scope", 500),
    methodAgreed: optionalText(300, "Method"),
    decisionRuleId: optionalId("Decision rule"),
    intervalAgreed: flag("Interval on certificates is agreed"),
    subcontractAgreed: flag("Subcontracting is agreed"),
    agreedBy: text("Agreed by", 120),
  }),
  stored(asked, before, today) {
    if (asked.reviewedOn > today) invalid({ reviewedOn: ["Reviewed on must not be after today"] });
    return stays(asked, before);
  },
  search: { words: ["scope", "agreedBy"] },
  list: {
    sorts: { reviewed: contractReviews.reviewedOn },
    filters: { consumer: (of) => eq(contractReviews.consumerId, of) },
    more: {
      decisionRuleName: namedBy(decisionRules, decisionRules.name, contractReviews.decisionRuleId),
      fileName: namedBy(media, media.fileName, contractReviews.mediaId),
    },
  },
});
