import { getTableName } from "drizzle-orm";
import { flows, flowsByHand } from "#worker/domain/index.ts";
import { calibratedBesides, certificateStanding, MEASURED_PAST } from "./certificate-rows.ts";
import { INHOUSE_PAST, inhouseBesides, inhouseStanding } from "./inhouse-rows.ts";
import { snake } from "./schema.ts";
import { type Row, spares, type Twin } from "./twins.ts";
import { companyToday, PASSWORD } from "./world.ts";

type Fields = Record<string, unknown>;
type Rows = Record<string, Row>;

/** What the laws know of a machine besides its rules. */
type Case = {
  /** The address of a move's call. */
  path: (move: string) => string;
  /** The twin's table whose row moves. */
  table: string;
  /** The state in which the twin's row is made. */
  first: string;
  /** The columns of a row in a state, from which a move that starts there is possible. */
  standing: (state: string, move: string, rows: Rows) => Row;
  /** States into which a queue may take it by itself as soon as it was moved. */
  onward?: readonly string[];
  /** Whoever may view it sees it, whatever their Locations: it is no record about a device; its lines are. */
  isForAll?: true;
  /** The same for rows of other tables that belong to it, by the table. */
  besides?: (state: string, move: string, rows: Rows) => Record<string, Row>;
  /** Triggers that keep its rows from going back to an earlier state, which these laws pass over; tests of its own try them. */
  past?: readonly string[];
  /** What the company has set when a move is tried. */
  settings?: (move: string) => Record<string, unknown>;
  /** A valid form of each move, by its domain names. */
  forms: Record<string, (rows: Rows) => Fields>;
};

/** The number of the contract that renews the twin's. */
export const RENEWED = "RENEWED";
const reason = "Seen on the round";
/** Each approval of the same row is one of a level that has none yet. */
let level = 0;
const NOBODY = "0198c7a2-0000-7000-8000-000000000000";
const AT = Date.UTC(2026, 0, 1);

const arrivedLine = (rows: Rows) => ({
  id: rows.asset_transfer_lines!.id,
  decision: "accepted",
  conditionIn: "good",
});

