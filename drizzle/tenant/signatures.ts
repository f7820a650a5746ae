import { sql } from "drizzle-orm";
import { check, index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import {
  bare,
  day,
  filled,
  inCompany,
  json,
  keyAndChange,
  living,
  master,
  nocase,
  type OwnedTarget,
  oneOf,
  owned,
  ownedKey,
  uncounted,
  whole,
} from "../columns.ts";
import { media } from "./files.ts";
import { users } from "./people.ts";
import type { disciplines } from "./procedures.ts";

export const signingRoles = [
  "calibrated_by",
  "checked_by",
  "approved_by",
  "authorised_signatory",
  "witness",
  "customer_rep",
] as const;
export const signatureStatuses = ["active", "suspended", "revoked"] as const;

/** Who may sign what, and how a person's name stands under it. */
export const signatures = sqliteTable(
  "signatures",
  {
    ...owned,
    ...master,
    userId: text().notNull(),
    /** As it is printed. */
    name: nocase().notNull(),
    designation: text(),
    qualification: text(),
    roles: json<(typeof signingRoles)[number][]>().notNull().default([]),
    disciplines: json<(typeof disciplines)[number][]>().notNull().default([]),
    /** Parameters within the disciplines; empty: all of them. */
    parameters: json<string[]>().notNull().default([]),
    imageMediaId: uncounted(text(), "shows a file; whoever takes the file away clears it"),
    validFrom: day().notNull(),
    validUntil: day(),
    status: text({ enum: signatureStatuses }).notNull().default("active"),
  },
  (t) => [
    ...keyAndChange("signatures", t),
    inCompany(t, t.userId, (): OwnedTarget => users),
    inCompany(t, t.imageMediaId, (): OwnedTarget => media),
    uniqueIndex("one_signature_per_person")
      .on(t.companyId, t.userId)
      .where(sql`deleted_at is null and status <> 'revoked'`),
    index("signatures_by_name").on(t.companyId, t.name, t.id).where(living),
    index("signatures_by_user").on(t.companyId, t.userId, t.id),
    index("signatures_by_image").on(t.companyId, t.imageMediaId).where(filled(t.imageMediaId)),
    oneOf("signatures_status_known", t.status, signatureStatuses),
    check(
      "signatures_dates_in_order",
      sql`${t.validUntil} is null or ${t.validUntil} >= ${t.validFrom}`,
    ),
    ...whole("signatures", t.version),
  ],
);

/** What happened to a signature, in its order: append-only. Signing is recorded elsewhere. */
export const signatureChanges = sqliteTable(
  "signature_changes",
  {
    ...bare,
    signatureId: uncounted(text().notNull(), "what happened to the signature"),
    status: text({ enum: signatureStatuses }).notNull(),
    note: text(),
    actorId: text(),
    actorName: text().notNull(),
    at: integer().notNull(),
  },
  (t) => [
    ownedKey(t),
    inCompany(t, t.signatureId, () => signatures),
    index("signature_changes_by_signature").on(t.companyId, t.signatureId, t.id),
    oneOf("signature_changes_status_known", t.status, signatureStatuses),
  ],
);
