import { getTableName } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import { tablesOf } from "#drizzle/columns.ts";
import * as schema from "#drizzle/tenant/index.ts";
import { exporting, type Narrowed, namesOf, type OwnName, ownOf } from "../db/own-rows.ts";
import type { Permission } from "../permissions.ts";
import { forbidden } from "../refusals.ts";

/** A member of the platform's staff inside a company, by a grant that is open. */
export type Inside = {
  grantId: string;
  /** Of the member of staff, as the platform has it. */
  name: string;
  reason: string;
  /** The instant at which it ends. */
  until: number;
  isWrite: boolean;
};

/** How staff are named in a company's rows: nothing there reads as if one of its people had done it. */
export const nameInside = (name: string) => `Platform: ${name}`;

type Closed = { what: string; tables: readonly SQLiteTable[]; permissions: readonly Permission[] };

/** What staff never do inside a company, also where they may write: the tables they do not write, and the permissions they do not hold. */
export const closedInside: readonly Closed[] = [
  {
    what: "people with their passwords, second factors, sessions and links, and keys of the API",
    tables: [
      schema.users,
      schema.userTokens,
      schema.sessions,
      schema.contactAccounts,
      schema.contactTokens,
      schema.contactSessions,
      schema.contactPasskeys,
      schema.contactRecoveryCodes,
      schema.contactRememberedDevices,
      schema.contactSpentProofs,
      schema.loginLog,
      schema.calendarFeeds,
      schema.apiKeys,
      schema.apiKeyScopes,
      schema.apiUses,
      schema.passkeys,
      schema.recoveryCodes,
      schema.rememberedDevices,
      schema.spentProofs,
    ],
    permissions: ["create-user", "delete-user"],
  },
  {
    what: "who comes in by the company's identity provider or directory",
    tables: [
      schema.identityProviders,
      schema.identityGroups,
      schema.identityLinks,
      schema.identityStates,
      schema.identitySessions,
      schema.mailDomains,
      schema.scimTokens,
      schema.scimNames,
    ],
    permissions: [],
  },
  {
    what: "addresses that are told of what happens, with their secrets",
    tables: [schema.webhookEndpoints],
    permissions: [],
  },
  {
    what: "signatures",
    tables: [schema.signatures, schema.signatureChanges],
    permissions: ["create-signature", "edit-signature", "delete-signature"],
  },
  {
    what: "issuing, signing and revoking certificates",
    tables: [schema.ledgerEvents, schema.certificateReportEvents, schema.inhouseCalibrationEvents],
    permissions: [
      "check-certificate-report",
      "approve-certificate-report",
      "issue-certificate-report",
      "void-certificate-report",
      "grant-concession",
      "approve-inhouse-calibration",
    ],
  },
  {
    what: "exporting the company and what is known of its people",
    tables: [],
    permissions: ["export-settings", "export-user"],
  },
  {
    what: "work that goes on in a person's name, and what is a person's own",
    tables: [
      schema.importJobs,
      schema.importRows,
      schema.reportRuns,
      schema.reportSubscriptions,
      schema.savedViews,
      schema.notificationPreferences,
    ],
    permissions: [],
  },
];

const closedTables = new Set(namesOf(closedInside.flatMap(({ tables }) => tables)));
const closedPermissions = new Set<string>(closedInside.flatMap(({ permissions }) => permissions));

/** Whether staff may hold a permission inside a company. */
export const isOpenInside = (permission: string) => !closedPermissions.has(permission);

const READS_ONLY =
  "You are here to read. To change something, enter again and ask to write as well.";
const NEVER = "The platform's staff may not do this inside a company";
export const readsOnly = () => forbidden(READS_ONLY);
const never = () => forbidden(NEVER);

const open = new Set(
  [...tablesOf(schema).map(getTableName), "search_index"].filter((name) => !closedTables.has(name)),
);
const none: ReadonlySet<string> = new Set();
const everything: Narrowed = { reads: null, writes: open, refuse: never };
const reading: Narrowed = { reads: null, writes: none, refuse: readsOnly };

const ofAPerson: ReadonlySet<OwnName> = new Set(["profile", "picture", "preferences"]);

/**
 * What a database handle of staff inside a company may do. Every command passes it, whichever door it came through: nothing is written
 * beyond it.
 * @param only a person's own rows of a name, which staff have none of; or an export, which writes its line in the log
 * @throws Response 403 for the profile of a person, which staff have not
 */
export function narrowedInside({ isWrite }: Inside, only?: OwnName | "export"): Narrowed {
  const refuse = isWrite ? never : readsOnly;
  if (only === undefined) return isWrite ? everything : reading;
  if (only === "export") return { ...exporting, refuse };
  if (ofAPerson.has(only)) forbidden("You have no profile in this company");
  return { ...ownOf(only), writes: none, refuse };
}

/** How staff are refused what the company alone decides with the platform: orders, payments, requests and tickets. */
export const refusalInside = ({ isWrite }: Inside) => (isWrite ? never : readsOnly);
