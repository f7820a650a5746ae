import { resources } from "../index.ts";
import { accessoryKind } from "./accessories.ts";
import { assetFileKind } from "./asset-files.ts";
import { assetKind } from "./assets.ts";
import { calibratorKind } from "./calibrators.ts";
import { cmcKind } from "./cmc-entries.ts";
import { consumerKind } from "./consumers.ts";
import { contractKind } from "./contracts.ts";
import type { ImportKind } from "./kind.ts";
import { machineKind, modelKind } from "./machines.ts";
import { pastServiceKind } from "./past-services.ts";
import { placeKind } from "./places.ts";
import { recallKind } from "./recalls.ts";
import { resourceKind } from "./resource-kind.ts";
import { safetyLimitKind } from "./safety-limits.ts";
import { stockKind } from "./stocks.ts";

/** Kinds whose rows mean more than one record of plain fields. */
const particular: Record<string, ImportKind> = {
  accessories: accessoryKind,
  assets: assetKind,
  calibrators: calibratorKind,
  "cmc-entries": cmcKind,
  consumers: consumerKind,
  locations: placeKind,
  "machine-models": modelKind,
  machines: machineKind,
  recalls: recallKind,
  "safety-limits": safetyLimitKind,
  stocks: stockKind,
};
/** Those that people are offered first, in their order. */
const first = [
  "assets",
  "past-services",
  "asset-files",
  "vendors",
  "contracts",
  "stocks",
  "categories",
  "departments",
  "locations",
];
const placeOf = (path: string) => (first.includes(path) ? first.indexOf(path) : first.length);

/** Everything that can be brought in from a spreadsheet, by its name in addresses. */
export const kinds: Record<string, ImportKind> = Object.fromEntries(
  [
    ...Object.entries(resources).flatMap(([path, entity]): [string, ImportKind][] => {
      const kind = particular[path] ?? (entity.imported ? resourceKind(path, entity) : null);
      return kind ? [[path, kind]] : [];
    }),
    ["asset-files", assetFileKind] as [string, ImportKind],
    ["contracts", contractKind] as [string, ImportKind],
    ["past-services", pastServiceKind] as [string, ImportKind],
  ].sort(([one], [other]) => placeOf(one) - placeOf(other)),
);
