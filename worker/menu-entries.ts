import type { IconName } from "#app/shared/icon-names.ts";
import type { Heading } from "#app/shared/menu.ts";

/** An entry of the menu; its children open below it. */
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

/** The whole menu of the specification, in its order. An entry shows once its screen is in the table of screens. */
export const entries: Entry[] = [
  { heading: "MAIN", title: "Dashboard", path: "/dashboard", icon: "grid" },
  {
    heading: "MAIN",
    title: "Due Services",
    path: "/due-service-calendar",
    near: "/schedule /calendar-feeds /rounds /round",
    icon: "cal",
  },
  {
    heading: "MAIN",
    title: "Statics Data",
    path: "/statics",
    near: "/pm-compliance /reports /report /replacement /reliability",
    icon: "bars",
  },
  { heading: "MAIN", title: "Roles", path: "/roles", near: "/role", icon: "shield" },
  { heading: "MAIN", title: "Users", path: "/super-admin/users", icon: "team" },
  {
    heading: "MAIN",
    title: "Companies",
    path: "/companies",
    near: "/company /admins",
    icon: "dept",
  },
  { heading: "MAIN", title: "Request Domains", path: "/request-domains", icon: "list" },
  {
    heading: "MAIN",
    title: "Upgrade Requests",
    path: "/upgrade-requests",
    icon: "up",
    badge: "upgrades.pending",
  },
  { heading: "MAIN", title: "Coupons", path: "/coupons", near: "/coupon", icon: "tag" },
  { heading: "MAIN", title: "Plans", path: "/plans", near: "/plan", icon: "card" },
  {
    heading: "MAIN",
    title: "App Sliders",
    path: "/app-sliders",
    near: "/app-slider",
    icon: "cols",
  },
  {
    heading: "MAIN",
    title: "Testimonials",
    path: "/testimonials",
    near: "/testimonial",
    icon: "user",
  },
  { heading: "MAIN", title: "Help/Faqs", path: "/helps", near: "/help", icon: "life" },
  { heading: "MAIN", title: "Machine Type", path: "/machine-types", icon: "machine" },
  {
    heading: "MAIN",
    title: "PM Checklists",
    path: "/pm-checklists",
    near: "/pm-checklist",
    icon: "list",
  },
  { heading: "MAIN", title: "Orders", path: "/orders", near: "/order", icon: "card" },
  { heading: "MAIN", title: "Subscription Log", path: "/subscription-log", icon: "list" },
  {
    heading: "Asset Management",
    title: "Assets",
    path: "/assets",
    icon: "asset",
    children: [
      {
        title: "All Assets",
        path: "/all-assets",
        near: "/asset /accessory",
        icon: "asset",
      },
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
      {
        title: "Inhouse Calibration",
        path: "/inhouse-calibrations",
        near: "/inhouse-calibration",
        icon: "gauge",
      },
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
  {
    heading: "Testing and Calibration",
    title: "Machine DUC",
    path: "/machines",
    near: "/machine /machine-models /machine-model /m /device-templates /device-template /safety-limits",
    icon: "machine",
  },
  {
    heading: "Testing and Calibration",
    title: "Calibrator",
    path: "/calibrations",
    near: "/calibrator /interval-proposals /interval-proposal /impact-reviews /impact-review",
    icon: "gauge",
  },
  {
    heading: "Testing and Calibration",
    title: "Procedures",
    path: "/procedures",
    near: "/procedure /decision-rules /cmc-entries",
    icon: "book",
  },
  {
    heading: "Testing and Calibration",
    title: "Consumers",
    path: "/consumers",
    near: "/consumer /recalibration-requests /recalibration-request",
    icon: "user",
  },
  {
    heading: "Testing and Calibration",
    title: "Signatures",
    path: "/signatures",
    near: "/signature",
    icon: "sign",
  },
  {
    heading: "Testing and Calibration",
    title: "Certificate Reports",
    path: "/certificate-reports",
    near: "/certificate-report /instrument-maps /report/form /report/saved-templates",
    icon: "cert",
  },
  { heading: "SETTING", title: "Activity Logs", path: "/activity-logs", icon: "list" },
  { heading: "SETTING", title: "Activity Logs", path: "/super-admin/activity-logs", icon: "list" },
  { heading: "SETTING", title: "Login Activity", path: "/super-admin/login-logs", icon: "user" },
  {
    heading: "SETTING",
    title: "Contact Query",
    path: "/super-admin/contact-query",
    icon: "call",
    badge: "queries.new",
  },
  { heading: "SETTING", title: "Subscription", path: "/subscription", icon: "card" },
  {
    heading: "SETTING",
    title: "Support Ticket",
    path: "/supports",
    near: "/support",
    icon: "life",
  },
  {
    heading: "SETTING",
    title: "Support Ticket",
    path: "/admin/supports",
    near: "/admin/support",
    icon: "life",
    badge: "supports.new",
  },
  { heading: "SETTING", title: "Settings", path: "/settings", icon: "gear" },
  { heading: "SETTING", title: "Settings", path: "/super-admin/settings", icon: "gear" },
  { heading: "SETTING", title: "Users", path: "/users", near: "/user", icon: "team" },
];
