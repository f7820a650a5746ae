import { categories } from "./categories.ts";
import { departments } from "./departments.ts";
import type { AnyResource } from "./resource.ts";
import { stores } from "./stores.ts";
import { vendors } from "./vendors.ts";

/** Every entity of a company, by its path under /api. */
export const resources: Record<string, AnyResource> = { categories, departments, stores, vendors };

/** Every entity of the platform, by its path under /api on the apex host. */
export const platformResources: Record<string, AnyResource> = {};
