import { sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import type { MapContent, MapKind } from "#app/shared/measuring/instrument-map.ts";
import { json, keyAndChange, living, master, nocase, oneOf, owned, whole } from "../columns.ts";

export const mapKinds = [
  "safety_analyser",
  "data_logger",
  "measurements",
] as const satisfies readonly MapKind[];

/** How files of one kind of instrument are read. */
export const instrumentMaps = sqliteTable(
  "instrument_maps",
  {
    ...owned,
    ...master,
    name: nocase().notNull(),
    /** Maker and model, as people call it. */
    instrument: text(),
    kind: text({ enum: mapKinds }).notNull(),
    content: json<MapContent>().notNull(),
  },
  (t) => [
    ...keyAndChange("instrument_maps", t),
    uniqueIndex("instrument_maps_name").on(t.companyId, t.name).where(living),
    oneOf("instrument_maps_kind_known", t.kind, mapKinds),
    ...whole("instrument_maps", t.version),
  ],
);
