import { getTableName } from "drizzle-orm";
import { flows, flowsByHand } from "#worker/domain/index.ts";
import type { Row, Twin } from "./twins.ts";
import { companyToday } from "./world.ts";

type Fields = Record<string, string>;
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
  standing: (state: string, move: string) => Row;
  /** A valid form of each move, by its domain names. */
  forms: Record<string, (rows: Rows) => Fields>;
};

const reason = "Seen on the round";
const AT = Date.UTC(2026, 0, 1);

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
  "service-calls": {
    path: (move) => `/api/service-calls/:id/${move}`,
    table: "breakdowns",
    first: "new",
    standing: (status) => ({
      status,
      resolved_at: ["resolved", "closed"].includes(status) ? Date.now() : null,
      closed_at: null,
      reopen_count: 0,
    }),
    forms: {
      acknowledge: () => ({ reason }),
      resolve: () => ({ causeCode: "battery", resolution: "Battery replaced" }),
      close: () => ({ reason: "Works" }),
      reopen: () => ({ reason: "It failed again" }),
      cancel: () => ({ reason: "Reported twice" }),
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
  const { table, standing } = cases[key]!;
  const values = standing(state, move);
  const names = Object.keys(values).map((name) => `${name} = ?`);
  return db
    .prepare(`update "${table}" set ${names.join(", ")} where company_id = ? and id = ?`)
    .bind(...Object.values(values), company.id, rows[table]!.id);
}
