import { inArray } from "drizzle-orm";
import { arrived } from "#app/shared/flows/transfers.ts";
import { plural } from "#app/shared/plural.ts";
import { assets, assetTransferLines, type assetTransfers } from "#drizzle/tenant/index.ts";
import type { CompanyDb } from "../../db/company-db.ts";
import { among } from "../../db/predicates.ts";
import { forbidden, invalid, notFound } from "../../refusals.ts";
import { relocating } from "../assets/relocate.ts";
import type { Done } from "../entity/flow-work.ts";
import type { ReceivedLine } from "./input.ts";
import {
  arriving,
  type Line,
  labelOf,
  type Places,
  releasing,
  returning,
  type Transfer,
} from "./lines.ts";
import { discrepancyNotice } from "./notices.ts";

type Ended = Done<typeof assetTransfers>;
const worse = { good: 0, fair: 1, damaged: 2 } as const;

/** Each line with what was said of it. @throws Response 404 for a line of another transfer; 422 for one left out or named twice */
function paired<S extends { id: string }>(
  lines: readonly Line[],
  said: readonly S[],
  left: string,
) {
  if (said.some(({ id }) => !lines.some((line) => line.id === id))) notFound("line");
  if (said.length > lines.length) invalid({ lines: ["An asset is named twice"] });
  return lines.map((line) => {
    const of = said.find(({ id }) => id === line.id);
    return { line, said: of ?? invalid({ lines: [left.replace("{asset}", labelOf(line))] }) };
  });
}

type Arriving = {
  db: CompanyDb;
  before: Transfer;
  at: number;
  reason: string | null;
  lines: readonly Line[];
  known: Places;
  said: readonly ReceivedLine[];
};

/**
 * Takes the accepted devices to where the transfer goes; a rejected one stays where it was.
 * @throws Response 403 for somebody of another Location; 404; 422
 */
export function received({ db, before, at, reason, lines, known, said }: Arriving): Ended {
  if (!db.covers(before.toDepartmentId)) forbidden("People of the Location it goes to receive it");
  const pairs = paired(lines, said, "Accept or reject {asset}");
  const silent = pairs.filter(
    ({ said: one }) => one.decision === "rejected" && one.discrepancy === null,
  );
  if (silent.length)
    invalid(
      Object.fromEntries(
        silent.map(({ line, said: one }) => [
          `lines.${said.indexOf(one)}.discrepancy`,
          [`Say what is wrong with ${labelOf(line)}`],
        ]),
      ),
    );
  const isLent = before.kind === "temporary";
  const accepted = pairs.filter(({ said: one }) => one.decision === "accepted");
  const rejected = pairs.filter(({ said: one }) => one.decision === "rejected");
  const differs = pairs.filter(
    ({ line, said: one }) =>
      one.decision === "rejected" ||
      one.discrepancy !== null ||
      worse[one.conditionIn] > worse[line.conditionOut],
  );
  const moved = relocating(
    db,
    arriving(
      before,
      accepted.map(({ line }) => line),
      known,
    ),
    `${before.number}: ${before.reason}`,
  );
  const to = arrived[differs.length ? 1 : 0];
  const staying = rejected.map(({ line }) => line.assetId);
  return {
    to,
    // Nothing of it is lent, so nothing comes back.
    set: isLent && !accepted.length ? { returnedAt: at } : {},
    writes: [
      db.updatingAll(
        assetTransferLines,
        pairs.map(({ line, said: one }) => ({
          id: line.id,
          status: one.decision,
          conditionIn: one.conditionIn,
          discrepancy: one.discrepancy,
          isOpen: isLent && one.decision === "accepted",
        })),
      ),
      ...moved.writes,
      ...(staying.length ? [releasing(db, before.id, inArray(assets.id, among(staying)))] : []),
    ],
    also: moved.also,
    changes: [
      { field: "status", from: before.status, to },
      ...pairs.map(({ line, said: one }) => ({
        field: line.assetCode,
        from: line.conditionOut,
        to: [one.decision, one.conditionIn, one.discrepancy].filter(Boolean).join(", "),
      })),
    ],
    ...(differs.length ? { notices: discrepancyNotice(before, differs.length, reason) } : {}),
    message: rejected.length
      ? plural(
          rejected.length,
          "Received. {n} asset was rejected and stays where it was.",
          "Received. {n} assets were rejected and stay where they were.",
        )
      : "Transfer received",
  };
}

type Back = Omit<Arriving, "said" | "reason"> & {
  said: readonly { id: string; conditionBack: "good" | "fair" | "damaged" }[];
};

/**
 * Takes lent devices back to where they stood, each in the condition in which it came.
 * @throws Response 404; 422
 */
export function givenBack({ db, before, lines, known, said }: Back): Ended {
  const lent = lines.filter(({ status }) => status === "accepted");
  const pairs = paired(lent, said, "Say in which condition {asset} comes back");
  const moves = returning(before, lent, known);
  const moved = relocating(db, moves, `${before.number}: given back`);
  const displaced = moves.filter(({ to }, at) => to.locationId !== lent[at]!.fromLocationId).length;
  return {
    writes: [
      db.updatingAll(
        assetTransferLines,
        pairs.map(({ line, said: one }) => ({
          id: line.id,
          conditionBack: one.conditionBack,
          isOpen: false,
        })),
      ),
      ...moved.writes,
    ],
    also: moved.also,
    changes: [
      { field: "status", from: before.status, to: "returned" },
      ...pairs.map(({ line, said: one }) => ({
        field: line.assetCode,
        from: line.conditionIn,
        to: one.conditionBack,
      })),
    ],
    ...(displaced
      ? {
          message: plural(
            displaced,
            "Given back. The place of {n} asset is no longer there.",
            "Given back. The places of {n} assets are no longer there.",
          ),
        }
      : {}),
  };
}
