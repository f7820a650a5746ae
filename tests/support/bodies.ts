import { getTableColumns, getTableName } from "drizzle-orm";
import { getTableConfig } from "drizzle-orm/sqlite-core";
import { formatMinor } from "#app/shared/money.ts";
import { wireName } from "#worker/api/wire.ts";
import { resources } from "#worker/domain/index.ts";
import { noticeMarks } from "#worker/domain/notifications/inbox.ts";
import { chosenKinds, preferenceField } from "#worker/domain/notifications/preferences.ts";
import { numberKeys } from "#worker/domain/settings/read.ts";
import type { sectionLabels } from "#worker/domain/settings/save.ts";
import { fieldOf } from "#worker/domain/settings/section.ts";
import { dccOf } from "./dcc.ts";
import { moveCalls, RENEWED } from "./flows.ts";
import { inhouseDraft } from "./inhouse-rows.ts";
import { companyPages, type Page } from "./manifest.ts";
import { PNG } from "./pictures.ts";
import { platformCases, platformMoves, tableOf } from "./platform-flows.ts";
import { OFFERED } from "./platform-twins.ts";
import { twinDraft, twinLayout, twinMeasured, twinRole } from "./procedures.ts";
import { freshTicket } from "./report.ts";
import { snake } from "./schema.ts";
import { CHECKLIST, type Row, SIGNERS, spares } from "./twins.ts";
import { companyToday, PASSWORD, TIME_ZONE } from "./world.ts";

export type Fields = Record<string, string>;
type Rows = Record<string, Row>;

let made = 0;
/** A text that no row has yet. */
export const fresh = () => `L${(++made).toString(36)}`;

/** What the form of a key calls it; `settle` frees the name. */
export const MADE_KEY = "Made by a form";

export const freshAddress = () => `${fresh()}@twin.test`.toLowerCase();

let signed = 0;
/** A signature's authorisation, of a person who has none yet. */
const newSigner = (rows: Rows): Fields => ({
  userId: String(rows[`signer_${signed++ % SIGNERS}`]!.id),
  ...{ roles: "calibrated_by", disciplines: "electrical", parameters: "" },
});
/** It stays with its person. */
export const signerOf = (rows: Rows): Fields => ({ userId: String(rows.signatures!.user_id) });

/** Fields of an entity's input that are no columns of its row. */
const more: Record<string, (rows: Rows) => Fields> = {
  // The twin's asset has its machine already.
  machines: (rows) => ({
    ...{ owner: "consumer", assetId: "", consumerId: String(rows.consumers!.id) },
    consumerSiteId: String(rows.consumer_sites!.id),
  }),
  users: () => ({ email: freshAddress() }),
  signatures: newSigner,
  "consumer-contacts": () => ({ email: freshAddress() }),
  // No two limits may fit the same device.
  "safety-limits": () => ({ condition: fresh() }),
};

/** The fields of an entity's strict schema, by their domain names. */
export const fieldsOf = (entity: string) =>
  Object.keys((resources[entity]!.input as { shape: Record<string, unknown> }).shape);
export const rowNameOf = (entity: string) => getTableName(resources[entity]!.table);

/** A valid form of an entity: the twin's row, under fresh names where names are unique. */
export function entityFields(entity: string, rows: Rows): Fields {
  const { table } = resources[entity]!;
  const row = rows[getTableName(table)]!;
  const columns = getTableColumns(table);
  const unique = new Set(
    getTableConfig(table)
      .indexes.filter(({ config }) => config.unique)
      .flatMap(({ config }) => config.columns.map((column) => (column as { name: string }).name)),
  );
  const fields: Fields = {};
  for (const name of fieldsOf(entity)) {
    const column = columns[name];
    const value = row[snake(name)];
    if (!column || value === undefined || value === null) continue;
    if (name.endsWith("Minor")) fields[name] = formatMinor(Number(value));
    else
      fields[name] =
        unique.has(name) && !name.endsWith("Id") && column.dataType !== "boolean"
          ? fresh()
          : String(value);
  }
  return { ...fields, ...more[entity]?.(rows) };
}

/** The same form with the names of the API. */
export const wireFields = (entity: string, rows: Rows): Fields =>
  Object.fromEntries(
    Object.entries(entityFields(entity, rows)).map(([name, value]) => [wireName(name), value]),
  );

const planForm: Fields = {
  ...{ planId: OFFERED.plan, billing: "yearly", legalName: "Hill Hospital" },
  ...{ address: "4 Hill Road", region: "Karnataka" },
};

const report = (rows: Rows): Fields => ({
  date: "2026-01-15",
  service_type: "pm",
  complaint_by: "R. Krishnan",
  received_by: "Sr. Thomas",
  condition_after: "working",
  service_cost: "0.00",
  total_cost: "12.50",
  pm_checklist_id: CHECKLIST,
  pm_lists: '[{"name":"Power","status":"yes","remark":""}]',
  "parts[0][id]": String(rows.stock_items!.id),
  "parts[0][qty]": "1",
  "parts[0][cost]": "12.50",
  "parts[0][total_cost]": "12.50",
});
export const newReport = (rows: Rows): Fields => ({
  service_ticket: freshTicket(),
  ...report(rows),
});
export const changedReport = (rows: Rows): Fields => ({
  ...report(rows),
  "parts[0][isNew]": "0",
  "parts[0][isChangedQyt]": "0",
  "parts[0][newQyt]": "1",
});

