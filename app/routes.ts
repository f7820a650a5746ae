import { index, layout, type RouteConfig, route } from "@react-router/dev/routes";

export default [
  index("routes/public/landing.tsx"),
  route("error404", "routes/public/error404.tsx"),
  route("error500", "routes/public/error500.tsx"),

  route("login", "routes/sign-in/login.tsx"),
  route("developer/login", "routes/sign-in/developer-login.tsx"),
  route("forgot-password", "routes/sign-in/forgot-password.tsx"),
  route("reset-password/:token", "routes/sign-in/reset-password.tsx"),
  route("verify-email/:id/:token", "routes/sign-in/verify-email.tsx"),
  route("dev/outbox", "routes/sign-in/dev-outbox.tsx"),

  layout("routes/shell/signed-in.tsx", [
    route("indexpage", "routes/shell/indexpage.tsx"),
    route("session/token", "routes/shell/token.tsx"),
    route("session/sign-out", "routes/shell/sign-out.tsx"),
    route("media/:id", "routes/files/media.tsx"),
    route("profile", "routes/people/profile.tsx"),
    route("asset/service-report/pdf/:id", "routes/service/pdf.tsx"),
    route("dashboard", "routes/home/dashboard.tsx"),
    route("asset/service-report", "routes/service/no-id.tsx"),
    route("asset/service-report/edit", "routes/service/edit-no-id.tsx"),
    route("asset/service-report/:id", "routes/service/create.tsx"),
    route("asset/service-report/edit/:id", "routes/service/edit.tsx"),
    route("asset/service-report/print/:id", "routes/service/print.tsx"),
    route("choices", "routes/shell/choices.ts"),
    route("categories", "routes/masters/categories.tsx"),
    route("departments", "routes/masters/departments.tsx"),
    route("vendors", "routes/masters/vendors.tsx"),
    route("stores", "routes/stores/stores.tsx"),
    route("stocks", "routes/stores/stocks.tsx"),
    route("stocks/ledger/:id", "routes/stores/ledger.tsx"),

    route("machine-types", "routes/platform/machine-types.tsx"),
    route("pm-checklists", "routes/platform/pm-checklists.tsx"),
    route("pm-checklist/create", "routes/platform/pm-checklist-create.tsx"),
    route("pm-checklist/update/:id", "routes/platform/pm-checklist-update.tsx"),
    route("companies", "routes/platform/companies.tsx"),
    route("company/create", "routes/platform/company-create.tsx"),
  ]),

  route("*", "routes/public/unknown.tsx"),
] satisfies RouteConfig;
