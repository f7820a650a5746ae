import { callPriorities, callSources, causes, holdReasons } from "#app/shared/call-words.ts";
import { breakdowns as table } from "#drizzle/tenant/index.ts";
import { criticalities } from "#drizzle/words.ts";
import { changesOf } from "../domain/changes/changed-since.ts";
import { callFlow } from "../domain/service-calls/flow.ts";
import { callList, listCalls } from "../domain/service-calls/list.ts";
import { storedPicture } from "../domain/service-calls/pictures.ts";
import { takeUpload } from "../files/upload.ts";
import { invalid } from "../refusals.ts";
import { page } from "./answers.ts";
import { type Call, companyCalls, multipart } from "./call.ts";
import { filter } from "./resource-calls.ts";
import {
  columnsShape,
  day,
  listQuery,
  object,
  oneOf,
  orNull,
  text,
  thumbnailParts,
} from "./shapes.ts";

const listed =
  "id version number status problem priority equipmentDown reportedAt reportedByName source isRepeat slaRespondBy slaResolveBy heldAt holdReason firstResponseAt resolvedAt closedAt rating reopenCount assetId causeCode";
const words = (choices: readonly { value: string }[]) =>
  oneOf(...choices.map(({ value }) => value));
const yesNo = oneOf("yes", "no");

/** The list of service calls, and a note with its file; what begins, reads and moves one otherwise is in flows.ts. */
export const serviceCallCalls: Call[] = [
  companyCalls({ tag: callFlow.label, needs: "view-breakdown" })({
    get: "/service-calls",
    says: "List: Service call. Those that are open come by the time that is left, those of another tab newest first",
    query: listQuery(["clock", "newest", "priority", "status"], {
      tab: oneOf(...Object.keys(callList.tabs)),
      state: oneOf(...table.status.enumValues),
      priority: words(callPriorities),
      down: yesNo,
      location: filter,
      vendor: filter,
      asset: filter,
      contract: filter,
      hold: words(holdReasons),
      source: words(callSources),
      cause: words(causes),
      late: yesNo,
      repeat: yesNo,
      unassigned: oneOf("yes"),
      from: day,
      to: day,
      ...{ counted: oneOf("yes"), failure: oneOf("yes"), over: oneOf("yes") },
      answered: oneOf("any", "late"),
      ...{ closed_from: day, closed_to: day, open_on: day },
      ...{ department: filter, category: filter, place: filter },
      criticality: oneOf(...criticalities),
      ...{ asset_vendor: filter, asset_team: filter },
    }),
    answer: page(
      columnsShape(table, listed, {
        ...{ asset_code: text, asset_name: text, location: text, assignee: orNull(text) },
        ...{ cover_kind: orNull(text), vendor_name: orNull(text) },
      }),
    ),
    changes: changesOf(table),
    run: async ({ session, query }) => {
      const { rows, page } = await listCalls(session, query);
      return {
        rows: rows.map(
          ({ clock: _, wakeAt: _wake, slaPausedMs: _paused, reporterUserId: _who, ...row }) => row,
        ),
        page,
      };
    },
  }),
  companyCalls({ tag: callFlow.label, of: table })({
    post: "/service-calls/:id/photos",
    needs: "edit-breakdown",
    says: "Add a photo to an open service call, with a note. The person in `reporter_user_id` does it with `create-breakdown`",
    form: multipart(
      object(
        {
          note: { ...text, description: "What the photo shows" },
          photo: { ...text, format: "binary", description: "jpg or png of at most 25 MB" },
        },
        thumbnailParts("photo"),
      ),
    ),
    example: { note: "The cracked housing" },
    run: async ({ session, visit, id, form }) => {
      const upload = takeUpload(form, "photo") ?? invalid({ photo: ["Choose a photo"] });
      const values = Object.fromEntries(form);
      const files = await storedPicture(session, visit.env.MEDIA, upload, "photo");
      return callFlow.move(session, id, "remark", values, undefined, files);
    },
  }),
];
