/** The in-house calibrations of an impact review, as its page and its calls show them. */
import { and, eq } from "drizzle-orm";
import { impactInhouseRules } from "#app/shared/flows/impact-reviews.ts";
import { movesOf } from "#app/shared/flows/rules.ts";
import { pick } from "#app/shared/pick.ts";
import { impactInhouseLines, users } from "#drizzle/tenant/index.ts";
import type { ReadingDb } from "../../db/company-db.ts";
import { keyset } from "../../db/keyset.ts";
import { notFound } from "../../refusals.ts";
import type { Session } from "../../session.ts";
import { type Documents, listDocuments } from "../lists/documents.ts";
import { namedBy } from "../lists/more-columns.ts";
import { impactInhouseFlow } from "./flow.ts";

const inhouseColumns = {
  ...pick(impactInhouseLines, ["impactReviewId", "inhouseCalibrationId", "inhouseNo", "assetId"]),
  ...pick(impactInhouseLines, ["assetCode", "assetName", "performedOn", "outcome", "depth"]),
  ...pick(impactInhouseLines, ["point", "unit", "shift", "toleranceRatio", "uncertaintyRatio"]),
  ...pick(impactInhouseLines, ["verdict", "shiftedVerdict", "isChanged", "action", "note"]),
  ...pick(impactInhouseLines, ["decidedAt", "version"]),
  decidedByName: namedBy(users, users.name, impactInhouseLines.decidedBy),
};

/** The in-house calibrations of a review, which a list names by `review`. */
export const impactInhouseList: Documents<typeof inhouseColumns> = {
  table: impactInhouseLines,
  permission: "view-calibrator",
  title: impactInhouseLines.inhouseNo,
  columns: inhouseColumns,
  tabs: { all: { label: "All" } },
  filters: {
    review: (id) => ({ lead: eq(impactInhouseLines.impactReviewId, id) }),
    action: (value) => eq(impactInhouseLines.action, value as "none"),
    changed: (value) => eq(impactInhouseLines.isChanged, value === "yes"),
  },
};

/** The in-house calibrations of a review, each with the moves the person may make. One round trip. */
export async function affectedInhouse(session: Session, id: string, params: URLSearchParams) {
  const asked = new URLSearchParams(params);
  asked.set("review", id);
  const { rows, ...list } = await listDocuments(session, impactInhouseList, asked);
  const mover = impactInhouseFlow.moverOf(session);
  return {
    ...list,
    rows: rows.map((row) => ({ ...row, moves: movesOf(impactInhouseRules, row, mover) })),
  };
}

type Row = Omit<Awaited<ReturnType<typeof affectedInhouse>>["rows"][number], "moves">;
const PAGE_OF_INHOUSE = 10;
/** The parameters of an address by which its second list goes on. */
const steps = [
  ["inhouse-after", "after"],
  ["inhouse-before", "before"],
] as const;

/** A short page of a review's in-house calibrations, as a statement and what comes of its rows. */
export function inhousePage(
  session: Session,
  db: ReadingDb,
  reviewId: string,
  params: URLSearchParams,
) {
  const own = new URLSearchParams(
    steps.flatMap(([from, to]) => (params.has(from) ? [[to, params.get(from)!]] : [])),
  );
  const { id } = impactInhouseLines;
  const slice = keyset(id, id, { dir: "desc", size: PAGE_OF_INHOUSE }, own);
  const mover = impactInhouseFlow.moverOf(session);
  return {
    statement: db
      .select({ ...inhouseColumns, id })
      .from(impactInhouseLines)
      .where(
        db.ofOwner(
          impactInhouseLines,
          and(eq(impactInhouseLines.impactReviewId, reviewId), slice.where),
        ),
      )
      .orderBy(...slice.orderBy)
      .limit(slice.limit),
    of(found: Row[]) {
      const { rows, page } = slice.page(found, (row) => row.id, null);
      return {
        page,
        rows: rows.map((row) => ({ ...row, moves: movesOf(impactInhouseRules, row, mover) })),
      };
    },
  };
}

/** An affected in-house calibration with what may be decided about it. @throws Response 403, 404 */
export async function findImpactInhouse(session: Session, id: string) {
  const db = session.authorize("view-calibrator");
  const [[row]] = await db.read(db.byId(impactInhouseLines, id));
  const line = row ?? notFound("affected calibration");
  return { ...line, moves: impactInhouseFlow.movesOf(session, line) };
}
