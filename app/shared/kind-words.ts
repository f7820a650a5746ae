/** Words as the beginning of a sentence. */
export const sentence = (words: string) => `${words[0]?.toUpperCase() ?? ""}${words.slice(1)}`;
export const spaced = (word: string) => word.replace(/[_-]/g, " ");

const kinds: Record<string, string> = {
  admin: "Admin",
  asset_downtime: "Downtime",
  asset_comparison: "Asset comparison",
  asset_transfer: "Transfer",
  breakdown: "Service call",
  calendar_feed: "Calendar link",
  calibrator_certificate: "Certificate of a calibrator",
  bulk_edit: "Bulk edit",
  bulk_issue: "Bulk issue",
  certificate_report: "Certificate",
  impact_line: "Affected certificate",
  impact_inhouse_line: "Affected in-house calibration",
  cmc_entry: "Scope entry",
  condemn_proposal: "Condemnation proposal",
  department: "Location",
  due_occurrence: "Planned service",
  faq: "Question",
  gate_pass: "Gate pass",
  inhouse_calibration: "In-house calibration",
  location: "Floor/City/Site",
  media: "File",
  pm_checklist: "PM checklist",
  procedure_version: "Procedure version",
  report_form_version: "Report form version",
  contact_query: "Message",
  platform_settings: "Platform settings",
  contact_account: "Portal account",
  qr: "QR code",
  run: "File",
  recall_asset: "Recalled asset",
  saved_view: "Saved view",
  service_report: "Service report",
  stock_item: "Stock item",
  sub_category: "Sub-category",
  user: "Person",
};
/** What people call a kind of record. */
export const kindText = (kind: string) => kinds[kind] ?? sentence(spaced(kind));