const bulkForm = (rows: Rows): Fields => ({
  bulkId: fresh(),
  ids: String(rows.assets!.id),
  teamId: String(rows.teams!.id),
});
const transferForm = (rows: Rows): Fields => ({
  kind: "permanent",
  toDepartmentId: String(rows.other_location!.id),
  reason: "Needed there",
  "lines.0.assetId": String(rows.assets!.id),
  "lines.0.conditionOut": "good",
});
const viewForm = (): Fields => ({ name: fresh(), query: "q=pump", isShared: "1" });
const countOf = (rows: Rows): Fields => ({
  lines: JSON.stringify([{ id: rows.stock_items!.id, version: 1, counted: 40 }]),
});

const importColumns = ["assetCode", "name", "categoryId", "departmentId"];
const newImport = (): Fields => ({ kind: "departments", text: `Name\n${fresh()}` });

const images = new Set(["logo", "picture", "photo"]);
/** A form as it is posted: the field "file" is a document, logo and picture are images. */
export function formDataOf(fields: Record<string, unknown>): FormData {
  const form = new FormData();
  for (const [name, field] of Object.entries(fields)) {
    const value = String(field);
    if (name === "file")
      form.set(name, new File(["%PDF-1.4 twin"], value, { type: "application/pdf" }));
    else if (name === "dcc")
      form.set(name, new File([dccOf({})], value, { type: "application/xml" }));
    else form.set(name, images.has(name) ? new File([PNG], value, { type: "image/png" }) : value);
  }
  return form;
}

/** Sections of the settings as the page posts them. */
const settingSections: Record<keyof typeof sectionLabels, Fields> = {
  company: {
    name: "alder",
    timeZone: TIME_ZONE,
    currency: "INR",
    taxIds: "PAN: X1",
    dateFormat: "YYYY-MM-DD",
    fiscalYearStart: "04",
  },
  labels: { labelPreset: "a4-24", labelOffsetX: "0.5", labelOffsetY: "-0.5" },
  replacement: {
    ...{ weightAge: "30", weightCost: "30", weightFailures: "20", weightSupport: "10" },
    ...{ weightCriticality: "10", inflation: "5", condemnNeedsTwo: "1" },
  },
  report: { reportHeader: "Twin header", logoOnReport: "1" },
  device: { qrPublicEnabled: "1", qrPublicReport: "1", showsName: "1" },
  service: {
    criticalRespond: "0.5",
    criticalResolve: "8",
    lowRespond: "",
    callAutoCloseDays: "7",
    callReopenDays: "7",
  },
  calendar: { isAlways: "", monFrom: "08:00", monTo: "17:00", holidays: "2026-01-26,Republic Day" },
  due: { pmWindowBefore: "15", pmWindowAfter: "15", capacityHours: "16" },
  movement: { transferNeedsApproval: "1", gatePassLevels: "1" },
  security: { sessionIdleMinutes: "30" },
  factors: { secondFactorOf: "nobody", rememberDevices: "1" },
  reminders: {
    reminderDays: "30, 7",
    leaderAfterDays: "3",
    adminAfterDays: "10",
    digest: "daily",
  },
  calibration: { isAllowCalibrator: "1" },
  certificates: {
    ...{ checkerMayApprove: "0", accreditationBody: "NABL", accreditationNumber: "CC-1234" },
    statementOnsite: "The calibration was done on site.",
  },
  intervals: {
    ...{ intervalLonger: "1.25", intervalShorter: "0.5", intervalWithin: "0.8" },
    ...{ intervalMost: "2", intervalTarget: "0.9", intervalStep: "0.1" },
    intervalConfidence: "0.5",
  },
  numbering: Object.fromEntries(
    numberKeys.flatMap((key) => [
      [fieldOf(key), "A-{SEQ:5}"],
      [`${fieldOf(key)}Reset`, "never"],
    ]),
  ),
};

/** A form as a page posts it: a list of rows as a field each, such as `lines.0.qty`. */
const posted = (fields: Record<string, unknown>): Fields =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]) =>
      Array.isArray(value)
        ? value.flatMap((row: object, at) =>
            Object.entries(row).map(([key, one]) => [`${name}.${at}.${key}`, String(one)]),
          )
        : [[name, String(value)]],
    ),
  );

/** Forms of a machine's moves, by the intents of the page that gives them. */
const formsOfMoves = (
  machine: string,
  intent = (move: string) => move,
  besides: (rows: Rows) => Fields = () => ({}),
): Forms =>
  Object.fromEntries(
    moveCalls
      .filter(({ flow }) => flow === machine)
      .map(({ move, form }) => [
        intent(move),
        (rows: Rows) => ({
          ...besides(rows),
          ...posted(form(rows)),
        }),
      ]),
  );

/** Forms of a company's moves with the platform: each names its record. */
const ofPlatform = (machine: string): Forms =>
  Object.fromEntries(
    platformMoves
      .filter(({ flow, isOfStaff }) => flow === machine && !isOfStaff)
      .map(({ move, intent }) => [
        intent,
        (rows: Rows) => ({
          id: String(rows[tableOf(machine)]!.id),
          ...posted(platformCases[machine]!.forms[move]!()),
        }),
      ]),
  );

/** What a measuring page sends of the twin's draft. */
const certificateDraft = (rows: Rows) => ({
  head: {
    ...{ title: "Calibration certificate", calStartOn: "2026-01-02", calEndOn: "2026-01-02" },
    ...{ performedAt: "laboratory", adjustment: "none", publicLevel: "summary" },
    decisionRuleId: String(rows.decision_rules!.id),
  },
  standards: [{ calibratorId: String(rows.calibrators!.id), role: twinRole }],
  measured: twinMeasured,
});

