import { viewInput, viewUpdate } from "../../domain/lists/saved-views.ts";
import { answer, type Described, madeOrChanged } from "./call.ts";
import { id, inputShape, list, object, text, truth, whole } from "./shapes.ts";

const own = { tag: "Saved view", host: "company" } as const;
const version = {
  ...whole,
  description: "The version that was read; 409 when the record has moved on",
};

export function viewDescriptions(): Described[] {
  const change = inputShape(viewUpdate);
  return [
    {
      ...own,
      method: "GET",
      path: "/saved-views",
      summary: "Views of a list: one's own, and those others share",
      query: {
        screen: {
          ...text,
          description: "The path of the list, such as /all-assets; without it, all of one's own",
        },
      },
      answer: answer(
        list(
          object({
            id,
            screen: text,
            name: text,
            query: text,
            is_shared: truth,
            is_mine: truth,
            owner_name: text,
            version: whole,
          }),
        ),
      ),
    },
    {
      ...own,
      method: "POST",
      path: "/saved-views",
      summary: "Save a list's filters, order and columns under a name",
      body: inputShape(viewInput),
      example: {
        screen: "/all-assets",
        name: "Overdue in ICU",
        query: "pm=overdue&sort=pm",
        is_shared: false,
      },
      status: 201,
      answer: madeOrChanged,
      refusals: [409],
    },
    {
      ...own,
      method: "PUT",
      path: "/saved-views/:id",
      summary: "Rename, share or replace a view of one's own",
      body: { ...change, properties: { ...change.properties, version } },
      example: { name: "Overdue in ICU", is_shared: true },
      answer: madeOrChanged,
      refusals: [409],
    },
    {
      ...own,
      method: "DELETE",
      path: "/saved-views/:id",
      summary: "Delete a view of one's own",
      answer: madeOrChanged,
    },
  ];
}
