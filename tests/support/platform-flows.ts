import { readdirSync, readFileSync } from "node:fs";
import { getTableName } from "drizzle-orm";
import { platformFlows } from "#worker/domain/index.ts";
import { platformPermissions } from "#worker/permissions.ts";
import { TWIN_PROOF } from "./name-server.ts";
import { OFFERED } from "./platform-twins.ts";
import type { Row, Twin } from "./twins.ts";
import { PASSWORD } from "./world.ts";

type Case = {
  /** The columns of a row in a state, from which a move that starts there is possible. */
  standing: (state: string, move: string) => Row;
  /** The state in which the twin's record is made, and lets others of its company be made. */
  first: string;
  /** Where others of its company rest. */
  rests: string;
  /** What the intents of its moves begin with on the company's page. */
  prefix: string;
  /** Triggers that keep its rows from going back, which these laws pass over; tests of its own try them. */
  past?: readonly string[];
  /** A valid form of each move, by its wire names. */
  forms: Record<string, () => Record<string, unknown>>;
};

const paid = ["paid", "partially_refunded", "refunded"];
const SELLER = '{"name":"Twin","address":"Twin","country":"IN","region":null,"taxIds":[]}';
let invoices = 0;

/** Every machine of what companies have with the platform. One that is registered and not here fails its law. */
export const platformCases: Record<string, Case> = {
  orders: {
    ...{ first: "paid", rests: "cancelled", prefix: "order-" },
    past: ["orders_paid_no_update"],
    standing: (state) => ({
      status: state,
      invoice_no: paid.includes(state) ? `TW/${++invoices}/${Date.now() % 1_000_000}` : null,
      seller: paid.includes(state) ? SELLER : null,
      refunded_minor: state === "partially_refunded" ? 100 : 0,
      ...{ coupon_id: null, upgrade_request_id: null, payment_ref: null },
    }),
    forms: {
      pay: () => ({ payment_ref: "NEFT 5512", password: PASSWORD }),
      checkout: () => ({ gateway: "stripe" }),
      cancel: () => ({ reason: "Ordered twice" }),
      withdraw: () => ({}),
      refund: () => ({ amount: "1.00", reason: "Paid twice", password: PASSWORD }),
    },
  },
  "support-tickets": {
    ...{ first: "open", rests: "closed", prefix: "" },
    standing: (state) => ({
      ...{ status: state, rating: null, assigned_to: null, first_response_at: null },
      resolved_at: ["resolved", "closed"].includes(state) ? Date.now() : null,
      closed_at: state === "closed" ? Date.now() : null,
    }),
    forms: {
      take: () => ({}),
      assign: () => ({ assigned_to: "staff-super" }),
      reply: () => ({ body: "Which browser is it?" }),
      note: () => ({ body: "Seen before" }),
      resolve: () => ({ reason: "Mended today" }),
      answer: () => ({ body: "The newest one" }),
      solved: () => ({}),
      close: () => ({}),
      reopen: () => ({ reason: "It is there again" }),
      rate: () => ({ rating: 5 }),
    },
  },
  "domain-requests": {
    ...{ first: "cancelled", rests: "cancelled", prefix: "domain-" },
    standing: (state) => ({
      ...{ status: state, proof: TWIN_PROOF, decided_by: null, decided_at: null, reason: null },
      verified_at: state === "active" ? Date.now() : null,
    }),
    forms: {
      approve: () => ({}),
      check: () => ({}),
      reject: () => ({ reason: "It is another company's name" }),
      verify: () => ({}),
      cancel: () => ({}),
    },
  },
  "upgrade-requests": {
    ...{ first: "cancelled", rests: "cancelled", prefix: "request-" },
    standing: (state) => ({
      status: state,
      quote_minor: state === "quoted" ? 90_000 : null,
      quote_valid_until: state === "quoted" ? "2099-01-01" : null,
      ...{ target_plan_id: OFFERED.plan, coupon_code: null, order_id: null },
    }),
    forms: {
      quote: () => ({ quote: "900.00", quote_valid_until: "2099-01-01" }),
      approve: () => ({}),
      reject: () => ({ reason: "For laboratories alone" }),
      accept: () => ({}),
      cancel: () => ({}),
    },
  },
};

/** Every move of them that has a call. */
export const platformMoves = Object.entries(platformFlows).flatMap(([flow, { rules, inputs }]) =>
  Object.keys(inputs).map((move) => {
    const rule = rules.moves[move]!;
    const isOfStaff = (platformPermissions as readonly string[]).includes(rule.by ?? "");
    const { prefix } = platformCases[flow]!;
    return { flow, move, rule, isOfStaff, path: `/api/${flow}/:id/${move}`, intent: prefix + move };
  }),
);

export const tableOf = (flow: string) => getTableName(platformFlows[flow]!.table);

const MIGRATIONS = "migrations/control";
const migrations = readdirSync(MIGRATIONS)
  .filter((name) => name.endsWith(".sql"))
  .map((name) => readFileSync(`${MIGRATIONS}/${name}`, "utf8"))
  .join("\n");
/** How the database makes a trigger. */
const triggerOf = (name: string) =>
  new RegExp(`create trigger ${name} .*?end;`, "is").exec(migrations)![0];

/** Puts the twin's record of a machine into a state, and other records of its company to rest, past the app. */
export function standOnPlatform(twin: Twin, flow: string, state: string, move = "") {
  const { standing, rests, past = [] } = platformCases[flow]!;
  const [table, values] = [tableOf(flow), standing(state, move)];
  const db = twin.control;
  const sets = Object.keys(values).map((column) => `${column} = ?`);
  return [
    ...past.map((trigger) => db.prepare(`drop trigger if exists ${trigger}`)),
    db
      .prepare(
        `update ${table} set status = ? where company_id = ? and id <> ? and status not in ('paid', 'refunded', 'partially_refunded', 'fulfilled')`,
      )
      .bind(rests, twin.company.id, twin.rows[table]!.id),
    db
      .prepare(`update ${table} set ${sets.join(", ")} where company_id = ? and id = ?`)
      .bind(...Object.values(values), twin.company.id, twin.rows[table]!.id),
    ...past.map((trigger) => db.prepare(triggerOf(trigger))),
  ];
}

/** The intent by which a company asks for all of its data. */
export const EXPORT = "export-data";

/** What resets the twin's records with the platform for a call: the one it moves into a state it starts from, the others to rest. */
export const settlingPlatform = (twin: Twin, call: { path: string } | string) => [
  // One set of the company's data is made at a time, and three a day.
  twin.control
    .prepare("delete from company_exports where company_id = ? and id <> ?")
    .bind(twin.company.id, twin.rows.company_exports!.id),
  ...Object.keys(platformCases)
    .filter((flow) => flow in platformFlows)
    .flatMap((flow) => {
      const its = platformMoves.find(
        (one) =>
          one.flow === flow &&
          (typeof call === "string" ? one.intent === call : one.path === call.path),
      );
      const { first } = platformCases[flow]!;
      const from = its?.rule.from ?? [first];
      const state = from.includes(first) ? first : from[0]!;
      return standOnPlatform(twin, flow, state, its?.move);
    }),
];
