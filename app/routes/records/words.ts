import { assetLabels } from "../assets/labels.ts";

const sentence = (words: string) => `${words[0]?.toUpperCase() ?? ""}${words.slice(1)}`;
const spaced = (word: string) =>
  word.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`).replace(/[_-]/g, " ");

const kinds: Record<string, string> = {
  breakdown: "Service call",
  department: "Location",
  location: "Floor/City/Site",
  service_report: "Service report",
  stock_item: "Stock item",
  sub_category: "Sub-category",
  user: "Person",
};
/** What people call a kind of record. */
export const kindText = (kind: string) => kinds[kind] ?? sentence(spaced(kind));

const verbs: Record<string, string> = {
  create: "Added",
  update: "Changed",
  delete: "Deleted",
  archive: "Archived",
  restore: "Restored",
  move: "Moved",
  import: "Imported",
  export: "Exported",
  invite: "Invited",
  suspend: "Suspended",
  receive: "Received",
  issue: "Issued",
  adjust: "Adjusted",
  transfer: "Transferred",
  count: "Counted",
  change: "Changed",
  ask: "Asked for",
  end: "Ended",
  refused: "Refused",
  accept: "Accepted",
  confirm: "Confirmed",
  reset: "Set a new",
  acknowledge: "Acknowledged",
  resolve: "Resolved",
  close: "Closed",
  reopen: "Reopened",
  cancel: "Cancelled",
  merge: "Merged",
  replace: "Replaced",
  leave: "Marked as left:",
  reactivate: "Reactivated",
  send_invitation: "Sent an invitation to",
  send_reset: "Sent a reset link to",
  remark: "Added a remark to",
  bulk_edit: "Changed with others:",
  upload: "Uploaded",
  run: "Ran",
  undo: "Undid",
  add_document: "Added a document to",
  replace_document: "Replaced a document of",
  remove_document: "Deleted a document of",
  delete_document: "Deleted a document of",
  show_picture: "Chose the picture of",
};
/** The verbs that the list can be filtered by. */
const filterVerbs = [
  ...["create", "update", "delete", "archive", "restore", "move", "merge", "cancel", "import"],
  ...["export", "invite", "suspend", "receive", "issue", "adjust", "transfer", "count"],
];
/** The first word of an action, as people say it. */
const verbText = (action: string) => {
  const verb = action.split(".")[0] ?? action;
  return verbs[verb] ?? sentence(spaced(verb));
};

/** What was done, such as "Changed asset". */
export function actionText({ action, entityKind }: { action: string; entityKind: string }): string {
  const what = action.slice(action.indexOf(".") + 1);
  return `${verbText(action)} ${(what === entityKind ? kindText(entityKind) : spaced(what)).toLowerCase()}`;
}

export const kindChoices = [
  ...["asset", "service_report", "breakdown", "accessory", "stock_item", "store", "vendor"],
  ...["category", "sub_category", "department", "location", "team", "user", "settings", "export"],
].map((value) => ({ value, label: kindText(value) }));
export const verbChoices = filterVerbs.map((value) => ({ value, label: verbText(value) }));

const fields: Record<string, string> = {
  departmentId: "Location",
  locationId: "Floor/City/Site",
  keeperUserId: "Keeper",
  headName: "Head",
  minQty: "Minimum",
  maxQty: "Maximum",
  rateMinor: "Rate",
  partNo: "Part no",
  qty: "Quantity",
  serviceTicket: "Service Ticket No",
  serviceOn: "Date",
  serviceType: "Type",
  problemDescription: "Problem Reported",
  actionTaken: "Action Taken",
  remark: "Remarks",
  doneBy: "Done By",
  serviceCostMinor: "Service Cost",
  totalCostMinor: "Total Cost",
};
/** Marks an own field of a category in the log; its label follows. */
const OWN_FIELD = "spec:";

/** What people call a field. */
export const fieldText = (field: string) =>
  (field.startsWith(OWN_FIELD) ? field.slice(OWN_FIELD.length) : fields[field]) ??
  assetLabels[field] ??
  sentence(spaced(field.replace(/Minor$/, "").replace(/(?<=[a-z])(Id|On|At)$/, "")));

type EntityAction = { action: string; entityKind: string; entityId: string };
const pages: Record<string, (id: string) => string> = {
  asset: (id) => `/asset/detail/${id}`,
  service_report: (id) => `/asset/service-report/print/${id}`,
  stock_item: (id) => `/stocks/ledger/${id}`,
};
/** Where a record is shown; null for one without a page of its own, and for one that is gone. */
export const pageOf = ({ action, entityKind, entityId }: EntityAction) =>
  action.startsWith("delete.") ? null : (pages[entityKind]?.(entityId) ?? null);

const doors: Record<string, string> = {
  api: "by the API",
  qr: "by a QR label",
  import: "by import",
  system: "by itself",
};
/** How it was done, where it was not on the web. */
export const doorText = (via: string) => doors[via] ?? "";
