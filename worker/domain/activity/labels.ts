import { assetLabels } from "#app/shared/asset-labels.ts";
import { splitPermission } from "#app/shared/permission-matrix.ts";
import { movementWords } from "#app/shared/stock-words.ts";
import type { Change } from "#drizzle/both.ts";
import { modules } from "../../permissions.ts";
import type { AnyEntity } from "../entity/entity.ts";
import { fieldAbout } from "../entity/fields.ts";
import type { Reference } from "../entity/references.ts";
import { resources } from "../index.ts";
import { preferenceLabels } from "../notifications/preferences.ts";
import { settingLabel, settingNames } from "../platform/settings.ts";
import { sections } from "../settings/sections.ts";

/** A changed field with what people call it. */
export type LabelledChange = Change & { label: string };
type Labels = Readonly<Record<string, string>>;

/** What people call fields that no form declares with a label, by the kind of record. */
const besides: Record<string, Labels> = {
  asset: assetLabels,
  breakdown: {
    departmentId: "Location",
    reportedByName: "Reported by",
    reportedByPhone: "Phone of who reported",
    reporterUserId: "Reported by",
    equipmentDown: "Equipment down",
    assignedTeamId: "Team",
    assignedUserId: "Assigned to",
    slaRespondBy: "Respond by",
    slaResolveBy: "Resolve by",
    slaPausedMs: "Time on hold",
    reopenCount: "Times reopened",
    raisedByReportId: "Raised by report",
  },
  calibrator_certificate: {
    certificateNo: "Certificate no",
    issuedBy: "Issued by",
    accreditationNo: "Accreditation no",
    route: "Traceability",
    calibratedOn: "Calibrated on",
    issuedOn: "Issued on",
    dueOn: "Due on",
    envTemp: "Temperature",
    envRh: "Relative humidity",
    enteredBy: "Entered by",
    mediaId: "Paper",
    dccMediaId: "DCC",
    validFrom: "In force from",
    validUntil: "In force until",
  },
  company: { mayWrite: "May also write", insideStaff: "Who was inside" },
  interval_proposal: {
    calibratorId: "Calibrator",
    machineId: "Machine",
    currentValue: "Interval",
    currentUnit: "Unit of the interval",
    proposedValue: "Proposed interval",
    proposedUnit: "Unit of the proposed interval",
  },
  recalibration_request: {
    requestNo: "Number",
    consumerId: "Consumer",
    contactId: "Asked by",
    wishedOn: "Wished for",
    lineCount: "Machines",
    doneAt: "Done at",
    doneBy: "Done by",
  },
  calibrator: {
    calibratorNo: "Number",
    quarantineReason: "Reason of the quarantine",
    quarantinedAt: "In quarantine since",
    quarantinedBy: "Put into quarantine by",
    currentCertificateId: "Certificate in force",
    dueOn: "Due",
    nextCheckOn: "Next check",
    status: "State",
  },
  contract: {
    vendorId: "Vendor",
    startOn: "Start",
    endOn: "End",
    hasLabour: "Labour included",
    hasSpares: "Spares included",
    pmVisitsPerYear: "PM visits a year",
    responseHours: "Response",
    resolveHours: "Resolution",
    uptimeBp: "Uptime",
    penaltyNote: "Penalty",
    noticeDays: "Notice",
    valueShareMinor: "Share of the value",
    terminatedOn: "Terminated on",
    terminateReason: "Reason",
    renewedFromId: "Renews",
    renewedBy: "Renewed by",
    asset: "Asset",
    assets: "Assets",
  },
  gate_pass: {
    vendorId: "Vendor",
    partyName: "Party",
    partyAddress: "Address",
    carrierName: "Carrier",
    carrierPhone: "Phone of the carrier",
    carrierIdProof: "Proof of identity",
    vehicleNo: "Vehicle",
    expectedReturnOn: "Expected back",
    breakdownId: "Service call",
    transferId: "Transfer",
    decisionReason: "Reason",
    printedCount: "Times printed",
  },
  service_report: {
    serviceTicket: "Service Ticket No",
    serviceOn: "Date",
    serviceType: "Type",
    problemDescription: "Problem Reported",
    actionTaken: "Action Taken",
    remark: "Remarks",
    doneBy: "Done By",
    doneByUserId: "Done By",
    serviceCostMinor: "Service Cost",
    totalCostMinor: "Total Cost",
    partsCostMinor: "Parts Cost",
    pmChecklistId: "PM Machine",
    pmLists: "Check list of Machine",
    machineTypeId: "Machine Type",
    cancelReason: "Reason",
    conditionAfter: "Condition afterwards",
    media: "Media file",
    checks: "Checks",
    parts: "Parts used",
  },
  platform_settings: Object.fromEntries(settingNames.map((name) => [name, settingLabel(name)])),
  shard: { isOpen: "Takes new companies" },
  team: { members: "Members", locations: "Locations", categories: "Categories" },
};
const everywhere: Labels = {
  email: "E-mail",
  fieldSchema: "Own fields",
  isDefault: "Default store",
  machineTypeIds: "Machine types",
  mergedInto: "Merged into",
  qty: "Quantity",
  rateMinor: "Rate",
  replacedBy: "Replaced by",
  serviceType: "Service type",
  ...movementWords,
};

