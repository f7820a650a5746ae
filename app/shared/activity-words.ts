const sentence = (words: string) => `${words[0]?.toUpperCase() ?? ""}${words.slice(1)}`;
const spaced = (word: string) => word.replace(/[_-]/g, " ");

const kinds: Record<string, string> = {
  asset_downtime: "Downtime",
  breakdown: "Service call",
  bulk_edit: "Bulk edit",
  department: "Location",
  location: "Floor/City/Site",
  media: "File",
  pm_checklist: "PM checklist",
  qr: "QR code",
  saved_view: "Saved view",
  service_report: "Service report",
  stock_item: "Stock item",
  sub_category: "Sub-category",
  user: "Person",
};
/** What people call a kind of record. */
export const kindText = (kind: string) => kinds[kind] ?? sentence(spaced(kind));

/** What was done to a record, by the verb of the action. */
const verbs: Record<string, string> = {
  create: "Added {kind}",
  update: "Changed {kind}",
  delete: "Deleted {kind}",
  archive: "Archived {kind}",
  restore: "Restored {kind}",
  merge: "Merged {kind}",
  move: "Moved {kind}",
  import: "Imported {kind}",
  export: "Exported {kind}",
  run: "Ran {kind}",
  undo: "Undid {kind}",
  upload: "Uploaded a file to {kind}",
  add_document: "Added a document to {kind}",
  replace_document: "Replaced a document of {kind}",
  remove_document: "Deleted a document of {kind}",
  delete_document: "Deleted a document of {kind}",
  show_picture: "Chose the picture of {kind}",
  invite: "Invited {kind}",
  suspend: "Suspended {kind}",
  reactivate: "Reactivated {kind}",
  withdraw: "Withdrew the invitation of {kind}",
  leave: "Marked {kind} as left",
  send_invitation: "Sent an invitation to {kind}",
  send_reset: "Sent a reset link to {kind}",
  commission: "Commissioned {kind}",
  condition: "Corrected the condition of {kind}",
  standby: "Put {kind} on standby",
  resume: "Took {kind} back into service",
  condemn: "Condemned {kind}",
  reinstate: "Took {kind} back to standby",
  dispose: "Disposed of {kind}",
  not_located: "Did not find {kind}",
  found: "Found {kind}",
  rotate_qr: "Made a new QR code for {kind}",
  replace: "Replaced {kind}",
  acknowledge: "Acknowledged {kind}",
  assign: "Assigned {kind}",
  start: "Began work on {kind}",
  hold: "Put {kind} on hold",
  duplicate: "Closed {kind} as a duplicate",
  join: "Reported {kind} again",
  rate: "Rated {kind}",
  tell_vendor: "Wrote to the vendor about {kind}",
  sent_out: "Put {kind} on hold with a gate pass",
  came_back: "Took {kind} back from a gate pass",
  resolve: "Resolved {kind}",
  close: "Closed {kind}",
  correct: "Corrected {kind}",
  end: "Ended {kind}",
  escalate: "Escalated {kind}",
  close_condemned: "Closed {kind} of a condemned asset",
  reopen: "Reopened {kind}",
  cancel: "Cancelled {kind}",
  remark: "Added a remark to {kind}",
  count: "Counted {kind}",
  issue: "Issued {kind}",
  receive: "Received {kind}",
  adjust: "Adjusted {kind}",
  transfer: "Transferred {kind}",
};
/** What was done where that is not about the record as a whole. */
const sentences: Record<string, string> = {
  "accept.invitation": "Accepted the invitation",
  "approve.email": "Confirmed the present e-mail address",
  "ask.email": "Asked for another e-mail address",
  "bulk_edit.asset": "Changed many assets at once",
  "change.password": "Changed the password",
  "change.permissions": "Changed the rights of {kind}",
  "confirm.email": "Confirmed the new e-mail address",
  "end.session": "Ended a session of {kind}",
  "end.sessions": "Ended the sessions of {kind}",
  "fail.job": "A job in the background failed",
  "refused.session": "A session of another company was refused",
  "resume.breakdown": "Went on with {kind}",
  "reset.password": "Chose a new password",
  "run.import": "Imported a spreadsheet",
  "undo.import": "Undid an import",
  "update.picture": "Changed the picture of {kind}",
  "update.preferences": "Changed the choice of notices",
  "update.profile": "Changed the profile",
  "upload.import": "Uploaded a spreadsheet to import",
};

/** Whether people are told in words what an action did. */
export const isWorded = (action: string) =>
  Object.hasOwn(sentences, action) || Object.hasOwn(verbs, action.split(".")[0]!);

/** What was done, such as "Changed asset". @param article goes before the kind: "the " */
export function actionText(
  { action, entityKind }: { action: string; entityKind: string },
  article = "",
): string {
  const [verb = "", what = ""] = action.split(".");
  const template = sentences[action] ?? verbs[verb] ?? sentence(spaced(verb));
  const kind = entityKind === "export" ? what : entityKind;
  return template.replace("{kind}", () => `${article}${kindText(kind).toLowerCase()}`);
}

const BULK_EDIT = /^Bulk edit [0-9a-f-]{36}$/;
/** Why something was done, as people read it: the id of an edit of many is for machines. */
export const reasonText = (reason: string | null) =>
  reason !== null && BULK_EDIT.test(reason) ? "Changed together with other assets" : reason;

export const kindChoices = [
  ...["asset", "service_report", "breakdown", "accessory", "stock_item", "store", "vendor"],
  ...["category", "sub_category", "department", "location", "team", "user", "settings", "export"],
].map((value) => ({ value, label: kindText(value) }));

/** The verbs that the log can be filtered by. */
export const verbChoices = [
  { value: "create", label: "Added" },
  { value: "update", label: "Changed" },
  { value: "delete", label: "Deleted" },
  { value: "archive", label: "Archived" },
  { value: "restore", label: "Restored" },
  { value: "move", label: "Moved" },
  { value: "merge", label: "Merged" },
  { value: "cancel", label: "Cancelled" },
  { value: "import", label: "Imported" },
  { value: "export", label: "Exported" },
  { value: "invite", label: "Invited" },
  { value: "suspend", label: "Suspended" },
  { value: "receive", label: "Received" },
  { value: "issue", label: "Issued" },
  { value: "adjust", label: "Adjusted" },
  { value: "transfer", label: "Transferred" },
  { value: "count", label: "Counted" },
];
