import { assets as table } from "#drizzle/tenant/index.ts";
import type { AnyResource } from "../entity/resource.ts";
import { assetChoices } from "./choices.ts";
import { createAsset } from "./create.ts";
import { filterNames } from "./filters.ts";
import { findAsset } from "./find.ts";
import { assetInput } from "./input.ts";
import { listAssets } from "./list.ts";
import { removeAsset } from "./remove.ts";
import { updateAsset } from "./update.ts";

/** The five verbs of devices, by hand: numbers, counters, search and the plan's limit move with them. */
export const assets = {
  name: "asset",
  label: "Asset",
  permissions: {
    view: "view-asset",
    create: "create-asset",
    edit: "edit-asset",
    delete: "delete-asset",
  },
  table,
  input: assetInput,
  filters: Object.fromEntries(filterNames.map((name) => [name, () => undefined])),
  list: listAssets,
  choices: assetChoices,
  find: findAsset,
  create: createAsset,
  update: updateAsset,
  remove: removeAsset,
} as unknown as AnyResource;

export { assetDetails } from "#drizzle/tenant/index.ts";
