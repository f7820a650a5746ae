export type ServiceType = 0 | 1 | 2;

export const verbs = [
  ...(["view", "create", "edit", "delete", "approve", "accept", "export"] as const),
  ...(["check", "issue", "void", "grant"] as const),
] as const;
type Verb = (typeof verbs)[number];

/** Subjects and the service types they belong to (data model, section 3). */
export const subjects = {
  asset: { services: [0, 2], verbs: "all" },
  "asset-transfer": { services: [0, 2], verbs: "all" },
  "gate-pass": { services: [0, 2], verbs: "all" },
  "asset-comparison": { services: [0, 2], verbs: "no approve" },
  "inhouse-calibration": { services: [0, 2], verbs: "all" },
  category: { services: [0, 2], verbs: "no approve" },
  department: { services: [0, 2], verbs: "no approve" },
  location: { services: [0, 2], verbs: "no approve" },
  vendor: { services: [0, 2], verbs: "no approve" },
  store: { services: [0, 2], verbs: "no approve" },
  stock: { services: [0, 2], verbs: "all" },
  breakdown: { services: [0, 2], verbs: "all" },
  user: { services: [0, 1, 2], verbs: "no approve" },
  machine: { services: [1, 2], verbs: "no approve" },
  calibrator: { services: [1, 2], verbs: "no approve" },
  "calibrator-certificate": { services: [1, 2], verbs: "accept" },
  procedure: { services: [1, 2], verbs: "all" },
  "safety-limit": { services: [1, 2], verbs: "edit" },
  consumer: { services: [1, 2], verbs: "no approve" },
  signature: { services: [1, 2], verbs: "no approve" },
  "certificate-report": {
    services: [1, 2],
    verbs: "view create edit delete export approve check issue void",
  },
  concession: { services: [1, 2], verbs: "grant" },
  "report-form": { services: [1, 2], verbs: "all" },
  "support-ticket": { services: [0, 1, 2], verbs: "view create edit delete" },
  settings: { services: [0, 1, 2], verbs: "view edit export" },
} as const;

export type Subject = keyof typeof subjects;
export type Permission = `${Verb}-${Subject}`;

const usual = "view create edit delete export";
const sets: Record<string, string> = { all: `${usual} approve`, "no approve": usual };
const has = (allowed: string, verb: Verb) => (sets[allowed] ?? allowed).split(" ").includes(verb);

/** Every permission of a company, with the service types it belongs to. */
export const vocabulary = new Map<Permission, readonly number[]>(
  Object.entries(subjects).flatMap(([subject, rule]) =>
    verbs
      .filter((verb) => has(rule.verbs, verb))
      .map((verb) => [`${verb}-${subject}` as Permission, rule.services] as const),
  ),
);

/** What the platform's staff may hold. */
export const platformPermissions = [
  "manage-role",
  "manage-user",
  "manage-company",
  "manage-coupon",
  "manage-plan",
  "manage-slider",
  "manage-testimonial",
  "manage-help",
  "manage-pm-checklist",
  "manage-transaction",
  "manage-activity-log",
  "manage-login-logs",
  "manage-support-ticket",
  "manage-setting",
] as const;
export type PlatformPermission = (typeof platformPermissions)[number];

/** One entry of the permission list on the wire. */
export type WirePermission = { name: string; value: boolean; is_web_permission: boolean };

export type OwnGrant = {
  permission: string;
  web: "allow" | "deny" | null;
  app: "allow" | "deny" | null;
};
export type TeamGrant = { permission: string; isWebPermission: boolean; isAppPermission: boolean };

/** Subjects as people know them, by the part of the product they belong to. */
export const modules: readonly {
  label: string;
  subjects: readonly (readonly [Subject, string])[];
}[] = [
  {
    label: "Asset Management",
    subjects: [
      ["asset", "Assets and service reports"],
      ["asset-transfer", "Transfers"],
      ["gate-pass", "Gate Passes"],
      ["asset-comparison", "Asset Comparison"],
      ["inhouse-calibration", "Inhouse Calibration"],
      ["breakdown", "Service Calls"],
      ["category", "Categories"],
      ["department", "Locations"],
      ["location", "Floor/City/Site"],
      ["vendor", "Vendors and contracts"],
      ["store", "Stores"],
      ["stock", "Stocks"],
    ],
  },
  {
    label: "Testing and Calibration",
    subjects: [
      ["machine", "Machine DUC"],
      ["calibrator", "Calibrators"],
      ["calibrator-certificate", "Certificates of calibrators"],
      ["procedure", "Procedures"],
      ["safety-limit", "Limits of electrical safety"],
      ["consumer", "Consumers"],
      ["signature", "Signatures"],
      ["certificate-report", "Certificate Reports"],
      ["concession", "Concessions"],
      ["report-form", "Report forms"],
    ],
  },
  {
    label: "Company",
    subjects: [
      ["user", "People, teams and permissions"],
      ["support-ticket", "Support tickets"],
      ["settings", "Settings"],
    ],
  },
];

const decide = (own: "allow" | "deny" | null | undefined, team: boolean) =>
  own === "allow" || (own !== "deny" && team);

/** A permission of a person on each channel. */
type Held = { name: Permission; web: boolean; app: boolean };

/**
 * The permissions a person of a company has, read fresh on every request (data model, section 3, resolution 1 to 3).
 * @returns the full list; what the service type excludes is false for everybody
 */
export function resolvePermissions(
  person: { type: "admin" | "user"; serviceType: number },
  own: readonly OwnGrant[],
  teams: readonly TeamGrant[],
): Held[] {
  const personal = new Map(own.map((grant) => [grant.permission, grant]));
  const web = new Set(
    teams.filter((grant) => grant.isWebPermission).map((grant) => grant.permission),
  );
  const app = new Set(
    teams.filter((grant) => grant.isAppPermission).map((grant) => grant.permission),
  );
  return [...vocabulary].map(([name, services]) => {
    if (!services.includes(person.serviceType)) return { name, web: false, app: false };
    if (person.type === "admin") return { name, web: true, app: true };
    return {
      name,
      web: decide(personal.get(name)?.web, web.has(name)),
      app: decide(personal.get(name)?.app, app.has(name)),
    };
  });
}

/** The same list as the wire shows it. */
export const wirePermissions = (held: readonly Held[]): WirePermission[] =>
  held.map(({ name, web, app }) => ({ name, value: web || app, is_web_permission: web }));