const withoutAsset = (rows: Rows): Fields => {
  const { assetId: _, ...fields } = entityFields("accessories", rows);
  return fields;
};
const guest = (rows: Rows): Fields => ({
  name: "Twin guest",
  email: freshAddress(),
  serviceType: "2",
  departmentId: String(rows.departments!.id),
  teamId: String(rows.teams!.id),
});
const personOf = (rows: Rows): Fields => ({ person: String(rows.users!.id) });
/** Forms of the commands on a person. */
const personForms: Forms = {
  invite: guest,
  "invite-many": (rows) => ({
    people: freshAddress(),
    serviceType: "2",
    teamId: String(rows.teams!.id),
  }),
  edit: (rows) => ({
    ...personOf(rows),
    name: "Twin person",
    serviceType: "2",
    departmentId: String(rows.departments!.id),
  }),
  suspend: personOf,
  reactivate: personOf,
  leave: (rows) => ({ ...personOf(rows), reason: "Moved away" }),
  withdraw: personOf,
  "send-link": personOf,
  email: (rows) => ({ ...personOf(rows), newEmail: freshAddress(), password: PASSWORD }),
  "sign-out": personOf,
  "new-factors": (rows) => ({ ...personOf(rows), password: PASSWORD }),
};
/** The same on a person's page, where the address names the person. */
const withoutPerson: Forms = Object.fromEntries(
  Object.entries(personForms).map(([intent, form]) => [
    intent,
    (rows: Rows) => {
      const { person: _, ...fields } = form(rows);
      return fields;
    },
  ]),
);
/** Forms that end a record or bring it back. */
const endingForms = (table: string): Forms => {
  const into = Object.keys(spares).find((name) => spares[name] === table) ?? "";
  const id = (rows: Rows): Fields => ({ id: String(rows[table]!.id) });
  return {
    archive: id,
    restore: id,
    delete: id,
    merge: (rows) => ({ ...id(rows), into: String(rows[into]!.id) }),
  };
};
const teamForm = (rows: Rows): Fields => ({
  name: `Team ${fresh()}`,
  leaderUserId: String(rows.users!.id),
  capacityHours: "24",
  memberIds: String(rows.users!.id),
  departmentIds: String(rows.departments!.id),
  categoryIds: String(rows.categories!.id),
});

/** A gate pass of the twin's device. */
const passForm = (rows: Rows): Fields => ({
  kind: "returnable",
  purpose: "loan",
  partyName: "Northgate Clinic",
  carrierName: "K. Murugan",
  expectedReturnOn: "2099-01-15",
  isSubmitted: "0",
  "lines.0.assetId": String(rows.assets!.id),
  "lines.0.serialNo": "20418",
  "lines.0.qty": "1",
  "lines.0.conditionOut": "good",
});
const comparisonForm = (rows: Rows): Fields => ({
  name: `Comparison ${fresh()}`,
  assetIds: `${rows.assets!.id},${rows.other_asset!.id}`,
  periodFrom: "2026-01-01",
  periodTo: "2026-12-31",
  metrics: "calls,cost",
});
const ofComparison = (rows: Rows): Fields => ({ id: String(rows.asset_comparisons!.id) });

/** A site as its consumer's page posts it: the address says whose it is. */
const siteForm = (rows: Rows): Fields => {
  const { consumerId: _, ...fields } = entityFields("consumer-sites", rows);
  return { ...fields, name: "Twin annex" };
};
const ofContact = (rows: Record<string, Row>) => ({ contact: String(rows.consumer_contacts!.id) });
const ofReview = (rows: Rows): Fields => ({ review: String(rows.contract_reviews!.id) });

type Forms = Record<string, (rows: Rows) => Fields>;
const nothing = (): Fields => ({});
/** What asks for the proof of who acts alone. */
const proof = (): Fields => ({ password: PASSWORD });
const webhook = (): Fields => ({
  ...{ name: fresh(), url: "https://hooks.example.com/plumbline" },
  ...{ events: "service_call.opened", password: PASSWORD },
});
const steps: Forms = { check: nothing, run: nothing, undo: nothing };
const labelsForm = () => ({ preset: "a4-24", x: "0.5", y: "-0.5" });
const ofDocument = (rows: Rows): Fields => ({ document: String(rows.media!.id) });
const ofAssets = (rows: Rows): Fields => ({ assetIds: String(rows.assets!.id) });
const contractForm = (rows: Rows): Fields => ({
  number: fresh(),
  kind: "amc",
  vendorId: String(rows.vendors!.id),
  startOn: "2026-01-01",
  endOn: "2030-01-01",
  valueMinor: "125000.00",
  hasLabour: "1",
  hasSpares: "0",
});
const certificateForm = (): Fields => ({
  ...{ certificateNo: fresh(), issuedBy: "Laboratory", route: "accredited_lab" },
  ...{ calibratedOn: "2026-01-01", issuedOn: "2026-01-02", dueOn: "2027-01-01" },
  ...{ asFound: "in_tolerance", adjusted: "0", file: "certificate.pdf" },
  ranges: JSON.stringify([
    {
      ...{ parameter: "Energy", unit: "J", rangeLo: "0.1", rangeHi: "600", uKind: "abs" },
      ...{ uAbs: "1", uK: "2", driftKind: "none", correction: "none", points: [] },
    },
  ]),
});
const scheduleForm = (rows: Rows): Fields => ({
  ...{ kind: "pm", intervalCount: "6", intervalUnit: "month", mode: "fixed", source: "oem" },
  ...{ anchorOn: "2026-12-01", assetIds: String(rows.assets!.id) },
});
const withoutAssets = (rows: Rows): Fields => {
  const { assetIds: _, ...fields } = scheduleForm(rows);
  return fields;
};
const scheduleForms: Forms = { preview: scheduleForm, save: scheduleForm };
const levelForm = (rows: Rows): Fields => ({
  moves: `${rows.due_occurrences!.id}:${companyToday()}`,
});
const ofProposals = (): Fields => ({ list: "q=nothing", groups: "pm~6~category~none" });
const ofNotice = (rows: Rows): Fields => ({ id: String(rows.notifications!.id) });
const ofAccessory = (rows: Rows): Fields => ({ id: String(rows.asset_accessories!.id) });

