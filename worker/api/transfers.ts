import { transferKinds, transferRules } from "#app/shared/flows/transfers.ts";
import { assetTransferLines } from "#drizzle/tenant/index.ts";
import { flows } from "../domain/index.ts";
import { transferInput } from "../domain/transfers/input.ts";
import { listTransfers, transferList } from "../domain/transfers/list.ts";
import { addPhoto } from "../domain/transfers/photo.ts";
import { findTransfer } from "../domain/transfers/read.ts";
import { createTransfer, updateTransfer } from "../domain/transfers/write.ts";
import { takeUpload } from "../files/upload.ts";
import { data, done, page } from "./answers.ts";
import { type Call, companyCalls, multipart } from "./call.ts";
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
  thumbnailParts,
} from "./shapes.ts";
import { toWire } from "./wire.ts";

const flow = flows["asset-transfers"]!;
const call = companyCalls({ tag: flow.label, of: flow.table, needs: "create-asset-transfer" });
const sample = {
  kind: "temporary",
  to_department_id: sampleId,
  due_back_on: "2099-01-15",
  reason: "Needed for a study",
  lines: [{ asset_id: sampleId, condition_out: "good", accessory_ids: [] }],
};

const listedShape = columnsShape(
  flow.table,
  [
    ...["id", "version", "number", "createdAt", "kind", "status", "dueBackOn", "assetCount"],
    ...["firstAsset", "createdBy", "requestedBy", "dispatchedBy", "returnedAt"],
    ...["fromDepartmentId", "toDepartmentId"],
  ],
  {
    ...{ from_name: text, to_name: text },
    ...{ from_place: orNull(text), to_place: orNull(text), requested_by_name: orNull(text) },
  },
);

/** Transfers besides their moves. */
export const transferCalls: Call[] = [
  call({
    post: "/asset-transfers",
    says: "Write a transfer of assets to another Location or place, as a draft or asked for at once",
    input: transferInput,
    example: sample,
    status: 201,
    answer: done(object({ id, number: text })),
    run: ({ session, body }) => createTransfer(session, body),
  }),
  call({
    put: "/asset-transfers/:id",
    needs: "edit-asset-transfer",
    says: "Write a draft anew; its lines are those that are sent. The person in `created_by` does it with `create-asset-transfer`",
    input: transferInput,
    isVersioned: true,
    example: sample,
    answer: done(object({ id, number: text })),
    run: ({ session, id: transfer, body }) => updateTransfer(session, transfer, body),
  }),
  companyCalls({ tag: flow.label, needs: "view-asset-transfer" })({
    get: "/asset-transfers",
    says: "Transfers, newest first; those that are overdue by their day of return",
    query: listQuery(["newest", "dueBackOn"], {
      tab: { ...oneOf(...Object.keys(transferList.tabs)), default: "open" },
      location: { ...id, description: "From or to this Location" },
      kind: oneOf(...Object.keys(transferKinds)),
      status: oneOf(...Object.keys(transferRules.states)),
      since: day,
      until: day,
      asset: { ...id, description: "Of this asset" },
    }),
    answer: page(listedShape),
    run: ({ session, query }) => listTransfers(session, query),
  }),
  call({
    get: "/asset-transfers/:id",
    needs: "view-asset-transfer",
    says: "A transfer with its lines and what happened to it",
    answer: data(
      rowShape(flow.table, {
        lines: list(rowShape(assetTransferLines)),
        events: list(rowShape(flow.events!.table)),
        moves: offers,
      }),
    ),
    run: async ({ session, id: transfer }) => {
      const { lines, events, ...row } = await findTransfer(session, transfer);
      return { ...row, lines: lines.map(toWire), events: events.map(toWire) };
    },
  }),
  call({
    post: "/asset-transfers/:id/photos",
    needs: "edit-asset-transfer",
    says: "Add a photo of an asset before it leaves, as it arrives or as it comes back",
    form: multipart(
      object(
        {
          line_id: { ...id, description: "The line of the asset" },
          photo: { ...text, format: "binary", description: "jpg or png of at most 25 MB" },
        },
        thumbnailParts("photo"),
      ),
    ),
    example: { line_id: sampleId },
    status: 201,
    run: ({ session, visit, id: transfer, form }) =>
      addPhoto(
        session,
        visit.env.MEDIA,
        transfer,
        String(form.get("line_id") ?? ""),
        takeUpload(form, "photo"),
      ),
  }),
];
