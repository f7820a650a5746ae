/** The routes of the specification, as it writes them, in its order. */
export const specifiedRoutes = {
  Public:
    "/ /services /contact-us /career /products /biomedical-skill-development-and-job-oriented-training /testing-and-calibration /clinical-engineering /win-cal /win-bme /verify-email/{id}/{token} /login /developer/login /register /signup /error404 /error500",
  Authenticated:
    "/dashboard /users /user/permission/{id} /team/permission/{id} /profile /categories /sub-categories /locations /departments /teams /vendors /stores /stocks /accessory/{id} /all-assets /asset/create /asset/update/{id} /asset/detail/{id} /asset-breakdowns /asset-breakdown/{id} /asset/service-report/{id} /asset/service-report/edit/{id} /calibrations /machines /procedures /orders /subscription-log /consumers /report/form/create /report/form/update/{id} /report/form/saved-templates /report/saved-templates /certificate-reports /certificate-report/create /certificate-report/update/{id} /reports /due-service-calendar /request-domains /upgrade-requests /settings /subscription /supports /signatures /activity-logs /statics /asset-transfers /inhouse-calibrations /inhouse-calibration/create /inhouse-calibration/update/{id} /gate-passes /asset-comparison /support/create /support/show/{id}",
  "Super Admin and admin":
    "/super-admin/login-logs /super-admin/activity-logs /super-admin/settings /super-admin/contact-query /super-admin/users /admin/supports /admin/support/show/{id} /admins /companies /company/{id} /coupons /plans /testimonials /roles /role/permission/{id} /app-sliders /helps /machine-types /pm-checklists /pm-checklist/create /pm-checklist/update/{id}",
} as const;

export type Group = keyof typeof specifiedRoutes;
export const routesOf = (group: Group): string[] => specifiedRoutes[group].split(" ");

/** The table whose row a route with an id shows. */
export const recordOf: Record<string, string> = {
  "/user/permission/{id}": "users",
  "/team/permission/{id}": "teams",
  "/accessory/{id}": "assets",
  "/asset/update/{id}": "assets",
  "/asset/detail/{id}": "assets",
  "/asset-breakdown/{id}": "breakdowns",
  "/asset/service-report/{id}": "assets",
  "/asset/service-report/edit/{id}": "service_reports",
  "/report/form/update/{id}": "report_forms",
  "/certificate-report/update/{id}": "certificate_reports",
  "/inhouse-calibration/update/{id}": "inhouse_calibrations",
  "/support/show/{id}": "support_tickets",
  "/admin/support/show/{id}": "support_tickets",
  "/company/{id}": "companies",
  "/role/permission/{id}": "roles",
  "/pm-checklist/update/{id}": "pm_checklists",
};
