import { metricKeys } from "#app/shared/comparison.ts";
import { assetComparisons } from "#drizzle/tenant/index.ts";
import { findComparison } from "../domain/comparisons/find.ts";
import { comparisonInput } from "../domain/comparisons/input.ts";
import { listComparisons, whose } from "../domain/comparisons/list.ts";
import {
  createComparison,
  removeComparison,
  updateComparison,
} from "../domain/comparisons/save.ts";
import { data, page } from "./answers.ts";
import { type Call, companyCalls } from "./call.ts";
import {
  columnsShape,
  id,
  list,
  listQuery,
  oneOf,
  orNull,
  sampleId,
  text,
  truth,
} from "./shapes.ts";

const call = companyCalls({ tag: "Asset comparison", of: assetComparisons });
const listed = "id version name periodFrom periodTo isShared";
const keys = list(oneOf(...metricKeys));
const more = { asset_codes: list(text), owner_name: orNull(text) };
const example = {
  name: "Ventilators of ICU 1",
  asset_ids: [sampleId],
  period_from: "2026-01-01",
  period_to: "2026-12-31",
  metrics: ["calls", "mtbf", "cost"],
  is_shared: true,
};

/** Devices side by side, kept under a name. */
export const comparisonCalls: Call[] = [
  call({
    get: "/asset-comparisons",
    needs: "view-asset-comparison",
    says: "List: one's own comparisons and those that others share; an Admin sees all",
    query: listQuery(["newest"], { whose: oneOf(...whose) }, false),
    answer: page(
      columnsShape(assetComparisons, listed, { ...more, is_mine: truth, may_remove: truth }),
    ),
    run: ({ session, query }) => listComparisons(session, query),
  }),
  call({
    get: "/asset-comparisons/:id",
    needs: "view-asset-comparison",
    says: "Read: a comparison with its metrics as they are now; times in milliseconds, money in minor units, shares in percent",
    answer: data(
      columnsShape(assetComparisons, listed, {
        ...more,
        metrics: keys,
        asset_ids: list(id),
        devices: list({ type: "object" }),
        rows: list({ type: "object" }),
      }),
    ),
    run: async ({ session, id }) => {
      const { createdBy: _, ...shown } = await findComparison(session, id);
      return shown;
    },
  }),
  call({
    post: "/asset-comparisons",
    needs: "create-asset-comparison",
    says: "Save a comparison of two to five assets; without metrics it has all of them",
    input: comparisonInput,
    example,
    status: 201,
    run: ({ session, body }) => createComparison(session, body),
  }),
  call({
    put: "/asset-comparisons/:id",
    needs: "edit-asset-comparison",
    says: "Change a comparison of one's own, an Admin any. Takes the whole record",
    input: comparisonInput,
    isVersioned: true,
    example,
    run: ({ session, id, body }) => updateComparison(session, id, body),
  }),
  call({
    delete: "/asset-comparisons/:id",
    needs: "delete-asset-comparison",
    says: "Delete a comparison of one's own, an Admin any; its assets stay",
    run: ({ session, id }) => removeComparison(session, id),
  }),
];
