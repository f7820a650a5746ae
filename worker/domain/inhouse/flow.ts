import { inhouseCalibrationRules } from "#app/shared/flows/inhouse-calibrations.ts";
import { inhouseCalibrationEvents, inhouseCalibrations as table } from "#drizzle/tenant/index.ts";
import { flow } from "../entity/flow.ts";
import { endingMoves } from "./closing.ts";
import { inhouseCounters } from "./counts.ts";
import { promote } from "./promoting.ts";

/** An in-house calibration from its draft to its end. */
export const inhouseCalibrationFlow = flow({
  name: "inhouse_calibration",
  label: "In-house calibration",
  noun: "calibration",
  table,
  column: "status",
  rules: inhouseCalibrationRules,
  events: { table: inhouseCalibrationEvents, of: "inhouseCalibrationId" },
  title: ({ inhouseNo }) => inhouseNo,
  assetOf: ({ assetId }) => assetId,
  counters: inhouseCounters,
  moves: { ...endingMoves, promote },
});
