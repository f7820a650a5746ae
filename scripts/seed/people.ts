import argon2 from "@phi-ag/argon2/node";
import { roles, staff } from "#drizzle/control/index.ts";
import { teamMembers, teams, userPermissions, users } from "#drizzle/tenant/index.ts";
import type { CompanyPlan } from "./companies.ts";
import { type Actor, type Filling, newRow } from "./context.ts";
import { insert, inserts } from "./insert.ts";
import { Random } from "./random.ts";

/** The parameters of worker/auth/password.ts. */
export const hashOf = async (password: string): Promise<string> =>
  (await argon2()).hash(password, {
    salt: crypto.getRandomValues(new Uint8Array(16)),
    hashLength: 32,
    memoryCost: 19_456,
    timeCost: 2,
    parallelism: 1,
  }).encoded;

type Person = { name: string; designation: string; phone: string; more: string[] };
type Kind = "admin" | "engineer" | "viewer" | "guard";

/** @param more what they may do besides the others of their kind */
const person = (name: string, designation: string, phone: string, more: string[] = []): Person => ({
  name,
  designation,
  phone: `+91 ${phone}`,
  more,
});

const people: Record<string, Partial<Record<Kind, Person[]>>> = {
  demo: {
    admin: [
      person("Ananya Rao", "Head of Biomedical Engineering", "98450 55011"),
      person("Vikram Menon", "Chief Operating Officer", "98450 55012"),
    ],
    engineer: [
      person("Rahul Deshpande", "Senior Biomedical Engineer", "98450 55021"),
      person("Priya Nair", "Biomedical Engineer", "98450 55022"),
    ],
    viewer: [
      person("Mary Thomas", "Nursing Superintendent", "98450 55031"),
      person("Arjun Pillai", "Quality Manager", "98450 55032"),
    ],
    guard: [person("Suresh Babu", "Security", "98450 55041")],
  },
  clinic: {
    admin: [
      person("Neha Kapoor", "Practice Manager", "98290 55011"),
      person("Sanjay Gupta", "Medical Director", "98290 55012"),
    ],
    engineer: [
      person("Imran Shaikh", "Biomedical Engineer", "98290 55021"),
      person("Kavya Reddy", "Equipment Technician", "98290 55022"),
    ],
    viewer: [
      person("Leela Joseph", "Nurse in Charge", "98290 55031"),
      person("Dev Malhotra", "Accounts Officer", "98290 55032"),
    ],
  },
  lab: {
    admin: [
      person("Meera Iyer", "Laboratory Head", "98220 55011"),
      person("Thomas Varghese", "Quality Manager", "98220 55012"),
    ],
    engineer: [
      person("Karthik Subramanian", "Senior Calibration Engineer", "98220 55021", [
        "approve-procedure",
        "edit-safety-limit",
      ]),
      person("Sneha Patil", "Calibration Engineer", "98220 55022"),
      person("Aarti Deshmukh", "Calibration Engineer", "98220 55023"),
    ],
    viewer: [
      person("Fatima Khan", "Customer Coordinator", "98220 55031"),
      person("Rohan Das", "Document Controller", "98220 55032"),
    ],
  },
};

const assetViews = [
  "view-asset",
  "view-stock",
  "view-store",
  "view-category",
  "view-department",
  "view-vendor",
  "view-breakdown",
  "view-asset-transfer",
  "view-gate-pass",
  "view-asset-comparison",
  "view-inhouse-calibration",
];
const labViews = [
  "view-machine",
  "view-calibrator",
  "view-procedure",
  "view-consumer",
  "view-signature",
  "view-certificate-report",
];

const engineerGrants = [
  ...["edit-asset", "create-breakdown", "edit-breakdown"],
  ...["create-asset-transfer", "edit-asset-transfer", "create-gate-pass", "edit-gate-pass"],
  ...["create-asset-comparison", "edit-asset-comparison"],
  ...["create-inhouse-calibration", "edit-inhouse-calibration"],
];

const labGrants = [
  ...["create-machine", "edit-machine", "create-consumer", "edit-consumer"],
  ...["create-calibrator", "edit-calibrator", "accept-calibrator-certificate"],
  ...["create-procedure", "edit-procedure"],
  ...["create-certificate-report", "edit-certificate-report", "check-certificate-report"],
];

const grantsOf = (kind: Kind, serviceType: number): string[] => {
  if (kind === "admin") return [];
  if (kind === "guard") return ["view-gate-pass", "edit-gate-pass"];
  const ofAssets = kind === "engineer" ? [...assetViews, ...engineerGrants] : assetViews;
  const ofLaboratory = kind === "engineer" ? [...labViews, ...labGrants] : labViews;
  return [...(serviceType === 1 ? [] : ofAssets), ...(serviceType === 0 ? [] : ofLaboratory)];
};

/** Adds the people of each kind, with their permissions. @returns them by kind, to be named as authors */
export async function seedPeople(
  filling: Filling,
  plan: CompanyPlan,
  passwordHash: string,
): Promise<Record<Kind, Actor[]>> {
  const { db, since } = filling;
  const rows = (Object.entries(people[plan.slug]!) as [Kind, Person[]][]).flatMap(([kind, pair]) =>
    pair.map(({ more, ...who }, index) => ({
      ...newRow(filling),
      ...who,
      more,
      kind,
      email: `${kind}${index ? index + 1 : ""}@${plan.slug}.test`,
      type: kind === "admin" ? ("admin" as const) : ("user" as const),
      serviceType: plan.serviceType,
      employeeCode: `${plan.slug.slice(0, 1).toUpperCase()}${kind.slice(0, 1).toUpperCase()}${101 + index}`,
      passwordHash,
      emailVerifiedAt: since,
      status: "active" as const,
    })),
  );
  await insert(db, users, rows);
  const grants = rows.flatMap(({ id: userId, kind, more }) =>
    [...grantsOf(kind, plan.serviceType), ...more].map((permission) => ({
      ...newRow(filling),
      userId,
      permission,
      web: "allow" as const,
      app: "allow" as const,
    })),
  );
  await insert(db, userPermissions, grants);
  const of = (kind: Kind) =>
    rows.filter((user) => user.kind === kind).map(({ id, name }) => ({ id, name }));
  return { admin: of("admin"), engineer: of("engineer"), viewer: of("viewer"), guard: of("guard") };
}

/** The team that looks after the devices. */
export async function seedTeam(filling: Filling, members: Actor[]): Promise<string> {
  const team = {
    ...newRow(filling),
    name: "Biomedical",
    description: "Maintenance and repair of medical equipment",
    leaderUserId: members[0]!.id,
  };
  const rows = members.map(({ id }) => ({ ...newRow(filling), teamId: team.id, userId: id }));
  await insert(filling.db, teams, [team]);
  await insert(filling.db, teamMembers, rows);
  return team.id;
}

/** The platform's own administrator. */
export function seedStaff(
  control: D1Database,
  passwordHash: string,
  at: number,
): D1PreparedStatement[] {
  const random = new Random("staff");
  const role = {
    ...random.row(at),
    name: "superadmin",
    description: "Everything on the platform",
    isSystem: true,
  };
  const person = {
    ...random.row(at),
    name: "Platform Admin",
    email: "super@plumbline.test",
    roleId: role.id,
    passwordHash,
    status: "active" as const,
  };
  return [...inserts(control, roles, [role]), ...inserts(control, staff, [person])];
}
