import { passKinds, passPurposes, passRules } from "#app/shared/flows/gate-passes.ts";
import { pick } from "#app/shared/pick.ts";
import {
  gatePassApprovals,
  gatePassEvents,
  gatePasses,
  gatePassLines,
} from "#drizzle/tenant/index.ts";
import { passFlow } from "../domain/gate-passes/flow.ts";
import { passInput } from "../domain/gate-passes/input.ts";
import { listPasses, passList } from "../domain/gate-passes/list.ts";
import { findPass } from "../domain/gate-passes/read.ts";
import { createPass } from "../domain/gate-passes/save.ts";
import { updatePass } from "../domain/gate-passes/update.ts";
import { data, done, page } from "./answers.ts";
import { type Call, companyCalls } from "./call.ts";
import { offers } from "./flows.ts";
import {
  columnsShape,
  day,
  id,
  list,
  listQuery,
  object,
  oneOf,
  orNull,
  rowShape,
  sampleId,
  text,
  whole,
} from "./shapes.ts";
import { toWire } from "./wire.ts";

const call = companyCalls({ tag: passFlow.label, of: gatePasses });

const example = {
  kind: "returnable",
  purpose: "loan",
  party_name: "Northgate Clinic",
  carrier_name: "K. Murugan",
  vehicle_no: "TN09 BX4471",
  expected_return_on: "2099-01-15",
  is_submitted: true,
  lines: [
    {
      asset_id: sampleId,
      serial_no: "20418",
      qty: 1,
      est_value: "1200.00",
      accessory_ids: [],
      condition_out: "good",
    },
  ],
};

const lineNames = [
  ...(["id", "assetId", "stockItemId", "description", "name", "serialNo", "qty"] as const),
  ...(["estValueMinor", "accessoryIds", "conditionOut", "returnedQty", "conditionIn"] as const),
  ...(["returnedAt", "isOpen", "remark", "photoMediaId"] as const),
] as const;
const line = columnsShape(gatePassLines, lineNames);
const approval = columnsShape(gatePassApprovals, "id level userName decision note at");
const event = columnsShape(gatePassEvents, "id status note actorName at");

const listedShape = columnsShape(
  gatePasses,
  [
    ...["id", "version", "number", "kind", "purpose", "status", "partyName", "outAt"],
    ...["expectedReturnOn", "createdBy", "approverIds"],
  ],
  { vendor_name: orNull(text), line_count: whole, first_item: orNull(text) },
);
const valuesOf = (choices: readonly { value: string }[]) =>
  oneOf(...choices.map(({ value }) => value));

/** The calls that make out, change and read a gate pass; its moves are calls of the flow. */
export const passCalls: Call[] = [
  call({
    post: "/gate-passes",
    needs: "create-gate-pass",
    says: "Make out a gate pass, as a draft or with approval asked for. Each line is an asset, a stock item or a description",
    input: passInput,
    example,
    status: 201,
    answer: done(object({ id, number: text })),
    run: ({ session, body }) => createPass(session, body),
  }),
  call({
    put: "/gate-passes/:id",
    needs: "create-gate-pass",
    says: "Change a draft; its lines are replaced",
    input: passInput,
    isVersioned: true,
    example,
    run: ({ session, id, body }) => updatePass(session, id, body),
  }),
  call({
    get: "/gate-passes",
    needs: "view-gate-pass",
    says: "Gate passes, newest first; those that are out by their day of return",
    query: listQuery(["newest", "expectedReturnOn"], {
      tab: { ...oneOf(...Object.keys(passList.tabs)), default: "to_approve" },
      kind: valuesOf(passKinds),
      purpose: valuesOf(passPurposes),
      status: oneOf(...Object.keys(passRules.states)),
      vendor: { ...id, description: "To this vendor" },
      asset: { ...id, description: "Of this asset" },
      overdue: { ...oneOf("1"), description: "Only those that should be back" },
      from: { ...day, description: "Out on this day or later" },
      to: { ...day, description: "Out on this day or earlier" },
    }),
    answer: page(listedShape),
    run: ({ session, query }) => listPasses(session, query),
  }),
  call({
    get: "/gate-passes/:id",
    needs: "view-gate-pass",
    says: "A gate pass with its lines, approvals and what happened to it",
    answer: data(
      rowShape(gatePasses, {
        lines: list(line),
        approvals: list(approval),
        events: list(event),
        moves: offers,
      }),
    ),
    run: async ({ session, id }) => {
      const pass = await findPass(session, id);
      const { lines, approvals, events, moves } = pass;
      const columns = Object.keys(gatePasses).filter((key) => key in pass);
      return {
        ...Object.fromEntries(columns.map((key) => [key, pass[key as "id"]])),
        lines: lines.map((one) => toWire(pick(one, lineNames))),
        approvals: approvals.map(toWire),
        events: events.map(toWire),
        moves,
      };
    },
  }),
];
