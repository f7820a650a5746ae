import { resources } from "../domain/index.ts";
import type { Call } from "./call.ts";
import { resourceCalls } from "./resource-calls.ts";

/** Entities described by their table and input alone, with what an example needs besides. */
const plain: Record<string, Record<string, unknown>> = {
  accessories: {},
  categories: {},
  departments: {},
  locations: {},
  stores: {},
  "sub-categories": {},
  vendors: { is_supplier: true },
};

/** The calls of the plain masters. */
export const masterCalls: Call[] = Object.entries(plain).flatMap(([path, example]) =>
  resourceCalls(path, resources[path]!, "company", { example }),
);
