import type { UserType } from "#app/shared/menu.ts";
import type { Permission, PlatformPermission, ServiceType } from "./permissions.ts";

/** Who may open a route. Menu, pages and API read this table; a route missing from it cannot be mounted. */
export type Rule = {
  types: readonly UserType[];
  services?: readonly ServiceType[];
  permission?: Permission | PlatformPermission;
};

const everyone = ["Super Admin", "Admin", "User"] as const;
const company = ["Admin", "User"] as const;
const staff = ["Super Admin"] as const;
const assetSide = [0, 2] as const;

const onAssets = (permission: Permission): Rule => ({
  types: company,
  services: assetSide,
  permission,
});
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
  "/saved-views": { types: company },
  "/all-assets": onAssets("view-asset"),
  "/asset/create": onAssets("create-asset"),
  "/asset/update/:id": onAssets("edit-asset"),
  "/asset/detail/:id": onAssets("view-asset"),
  "/asset/bulk": onAssets("view-asset"),
  "/asset/choices": onAssets("view-asset"),
  "/asset/export.csv": onAssets("export-asset"),
  "/asset/detail/:id/reports.csv": onAssets("export-asset"),
  "/asset/labels": onAssets("view-asset"),
  "/asset/labels.pdf": onAssets("view-asset"),
  "/asset/qr/:id": onAssets("view-asset"),
  "/asset/detail/:id/parts.csv": onAssets("export-asset"),
  "/asset/taken": onAssets("view-asset"),
  "/accessory/:id": onAssets("view-asset"),
  "/asset/service-report": onAssets("edit-asset"),
  "/asset/service-report/:id": onAssets("edit-asset"),
  "/asset/service-report/edit": onAssets("edit-asset"),
  "/asset/service-report/edit/:id": onAssets("edit-asset"),
  "/asset/service-report/print/:id": onAssets("view-asset"),
  "/asset/service-report/pdf/:id": onAssets("view-asset"),
  "/imports": { types: company, services: assetSide },
  "/imports/:id": { types: company, services: assetSide },
  "/imports/:id/step": { types: company, services: assetSide },
  "/imports/:id/errors": { types: company, services: assetSide },
  "/import-template": { types: company, services: assetSide },
  "/scan": { types: company, services: assetSide },
  "/choices": { types: company, services: assetSide },
  "/categories": onAssets("view-category"),
  "/categories/export.csv": onAssets("export-category"),
  "/sub-categories": onAssets("view-category"),
  "/sub-categories/export.csv": onAssets("export-category"),
  "/departments": onAssets("view-department"),
  "/departments/export.csv": onAssets("export-department"),
  "/locations": onAssets("view-location"),
  "/locations/export.csv": onAssets("export-location"),
  "/locations/branch": onAssets("view-location"),
  "/merge-preview": { types: company, services: assetSide },
  "/vendors": onAssets("view-vendor"),
  "/vendors/export.csv": onAssets("export-vendor"),
  "/vendor/create": onAssets("create-vendor"),
  "/vendor/update/:id": onAssets("edit-vendor"),
  "/vendor/detail/:id": onAssets("view-vendor"),
  "/stores": onAssets("view-store"),
  "/stores/export.csv": onAssets("export-store"),
  "/stocks": onAssets("view-stock"),
  "/stocks/export.csv": onAssets("export-stock"),
  "/stocks/labels": onAssets("view-stock"),
  "/stocks/labels.pdf": onAssets("view-stock"),
  "/stocks/ledger/:id": onAssets("view-stock"),
  "/stocks/ledger/:id/movements.csv": onAssets("export-stock"),
  "/stocks/count/:id": onAssets("approve-stock"),
  "/activity-logs": { types: company },
  "/notifications": { types: company },
  "/notifications/latest": { types: company },
  "/notifications/preferences": { types: company },
  "/settings": { types: company, permission: "view-settings" },
  "/settings/export.zip": { types: ["Admin"] },
  "/activity-logs/export.csv": { types: ["Admin"] },
  "/users": { types: company, services: [1, 2], permission: "view-user" },
  "/users/export.csv": { types: company, permission: "export-user" },
  "/user/detail/:id": { types: company, permission: "view-user" },
  "/user/permission/:id": { types: company, permission: "edit-user" },
  "/teams": onAssets("view-user"),
  "/team/create": onAssets("create-user"),
  "/team/update/:id": onAssets("edit-user"),
  "/team/permission/:id": onAssets("edit-user"),
  "/roles": platform("manage-role"),
  "/role/permission/:id": platform("manage-role"),
  "/super-admin/users": platform("manage-user"),
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
      .replace(/\/_\.data$|\.data$/, "")
      .replace(/\/{2,}/g, "/")
      .replace(/\/$/, "") || "/";
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}

/** The rule of a path, with or without a trailing slash or `.data`; undefined when the path is not in the table. */
export function ruleFor(pathname: string): Rule | undefined {
  const path = routed(pathname);
  const match =
    patterns.find((p) => p.literal && p.test.test(path)) ?? patterns.find((p) => p.test.test(path));
  return match && access[match.pattern];
}

export type Person = {
  type: UserType;
  serviceType: ServiceType | null;
  may: (permission: string) => boolean;
};

/** Whether a person may open what a rule guards. Super Admin is not filtered by service type. */
export function allowed(rule: Rule, person: Person): boolean {
  if (!rule.types.includes(person.type)) return false;
  if (
    person.type !== "Super Admin" &&
    rule.services &&
    !rule.services.includes(person.serviceType as ServiceType)
  )
    return false;
  return !rule.permission || person.may(rule.permission);
}
