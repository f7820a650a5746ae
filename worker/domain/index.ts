import { assets } from "./assets/assets.ts";
import { categories } from "./categories.ts";
import { departments } from "./departments.ts";
import { machineTypes } from "./platform/machine-types.ts";
import { pmChecklists } from "./platform/pm-checklists.ts";
import type { AnyResource } from "./resource.ts";
import { stocks } from "./stock/items.ts";
import { stores } from "./stores.ts";
import { vendors } from "./vendors.ts";

/** Every entity of a company, by its path under /api. */
export const resources: Record<string, AnyResource> = { assets, categories, departments, stores, stocks, vendors };

/** Every entity of the platform, by its path under /api on the apex host. */
export const platformResources: Record<string, AnyResource> = {
  "machine-types": machineTypes,
  "pm-checklists": pmChecklists as unknown as AnyResource,
};
