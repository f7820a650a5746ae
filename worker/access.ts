import type { Permission, PlatformPermission, ServiceType, UserType } from "./permissions.ts";

/** Who may open a route. Menu, pages and API read this table; a route missing from it cannot be mounted. */
export type Rule = { types: readonly UserType[]; services?: readonly ServiceType[]; permission?: Permission | PlatformPermission };

const everyone = ["Super Admin", "Admin", "User"] as const;
const company = ["Admin", "User"] as const;
const staff = ["Super Admin"] as const;
const assetSide = [0, 2] as const;

const onAssets = (permission: Permission): Rule => ({ types: company, services: assetSide, permission });
const platform = (permission: PlatformPermission): Rule => ({ types: staff, permission });

/** Signed-in routes by their pattern. */
export const access = {
  "/dashboard": { types: everyone },
  "/profile": { types: everyone },
  "/indexpage": { types: everyone },
  "/session/token": { types: everyone },
  "/session/sign-out": { types: everyone },
  "/palette": { types: everyone },
  "/media/:id": { types: company },
  "/all-assets": onAssets("view-asset"),
  "/asset/create": onAssets("create-asset"),
  "/asset/update/:id": onAssets("edit-asset"),
  "/asset/detail/:id": onAssets("view-asset"),
  "/asset/choices": onAssets("view-asset"),
  "/asset/export.csv": onAssets("export-asset"),
  "/asset/detail/:id/reports.csv": onAssets("export-asset"),
  "/asset/service-report": onAssets("edit-asset"),
  "/asset/service-report/:id": onAssets("edit-asset"),
  "/asset/service-report/edit": onAssets("edit-asset"),
  "/asset/service-report/edit/:id": onAssets("edit-asset"),
  "/asset/service-report/print/:id": onAssets("view-asset"),
  "/asset/service-report/pdf/:id": onAssets("view-asset"),
  "/choices": { types: company, services: assetSide },
  "/categories": onAssets("view-category"),
  "/departments": onAssets("view-department"),
  "/vendors": onAssets("view-vendor"),
  "/stores": onAssets("view-store"),
  "/stocks": onAssets("view-stock"),
  "/stocks/ledger/:id": onAssets("view-stock"),
  "/machine-types": platform("manage-pm-checklist"),
  "/pm-checklists": platform("manage-pm-checklist"),
  "/pm-checklist/create": platform("manage-pm-checklist"),
  "/pm-checklist/update/:id": platform("manage-pm-checklist"),
  "/companies": platform("manage-company"),
  "/company/create": platform("manage-company"),
} as const satisfies Record<string, Rule>;

export type GuardedPath = keyof typeof access;

const patterns = Object.keys(access).map((pattern) => ({
  pattern: pattern as GuardedPath,
  test: new RegExp(`^${pattern.replace(/:\w+/g, "[^/]+")}$`, "i"),
  literal: !pattern.includes(":"),
}));

/** A path as the router matches it: decoded, each slash once, without its end. */
function routed(pathname: string): string {
  const path =
    pathname
      .replace(/\.data$/, "")
      .replace(/\/{2,}/g, "/")
      .replace(/\/_?$/, "") || "/";
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}

/** The rule of a path, with or without a trailing slash or `.data`; undefined when the path is not in the table. */
export function ruleFor(pathname: string): Rule | undefined {
  const path = routed(pathname);
  const found = patterns.find((p) => p.literal && p.test.test(path)) ?? patterns.find((p) => p.test.test(path));
  return found && access[found.pattern];
}

export type Person = { type: UserType; serviceType: ServiceType | null; may: (permission: string) => boolean };

/** Whether a person may open what a rule guards. Super Admin is not filtered by service type. */
export function allowed(rule: Rule, person: Person): boolean {
  if (!rule.types.includes(person.type)) return false;
  if (person.type !== "Super Admin" && rule.services && !rule.services.includes(person.serviceType as ServiceType)) return false;
  return !rule.permission || person.may(rule.permission);
}
