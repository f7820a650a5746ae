import { checkWords } from "#app/shared/calibration/check-series.ts";
import { methods } from "#app/shared/calibration/intervals.ts";
import { calibratorChecks, calibrators, intervalProposals } from "#drizzle/tenant/index.ts";
import { checksPage } from "../domain/calibrators/check-list.ts";
import { checkInput, recordCheck } from "../domain/calibrators/checks.ts";
import { findProposal, intervalsPage } from "../domain/calibrators/interval-list.ts";
import { proposeInput, proposeInterval } from "../domain/calibrators/proposing.ts";
import { data, page } from "./answers.ts";
import { type Call, companyCalls } from "./call.ts";
import { offers } from "./flows.ts";
import {
  columnsShape,
  list,
  listQuery,
  object,
  oneOf,
  orNull,
  rowShape,
  sampleId,
  text,
  truth,
} from "./shapes.ts";
import { toWire } from "./wire.ts";

const checks =
  "id checkedOn parameter nominal unit value reference limitValue result note actorName at checkStandardId";
const proposals =
  "id calibratorId machineId method factor currentValue currentUnit proposedValue proposedUnit status reason decidedAt createdAt version";

const ofCalibrator = companyCalls({ tag: "Calibrator", of: calibrators });
const ofProposal = companyCalls({ tag: "Interval proposal", of: intervalProposals });

/** Checks of calibrators, and proposals of calibration intervals. Moves of proposals are in flows.ts. */
export const checkCalls: Call[] = [
  ofCalibrator({
    get: "/calibrators/:id/checks",
    needs: "view-calibrator",
    says: "The checks of a calibrator between its calibrations, those of the latest day first",
    query: listQuery(["day"], { result: oneOf(...Object.keys(checkWords)) }, false),
    answer: page(columnsShape(calibratorChecks, checks, { check_standard_no: orNull(text) })),
    run: ({ session, id, query }) => checksPage(session, id, query),
  }),
  ofCalibrator({
    post: "/calibrators/:id/checks",
    needs: "edit-calibrator",
    says: "Record a check of a calibrator; one that fails puts it into quarantine. What was recorded stays",
    input: checkInput,
    example: {
      ...{ parameter: "Delivered energy", nominal: "200", unit: "J", value: "200.4" },
      ...{ reference: "200.0", limit_value: "1.2", checked_on: "2026-01-15" },
    },
    status: 201,
    run: ({ session, id, body }) => recordCheck(session, id, body),
  }),
  ofProposal({
    get: "/interval-proposals",
    needs: "view-calibrator",
    says: "List: Interval proposal; those about machines for who may view machines",
    query: listQuery(
      ["newest"],
      { tab: oneOf("open", "decided"), method: oneOf(...Object.keys(methods)) },
      false,
    ),
    answer: page(
      columnsShape(intervalProposals, proposals, {
        ...{ calibrator_name: orNull(text), machine_name: orNull(text) },
        ...{ calibrator_no: orNull(text), machine_no: orNull(text) },
        moves: offers,
      }),
    ),
    run: ({ session, query }) => intervalsPage(session, query),
  }),
  ofProposal({
    get: "/interval-proposals/:id",
    needs: "view-calibrator",
    says: "Read: Interval proposal, with what it was reckoned from and how",
    answer: data(
      rowShape(intervalProposals, {
        arithmetic: list(text),
        history: list(object({ on: text, error: text, limit: text, in_tolerance: truth })),
        about: object({ number: text, name: text }),
        moves: offers,
      }),
    ),
    run: async ({ session, id }) => {
      const { history, ...proposal } = await findProposal(session, id);
      return { ...proposal, history: history.map(toWire) };
    },
  }),
  ofProposal({
    post: "/interval-proposals",
    needs: "edit-calibrator",
    says: "Propose an interval for a calibrator by a method, or for a machine with edit-machine; a person decides",
    input: proposeInput,
    example: { calibrator_id: sampleId, method: "a1" },
    status: 201,
    run: ({ session, body }) => proposeInterval(session, body),
  }),
];
