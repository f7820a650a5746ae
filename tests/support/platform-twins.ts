import { getTableColumns, getTableName } from "drizzle-orm";
import { getTableConfig, type SQLiteTable } from "drizzle-orm/sqlite-core";
import { newId } from "#drizzle/columns.ts";
import * as schema from "#drizzle/control/index.ts";
import { TWIN_PROOF } from "./name-server.ts";
import { PNG } from "./pictures.ts";
import { snake, tablesOf } from "./schema.ts";
import { filledValue, type Row, targetsOf } from "./twin-values.ts";
import { type Company, inserting, type World } from "./world.ts";

const AT = Date.UTC(2026, 0, 1);
const stamps = { created_at: AT, updated_at: AT };

/** The tables of the platform whose rows belong to a company, apart from what makes a company one and from what it may do without. A wish for a host is a company's, or the first sign of one. */
export const ofCustomers = tablesOf(schema).filter((table) => {
  const { companyId } = getTableColumns(table) as Record<string, { notNull: boolean }>;
  const name = getTableName(table as SQLiteTable);
  return (
    (companyId?.notNull && !["domains", "company_words"].includes(name)) ||
    name === "domain_requests"
  );
});

/** What all twins buy: a plan with its version, and a coupon. */
export const OFFERED = {
  ...{ plan: "twin-plan", version: "twin-version", coupon: "twin-coupon" },
  faq: "01900000-0000-7000-8000-00000000fa90",
};
const SELLER = {
  seller_name: "Twin Seller",
  seller_address: "1 Twin Street",
  seller_country: "IN",
  seller_region: "Karnataka",
  is_stripe_on: true,
  is_razorpay_on: true,
};

/** What is for sale, and who sells; in place of what stands under the same ids. */
export async function offer(w: World): Promise<void> {
  const db = w.env.CONTROL_DB;
  const absent = async (table: string, id: string) =>
    !(await db.prepare(`select 1 from ${table} where id = ?`).bind(id).first());
  if (!(await absent("plans", OFFERED.plan))) return;
  await db.batch([
    inserting(db, "plans", {
      ...{ id: OFFERED.plan, code: "twin", name: "Twin plan", service_type: 2, is_public: 1 },
      ...stamps,
    }),
    inserting(db, "plan_versions", {
      ...{ id: OFFERED.version, plan_id: OFFERED.plan, version_no: 1, currency: "INR" },
      ...{ price_monthly_minor: 100_000, price_yearly_minor: 1_000_000, trial_days: 30 },
      ...{ max_assets: 1_000_000, max_users: 1_000, valid_from: "2020-01-01", features: "[]" },
      ...stamps,
    }),
    inserting(db, "coupons", {
      ...{ id: OFFERED.coupon, code: "TWIN10", kind: "percent", value: 10, is_active: 1 },
      ...{ starts_on: "2020-01-01", ends_on: "2099-01-01", per_company_limit: 1_000_000 },
      ...stamps,
    }),
    inserting(db, "faqs", {
      ...{ id: OFFERED.faq, question: "How are labels printed?", answer: "On sheets or rolls." },
      ...{ audience: "user", service_types: "[0,1,2]", is_active: 1, ...stamps },
    }),
    ...Object.entries(SELLER).map(([id, value]) =>
      inserting(db, "platform_settings", { id, value_json: JSON.stringify(value), ...stamps }),
    ),
  ]);
}

