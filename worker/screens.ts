import type { IconName } from "#app/shared/icon-names.ts";
import type { Heading, UserType } from "#app/shared/menu.ts";
import type { Permission, PlatformPermission, ServiceType } from "./permissions.ts";

/** Who may open a screen. */
export type Rule = {
  types: readonly UserType[];
  services?: readonly ServiceType[];
  permission?: Permission | PlatformPermission;
};
/** `file` is the route's module under app/routes. */
type Screen = Rule & { file: string };

const everyone = ["Super Admin", "Admin", "User"] as const;
const company = ["Admin", "User"] as const;
const staff = ["Super Admin"] as const;
const assetSide = [0, 2] as const;

const onAssets = (file: string, permission: Permission): Screen => ({
  file,
  types: company,
  services: assetSide,
  permission,
});
const platform = (file: string, permission: PlatformPermission): Screen => ({
  file,
  types: staff,
  permission,
});

type Subject<P = Permission> = P extends `export-${infer S}` ? S : never;
/** The list of an entity, in a file of its name, and its export. */
const ofEntity = <P extends string>(area: string, path: P, subject: Subject) =>
  ({
    [`/${path}`]: onAssets(`${area}/${path}.tsx`, `view-${subject}`),
    [`/${path}/export.csv`]: onAssets("shell/export-entity.ts", `export-${subject}`),
  }) as Record<`/${P}` | `/${P}/export.csv`, Screen>;

