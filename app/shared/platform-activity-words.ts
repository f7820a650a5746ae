import { kindText } from "./kind-words.ts";

/** The kinds of record of the platform's log. */
export const platformKindChoices = [
  "company",
  "admin",
  "staff",
  "role",
  "machine_type",
  "pm_checklist",
  "contact_query",
  "platform_settings",
  "shard",
  "export",
].map((value) => ({ value, label: kindText(value) }));

/** The verbs that the platform's log can be filtered by. */
export const platformVerbChoices = [
  { value: "create", label: "Added" },
  { value: "update", label: "Changed" },
  { value: "delete", label: "Deleted" },
  { value: "archive", label: "Archived" },
  { value: "restore", label: "Restored" },
  { value: "move", label: "Moved" },
  { value: "export", label: "Exported" },
  { value: "invite", label: "Invited" },
  { value: "suspend", label: "Suspended" },
  { value: "reactivate", label: "Reactivated" },
  { value: "ask", label: "Asked for" },
  { value: "close", label: "Closed" },
  { value: "reopen", label: "Reopened" },
  { value: "change", label: "Changed rights" },
  { value: "make_owner", label: "Made the owner" },
  { value: "look", label: "Looked at sign-ins" },
  { value: "enter", label: "Entered" },
];
