import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { day, newId, nocase, oneOf, whole } from "../columns.ts";
import { userStatuses } from "../tenant/people.ts";
import { companies } from "./companies.ts";

const ofCompany = () =>
  text()
    .notNull()
    .references(() => companies.id);
const id = text()
  .notNull()
  .primaryKey()
  .$defaultFn(() => newId());

/** The Admins of all companies, as their shards have told of them last. Who owns a company, the company's row says. */
export const adminDirectory = sqliteTable(
  "admin_directory",
  {
    id,
    companyId: ofCompany(),
    userId: text().notNull(),
    name: nocase().notNull(),
    email: nocase().notNull(),
    phone: text(),
    status: text({ enum: userStatuses }).notNull(),
    lastLoginAt: integer(),
    /** The version of the person in the shard that this row follows. */
    userVersion: integer().notNull(),
    /** Why the company's shard has refused what staff asked for last. */
    refusal: text(),
  },
  (t) => [
    uniqueIndex("admin_directory_pair").on(t.companyId, t.userId),
    index("admin_directory_by_name").on(t.name, t.id),
    index("admin_directory_by_status").on(t.status, t.name, t.id),
    index("admin_directory_by_email").on(t.email),
    index("admin_directory_by_company").on(t.companyId, t.name, t.id),
    oneOf("admin_directory_status_known", t.status, userStatuses),
    ...whole("admin_directory", t.userVersion),
  ],
);

/** What a company used at the end of a day in UTC. */
export const companyUsage = sqliteTable(
  "company_usage",
  {
    id,
    companyId: ofCompany(),
    day: day().notNull(),
    assetCount: integer().notNull(),
    userCount: integer().notNull(),
    storageBytes: integer().notNull(),
    /** Issued in the month of the day, in the company's time zone. */
    certificateCount: integer().notNull().default(0),
  },
  (t) => [
    uniqueIndex("company_usage_day").on(t.companyId, t.day),
    ...whole("company_usage", t.assetCount, t.userCount, t.storageBytes, t.certificateCount),
  ],
);
