import { assets as table } from "#drizzle/tenant/index.ts";
import { factsOf } from "../entity/definition.ts";
import type { AnyEntity } from "../entity/entity.ts";
import { assetChoices } from "./choices.ts";
import { createAsset } from "./create.ts";
import { filterNames } from "./filters.ts";
import { findAsset } from "./find.ts";
import { assetInput } from "./input.ts";
import { listAssets } from "./list.ts";
import { assetReferences } from "./proof.ts";
import { removeAsset } from "./remove.ts";
import { updateAsset } from "./update.ts";

/** The five verbs of devices, by hand: numbers, counters, search and the plan's limit move with them. */
export const assets = {
  ...factsOf({
    table,
    noun: ["asset", "assets"],
    subject: "asset",
    input: assetInput,
    title: "assetCode",
    list: { sorts: {} },
  }),
  references: assetReferences,
  filters: Object.fromEntries(filterNames.map((name) => [name, () => undefined])),
  list: listAssets,
  choices: assetChoices,
  find: findAsset,
  create: createAsset,
  update: updateAsset,
  remove: removeAsset,
} as unknown as AnyEntity;

export { assetDetails } from "#drizzle/tenant/index.ts";
