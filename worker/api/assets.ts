import { ageBands } from "#app/shared/asset-ages.ts";
import { accessories, replaceInput } from "../domain/assets/accessories.ts";
import { assetDetails, assets } from "../domain/assets/assets.ts";
import { bulkEdit } from "../domain/assets/bulk.ts";
import { bulkInput } from "../domain/assets/bulk-input.ts";
import { listedColumns, sorts } from "../domain/assets/columns.ts";
import { matchingIds } from "../domain/assets/every.ts";
import { dueWords, filterNames, gapNames } from "../domain/assets/filters.ts";
import { assetUpdate } from "../domain/assets/input.ts";
import { replaceAccessory } from "../domain/assets/replace-accessory.ts";
import { dataWith, done } from "./answers.ts";
import { type Call, companyCalls } from "./call.ts";
import { offers } from "./flows.ts";
import { filter, resourceCalls } from "./resource-calls.ts";
import {
  columnsShape,
  id,
  list,
  object,
  oneOf,
  orNull,
  type Query,
  rowShape,
  sampleId,
  text,
  whole,
} from "./shapes.ts";

const { table } = assets;
const call = companyCalls({ tag: assets.label, needs: "edit-asset", of: table });

/** What the list of assets can be filtered by. */
const filters: Query = {
  ...Object.fromEntries(filterNames.map((name) => [name, filter])),
  condition: oneOf(...table.condition.enumValues),
  criticality: oneOf(...table.criticality.enumValues),
  lifecycle: oneOf(...table.lifecycle.enumValues, "live"),
  cover: oneOf("warranty", "amc", "cmc", "rental", "none", "30", "60", "90"),
  pm: oneOf(...dueWords),
  cal: oneOf(...dueWords),
  failed: oneOf("1"),
  call: oneOf("1"),
  lost: oneOf("1"),
  missing: oneOf(...gapNames),
  age: oneOf(...ageBands.map(String), "unknown"),
  typed: {
    ...oneOf("1"),
    description: "Search for what was typed, also where nothing has it",
  },
  price: {
    ...text,
    description: "Digits of the purchase cost before the point: 3 and less, 4 to 8, 9 and more",
  },
};
const nameColumns = ["category", "sub_category", "department", "vendor", "team", "custodian"].map(
  (name) => [`${name}_name`, orNull(text)],
);

const verbs = resourceCalls("assets", assets, "company", {
  list: {
    sorts: Object.keys(sorts),
    filters,
    row: columnsShape(table, listedColumns, {
      category_name: text,
      department_name: text,
      location_path: orNull(text),
    }),
    more: {
      meant: {
        ...orNull(text),
        description: "What was searched in place of misspelt words that nothing has",
      },
    },
  },
  record: rowShape(table, {
    ...rowShape(assetDetails).properties,
    ...rowShape(table).properties,
    ...Object.fromEntries(nameColumns),
    location_path: orNull(text),
    moves: offers,
  }),
  change: assetUpdate,
});

/** Calls of assets and accessories. Moves of assets are in flows.ts. */
export const assetCalls: Call[] = [
  ...verbs,
  call({
    get: "/assets/ids",
    needs: "view-asset",
    says: "The ids of all assets that match a list, 250 at a time",
    query: { ...filters, from: { ...text, description: "`next` of the answer before" } },
    answer: dataWith(list(id), { next: orNull(text) }),
    run: async ({ session, query }) => {
      const { ids, next } = await matchingIds(session, query);
      return { data: ids, next };
    },
  }),
  call({
    post: "/assets/bulk",
    says: "One step of a bulk edit: the same fields of up to 200 assets, in one batch; `clear` names those that are emptied",
    input: bulkInput,
    example: { bulk_id: sampleId, ids: [sampleId], lifecycle: "standby" },
    answer: done(
      object({
        changed: whole,
        same: whole,
        failed: list(object({ id, label: text, reason: text })),
      }),
    ),
    run: ({ session, body }) => bulkEdit(session, body),
  }),
  companyCalls({ tag: accessories.label })({
    post: "/accessories/:id/replace",
    needs: "edit-asset",
    of: accessories.table,
    says: "Put a new accessory in the place of one, which is archived; from stock, through a service report",
    input: replaceInput,
    isVersioned: true,
    example: {
      name: "Battery",
      kind: "battery",
      condition: "new",
      installed_on: "2026-01-15",
      reason: "Holds no charge",
    },
    status: 201,
    answer: done(object({ id, report_id: orNull(id) })),
    run: ({ session, id, body }) => replaceAccessory(session, id, body),
  }),
];