/** Two stretches of one device do not overlap. */
let pastHours = 0;
/** The forms of the panel of downtimes. */
const downtimeForms: Forms = {
  ...formsOfMoves(
    "downtimes",
    (move) => `downtime-${move}`,
    (rows) => ({ downtime: String(rows.asset_downtimes!.id) }),
  ),
  "downtime-plan": () => {
    pastHours += 2;
    const at = (hours: number) => new Date(Date.UTC(2001, 0, 1, hours)).toISOString().slice(0, 16);
    return {
      startedAt: at(pastHours),
      endedAt: at(pastHours + 1),
      reason: "Bench test",
    };
  },
};

/** The form of a page, or its forms by intent. A form that is missing here fails the laws. */
const ownPages: Record<string, ((rows: Rows) => Fields) | Forms> = {
  "/dashboard": {
    "report-problem": (rows) => ({
      assetId: String(rows.assets!.id),
      problem: "Alarm does not sound",
      equipmentDown: "no",
    }),
    "make-samples": nothing,
    "remove-samples": nothing,
    "put-away": nothing,
  },
  "/profile": {
    details: () => ({ name: "Twin admin", phone: "4321" }),
    password: () => ({ currentPassword: PASSWORD, password: PASSWORD, repeat: PASSWORD }),
    email: () => ({ newEmail: freshAddress(), currentPassword: PASSWORD }),
    "end-session": (rows) => ({ id: String(rows.sessions!.id), currentPassword: PASSWORD }),
    "end-others": () => ({ currentPassword: PASSWORD }),
    picture: () => ({ picture: "me.png" }),
    "remove-picture": nothing,
  },
  "/profile/second-factor": {
    app: () => ({ code: "000000", setUp: "none", currentPassword: PASSWORD }),
    "remove-app": () => ({ currentPassword: PASSWORD }),
    passkey: () => ({
      ...{ name: "Twin key", credential: "{}", challenge: "none", currentPassword: PASSWORD },
    }),
    "remove-passkey": (rows) => ({ id: String(rows.passkeys!.id), currentPassword: PASSWORD }),
    codes: () => ({ currentPassword: PASSWORD }),
    "forget-devices": nothing,
  },
  "/users": personForms,
  "/teams": { ...endingForms("teams"), ...personForms },
  "/user/detail/:id": withoutPerson,
  "/user/permission/:id": (rows) => ({
    "level.web.vendor": "view",
    scoped: "1",
    departments: String(rows.departments!.id),
    confirm: "1",
  }),
  "/team/create": teamForm,
  "/team/update/:id": teamForm,
  "/team/permission/:id": () => ({ "level.web.vendor": "view", confirm: "1" }),
  "/imports": newImport,
  "/imports/:id": {
    map: () => ({
      mode: "create",
      dayFirst: "1",
      ...Object.fromEntries(importColumns.map((name, at) => [`columns.${at}`, name])),
    }),
    preset: () => ({ preset: "" }),
    recheck: nothing,
    correct: () => ({ "cell.2.1": "Twin" }),
    ...steps,
  },
  "/imports/:id/step": { ...steps, attach: () => ({ row: "2" }) },
  "/asset/create": (rows) => entityFields("assets", rows),
  "/asset/update/:id": (rows) => entityFields("assets", rows),
  "/asset/labels": labelsForm,
  "/stocks/labels": labelsForm,
  "/vendor/create": (rows) => entityFields("vendors", rows),
  "/vendor/update/:id": (rows) => entityFields("vendors", rows),
  "/vendor/detail/:id": {
    upload: () => ({ kind: "licence", validUntil: "2027-01-01", file: "licence.pdf" }),
    "delete-document": ofDocument,
  },
  "/contract/create": contractForm,
  "/contract/update/:id": contractForm,
  "/contract/renew/:id": (rows) => ({
    ...contractForm(rows),
    number: RENEWED,
    startOn: "2031-01-01",
    endOn: "2031-12-31",
  }),
  "/signature/create": (rows) => entityFields("signatures", rows),
  "/signature/update/:id": (rows) => ({ ...entityFields("signatures", rows), ...signerOf(rows) }),
  "/signature/detail/:id": {
    ...formsOfMoves("signatures"),
    "add-image": () => ({ picture: "sign.png" }),
    "delete-image": nothing,
  },
  "/consumer/create": (rows) => entityFields("consumers", rows),
  "/consumer/update/:id": (rows) => entityFields("consumers", rows),
  "/consumer/detail/:id": {
    create: siteForm,
    update: (rows) => ({
      ...{ id: String(rows.consumer_sites!.id), ...siteForm(rows) },
      name: "Twin wing",
    }),
    ...endingForms("consumer_sites"),
    "invite-to-portal": ofContact,
    "end-portal": ofContact,
    "new-factors": (rows) => ({ ...ofContact(rows), password: PASSWORD }),
    "attach-file": (rows) => ({ ...ofReview(rows), file: "review.pdf" }),
    "delete-file": ofReview,
  },
  "/contract/:id": {
    ...formsOfMoves("contracts"),
    "add-assets": ofAssets,
    "remove-asset": ofAssets,
    share: (rows) => ({ assetId: String(rows.assets!.id), valueShareMinor: "12.50" }),
    split: nothing,
    upload: () => ({ kind: "document", validUntil: "2027-01-01", file: "contract.pdf" }),
    "delete-document": ofDocument,
  },
  "/machines/labels": labelsForm,
  "/machine/create": (rows) => entityFields("machines", rows),
  "/machine/update/:id": (rows) => entityFields("machines", rows),
  "/machine/:id": formsOfMoves("machines"),
  "/machine-model/create": (rows) => entityFields("machine-models", rows),
  "/machine-model/update/:id": (rows) => entityFields("machine-models", rows),
  "/interval-proposal/:id": formsOfMoves("interval-proposals"),
  "/impact-review/create/:id": {
    "open-review": (rows) => ({
      ...{ sinceOn: "2026-01-02", reason: "Found high", "shifts.0.shift": "0.5" },
      "shifts.0.rangeId": String(rows.calibrator_ranges!.id),
    }),
  },
  "/impact-review/:id": {
    ...formsOfMoves("impact-lines", String, (rows) => ({ line: String(rows.impact_lines!.id) })),
    ...formsOfMoves(
      "impact-inhouse-lines",
      (move) => `inhouse-${move}`,
      (rows) => ({ line: String(rows.impact_inhouse_lines!.id) }),
    ),
    close: () => ({ reason: "All are decided" }),
  },
  "/impact-review/:id/letters": {
    tell: (rows) => ({ consumerId: String(rows.consumers!.id) }),
  },
  "/calibrator/create": (rows) => entityFields("calibrators", rows),
  "/calibrator/update/:id": (rows) => entityFields("calibrators", rows),
  "/calibrator/certificate/create/:id": {
    save: () => certificateForm(),
    dcc: () => ({ dcc: "certificate.xml" }),
  },
  "/calibrator/certificate/update/:id": () => certificateForm(),
  "/calibrator/:id": {
    check: () => ({
      ...{ parameter: "Energy", unit: "J", nominal: "200", value: "200.1", reference: "200" },
      ...{ limitValue: "1", checkedOn: "2026-01-02" },
    }),
    propose: () => ({ method: "a1" }),
    "interval-accept": (rows) => ({
      ...{ proposal: String(rows.interval_proposals!.id), reason: "Seen" },
    }),
    "interval-reject": (rows) => ({
      ...{ proposal: String(rows.interval_proposals!.id), reason: "Seen" },
    }),
    ...formsOfMoves("calibrators"),
    ...formsOfMoves(
      "calibrator-certificates",
      (move) => `certificate-${move}`,
      (rows) => ({ certificate: String(rows.calibrator_certificates!.id) }),
    ),
  },
  "/contracts/assets": (rows) => ({ contract: String(rows.contracts!.id), ...ofAssets(rows) }),
  "/schedule/create": scheduleForms,
  "/schedule/edit/:id": { preview: withoutAssets, save: withoutAssets },
  "/schedule/propose": { look: () => ({ list: "" }), make: ofProposals },
  "/schedule/level": levelForm,
  "/schedule/steps": { create: scheduleForm, propose: ofProposals, level: levelForm },
  "/asset-breakdowns": {
    new: (rows) => ({
      assetId: String(rows.assets!.id),
      problem: "Alarm does not sound",
      equipmentDown: "no",
      priority: "low",
    }),
    ...formsOfMoves("service-calls", String, (rows) => ({ call: String(rows.breakdowns!.id) })),
  },
  "/asset-breakdown/:id": formsOfMoves("service-calls"),
  "/asset/detail/:id": {
    ...downtimeForms,
    ...formsOfMoves("assets"),
    ...formsOfMoves(
      "schedules",
      (move) => `schedule-${move}`,
      (rows) => ({ schedule: String(rows.schedules!.id) }),
    ),
    ...formsOfMoves(
      "service-calls",
      (move) => `call-${move}`,
      (rows) => ({
        call: String(rows.breakdowns!.id),
      }),
    ),
    ...formsOfMoves(
      "service-reports",
      (move) => `report-${move}`,
      (rows) => ({
        report: String(rows.service_reports!.id),
      }),
    ),
    "raise-call": (rows) => ({
      report: String(rows.service_reports!.id),
      problem: "Earth lead loose",
      equipmentDown: "no",
    }),
    "add-document": () => ({ kind: "manual", validUntil: "2027-01-01" }),
    "replace-document": (rows) => ({ ...ofDocument(rows), kind: "manual" }),
    "remove-document": ofDocument,
    "show-picture": ofDocument,
    delete: nothing,
  },
  "/due-service-calendar": formsOfMoves("due-occurrences", String, (rows) => ({
    occurrence: String(rows.due_occurrences!.id),
  })),
  "/recall/:id": formsOfMoves("recall-assets", String, (rows) => ({
    line: String(rows.recall_assets!.id),
  })),
  "/reports": {
    "delete-run": (rows) => ({ id: String(rows.report_runs!.id) }),
    stop: (rows) => ({ id: String(rows.report_subscriptions!.id) }),
  },
  "/statics": { subscribe: nothing },
  "/pm-compliance": { pack: nothing },
  "/report": { run: () => ({ format: "csv" }), subscribe: () => ({ format: "pdf" }) },
  "/replacement/board": {
    ...formsOfMoves("condemn-proposals", String, (rows) => ({
      proposal: String(rows.condemn_proposals!.id),
    })),
    put: (rows) => ({
      assetId: String(rows.other_asset!.id),
      condemnReason: "obsolete",
      note: "No parts any more",
    }),
    condemn: (rows) => ({
      assetId: String(rows.assets!.id),
      condemnReason: "obsolete",
      reason: "No parts any more",
    }),
  },
  "/procedure/create": () => ({
    ...{ code: fresh(), name: "Infusion pumps", discipline: "medical" },
  }),
  "/procedure/:id": {
    ...formsOfMoves("procedure-versions", String, (rows) => ({
      versionId: String(rows.procedure_versions!.id),
    })),
    begin: nothing,
  },
  "/procedure/edit/:id": () => ({ draft: JSON.stringify(twinDraft) }),
  "/report/form/create": () => ({ name: fresh(), kind: "calibration" }),
  "/report/form/update/:id": {
    ...formsOfMoves("report-form-versions", String, (rows) => ({
      versionId: String(rows.report_form_versions!.id),
    })),
    save: (rows) => ({
      versionId: String(rows.report_form_versions!.id),
      layout: JSON.stringify(twinLayout),
    }),
    begin: nothing,
  },
  "/inhouse-calibration/create": {
    "begin-inhouse": (rows) => ({
      assetId: String(rows.assets!.id),
      procedureId: String(rows.procedures!.id),
    }),
  },
  "/inhouse-calibration/maps": {
    create: (rows) => entityFields("instrument-maps", rows),
    update: (rows) => ({
      ...entityFields("instrument-maps", rows),
      id: String(rows.instrument_maps!.id),
    }),
  },
  "/inhouse-calibration/update/:id": {
    "add-file": () => ({ file: "on-site.pdf" }),
    "remove-file": ofDocument,
    "add-standard": () => {
      const { adjusted: _, ...certificate } = certificateForm();
      return {
        ...{ ...certificate, certificateNo: "K-1", name: "Twin analyser", serialNo: freshTicket() },
        ...{ manufacturer: "Fluke", model: "7000DP", roleCodes: twinRole },
      };
    },
    "accept-standard": (rows) => ({ certificate: String(rows.calibrator_certificates!.id) }),
  },
  "/inhouse-calibration/save/:id": (rows) => ({
    draft: JSON.stringify({
      head: inhouseDraft(rows),
      ranges: {},
      standards: [{ calibratorId: String(rows.calibrators!.id), role: twinRole }],
      measured: twinMeasured,
    }),
  }),
  "/inhouse-calibration/:id": formsOfMoves("inhouse-calibrations"),
  "/certificate-report/create": {
    "begin-certificate": (rows) => ({
      machineId: String(rows.machines!.id),
      procedureId: String(rows.procedures!.id),
      requestLineId: String(rows.recalibration_request_lines!.id),
    }),
  },
  "/recalibration-request/:id": formsOfMoves("recalibration-requests"),
  "/certificate-reports/issue": (rows) => ({
    ids: String(rows.certificate_reports!.id),
    password: PASSWORD,
  }),
  "/certificate-report/save/:id": (rows) => ({ draft: JSON.stringify(certificateDraft(rows)) }),
  "/certificate-report/files/:id": () => ({ file: "order.pdf" }),
  "/report/form/picture": () => ({ picture: "mark.png" }),
  "/certificate-report/:id": formsOfMoves("certificate-reports"),
  "/accessory/:id": {
    create: withoutAsset,
    update: (rows) => ({ ...ofAccessory(rows), ...withoutAsset(rows) }),
    replace: (rows) => ({ ...ofAccessory(rows), ...withoutAsset(rows) }),
    ...endingForms("asset_accessories"),
  },
  "/asset-transfer/create": transferForm,
  "/asset-transfer/edit/:id": (rows) => ({ ...transferForm(rows), isDraft: "1" }),
  "/asset-transfer/:id": formsOfMoves("asset-transfers"),
  "/asset-transfer/receive/:id": {
    ...formsOfMoves("asset-transfers"),
    photo: (rows) => ({ line: String(rows.asset_transfer_lines!.id), photo: "arrived.png" }),
  },
  "/asset/bulk": bulkForm,
  "/asset-comparison": { delete: ofComparison },
  "/asset-comparison/compare": {
    create: comparisonForm,
    update: (rows) => ({ ...ofComparison(rows), ...comparisonForm(rows) }),
    delete: ofComparison,
  },
  "/moves": (rows) => ({
    of: "service-calls",
    id: String(rows.breakdowns!.id),
    move: "acknowledge",
    reason: "Seen",
  }),
  "/saved-views": {
    create: () => ({ screen: "/profile", ...viewForm() }),
    update: (rows) => ({ id: String(rows.saved_views!.id), ...viewForm() }),
    delete: (rows) => ({ id: String(rows.saved_views!.id) }),
  },
  "/gate-pass/create": passForm,
  "/subscription": {
    ...ofPlatform("orders"),
    ...ofPlatform("upgrade-requests"),
    "export-data": nothing,
  },
  "/subscription/order": { price: () => ({ ...planForm }), place: () => ({ ...planForm }) },
  "/subscription/request": () => ({ ...planForm, extraAssets: "100", extraUsers: "5" }),
  "/gate-pass/update/:id": passForm,
  "/gate-pass/:id": {
    ...formsOfMoves("gate-passes"),
    upload: () => ({ kind: "document", file: "challan.pdf" }),
  },
  "/gate-pass/print/:id": { print: nothing },
  "/device-templates": {
    create: () => ({ name: fresh(), from: "" }),
    "bring-in": nothing,
    ...endingForms("device_templates"),
  },
  "/device-template/:id": {
    update: () => ({ name: fresh(), default_interval_months: "12" }),
    test: () => ({ at: "", test: fresh(), unit: "mL/h", setpoints: "5, 10", tolerance: "±5 %" }),
    confirm: () => ({ at: "0" }),
    remove: () => ({ at: "0" }),
    copy: () => ({ name: fresh() }),
  },
  "/gate/:id": {
    out: nothing,
    return: (rows) => ({
      "lines.0.id": String(rows.gate_pass_lines!.id),
      "lines.0.isHere": "1",
      "lines.0.qty": "1",
      "lines.0.conditionIn": "good",
    }),
    photo: () => ({ picture: "damage.png" }),
  },
  "/asset/service-report/:id": newReport,
  "/asset/service-report/edit/:id": changedReport,
  "/notifications": {
    ...Object.fromEntries(noticeMarks.map((mark) => [mark, ofNotice])),
    open: ofNotice,
    "read-all": nothing,
  },
  "/notifications/preferences": () => preferences,
  "/calendar-feeds": {
    create: () => ({ name: "My phone", teamId: "", seed: "0".repeat(32) }),
    renew: (rows) => ({ id: String(rows.calendar_feeds!.id), seed: "0".repeat(32) }),
    revoke: (rows) => ({ id: String(rows.calendar_feeds!.id) }),
  },
  "/settings": {
    ...Object.fromEntries(
      Object.entries(settingSections).map(([name, fields]) => [name, () => fields]),
    ),
    holidays: () => ({ text: "2026-08-15,Independence Day" }),
    logo: () => ({ logo: "logo.png" }),
    "remove-logo": nothing,
    "export-data": nothing,
    // The twin stays open: tests of its own close companies.
    "close-company": () => ({ name: "Another name", password: PASSWORD }),
  },
  "/settings/api-keys": {
    make: (rows) => ({
      ...{ name: MADE_KEY, permissions: "view-asset", days: "90", password: PASSWORD },
      departments: String(rows.departments!.id),
    }),
    rename: (rows) => ({ id: String(rows.api_keys!.id), name: fresh() }),
    replace: (rows) => ({ id: String(rows.api_keys!.id), days: "90", password: PASSWORD }),
    revoke: (rows) => ({ id: String(rows.api_keys!.id) }),
  },
  "/settings/address": {
    ...ofPlatform("domain-requests"),
    ask: () => ({ hostname: `${fresh().toLowerCase()}.test` }),
  },
  "/settings/webhooks": { create: () => webhook() },
  "/settings/webhook/:id": {
    save: () => webhook(),
    rotate: () => ({ password: PASSWORD }),
    test: nothing,
    "switch-off": nothing,
    "switch-on": nothing,
    replay: () => ({ since: "24" }),
    remove: nothing,
  },
  "/settings/webhook-delivery/:id": { replay: nothing },
  "/settings/sign-in": {
    save: (rows) => ({
      ...{ name: "Twin", issuer: String(rows.identity_providers!.issuer), clientId: fresh() },
      ...{ clientSecret: "A secret", scopes: "openid", emailClaim: "email", nameClaim: "name" },
      password: PASSWORD,
      ...{ newTeamId: String(rows.teams!.id) },
    }),
    remove: proof,
    enforce: (rows) => ({ emergencyUserId: String(rows.users!.id), password: PASSWORD }),
    release: proof,
    "add-domain": () => ({ domain: `${fresh().toLowerCase()}.test` }),
    "prove-domain": (rows) => ({ id: String(rows.mail_domains!.id), password: PASSWORD }),
    "remove-domain": (rows) => ({ id: String(rows.mail_domains!.id), password: PASSWORD }),
    "add-group": (rows) => ({
      ...{ groupName: fresh(), teamId: String(rows.teams!.id), password: PASSWORD },
    }),
    "remove-group": (rows) => ({ id: String(rows.identity_groups!.id), password: PASSWORD }),
    "make-token": () => ({
      ...{ name: fresh(), days: "30", seed: "0".repeat(32), password: PASSWORD },
    }),
    "revoke-token": (rows) => ({ id: String(rows.scim_tokens!.id) }),
    unlink: (rows) => ({ email: String(rows.users!.email), password: PASSWORD }),
  },
  "/stocks/ledger/:id": {
    receive: () => ({ qty: "1" }),
    issue: () => ({ qty: "1", reason: "Ward 4" }),
    adjust: () => ({ qty: "1", direction: "plus", reason: "Counted" }),
    scrap: () => ({ qty: "1", reason: "Broken" }),
    return: () => ({ qty: "1", reason: "Wrong part" }),
    transfer: (rows) => ({ qty: "1", storeId: String(rows.other_store!.id) }),
    picture: () => ({ picture: "part.png" }),
    "remove-picture": nothing,
  },
  "/stocks/count/:id": countOf,
  "/support/create": () => ({
    ...{ subject: "How are labels printed?", category: "how_to", priority: "normal" },
    body: "On a roll of 50 mm.",
  }),
  "/support/show/:id": {
    answer: () => ({ body: "It still prints two pages." }),
    solved: nothing,
    close: nothing,
    reopen: () => ({ reason: "It happened again" }),
    rate: () => ({ rating: "5", ratingNote: "" }),
  },
  "/support/helps": { vote: () => ({ id: OFFERED.faq, helped: "yes" }) },
};
/** The table whose id the path of a page takes. */
export const formTarget: Record<string, string> = {
  "/imports/:id": "import_jobs",
  "/imports/:id/step": "import_jobs",
  "/user/detail/:id": "users",
  "/user/permission/:id": "users",
  "/team/update/:id": "teams",
  "/team/permission/:id": "teams",
  "/vendor/update/:id": "vendors",
  "/vendor/detail/:id": "vendors",
  "/asset-comparison/:id": "asset_comparisons",
  "/schedule/edit/:id": "schedules",
  "/contract/update/:id": "contracts",
  "/contract/renew/:id": "contracts",
  "/contract/:id": "contracts",
  "/signature/update/:id": "signatures",
  "/signature/detail/:id": "signatures",
  "/consumer/update/:id": "consumers",
  "/consumer/detail/:id": "consumers",
  "/recall/:id": "recalls",
  "/settings/webhook/:id": "webhook_endpoints",
  "/settings/webhook-delivery/:id": "webhook_deliveries",
  "/recalibration-request/:id": "recalibration_requests",
  "/calibrator/:id": "calibrators",
  "/calibrator/update/:id": "calibrators",
  "/calibrator/traceability/:id": "calibrators",
  "/certificate-report/traceability/:id": "certificate_reports",
  "/calibrator/certificate/create/:id": "calibrators",
  "/calibrator/certificate/update/:id": "calibrator_certificates",
  "/procedure/:id": "procedures",
  "/machine/:id": "machines",
  "/machine/update/:id": "machines",
  "/machine/asset/:id": "assets",
  "/machine-model/update/:id": "machine_models",
  "/machine-model/facts/:id": "machine_models",
  "/interval-proposal/:id": "interval_proposals",
  "/impact-review/create/:id": "calibrators",
  "/impact-review/:id": "impact_reviews",
  "/impact-review/:id/letters": "impact_reviews",
  "/procedure/edit/:id": "procedure_versions",
  "/report/form/update/:id": "report_forms",
  "/inhouse-calibration/update/:id": "inhouse_calibrations",
  "/inhouse-calibration/save/:id": "inhouse_calibrations",
  "/inhouse-calibration/:id": "inhouse_calibrations",
  "/certificate-report/save/:id": "certificate_reports",
  "/certificate-report/files/:id": "certificate_reports",
  "/certificate-report/:id": "certificate_reports",
  "/asset/update/:id": "assets",
  "/asset/detail/:id": "assets",
  "/asset-transfer/edit/:id": "asset_transfers",
  "/asset-transfer/:id": "asset_transfers",
  "/asset-transfer/receive/:id": "asset_transfers",
  "/asset-breakdown/:id": "breakdowns",
  "/accessory/:id": "assets",
  "/asset/service-report/:id": "assets",
  "/asset/service-report/edit/:id": "service_reports",
  "/stocks/ledger/:id": "stock_items",
  "/stocks/count/:id": "stores",
  "/device-template/:id": "device_templates",
  "/support/show/:id": "support_tickets",
  "/gate-pass/update/:id": "gate_passes",
  "/gate-pass/:id": "gate_passes",
  "/gate-pass/print/:id": "gate_passes",
  "/gate/:id": "gate_passes",
};
/** All kinds of notices, by all channels. */
const preferences = Object.fromEntries(
  chosenKinds.flatMap((kind) => [
    [preferenceField(kind, "screen"), "now"],
    [preferenceField(kind, "mail"), "now"],
  ]),
);

