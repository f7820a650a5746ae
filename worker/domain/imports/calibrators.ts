import { calibrators } from "../calibrators/calibrators.ts";
import type { AnyEntity } from "../entity/entity.ts";
import type { ImportKind } from "./kind.ts";
import { resourceKind } from "./resource-kind.ts";

/** Calibrators by their numbers; their list has an address of its own. */
export const calibratorKind: ImportKind = {
  ...resourceKind("calibrators", calibrators as unknown as AnyEntity),
  path: "/calibrations",
};
