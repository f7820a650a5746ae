import type { MeasuringSetup } from "#app/shared/measuring/setup.ts";
import type {
  assets,
  measurementSets,
  procedures,
  procedureVersions,
  inhouseCalibrations as table,
} from "#drizzle/tenant/index.ts";
import type { Row } from "../../db/db.ts";
import { notFound } from "../../refusals.ts";
import { toLookUp } from "../calibration/safety-rivals.ts";
import { usedStandards } from "../measurement/used-standards.ts";
import type { HeadRead, RecordRead } from "./record-reads.ts";

/** An in-house calibration with what it is about. */
export type InhouseHead = {
  calibration: Row<typeof table>;
  set: Row<typeof measurementSets>;
  version: Row<typeof procedureVersions>;
  procedure: Row<typeof procedures>;
  asset: Row<typeof assets>;
};

/** An in-house calibration with all that it is reckoned from. */
export type InhouseRecord = InhouseHead & {
  standards: RecordRead[5];
  setup: MeasuringSetup;
};

/** Puts together what `headReads` read. @throws Response 404 */
export function headOf(read: HeadRead): InhouseHead {
  const [[row], [set], [version], [procedure], [asset]] = read;
  const calibration = row ?? notFound("calibration");
  return { calibration, set: set!, version: version!, procedure: procedure!, asset: asset! };
}

/** Puts together what `recordReads` read. @throws Response 404 */
export function recordOf(read: RecordRead): InhouseRecord {
  const head = headOf(read);
  const { calibration, version } = head;
  const [standards, certificates, ranges, history] = [read[5], read[6], read[7], read[8]];
  const [rules, limits] = [read[9], read[10]];
  return {
    ...head,
    standards,
    setup: {
      content: version.content,
      device: calibration.device,
      standards: usedStandards([standards, certificates, ranges, history]),
      rules,
      ruleId: calibration.decisionRuleId,
      scope: null,
      place: "permanent",
      limits: limits.map(toLookUp),
      on: calibration.performedOn,
    },
  };
}