/** Forms that need other rows or end the session: they are only tried with foreign ids. */
export const unproven = new Set([
  "end-session",
  // A right code or passkey is made by tests of their own.
  ...["app", "remove-app", "passkey", "remove-passkey", "codes"].map(
    (intent) => `/profile/second-factor ${intent}`,
  ),
  "/stores archive",
  "/departments archive",
  "/locations archive",
  "/vendor/detail/:id delete-document",
  "/contract/:id delete-document",
  "/settings close-company",
  ...["add-document", "replace-document", "remove-document", "show-picture"].map(
    (intent) => `/asset/detail/:id ${intent}`,
  ),
]);
/** The call that ends the company it is asked by: tests of its own close companies. */
export const CLOSING = "/api/company/close";
/** Forms that remove what later tests need: they are only tried with foreign ids. */
export const ending = new Set([
  "delete",
  "merge",
  "leave",
  "withdraw",
  "password",
  "end-others",
  "/saved-views delete",
  "/device-template/:id remove",
  "/reports delete-run",
  "/reports stop",
]);

type Door = { intents: string[]; entity?: unknown };
const routes = import.meta.glob<{ action?: Door }>("/app/routes/**/*.{ts,tsx}");
/** The actions that page files declare. */
const doors = new Map(
  await Promise.all(
    companyPages
      .filter(({ hasAction }) => hasAction)
      .map(async ({ file }) => [file, (await routes[`/app/${file}`]!()).action!] as const),
  ),
);

