/** What each right of the platform's staff is called. */
export const platformRightWords: Readonly<Record<string, string>> = {
  "manage-role": "Roles",
  "manage-user": "Staff",
  "manage-company": "Companies, their Admins, domain and upgrade requests",
  "manage-coupon": "Coupons",
  "manage-plan": "Plans",
  "manage-slider": "App Sliders",
  "manage-testimonial": "Testimonials",
  "manage-help": "Help and FAQs",
  "manage-pm-checklist": "Machine types and PM checklists",
  "manage-transaction": "Orders and subscription log",
  "manage-activity-log": "Activity logs",
  "manage-login-logs": "Login activity",
  "manage-support-ticket": "Support tickets and contact queries",
  "manage-setting": "Settings",
};
