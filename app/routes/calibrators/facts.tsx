import { checkedEvery, roleText } from "#app/shared/calibration/calibrators.ts";
import type { CalibratorPage } from "#worker/domain/calibrators/page.ts";
import { makeAndModel } from "./words.tsx";

type Calibrator = CalibratorPage["calibrator"];

/** What it is, where it is and who keeps it, in a line; what it stands in for, and how it is handled. */
export function Facts({ calibrator }: { calibrator: Calibrator }) {
  const { serialNo, firmware, locationName, custodianName, roleCodes, handlingNotes } = calibrator;
  const model = makeAndModel(calibrator);
  const { checkEveryValue: every, checkEveryUnit: unit } = calibrator;
  return (
    <>
      <p className="facts muted">
        {model && <span>{model}</span>}
        <span>
          Serial <span className="code">{serialNo}</span>
        </span>
        {firmware && <span>Firmware {firmware}</span>}
        {locationName && <span>{locationName}</span>}
        {custodianName && <span>{custodianName}</span>}
        {roleCodes.length > 0 && <span>{roleCodes.map(roleText).join(", ")}</span>}
        {every !== null && unit !== null && <span>{checkedEvery(every, unit)}</span>}
      </p>
      {handlingNotes && <p className="muted said">{handlingNotes}</p>}
    </>
  );
}