/** The entity whose list page, with its dialogs, this is; undefined for a page of its own. */
export function masterOf(page: Page): string | undefined {
  const entity = doors.get(page.file)?.entity;
  return Object.keys(resources).find((path) => entity !== undefined && resources[path] === entity);
}

/** Forms of an entity's list page, by the intents of its dialogs. */
function masterForms(master: string): Forms {
  const table = rowNameOf(master);
  return {
    create: (rows) => entityFields(master, rows),
    update: (rows) => ({
      id: String(rows[table]!.id),
      ...entityFields(master, rows),
      ...(master === "signatures" ? signerOf(rows) : {}),
    }),
    default: (rows) => ({ id: String(rows[table]!.id) }),
    confirm: (rows) => ({ id: String(rows[table]!.id) }),
    "bring-in": nothing,
    ...endingForms(table),
  };
}

/**
 * Valid forms of a page as the twin with these rows posts them, one for each intent that the page declares.
 * @param all also those that end what others need
 */
export function formsOf(page: Page, rows: Rows, all = false): Fields[] {
  const door = doors.get(page.file);
  // Pages without a form: the token's and sign-out.
  if (!door?.intents) return [];
  const master = masterOf(page);
  const forms = master ? masterForms(master) : ownPages[page.path];
  const missing = (intent = "") =>
    new Error(`The form of ${page.path} ${intent} is not in tests/support/bodies.ts`);
  if (!forms) throw missing();
  if (typeof forms === "function") return [forms(rows)];
  return door.intents
    .filter((intent) => all || !(ending.has(intent) || ending.has(`${page.path} ${intent}`)))
    .map((intent) => {
      if (!Object.hasOwn(forms, intent)) throw missing(intent);
      return { intent, ...forms[intent]!(rows) };
    });
}
