import { getTableName } from "drizzle-orm";
import { tablesOf } from "#drizzle/columns.ts";
import * as schema from "#drizzle/tenant/index.ts";
import type { Narrowed } from "../db/own-rows.ts";
import { refuseKey } from "../session.ts";

/** The tables that a key never writes, whatever command it makes: people and their rights, keys, settings, and what somebody answers for. */
export const closedToKeys: ReadonlySet<string> = new Set(
  [
    ...[schema.users, schema.userTokens, schema.sessions, schema.loginLog],
    ...[schema.userPermissions, schema.userScopes, schema.teams, schema.teamMembers],
    ...[schema.teamPermissions, schema.teamDepartments, schema.teamCategories],
    ...[schema.contactAccounts, schema.contactTokens, schema.contactSessions],
    ...[schema.apiKeys, schema.apiKeyScopes, schema.apiUses],
    ...[schema.contactPasskeys, schema.contactRecoveryCodes],
    ...[schema.contactRememberedDevices, schema.contactSpentProofs],
    ...[schema.passkeys, schema.recoveryCodes, schema.rememberedDevices, schema.spentProofs],
    ...[schema.identityProviders, schema.identityGroups, schema.identityLinks],
    ...[schema.identityStates, schema.identitySessions, schema.mailDomains],
    ...[schema.scimTokens, schema.scimNames, schema.webhookEndpoints],
    ...[schema.calendarFeeds, schema.savedViews, schema.notificationPreferences],
    ...[schema.companySettings, schema.signatures, schema.signatureChanges],
    ...[schema.ledgerEvents, schema.certificateReportEvents, schema.inhouseCalibrationEvents],
    ...[schema.importJobs, schema.importRows, schema.reportRuns, schema.reportSubscriptions],
  ].map((table) => getTableName(table)),
);

/** What a database handle of a key may do: every command passes it, whichever call it came by. */
export const narrowedToKey: Narrowed = {
  reads: null,
  writes: new Set(
    [...tablesOf(schema).map(getTableName), "search_index"].filter(
      (name) => !closedToKeys.has(name),
    ),
  ),
  refuse: refuseKey,
};
