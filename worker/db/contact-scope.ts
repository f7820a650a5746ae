import {
  companyProfiles,
  consumerContacts,
  consumers,
  contactAccounts,
  contactPasskeys,
  contactRecoveryCodes,
  contactRememberedDevices,
  contactSessions,
  contactSpentProofs,
  contactTokens,
  certificateReports as issued,
  loginLog,
  machineModels,
  machines,
  media,
  notificationPreferences,
  notifications,
  numberFormats,
  numberSequences,
  outbox,
  recalibrationRequestLines,
  recalibrationRequests,
  teamMembers,
  teamPermissions,
  teams,
  userPermissions,
  userScopes,
  users,
} from "#drizzle/tenant/index.ts";
import { CompanyDb } from "./company-db.ts";
import type { Stamp } from "./db.ts";
import { narrowed } from "./own-rows.ts";
import { narrowing, type Part } from "./scope.ts";

/** Whose rows a contact of a consumer sees. */
export type ContactScope = { consumerId: string; contactId: string };

/** A contact sees what was issued: no draft, and nothing that was given up before it was issued. */
const shownStatuses = ["issued", "superseded", "voided"] as const;

/** ?1 is the consumer, ?2 the contact. */
const ofConsumer = `"t"."consumer_id" = ?1`;
const ofAccount: Part = {
  where: `exists (select 1 from "contact_accounts" as "seen" where "seen"."company_id" = "t"."company_id" and "seen"."id" = "t"."user_id")`,
  needs: ["contact_accounts"],
};
const parts: ReadonlyMap<string, Part> = new Map([
  ["consumers", { where: `"t"."id" = ?1`, needs: [] }],
  ["consumer_contacts", { where: ofConsumer, needs: [] }],
  ["machines", { where: `${ofConsumer} and "t"."deleted_at" is null`, needs: [] }],
  [
    "certificate_reports",
    {
      where: `${ofConsumer} and "t"."status" in (${shownStatuses.map((one) => `'${one}'`).join(", ")})`,
      needs: [],
    },
  ],
  ["contact_accounts", { where: `"t"."contact_id" = ?2`, needs: [] }],
  ...[
    ...["contact_sessions", "contact_tokens", "login_log", "contact_passkeys"],
    ...["contact_recovery_codes", "contact_remembered_devices", "contact_spent_proofs"],
  ].map((table) => [table, ofAccount] as const),
  ["recalibration_requests", { where: ofConsumer, needs: [] }],
  [
    "recalibration_request_lines",
    {
      where: `exists (select 1 from "recalibration_requests" as "seen" where "seen"."company_id" = "t"."company_id" and "seen"."id" = "t"."recalibration_request_id")`,
      needs: ["recalibration_requests"],
    },
  ],
  // Files of certificates, which are read by the certificate's row alone, and the company's logo.
  [
    "media",
    {
      where: `"t"."deleted_at" is null and ("t"."kind" = 'report_media' and "t"."owner_kind" = 'calibration' or "t"."id" =
        (select "p"."logo_media_id" from "company_profiles" as "p" where "p"."company_id" = "t"."company_id" and "p"."id" = "t"."company_id"))`,
      needs: [],
    },
  ],
]);

/** Colleagues are told of a request by one statement that looks at who may act on it. */
const told = [
  ...[notificationPreferences, teamMembers, teamPermissions, teams, userPermissions],
  ...[userScopes, users],
];
/** The only tables of a contact's handle. */
export const contactRows = {
  reads: [
    ...[companyProfiles, consumerContacts, consumers, issued, machineModels, machines, media],
    ...[numberFormats, ...told],
  ],
  writes: [
    ...[recalibrationRequests, recalibrationRequestLines],
    ...[numberSequences, notifications, outbox],
  ],
};
/** What a contact has of the account alone: the same for which a colleague's own profile is open. */
export const accountRows = {
  reads: [],
  writes: [
    ...[contactAccounts, contactSessions, contactTokens, loginLog, outbox],
    ...[contactPasskeys, contactRecoveryCodes, contactRememberedDevices, contactSpentProofs],
  ],
};
const handles = { portal: narrowed(contactRows), account: narrowed(accountRows) };
export type ContactHandle = keyof typeof handles;

const within = narrowing(parts);

/** The company's database as a contact sees it: tables of the portal alone, or of their account, and of them what is their consumer's or their own. */
export const contactDb = (
  shard: D1Database,
  companyId: string,
  stamp: Stamp,
  { consumerId, contactId }: ContactScope,
  timeZone: string,
  handle: ContactHandle = "portal",
): CompanyDb =>
  new CompanyDb(
    within(shard, consumerId, contactId),
    companyId,
    stamp,
    ...([null, handles[handle], null, timeZone] as const),
  );