const BUYER = JSON.stringify({
  ...{ name: "Twin", address: "Twin", country: "IN", region: null, taxIds: [] },
});
const special: Record<string, Row> = {
  company_closings: {
    ...{ kind: "close", status: "withdrawn", is_by_company: 0, expires_at: AT, before: null },
  },
  company_exports: {
    ...{ status: "ready", parts: 0, bytes: 0, failures: 0, counts: "{}", error: null },
    ready_until: Date.UTC(2099, 0, 1),
  },
  orders: {
    ...{ status: "paid", currency: "INR", plan_version_id: OFFERED.version, buyer: BUYER },
    ...{
      seller: BUYER,
      invoice_on: "2026-01-02",
      period_from: "2026-01-02",
      period_to: "2027-01-01",
    },
    plan_snapshot: JSON.stringify({
      ...{ planId: OFFERED.plan, planName: "Twin plan", serviceType: 2, versionNo: 1 },
      limits: { max_assets: 1_000_000 },
    }),
    ...{ subtotal_minor: 1000, discount_minor: 0, taxable_minor: 1000, tax_minor: 180 },
    ...{ total_minor: 1180, tax_lines: '[{"label":"IGST","rateBp":1800,"amountMinor":180}]' },
    ...{ gateway_order_id: null, coupon_id: null, payment_ref: null },
  },
  subscriptions: {
    ...{ status: "active", plan_version_id: OFFERED.version, next_plan_version_id: null },
    ...{ grace_days: 10, limits: "{}", current_period_end: "2099-01-01", starts_on: "2026-01-01" },
  },
  upgrade_requests: {
    ...{ status: "cancelled", buyer: BUYER, coupon_code: null },
    ...{ current_plan_id: null, target_plan_id: OFFERED.plan, quote_valid_until: null },
  },
  access_grants: {
    ...{ staff_id: "staff-super", session_id: "twin-session", reason: "Twin of the platform" },
    ...{ is_write: 0, starts_at: AT, ends_at: AT + 3_600_000 },
    ...{ ticket_hash: null, ticket_ends_at: null, revoked_at: AT, ending: "left" },
  },
  domain_requests: {
    ...{ kind: "custom_domain", status: "cancelled", company_name: null, company_kind: null },
    ...{ service_type: null, proof: TWIN_PROOF, dns_target: "localhost", ip_hash: null },
    ...{ requester_email: "asks@twin.test", expires_at: AT, verified_at: null, decided_by: null },
  },
  coupon_redemptions: { coupon_id: OFFERED.coupon },
  support_tickets: { status: "open", assigned_to: null, rating: null },
  support_replies: { author_kind: "customer", status: "open", is_internal: 0 },
};
/** Numbers that no two companies share. */
const OWN = /^(number|credit_no|invoice_no)$/;

function rowOf(table: SQLiteTable, company: Company, rows: Record<string, Row>): Row {
  const targets = new Map(
    getTableConfig(table).foreignKeys.map((key) => {
      const { columns, foreignTable } = key.reference();
      return [columns[0]!.name, getTableName(foreignTable)] as const;
    }),
  );
  const row: Row = {};
  for (const column of getTableConfig(table).columns) {
    const key = snake(column.name);
    if (column.generated) continue;
    const target = targets.get(column.name);
    if (key === "company_id") row[key] = company.id;
    else if (target) row[key] = (rows[target]?.id as string | undefined) ?? null;
    else if (key === "id") row[key] = newId();
    else if (key === "hostname") row[key] = company.host;
    else if (OWN.test(key)) row[key] = `T${company.id.slice(-8)}`;
    else if (key === "opened_by") row[key] = company.users.admin.id;
    else {
      const value = filledValue(column);
      if (value !== undefined) row[key] = value;
    }
  }
  return { ...row, ...special[getTableName(table)] };
}

/** Fills what a company has with the platform with one row of every table, by the table's name. */
export async function fillOnPlatform(w: World, company: Company): Promise<Record<string, Row>> {
  await offer(w);
  const rows: Record<string, Row> = {};
  let waiting = ofCustomers;
  const made: [table: string, row: Row][] = [];
  while (waiting.length) {
    const isWaited = (name: string) => waiting.some((table) => getTableName(table) === name);
    const ready = waiting.filter((table) =>
      targetsOf(table, 0).every(({ table: target }) => !isWaited(target)),
    );
    if (!ready.length) throw new Error("These tables need each other");
    for (const table of ready) {
      const name = getTableName(table);
      rows[name] = rowOf(table, company, rows);
      made.push([name, rows[name]!]);
    }
    waiting = waiting.filter((table) => !ready.includes(table));
  }
  const id = newId();
  rows.platform_media = {
    ...{ id, company_id: company.id, owner_kind: "support_reply", file_name: "twin.png" },
    ...{ owner_id: rows.support_replies!.id!, object_key: `p/${id}`, mime: "image/png" },
    ...{ bytes: PNG.length, sha256: "Twin", ...stamps },
  };
  made.push(["platform_media", rows.platform_media]);
  await w.env.MEDIA.put(`p/${id}`, PNG, { httpMetadata: { contentType: "image/png" } });
  const db = w.env.CONTROL_DB;
  await db.batch(made.map(([table, row]) => inserting(db, table, row)));
  return rows;
}

/** All rows that a company has with the platform, as text, by table. */
export async function dumpOnPlatform(w: World, company: Company): Promise<Record<string, string>> {
  const db = w.env.CONTROL_DB;
  const names = ofCustomers.map(getTableName);
  const answers = await db.batch<Record<string, unknown>>(
    names.map((name) =>
      db.prepare(`select * from "${name}" where company_id = ? order by id`).bind(company.id),
    ),
  );
  return Object.fromEntries(names.map((name, at) => [name, JSON.stringify(answers[at]!.results)]));
}