/** Every signed-in screen by its pattern. Routes, menu, pages and API read this table. */
export const screens = {
  "/dashboard": { file: "home/dashboard.tsx", types: everyone },
  "/profile": { file: "people/profile.tsx", types: everyone },
  "/indexpage": { file: "shell/indexpage.tsx", types: everyone },
  "/session/token": { file: "shell/token.tsx", types: everyone },
  "/session/sign-out": { file: "shell/sign-out.tsx", types: everyone },
  "/palette": { file: "shell/palette.ts", types: everyone },
  "/media/:id": { file: "files/media.tsx", types: company },
  "/saved-views": { file: "shell/saved-views.ts", types: company },
  "/all-assets": onAssets("assets/all-assets.tsx", "view-asset"),
  "/asset/create": onAssets("assets/create.tsx", "create-asset"),
  "/asset/update/:id": onAssets("assets/update.tsx", "edit-asset"),
  "/asset/detail/:id": onAssets("assets/detail.tsx", "view-asset"),
  "/asset/bulk": onAssets("assets/bulk.ts", "view-asset"),
  "/asset/choices": onAssets("assets/choices.ts", "view-asset"),
  "/asset/export.csv": onAssets("assets/export.ts", "export-asset"),
  "/asset/detail/:id/reports.csv": onAssets("assets/export-reports.ts", "export-asset"),
  "/asset/labels": onAssets("assets/label-page.tsx", "view-asset"),
  "/asset/labels.pdf": onAssets("assets/label-pdf.ts", "view-asset"),
  "/asset/qr/:id": onAssets("assets/label-qr.ts", "view-asset"),
  "/asset/detail/:id/parts.csv": onAssets("assets/export-parts.ts", "export-asset"),
  "/asset/taken": onAssets("assets/taken.ts", "view-asset"),
  "/accessory/:id": onAssets("assets/accessory.tsx", "view-asset"),
  "/asset/service-report": onAssets("service/no-id.tsx", "edit-asset"),
  "/asset/service-report/:id": onAssets("service/create.tsx", "edit-asset"),
  "/asset/service-report/edit": onAssets("service/edit-no-id.tsx", "edit-asset"),
  "/asset/service-report/edit/:id": onAssets("service/edit.tsx", "edit-asset"),
  "/asset/service-report/print/:id": onAssets("service/print.tsx", "view-asset"),
  "/asset/service-report/pdf/:id": onAssets("service/pdf.tsx", "view-asset"),
  "/imports": { file: "imports/imports.tsx", types: company, services: assetSide },
  "/imports/:id": { file: "imports/import.tsx", types: company, services: assetSide },
  "/imports/:id/step": { file: "imports/step.ts", types: company, services: assetSide },
  "/imports/:id/errors": { file: "imports/errors.ts", types: company, services: assetSide },
  "/import-template": { file: "imports/template.ts", types: company, services: assetSide },
  "/scan": { file: "shell/scan.ts", types: company, services: assetSide },
  "/moves": { file: "shell/moves.ts", types: company, services: assetSide },
  "/choices": { file: "shell/choices.ts", types: company, services: assetSide },
  "/asset-breakdowns": onAssets("calls/calls.tsx", "view-breakdown"),
  "/asset-breakdowns/export.csv": onAssets("calls/export.ts", "export-breakdown"),
  "/asset-breakdowns/beginning": onAssets("calls/beginning.ts", "create-breakdown"),
  "/asset-breakdowns/figures": onAssets("calls/figures.ts", "view-breakdown"),
  "/asset-breakdown/:id": onAssets("calls/call.tsx", "view-breakdown"),
  ...ofEntity("masters", "categories", "category"),
  ...ofEntity("masters", "sub-categories", "category"),
  ...ofEntity("masters", "departments", "department"),
  "/departments/poster/:id": onAssets("masters/poster.tsx", "view-department"),
  "/departments/poster/:id/pdf": onAssets("masters/poster-pdf.ts", "view-department"),
  ...ofEntity("places", "locations", "location"),
  "/locations/branch": onAssets("places/branch.ts", "view-location"),
  "/merge-preview": { file: "masters/merge-preview.ts", types: company, services: assetSide },
  ...ofEntity("masters", "vendors", "vendor"),
  "/asset-transfers": onAssets("transfers/transfers.tsx", "view-asset-transfer"),
  "/asset-transfers/export.csv": onAssets("transfers/export.ts", "export-asset-transfer"),
  "/asset-transfer/create": onAssets("transfers/create.tsx", "create-asset-transfer"),
  "/asset-transfer/devices": onAssets("transfers/devices.ts", "view-asset-transfer"),
  "/asset-transfer/edit/:id": onAssets("transfers/edit.tsx", "view-asset-transfer"),
  "/asset-transfer/receive/:id": onAssets("transfers/receive.tsx", "view-asset-transfer"),
  "/asset-transfer/scan/:id": onAssets("transfers/scan-line.ts", "view-asset-transfer"),
  "/asset-transfer/print/:id": onAssets("transfers/print.tsx", "view-asset-transfer"),
  "/asset-transfer/pdf/:id": onAssets("transfers/pdf.ts", "view-asset-transfer"),
  "/asset-transfer/:id": onAssets("transfers/transfer.tsx", "view-asset-transfer"),
  "/vendor/create": onAssets("masters/vendor-create.tsx", "create-vendor"),
  "/vendor/update/:id": onAssets("masters/vendor-update.tsx", "edit-vendor"),
  "/vendor/detail/:id": onAssets("masters/vendor-detail.tsx", "view-vendor"),
  "/contract/create": onAssets("contracts/create.tsx", "create-vendor"),
  "/contract/update/:id": onAssets("contracts/update.tsx", "edit-vendor"),
  "/contract/renew/:id": onAssets("contracts/renew.tsx", "create-vendor"),
  "/contract/:id": onAssets("contracts/detail.tsx", "view-vendor"),
  "/contracts/assets": onAssets("contracts/add-many.ts", "edit-vendor"),
  "/contracts/export.csv": onAssets("contracts/export.ts", "export-vendor"),
  "/asset-comparison": onAssets("comparison/list.tsx", "view-asset-comparison"),
  "/asset-comparison/compare": onAssets("comparison/compare.tsx", "view-asset-comparison"),
  "/asset-comparison/compare.csv": onAssets("comparison/export.ts", "export-asset-comparison"),
  "/asset-comparison/:id": onAssets("comparison/open.ts", "view-asset-comparison"),
  ...ofEntity("recalls", "recalls", "breakdown"),
  "/recall/:id": onAssets("recalls/recall.tsx", "view-breakdown"),
  ...ofEntity("stores", "stores", "store"),
  "/stocks": onAssets("stores/stocks.tsx", "view-stock"),
  "/stocks/export.csv": onAssets("stores/export.ts", "export-stock"),
  "/stocks/labels": onAssets("stores/stock-labels.tsx", "view-stock"),
  "/stocks/labels.pdf": onAssets("stores/stock-label-pdf.ts", "view-stock"),
  "/stocks/ledger/:id": onAssets("stores/ledger.tsx", "view-stock"),
  "/stocks/ledger/:id/movements.csv": onAssets("stores/export-movements.ts", "export-stock"),
  "/stocks/count/:id": onAssets("stores/count.tsx", "approve-stock"),
  "/gate-passes": onAssets("passes/gate-passes.tsx", "view-gate-pass"),
  "/gate-passes/export.csv": onAssets("passes/export.ts", "export-gate-pass"),
  "/gate-pass/create": onAssets("passes/create.tsx", "create-gate-pass"),
  "/gate-pass/devices": onAssets("passes/devices.ts", "create-gate-pass"),
  "/gate-pass/update/:id": onAssets("passes/update.tsx", "create-gate-pass"),
  "/gate-pass/:id": onAssets("passes/pass.tsx", "view-gate-pass"),
  "/gate-pass/pdf/:id": onAssets("passes/pdf.ts", "view-gate-pass"),
  "/gate-pass/print/:id": onAssets("passes/print.tsx", "view-gate-pass"),
  "/gate": onAssets("passes/gate.tsx", "view-gate-pass"),
  "/gate/:id": onAssets("passes/gate-check.tsx", "view-gate-pass"),
  "/activity-logs": { file: "records/activity-logs.tsx", types: company },
  "/notifications": { file: "notices/notifications.tsx", types: company },
  "/notifications/latest": { file: "notices/latest.ts", types: company },
  "/notifications/preferences": { file: "notices/preferences.tsx", types: company },
  "/settings": { file: "settings/settings.tsx", types: company, permission: "view-settings" },
  "/settings/export.zip": { file: "settings/export.ts", types: ["Admin"] },
  "/activity-logs/export.csv": { file: "records/export.ts", types: ["Admin"] },
  "/users": { file: "people/users.tsx", types: company, services: [1, 2], permission: "view-user" },
  "/users/export.csv": { file: "people/export.ts", types: company, permission: "export-user" },
  "/user/detail/:id": { file: "people/user-detail.tsx", types: company, permission: "view-user" },
  "/user/permission/:id": {
    file: "people/user-permission.tsx",
    types: company,
    permission: "edit-user",
  },
  "/teams": onAssets("people/teams.tsx", "view-user"),
  "/team/create": onAssets("people/team-create.tsx", "create-user"),
  "/team/update/:id": onAssets("people/team-update.tsx", "edit-user"),
  "/team/permission/:id": onAssets("people/team-permission.tsx", "edit-user"),
  "/roles": platform("platform/roles.tsx", "manage-role"),
  "/role/permission/:id": platform("platform/role-permission.tsx", "manage-role"),
  "/super-admin/users": platform("platform/staff.tsx", "manage-user"),
  "/machine-types": platform("platform/machine-types.tsx", "manage-pm-checklist"),
  "/pm-checklists": platform("platform/pm-checklists.tsx", "manage-pm-checklist"),
  "/pm-checklist/create": platform("platform/pm-checklist-create.tsx", "manage-pm-checklist"),
  "/pm-checklist/update/:id": platform("platform/pm-checklist-update.tsx", "manage-pm-checklist"),
  "/companies": platform("platform/companies.tsx", "manage-company"),
  "/company/create": platform("platform/company-create.tsx", "manage-company"),
} satisfies Record<string, Screen>;