/** Every machine. One that is registered and not here fails tests/laws/flows.test.ts. */
export const cases: Record<string, Case> = {
  assets: {
    path: (move) => `/api/assets/:id/${move}`,
    table: "assets",
    first: "in_service",
    standing: (lifecycle, move) => ({
      lifecycle,
      condition: "working",
      not_located_since: move === "found" ? "2026-01-01" : null,
    }),
    forms: {
      commission: () => ({ installedOn: "2026-01-02", putToUseOn: "2026-01-03" }),
      standby: () => ({ reason: "Spare unit" }),
      resume: () => ({ reason: "Needed again" }),
      condemn: () => ({ condemnReason: "obsolete", reason: "No parts any more" }),
      reinstate: () => ({ reason: "Condemned by mistake" }),
      dispose: () => ({
        disposalMode: "scrap",
        disposedOn: companyToday(),
        disposalValueMinor: "12.50",
      }),
      move: (rows) => ({
        departmentId: String(rows.departments!.id),
        locationId: String(rows.locations!.id),
        room: `R${crypto.randomUUID().slice(0, 8)}`,
        reason: "Ward moved",
      }),
      condition: () => ({ condition: "not_working", reason }),
      "not-located": () => ({ reason: "Not on the ward" }),
      found: () => ({ reason: "In the store" }),
      "rotate-qr": () => ({ reason: "Label was copied" }),
    },
  },
  machines: {
    path: (move) => `/api/machines/:id/${move}`,
    table: "machines",
    first: "active",
    standing: (status) => ({ status }),
    forms: {
      "out-of-service": () => ({ reason: "The display is broken" }),
      "back-in-service": () => ({ reason: "It was repaired" }),
      lost: () => ({ reason: "The customer cannot find it" }),
      found: () => ({ reason: "It was in the store" }),
      retire: () => ({ reason: "Scrapped by its owner" }),
    },
  },
  signatures: {
    path: (move) => `/api/signatures/:id/${move}`,
    table: "signatures",
    isForAll: true,
    first: "active",
    standing: (status) => ({ status }),
    forms: {
      suspend: () => ({ reason: "Training is overdue" }),
      reinstate: () => ({ reason: "Training was done" }),
      revoke: () => ({ reason: "Left the laboratory" }),
    },
  },
  "webhook-deliveries": {
    path: (move) => `/api/webhook-deliveries/:id/${move}`,
    table: "webhook_deliveries",
    isForAll: true,
    first: "failed",
    onward: ["failed"],
    standing: (status) => ({ status, next_at: null }),
    forms: { replay: () => ({}) },
  },
  contracts: {
    path: (move) => `/api/contracts/:id/${move}`,
    table: "contracts",
    isForAll: true,
    first: "agreed",
    standing: (state) => ({
      terminated_on: state === "terminated" ? "2026-02-01" : null,
      terminate_reason: null,
    }),
    forms: { terminate: () => ({ reason: "The vendor closed its branch" }) },
  },
  calibrators: {
    path: (move) => `/api/calibrators/:id/${move}`,
    table: "calibrators",
    isForAll: true,
    first: "in_service",
    standing: (status) => ({
      ...{ status, quarantined_by: null },
      quarantine_reason: status === "quarantined" ? "It fell" : null,
      // The twin's check was passed at the first instant there is.
      quarantined_at: status === "quarantined" ? 0 : null,
    }),
    forms: {
      send: () => ({ reason: "To the laboratory" }),
      "bring-back": () => ({ reason }),
      quarantine: () => ({ reason: "It fell" }),
      release: () => ({ reason: "Checked, within its limits" }),
      repair: () => ({ reason: "Battery replaced" }),
      adjustment: () => ({ reason: "Zero adjusted" }),
      "transport-check": () => ({ reason }),
      damage: () => ({ reason: "It fell" }),
      retire: () => ({ reason: "Worn out" }),
    },
  },
  "calibrator-certificates": {
    path: (move) => `/api/calibrator-certificates/:id/${move}`,
    table: "calibrator_certificates",
    isForAll: true,
    first: "entered",
    past: [
      "calibrator_certificate_frozen",
      "calibrator_ranges_inserted_while_entered",
      "calibrator_ranges_changed_while_entered",
      "calibrator_ranges_deleted_while_entered",
    ],
    standing: (status) => ({
      status,
      ...{ entered_by: "[]", rejected_by: null, rejected_at: null },
      accepted_by: ["accepted", "superseded"].includes(status) ? NOBODY : null,
      accepted_at: null,
    }),
    forms: {
      accept: () => ({ reason }),
      reject: () => ({ reason: "The range from 2 J is missing" }),
    },
  },
  schedules: {
    path: (move) => `/api/schedules/:id/${move}`,
    table: "schedules",
    first: "active",
    standing: (state) => ({
      ...{ is_active: state === "ended" ? 0 : 1, ended_at: null, ended_by: null, end_reason: null },
      hold_from: state === "held" ? "2026-01-01" : null,
      hold_until: state === "held" ? "2099-01-01" : null,
      hold_reason: state === "held" ? "Ward closed" : null,
    }),
    forms: {
      hold: () => ({
        ...{ holdFrom: companyToday(), holdUntil: companyToday() },
        reason: "Ward is being rebuilt",
      }),
      "end-hold": () => ({ reason: "Ward is open again" }),
      end: () => ({ reason: "Its vendor services it" }),
    },
  },
  "interval-proposals": {
    path: (move) => `/api/interval-proposals/:id/${move}`,
    table: "interval_proposals",
    isForAll: true,
    first: "open",
    standing: (status, move, rows) => ({
      ...{ status, current_value: 1, current_unit: "day", decided_by: null, decided_at: null },
      ...(move.endsWith("-for-machine")
        ? { machine_id: rows.machines!.id!, calibrator_id: null }
        : { machine_id: null, calibrator_id: rows.calibrators!.id! }),
    }),
    besides: () => ({
      calibrators: { interval_value: 1, interval_unit: "day" },
      machines: { interval_value: 1, interval_unit: "day" },
    }),
    forms: {
      accept: () => ({ reason: "Five certificates speak for it" }),
      reject: () => ({ reason: "The last repair explains it" }),
      "accept-for-machine": () => ({ reason: "Five certificates speak for it" }),
      "reject-for-machine": () => ({ reason: "The last repair explains it" }),
    },
  },
  "impact-lines": {
    path: (move) => `/api/impact-lines/:id/${move}`,
    table: "impact_lines",
    first: "undecided",
    standing: (action) => ({ action, decided_by: null, decided_at: null, mailed_at: null }),
    forms: {
      clear: () => ({ reason: "A tenth of its uncertainty" }),
      notify: () => ({ reason }),
      recall: () => ({ reason }),
      again: () => ({ reason: "Decided for the wrong point" }),
    },
  },
  "impact-inhouse-lines": {
    path: (move) => `/api/impact-inhouse-lines/:id/${move}`,
    table: "impact_inhouse_lines",
    first: "undecided",
    standing: (action) => ({ action, decided_by: null, decided_at: null }),
    forms: {
      clear: () => ({ reason: "A tenth of its uncertainty" }),
      recalibrate: () => ({ reason }),
      again: () => ({ reason: "Decided for the wrong point" }),
    },
  },
  "impact-reviews": {
    path: (move) => `/api/impact-reviews/:id/${move}`,
    table: "impact_reviews",
    isForAll: true,
    first: "open",
    standing: (status) => ({ status, undecided_count: 0, closed_by: null, closed_at: null }),
    besides: (_, move, rows): Rows =>
      move === "tell"
        ? {
            impact_lines: { action: "recall" },
            consumers: { email: "twin@consumer.test" },
            certificate_reports: { consumer_id: rows.consumers!.id! },
          }
        : {},
    forms: {
      close: () => ({ reason: "All are decided" }),
      tell: (rows) => ({ consumerId: rows.consumers!.id }),
    },
  },
  "recalibration-requests": {
    path: (move) => `/api/recalibration-requests/:id/${move}`,
    table: "recalibration_requests",
    isForAll: true,
    first: "requested",
    standing: (status) => ({
      ...{ status, answer: null, accepted_at: null, accepted_by: null },
      ...{ declined_at: null, declined_by: null, done_at: null, done_by: null },
    }),
    forms: {
      accept: () => ({ reason: "We come on Tuesday" }),
      decline: () => ({ reason: "We have no standard for it" }),
      finish: () => ({ reason: "All machines are back on the ward" }),
    },
  },
  "certificate-reports": {
    path: (move) => `/api/certificate-reports/:id/${move}`,
    table: "certificate_reports",
    first: "draft",
    past: MEASURED_PAST,
    standing: (status, move, rows) => certificateStanding(status, rows, move),
    besides: calibratedBesides,
    forms: {
      submit: () => ({ password: PASSWORD }),
      check: () => ({ password: PASSWORD, reason: "Compared with the worksheet" }),
      approve: () => ({ password: PASSWORD, reason: "The budget is complete" }),
      issue: () => ({ password: PASSWORD }),
      void: () => ({ password: PASSWORD, reason: "The device was another one" }),
      "send-back": () => ({ reason: "The reading at 5 mL/h was mistyped" }),
      reject: () => ({ reason: "The reading at 100 mL/h was mistyped" }),
      concede: () => ({
        ...{ gate: "G2", expiresOn: "2099-12-31" },
        reason: "The standard was checked against another one on the day",
      }),
      withdraw: () => ({ gate: "G2", reason: "The standard was recalibrated" }),
      revise: () => ({ reason: "The serial number was mistyped" }),
      cancel: () => ({ reason: "The customer took the device back" }),
    },
  },
  "inhouse-calibrations": {
    path: (move) => `/api/inhouse-calibrations/:id/${move}`,
    table: "inhouse_calibrations",
    first: "draft",
    past: INHOUSE_PAST,
    standing: inhouseStanding,
    besides: inhouseBesides,
    forms: {
      verify: () => ({ reason: "Compared with the worksheet" }),
      "send-back": () => ({ reason: "The reading at 5 mL/h was mistyped" }),
      close: () => ({ reason: "Label renewed" }),
      promote: () => ({}),
      cancel: () => ({ reason: "The device went back to the ward" }),
    },
  },
  "condemn-proposals": {
    path: (move) => `/api/condemn-proposals/:id/${move}`,
    table: "condemn_proposals",
    first: "proposed",
    standing: (status) => ({ status, created_by: null }),
    forms: {
      review: () => ({ reason }),
      decline: () => ({ reason: "A repair is cheaper" }),
      withdraw: () => ({ reason }),
    },
  },
  "report-form-versions": {
    path: (move) => `/api/report-form-versions/:id/${move}`,
    table: "report_form_versions",
    isForAll: true,
    first: "draft",
    standing: (status) => ({ status }),
    forms: { publish: () => ({}), retire: () => ({ reason: "The laboratory has moved" }) },
  },
  "procedure-versions": {
    path: (move) => `/api/procedure-versions/:id/${move}`,
    table: "procedure_versions",
    isForAll: true,
    first: "draft",
    standing: (status) => ({
      status,
      ...{ submitted_by: null, withdrawn_at: null, withdrawn_by: null },
      approved_by: status === "active" || status === "withdrawn" ? NOBODY : null,
    }),
    forms: {
      submit: () => ({}),
      approve: () => ({}),
      "send-back": () => ({ reason: "A point is missing" }),
      withdraw: () => ({ reason: "The standard was withdrawn" }),
    },
  },
  "recall-assets": {
    path: (move) => `/api/recall-assets/:id/${move}`,
    table: "recall_assets",
    first: "to_decide",
    standing: (status) => ({ status, breakdown_id: null }),
    forms: {
      affect: () => ({ reason }),
      call: () => ({ reason }),
      clear: () => ({ reason: "Made after the change" }),
      finish: () => ({ reason: "Battery replaced" }),
      again: () => ({ reason: "Looked at the wrong unit" }),
    },
  },
  "due-occurrences": {
    path: (move) => `/api/due-occurrences/:id/${move}`,
    table: "due_occurrences",
    first: "scheduled",
    standing: (status) => ({ status, defer_to: null, exception: null, reason: null }),
    forms: {
      start: () => ({ reason }),
      assign: (rows) => ({ assignedTeamId: rows.teams!.id, reason }),
      defer: () => ({ deferTo: companyToday(), exception: "in_use", reason }),
      "could-not-be-done": () => ({ exception: "not_located", reason: "Not on the ward" }),
    },
  },
  "service-calls": {
    path: (move) => `/api/service-calls/:id/${move}`,
    table: "breakdowns",
    first: "new",
    standing: (status) => ({
      status,
      resolved_at: ["resolved", "closed"].includes(status) ? Date.now() : null,
      closed_at: null,
      reopen_count: 0,
      rating: null,
      hold_reason: null,
    }),
    forms: {
      acknowledge: () => ({ reason }),
      assign: (rows) => ({ assignedUserId: String(rows.users!.id) }),
      start: () => ({ reason }),
      hold: () => ({ holdReason: "awaiting_part", reason }),
      resume: () => ({ reason }),
      resolve: () => ({ causeCode: "battery", resolution: "Battery replaced" }),
      close: () => ({ reason: "Works" }),
      reopen: () => ({ reason: "It failed again" }),
      cancel: () => ({ reason: "Reported twice" }),
      duplicate: (rows) => ({ duplicateOfId: String(rows.other_call!.id) }),
      remark: () => ({ note: "Sensor ordered" }),
      join: () => ({ problem: "No sound here either", equipmentDown: "yes" }),
      correct: () => ({ priority: "low", reason }),
      "tell-vendor": (rows) => ({
        vendorId: String(rows.vendors!.id),
        subject: "Service call",
        letter: "Please send an engineer.",
      }),
      rate: () => ({ rating: "5" }),
    },
  },
  downtimes: {
    path: (move) => `/api/downtimes/:id/${move}`,
    table: "asset_downtimes",
    first: "open",
    standing: (state, move) => ({
      kind: state === "open" && move !== "correct" ? "planned" : "unplanned",
      started_at: AT,
      ended_at: state === "open" ? null : AT + 3_600_000,
      cancelled_at: state === "cancelled" ? AT : null,
    }),
    forms: {
      end: () => ({}),
      correct: () => ({ startedAt: "2026-01-01T00:00:00Z", endedAt: "", reason }),
      cancel: () => ({ reason: "It was in use" }),
    },
  },
  "asset-transfers": {
    path: (move) => `/api/asset-transfers/:id/${move}`,
    table: "asset_transfers",
    first: "draft",
    standing: (status, move) => ({
      status,
      kind: move === "give-back" ? "temporary" : "permanent",
      requested_by: null,
      dispatched_by: null,
      created_by: null,
      returned_at: null,
    }),
    besides: (status, move) => ({
      asset_transfer_lines: {
        status: status.startsWith("received") ? "accepted" : "pending",
        is_open: move && !["rejected", "cancelled", "returned"].includes(status) ? 1 : 0,
        condition_out: "good",
        from_location_id: null,
        from_room: null,
      },
    }),
    settings: (move) => ({ transfer_needs_approval: move === "receive-directly" ? 0 : 1 }),
    forms: {
      submit: () => ({ reason }),
      approve: () => ({ reason }),
      reject: () => ({ reason: "Needed here" }),
      dispatch: () => ({ reason }),
      receive: (rows) => ({ lines: [arrivedLine(rows)], reason }),
      "receive-directly": (rows) => ({ lines: [arrivedLine(rows)], reason }),
      "give-back": (rows) => ({
        lines: [{ id: rows.asset_transfer_lines!.id, conditionBack: "good" }],
        reason,
      }),
      cancel: () => ({ reason: "No longer needed" }),
    },
  },
  "gate-passes": {
    path: (move) => `/api/gate-passes/:id/${move}`,
    table: "gate_passes",
    first: "draft",
    standing: (status) => {
      // Only one that waits is decided; the list of who did stays short enough for other laws.
      if (status === "pending_approval") level += 1;
      return {
        ...{ status, kind: "returnable", purpose: "loan", created_by: null, chased_on: null },
        ...{ levels: level + 5, approver_ids: JSON.stringify(Array(level).fill(NOBODY)) },
        ...{ out_at: null, closed_at: null, expected_return_on: "2030-01-01" },
      };
    },
    forms: {
      submit: () => ({}),
      approve: () => ({ reason }),
      reject: () => ({ reason }),
      out: () => ({ reason }),
      return: (rows) => ({
        lines: [{ id: String(rows.gate_pass_lines!.id), qty: 1, conditionIn: "good" }],
        reason,
      }),
      extend: () => ({ newOn: "2030-02-01", reason }),
      chase: () => ({ to: "party@example.com", subject: "Overdue", letter: "When is it back?" }),
      cancel: () => ({ reason }),
      "write-off": () => ({ reason }),
    },
  },
  "service-reports": {
    path: () => "/api/service-report/cancel/:reportId",
    table: "service_reports",
    first: "valid",
    standing: (state) => ({
      cancelled_at: state === "cancelled" ? AT : null,
      cancelled_by: null,
      cancel_reason: null,
      locked_at: null,
    }),
    forms: { cancel: () => ({ reason: "On the wrong asset" }) },
  },
};

