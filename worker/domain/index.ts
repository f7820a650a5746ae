import { accessories } from "./assets/accessories.ts";
import { assets } from "./assets/assets.ts";
import { assetFlow } from "./assets/flow.ts";
import type { AnyFlow } from "./entity/flow.ts";
import type { AnyResource } from "./entity/resource.ts";
import { locations } from "./locations/locations.ts";
import { categories } from "./masters/categories.ts";
import { departments } from "./masters/departments.ts";
import { stores } from "./masters/stores.ts";
import { subCategories } from "./masters/sub-categories.ts";
import { vendors } from "./masters/vendors.ts";
import { teams } from "./people/teams.ts";
import { users } from "./people/users.ts";
import { machineTypes } from "./platform/machine-types.ts";
import { pmChecklists } from "./platform/pm-checklists.ts";
import { roles } from "./platform/roles.ts";
import { callFlow } from "./service-calls/flow.ts";
import { reportFlow } from "./service-reports/index.ts";
import { stocks } from "./stock/items.ts";

/** Every entity of a company, by its path under /api. */
export const resources: Record<string, AnyResource> = {
  accessories,
  assets,
  categories,
  departments,
  locations,
  stores,
  stocks,
  "sub-categories": subCategories,
  teams: teams as unknown as AnyResource,
  users,
  vendors,
};

/** Every machine of states of a company, by its path under /api: each move is a call of its own. */
export const flows: Record<string, AnyFlow> = {
  assets: assetFlow,
  "service-calls": callFlow,
};

/** Machines whose calls are mounted by hand. */
export const flowsByHand: Record<string, AnyFlow> = { "service-reports": reportFlow };

/** Masters of which one can be merged into another. */
export const mergeable = {
  categories,
  departments,
  "sub-categories": subCategories,
  teams,
  vendors,
};

/** Every entity of the platform, by its path under /api on the apex host. */
export const platformResources: Record<string, AnyResource> = {
  "machine-types": machineTypes,
  "pm-checklists": pmChecklists as unknown as AnyResource,
  roles,
};