const capital = (word: string) => `${word[0]?.toUpperCase() ?? ""}${word.slice(1)}`;
const readable = (field: string) =>
  capital(
    field
      .replace(/Minor$/, "")
      .replace(/(?<=[a-z])(Id|On|At|By)$/, "")
      .replace(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
      .replaceAll("_", " "),
  );

const byName = new Map<string, AnyEntity>();
const entityNamed = (name: string): AnyEntity | undefined => {
  if (!byName.size) for (const one of Object.values(resources)) byName.set(one.name, one);
  return byName.get(name);
};

/** What the form of an entity calls a field; a record that it points to is called as its entity. */
function ofForm({ input, references }: AnyEntity, field: string): string | undefined {
  const shape = (input as { shape?: Record<string, Parameters<typeof fieldAbout>[0]> }).shape ?? {};
  const named = [field, `${field}Id`, `${field}UserId`].find((name) => Object.hasOwn(shape, name));
  const schema = named === undefined ? undefined : shape[named];
  const reference = (references as Record<string, Reference> | undefined)?.[named ?? ""];
  return (schema && fieldAbout(schema).label) ?? reference?.label;
}

const subjectLabels = new Map(modules.flatMap(({ subjects }) => subjects).map((one) => [...one]));
/** "edit-stock (web)" is "Edit Stocks (web)". */
function ofPermission(field: string): string | undefined {
  const [, permission, channel] = /^([a-z-]+) \((web|app)\)$/.exec(field) ?? [];
  if (!permission) return undefined;
  const { verb, subject } = splitPermission(permission);
  return `${capital(verb)} ${subjectLabels.get(subject as never) ?? subject} (${channel})`;
}

const settingLabels: Labels = Object.fromEntries(
  Object.values(sections).flatMap(({ input }) =>
    Object.entries(input.shape).flatMap(([field, schema]) => {
      const { label } = fieldAbout(schema as Parameters<typeof fieldAbout>[0]);
      return label ? [[field, label]] : [];
    }),
  ),
);

/** Marks an own field of a category in the log; its label follows. */
const OWN_FIELD = "spec:";
/** Marks a part of a service report; its name follows. */
const PART = "part ";

/** What people call a field of a kind of record in the log. */
export function labelOf(kind: string, field: string): string {
  if (field.startsWith(OWN_FIELD)) return field.slice(OWN_FIELD.length);
  if (kind === "service_report" && field.startsWith(PART))
    return `Part ${field.slice(PART.length)}`;
  const entity = entityNamed(kind);
  return (
    besides[kind]?.[field] ??
    (entity && ofForm(entity, field)) ??
    (kind === "settings" ? settingLabels[field] : undefined) ??
    everywhere[field] ??
    preferenceLabels[field] ??
    ofPermission(field) ??
    readable(field)
  );
}

/** A row of the log with its changes as people call them. */
export const labelled = <R extends { entityKind: string; changes: Change[] }>(
  row: R,
): Omit<R, "changes"> & { changes: LabelledChange[] } => ({
  ...row,
  changes: row.changes.map((change) => ({
    ...change,
    label: labelOf(row.entityKind, change.field),
  })),
});
