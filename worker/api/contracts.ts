import { contractStates } from "#app/shared/contracts.ts";
import { contractAssets, contracts as table } from "#drizzle/tenant/index.ts";
import { addDevices, removeDevices } from "../domain/contracts/devices.ts";
import { contractFlow } from "../domain/contracts/flow.ts";
import { addInput, contractInput, removeInput, shareInput } from "../domain/contracts/input.ts";
import { contractList } from "../domain/contracts/list.ts";
import { contractLines, contractToRead } from "../domain/contracts/read.ts";
import { createContract, renewContract, updateContract } from "../domain/contracts/save.ts";
import { setShare, splitEqually } from "../domain/contracts/shares.ts";
import { listDocuments } from "../domain/lists/documents.ts";
import { data, done, page } from "./answers.ts";
import { type Call, companyCalls } from "./call.ts";
import { offers } from "./flows.ts";
import { filter } from "./resource-calls.ts";
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

const call = companyCalls({ tag: contractFlow.label, needs: "edit-vendor", of: table });

const listed =
  "id number kind vendorId startOn endOn terminatedOn noticeDays valueMinor billing hasLabour hasSpares pmVisitsPerYear";
const example = {
  number: "AMC/26/114",
  kind: "amc",
  vendor_id: sampleId,
  start_on: "2026-04-01",
  end_on: "2027-03-31",
  value: "125000.00",
};
const stepped = done(
  object({
    changed: whole,
    same: whole,
    failed: list(object({ id, label: text, reason: text })),
  }),
);

/** Contracts, their devices and shares. Terminating one is a move, in flows.ts. */
export const contractCalls: Call[] = [
  call({
    get: "/contracts",
    needs: "view-vendor",
    says: "List: Contract. Its state follows from its dates",
    query: listQuery(["newest", ...Object.keys(contractList.sorts)], {
      kind: oneOf(...table.kind.enumValues),
      state: oneOf(...Object.keys(contractStates)),
      vendor: filter,
      ends: { ...oneOf("30", "60", "90"), description: "Ends within so many days" },
    }),
    answer: page(columnsShape(table, listed, { vendor_name: text, assets: orNull(whole) })),
    run: ({ session, query }) => listDocuments(session, contractList, query),
  }),
  call({
    get: "/contracts/:id",
    needs: "view-vendor",
    says: "Read: Contract",
    answer: data(
      rowShape(table, {
        vendor_name: text,
        state: oneOf(...Object.keys(contractStates)),
        renewed_by: orNull(id),
        moves: offers,
      }),
    ),
    run: ({ session, id }) => contractToRead(session, id),
  }),
  call({
    get: "/contracts/:id/assets",
    needs: "view-vendor",
    says: "The assets of a contract, those the reader sees; each is covered from `since` to `until`",
    query: { after: { ...text, description: "`next` of the page before" } },
    answer: page(
      columnsShape(contractAssets, "fromOn toOn valueShareMinor version assetId", {
        ...{ id, asset_code: text, name: text, make: orNull(text), model: orNull(text) },
        ...{ lifecycle: text, place: text, since: day, until: day },
      }),
    ),
    run: ({ session, id, query }) => contractLines(session, id, query),
  }),
  call({
    post: "/contracts",
    needs: "create-vendor",
    says: "Add: Contract. What is not said of labour and spares is as its kind has it",
    input: contractInput,
    example,
    status: 201,
    run: ({ session, body }) => createContract(session, body),
  }),
  call({
    put: "/contracts/:id",
    says: "Change: Contract. Takes the whole record; the cover of its assets follows",
    input: contractInput,
    isVersioned: true,
    example,
    run: ({ session, id, body }) => updateContract(session, id, body),
  }),
  call({
    post: "/contracts/:id/renew",
    needs: "create-vendor",
    says: "Make the contract that follows one, with its assets",
    input: contractInput,
    example: { ...example, start_on: "2031-01-01", end_on: "2031-12-31" },
    status: 201,
    run: ({ session, id, body }) => renewContract(session, id, body),
  }),
  call({
    post: "/contracts/:id/assets",
    says: "Bring up to 200 assets under a contract, in one batch; those that cannot be are named",
    input: addInput,
    example: { asset_ids: [sampleId] },
    answer: stepped,
    run: ({ session, id, body }) => addDevices(session, id, body),
  }),
  call({
    post: "/contracts/:id/remove-assets",
    says: "Take up to 200 assets off a contract; what it has covered stays known",
    input: removeInput,
    example: { asset_ids: [sampleId] },
    answer: stepped,
    run: ({ session, id, body }) => removeDevices(session, id, body),
  }),
  call({
    post: "/contracts/:id/share",
    says: "Set an asset's share of the contract's value",
    input: shareInput,
    isVersioned: true,
    example: { asset_id: sampleId, value_share: "12.50" },
    run: ({ session, id, body }) => setShare(session, id, body),
  }),
  call({
    post: "/contracts/:id/split",
    says: "Share the contract's value equally among its assets",
    run: ({ session, id }) => splitEqually(session, id),
  }),
];
