import { inhouseCalibrationRules } from "#app/shared/flows/inhouse-calibrations.ts";
import { inhouseOutcomes, media, inhouseCalibrations as table } from "#drizzle/tenant/index.ts";
import { beginInhouse, beginInput } from "../domain/inhouse/begin.ts";
import { inhouseCalibrationFlow } from "../domain/inhouse/flow.ts";
import { inhouseInput } from "../domain/inhouse/input.ts";
import { inhouseList, listInhouse } from "../domain/inhouse/list.ts";
import { inhouseToRead } from "../domain/inhouse/read.ts";
import { saveInhouse } from "../domain/inhouse/save.ts";
import { data, done, page } from "./answers.ts";
import { type Call, companyCalls } from "./call.ts";
import { offers } from "./flows.ts";
import {
  columnsShape,
  day,
  id,
  list,
  listQuery,
  object,
  oneOf,
  orNull,
  rowShape,
  sampleId,
  text,
  whole,
} from "./shapes.ts";
import { toWire } from "./wire.ts";

const call = companyCalls({ tag: inhouseCalibrationFlow.label, of: table });

const listedShape = columnsShape(
  table,
  [
    ...["id", "version", "inhouseNo", "status", "outcome", "conformity", "performedOn"],
    ...["nextDueOn", "action", "costMinor", "assetId", "technicianId", "writerIds"],
    "certificateReportId",
  ],
  { asset_code: text, asset_name: text, technician_name: text, standards: orNull(text) },
);
const standardShape = object({
  ...{ calibrator_id: id, role: text, calibrator_no: text, name: text },
  ...{ certificate_no: orNull(text), due_on: orNull(text) },
});
const anything = { description: "As it is saved; names inside are as they are read" };

const example = {
  ...{ performed_on: "2026-11-20", technician_id: sampleId, outcome: "pass", action: "none" },
  ...{ cost: "250.00", next_due_on: "2027-11-20", ranges: {} },
  standards: [],
  measured: {
    ...{ as_found: {}, as_left: {}, adjusted: [], bothSides: [], notMeasured: {}, checks: {} },
    ...{ environment: [], acclimatised: "" },
  },
};

/** The calls that begin, measure and read an in-house calibration; its moves are calls of the flow. */
export const inhouseCalls: Call[] = [
  call({
    get: "/inhouse-calibrations",
    needs: "view-inhouse-calibration",
    says: "List: In-house calibration, newest first",
    query: listQuery(["newest"], {
      tab: { ...oneOf(...Object.keys(inhouseList.tabs)), default: "draft" },
      status: oneOf(...Object.keys(inhouseCalibrationRules.states)),
      outcome: oneOf(...inhouseOutcomes),
      asset: { ...id, description: "Of this asset" },
      location: { ...id, description: "Of assets of this Location" },
      calibrator: { ...id, description: "Measured with this calibrator" },
      due: { ...oneOf("overdue", "30", "60", "90"), description: "Due again within so many days" },
      from: { ...day, description: "Calibrated on this day or later" },
      to: { ...day, description: "Calibrated on this day or earlier" },
    }),
    answer: page(listedShape),
    run: ({ session, query }) => listInhouse(session, query),
  }),
  call({
    post: "/inhouse-calibrations",
    needs: "create-inhouse-calibration",
    says: "Begin an in-house calibration of an asset: a draft by the procedure in force, with the standards that its roles ask for; `from_id` names an earlier one of the asset whose procedure, ranges, rule and standards it takes over",
    input: beginInput,
    example: { asset_id: sampleId, procedure_id: sampleId },
    status: 201,
    answer: done(object({ id })),
    run: ({ session, body }) => beginInhouse(session, body),
  }),
  call({
    get: "/inhouse-calibrations/:id",
    needs: "view-inhouse-calibration",
    says: "Read: In-house calibration, with what was measured and what came of it",
    answer: data(
      rowShape(table, {
        measured: anything,
        results: anything,
        standards: list(standardShape),
        files: list(
          columnsShape(media, ["id", "fileName", "mime", "bytes", "uploadedAt"], {
            uploaded_by_name: orNull(text),
          }),
        ),
        moves: offers,
      }),
    ),
    run: async ({ session, id: own }) => {
      const { standards, files, ...read } = await inhouseToRead(session, own);
      return { ...read, standards: standards.map(toWire), files: files.map(toWire) };
    },
  }),
  call({
    put: "/inhouse-calibrations/:id",
    needs: "edit-inhouse-calibration",
    says: "Save a draft with what was measured. Takes the whole record; names inside `measured` are as they are read, `ranges` corrects what is known of the device. Whoever saves it does not verify it",
    input: inhouseInput,
    isVersioned: true,
    example,
    answer: done(object({ id, version: whole })),
    run: ({ session, id: own, body }) => saveInhouse(session, own, body),
  }),
];