export type Entry = {
  heading: Heading;
  title: string;
  icon: IconName;
  path: string;
  badge?: string;
  /** Screens that belong to it and lie at other addresses, with a space between them. */
  near?: string;
  children?: Omit<Entry, "heading" | "children">[];
};

/** The whole menu of the specification, in its order. An entry shows once its screen is in the table above. */
export const entries: Entry[] = [
  { heading: "MAIN", title: "Dashboard", path: "/dashboard", icon: "grid" },
  { heading: "MAIN", title: "Due Services", path: "/due-service-calendar", icon: "cal" },
  { heading: "MAIN", title: "Statics Data", path: "/statics", icon: "bars" },
  { heading: "MAIN", title: "Roles", path: "/roles", near: "/role", icon: "shield" },
  { heading: "MAIN", title: "Users", path: "/super-admin/users", icon: "team" },
  { heading: "MAIN", title: "Companies", path: "/companies", near: "/company", icon: "dept" },
  { heading: "MAIN", title: "Request Domains", path: "/request-domains", icon: "list" },
  { heading: "MAIN", title: "Upgrade Requests", path: "/upgrade-requests", icon: "up" },
  { heading: "MAIN", title: "Coupons", path: "/coupons", icon: "tag" },
  { heading: "MAIN", title: "Plans", path: "/plans", icon: "card" },
  { heading: "MAIN", title: "App Sliders", path: "/app-sliders", icon: "cols" },
  { heading: "MAIN", title: "Testimonials", path: "/testimonials", icon: "user" },
  { heading: "MAIN", title: "Help/Faqs", path: "/helps", icon: "life" },
  { heading: "MAIN", title: "Machine Type", path: "/machine-types", icon: "machine" },
  {
    heading: "MAIN",
    title: "PM Checklists",
    path: "/pm-checklists",
    near: "/pm-checklist",
    icon: "list",
  },
  { heading: "MAIN", title: "Orders", path: "/orders", icon: "card" },
  { heading: "MAIN", title: "Subscription Log", path: "/subscription-log", icon: "list" },
  {
    heading: "Asset Management",
    title: "Assets",
    path: "/assets",
    icon: "asset",
    children: [
      { title: "All Assets", path: "/all-assets", near: "/asset /accessory", icon: "asset" },
      {
        title: "Transfer",
        path: "/asset-transfers",
        near: "/asset-transfer",
        icon: "truck",
        badge: "transfers",
      },
      {
        title: "Gate Passes",
        path: "/gate-passes",
        near: "/gate-pass /gate",
        icon: "card",
        badge: "passes.due",
      },
      { title: "Asset Comparison", path: "/asset-comparison", icon: "cols" },
      { title: "Inhouse Calibration", path: "/inhouse-calibrations", icon: "gauge" },
    ],
  },
  {
    heading: "Asset Management",
    title: "Categories",
    path: "/categories",
    near: "/sub-categories",
    icon: "tag",
  },
  { heading: "Asset Management", title: "Locations", path: "/departments", icon: "dept" },
  { heading: "Asset Management", title: "Teams", path: "/teams", near: "/team", icon: "team" },
  { heading: "Asset Management", title: "Floor/City/Site", path: "/locations", icon: "pin" },
  {
    heading: "Asset Management",
    title: "Vendors",
    path: "/vendors",
    near: "/vendor /contract",
    icon: "truck",
  },
  { heading: "Asset Management", title: "Stores", path: "/stores", icon: "store" },
  {
    heading: "Asset Management",
    title: "Stocks",
    path: "/stocks",
    icon: "stock",
    badge: "stock.low",
  },
  {
    heading: "Asset Management",
    title: "Service Call/Complaint",
    path: "/asset-breakdowns",
    near: "/asset-breakdown /recalls /recall",
    icon: "call",
    badge: "calls.open",
  },
  { heading: "Testing and Calibration", title: "Machine DUC", path: "/machines", icon: "machine" },
  { heading: "Testing and Calibration", title: "Calibrator", path: "/calibrations", icon: "gauge" },
  { heading: "Testing and Calibration", title: "Procedures", path: "/procedures", icon: "book" },
  { heading: "Testing and Calibration", title: "Consumers", path: "/consumers", icon: "user" },
  { heading: "Testing and Calibration", title: "Signatures", path: "/signatures", icon: "sign" },
  {
    heading: "Testing and Calibration",
    title: "Certificate Reports",
    path: "/certificate-reports",
    icon: "cert",
  },
  { heading: "SETTING", title: "Activity Logs", path: "/activity-logs", icon: "list" },
  { heading: "SETTING", title: "Activity Logs", path: "/super-admin/activity-logs", icon: "list" },
  { heading: "SETTING", title: "Login Activity", path: "/super-admin/login-logs", icon: "user" },
  { heading: "SETTING", title: "Contact Query", path: "/super-admin/contact-query", icon: "call" },
  { heading: "SETTING", title: "Subscription", path: "/subscription", icon: "card" },
  { heading: "SETTING", title: "Support Ticket", path: "/supports", icon: "life" },
  { heading: "SETTING", title: "Support Ticket", path: "/admin/supports", icon: "life" },
  { heading: "SETTING", title: "Settings", path: "/settings", icon: "gear" },
  { heading: "SETTING", title: "Settings", path: "/super-admin/settings", icon: "gear" },
  { heading: "SETTING", title: "Users", path: "/users", near: "/user", icon: "team" },
];
