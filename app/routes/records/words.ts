type EntityAction = { action: string; entityKind: string; entityId: string };
const pages: Record<string, (id: string) => string> = {
  asset: (id) => `/asset/detail/${id}`,
  gate_pass: (id) => `/gate-pass/${id}`,
  breakdown: (id) => `/asset-breakdown/${id}`,
  device_template: (id) => `/device-template/${id}`,
  recall: (id) => `/recall/${id}`,
  service_report: (id) => `/asset/service-report/print/${id}`,
  calibrator: (id) => `/calibrator/${id}`,
  contract: (id) => `/contract/${id}`,
  asset_transfer: (id) => `/asset-transfer/${id}`,
  interval_proposal: (id) => `/interval-proposal/${id}`,
  impact_review: (id) => `/impact-review/${id}`,
  recalibration_request: (id) => `/recalibration-request/${id}`,
  signature: (id) => `/signature/detail/${id}`,
  consumer: (id) => `/consumer/detail/${id}`,
  procedure: (id) => `/procedure/${id}`,
  procedure_version: (id) => `/procedure/edit/${id}`,
  machine: (id) => `/machine/${id}`,
  inhouse_calibration: (id) => `/inhouse-calibration/${id}`,
  certificate_report: (id) => `/certificate-report/${id}`,
  stock_item: (id) => `/stocks/ledger/${id}`,
  webhook: (id) => `/settings/webhook/${id}`,
  webhook_delivery: (id) => `/settings/webhook-delivery/${id}`,
};
/** Where a record is shown; null for one without a page of its own, and for one that is gone. */
export const pageOf = ({ action, entityKind, entityId }: EntityAction) =>
  action.startsWith("delete.") ? null : (pages[entityKind]?.(entityId) ?? null);

const platformPages: Record<
  string,
  (entry: Pick<EntityAction, "entityId"> & { entityLabel: string }) => string
> = {
  admin: ({ entityLabel }) => `/admins?q=${encodeURIComponent(entityLabel)}`,
  company: ({ entityId }) => `/company/${entityId}`,
  contact_query: ({ entityId }) => `/super-admin/contact-query/${entityId}`,
  machine_type: ({ entityLabel }) => `/machine-types?q=${encodeURIComponent(entityLabel)}`,
  platform_settings: ({ entityId }) => `/super-admin/settings?section=${entityId}`,
  pm_checklist: ({ entityId }) => `/pm-checklist/update/${entityId}`,
  role: ({ entityId }) => `/role/permission/${entityId}`,
  shard: () => "/super-admin/settings?section=shards",
  staff: ({ entityLabel }) => `/super-admin/users?q=${encodeURIComponent(entityLabel)}`,
};
/** The same of the platform's records. */
export const platformPageOf = (entry: EntityAction & { entityLabel: string }) =>
  entry.action.startsWith("delete.") ? null : (platformPages[entry.entityKind]?.(entry) ?? null);

const doors: Record<string, string> = {
  api: "by the API",
  qr: "by a QR label",
  import: "by import",
  system: "by itself",
};
/** How it was done, where it was not on the web. What staff did on the platform comes to a company by itself, and is theirs. */
export const doorText = ({ via, actorKind }: { via: string; actorKind: string }) =>
  (actorKind === "staff" ? null : doors[via]) ?? "";
