import { companies, domains, shards } from "#drizzle/control/index.ts";
import {
  companyProfiles,
  companySettings,
  numberFormats,
  numberSequences,
} from "#drizzle/tenant/index.ts";
import type { Filling } from "./context.ts";
import { insert, inserts } from "./insert.ts";
import { Random } from "./random.ts";

export type CompanyPlan = {
  slug: string;
  name: string;
  legalName: string;
  kind: "hospital" | "clinic" | "service_company";
  beds: number | null;
  serviceType: 0 | 1 | 2;
  binding: "TENANT_DB_0" | "TENANT_DB_1";
  phone: string;
  address: string;
  city: string;
  region: string;
  postalCode: string;
  taxIds: { label: string; value: string }[];
};

export const plans: CompanyPlan[] = [
  {
    slug: "demo",
    name: "Meridian General Hospital",
    legalName: "Meridian Healthcare Trust",
    kind: "hospital",
    beds: 320,
    serviceType: 2,
    binding: "TENANT_DB_0",
    phone: "+91 80 5550 0100",
    address: "14 Palm Avenue, Koramangala 4th Block",
    city: "Bengaluru",
    region: "Karnataka",
    postalCode: "560034",
    taxIds: [{ label: "GSTIN", value: "29AAATM4821Q1Z1" }],
  },
  {
    slug: "clinic",
    name: "Lakeside Clinic",
    legalName: "Lakeside Medical Partners LLP",
    kind: "clinic",
    beds: 18,
    serviceType: 0,
    binding: "TENANT_DB_1",
    phone: "+91 294 555 0120",
    address: "3 Fateh Sagar Road",
    city: "Udaipur",
    region: "Rajasthan",
    postalCode: "313001",
    taxIds: [{ label: "GSTIN", value: "08AAFFL7310K1Z8" }],
  },
  {
    slug: "lab",
    name: "Northwind Calibration Lab",
    legalName: "Northwind Metrology Private Limited",
    kind: "service_company",
    beds: null,
    serviceType: 1,
    binding: "TENANT_DB_1",
    phone: "+91 20 5550 0140",
    address: "Plot 27, Bhosari Industrial Area",
    city: "Pune",
    region: "Maharashtra",
    postalCode: "411026",
    taxIds: [{ label: "GSTIN", value: "27AAGCN9052H1Z7" }],
  },
];

const shared = {
  status: "active",
  currency: "INR",
  timeZone: "Asia/Kolkata",
  country: "IN",
} as const;

/** The platform's record of each company, with its shard and host. */
export function seedCompanies(
  control: D1Database,
  ids: ReadonlyMap<string, string>,
  at: number,
): D1PreparedStatement[] {
  const random = new Random("companies");
  const bindings = ["TENANT_DB_0", "TENANT_DB_1"];
  const homes = bindings.map((binding, index) => ({
    ...random.row(at),
    name: `shard-${index}`,
    binding,
    companyCount: plans.filter((plan) => plan.binding === binding).length,
  }));
  const rows = plans.map((plan) => ({
    ...{ id: ids.get(plan.slug)!, createdAt: at, updatedAt: at },
    ...plan,
    ...shared,
    email: `office@${plan.slug}.test`,
    shardId: homes.find((home) => home.binding === plan.binding)!.id,
  }));
  const hosts = rows.map(({ id, slug }) => ({
    ...random.row(at),
    hostname: `${slug}.localhost`,
    companyId: id,
    kind: "subdomain" as const,
    status: "active" as const,
    isPrimary: true,
    verifiedAt: at,
  }));
  return [
    ...inserts(control, shards, homes),
    ...inserts(control, companies, rows),
    ...inserts(control, domains, hosts),
  ];
}

export const formats = [
  { key: "asset", format: "AST-{SEQ:5}", reset: "never" },
  { key: "transfer", format: "TR-{FY}-{SEQ:4}", reset: "fy" },
  { key: "gate_pass", format: "GP-{FY}-{SEQ:4}", reset: "fy" },
  { key: "call", format: "SC-{FY}-{SEQ:5}", reset: "fy" },
] as const;

/** The company's own copy of its record, its settings and its numbering. */
export async function seedProfile(
  { db, companyId, random, since }: Filling,
  plan: CompanyPlan,
): Promise<void> {
  const rowOf = (id: string) => ({ companyId, id, createdAt: since, updatedAt: since });
  const { slug, name, serviceType, phone, taxIds } = plan;
  const address = `${plan.address}, ${plan.city} ${plan.postalCode}, ${plan.region}`;
  await insert(db, companyProfiles, [
    {
      ...rowOf(companyId),
      ...shared,
      slug,
      name,
      serviceType,
      phone,
      address,
      primaryHost: `${slug}.localhost`,
      email: `office@${slug}.test`,
      taxIds,
    },
  ]);
  await insert(db, companySettings, [
    { ...rowOf("is_allow_calibrator"), valueJson: "1" },
    { ...rowOf("session_idle_minutes"), valueJson: "30" },
  ]);
  await insert(
    db,
    numberFormats,
    formats.map((format) => ({ ...rowOf(random.id(since)), ...format })),
  );
  await insert(db, numberSequences, [{ ...rowOf(random.id(since)), key: "asset", nextValue: 1 }]);
}
