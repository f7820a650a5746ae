import { savedViews } from "#drizzle/tenant/index.ts";
import {
  createView,
  removeView,
  updateView,
  viewInput,
  viewsOf,
  viewUpdate,
} from "../domain/lists/saved-views.ts";
import { data } from "./answers.ts";
import { type Call, companyCalls } from "./call.ts";
import { columnsShape, list, text, truth } from "./shapes.ts";

const call = companyCalls({ tag: "Saved view", of: savedViews });

/** A person's saved views of lists, and those that others share. */
export const savedViewCalls: Call[] = [
  call({
    get: "/saved-views",
    says: "Views of a list: one's own, and those others share",
    query: {
      screen: {
        ...text,
        description: "The path of the list, such as /all-assets; without it, all of one's own",
      },
    },
    answer: data(
      list(
        columnsShape(savedViews, "id screen name query isShared version", {
          is_mine: truth,
          owner_name: text,
        }),
      ),
    ),
    run: ({ session, query }) => viewsOf(session, query.get("screen")),
  }),
  call({
    post: "/saved-views",
    says: "Save a list's filters, order and columns under a name",
    input: viewInput,
    example: {
      screen: "/all-assets",
      name: "Overdue in ICU",
      query: "pm=overdue&sort=pm",
      is_shared: false,
    },
    status: 201,
    run: ({ session, body }) => createView(session, body),
  }),
  call({
    put: "/saved-views/:id",
    says: "Rename, share or replace a view of one's own",
    input: viewUpdate,
    isVersioned: true,
    example: { name: "Overdue in ICU", is_shared: true },
    run: ({ session, id, body }) => updateView(session, id, body),
  }),
  call({
    delete: "/saved-views/:id",
    says: "Delete a view of one's own",
    refuses: [],
    run: ({ session, id }) => removeView(session, id),
  }),
];