export const allFlows = { ...flows, ...flowsByHand };

/** The tables in which machines keep what happened. */
export const eventTables = Object.values(allFlows).flatMap(({ events }) =>
  events ? [getTableName(events.table)] : [],
);

/** Every move of every machine, as a call. */
export const moveCalls = Object.entries(allFlows).flatMap(([key, flow]) =>
  Object.keys(flow.inputs).map((move) => ({
    flow: key,
    move,
    call: `POST ${cases[key]?.path(move)}`,
    table: cases[key]?.table ?? "",
    rule: flow.rules.moves[move]!,
    form: (rows: Rows): Fields => cases[key]!.forms[move]!(rows),
  })),
);

/** By each call, what `make` gives for its move. */
export const ofMoves = <V>(make: (move: (typeof moveCalls)[number]) => V): Record<string, V> =>
  Object.fromEntries(moveCalls.map((one) => [one.call, make(one)]));

/** The state from which a move is tried: the one its row is made in, or the first it starts from. */
export const startOf = (key: string, move: string | undefined): string => {
  const { first } = cases[key]!;
  const from = move === undefined ? [] : (allFlows[key]!.rules.moves[move]?.from ?? []);
  return from.length === 0 || from.includes(first) ? first : from[0]!;
};

/** Puts the twin's row of a machine into a state, past the app. */
export function stand({ db, company, rows }: Twin, key: string, state: string, move = "") {
  const { table, standing, besides, settings, past = [] } = cases[key]!;
  // What only people named in the record may do, the Admin does as one of them.
  const { by, orBy = {} } = allFlows[key]!.rules.moves[move] ?? {};
  const named = by === null ? Object.keys(orBy) : [];
  const all = {
    ...besides?.(state, move, rows),
    [table]: {
      ...standing(state, move, rows),
      ...Object.fromEntries(named.map((column) => [snake(column), company.users.admin.id])),
    },
  };
  return [
    ...past.map((trigger) => db.prepare(`drop trigger if exists ${trigger}`)),
    ...Object.entries(all).map(([name, values]) => {
      const sets = Object.keys(values).map((column) => `${column} = ?`);
      return db
        .prepare(
          `update "${spares[name] ?? name}" set ${sets.join(", ")} where company_id = ? and id = ?`,
        )
        .bind(...Object.values(values), company.id, rows[name]!.id);
    }),
    ...Object.entries(settings?.(move) ?? {}).map(([setting, value]) =>
      db
        .prepare(
          `insert into company_settings (company_id, id, created_at, updated_at, value_json) values (?, ?, 1, 1, ?)
            on conflict (company_id, id) do update set value_json = excluded.value_json`,
        )
        .bind(company.id, setting, JSON.stringify(value)),
    ),
  ];
}
