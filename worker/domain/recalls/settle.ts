import { isUnanswered } from "#app/shared/flows/recalls.ts";
import { newId } from "#drizzle/columns.ts";
import type { recallAssets, recalls } from "#drizzle/tenant/index.ts";
import type { Row } from "../../db/db.ts";
import { type Device, matchOf } from "./match.ts";

type Recall = Row<typeof recalls>;
type Status = Row<typeof recallAssets>["status"];
/** A device as recalls look at it. */
export type Looked = Device & {
  id: string;
  assetCode: string;
  name: string;
  lifecycle: string;
  deletedAt: number | null;
};
/** A device's line of a recall, with the state of its call. */
export type Line = Row<typeof recallAssets> & { callStatus: string | null };

/** What becomes of a device's line. */
export type Settled =
  | {
      kind: "new";
      line: Pick<Line, "id" | "recallId" | "assetId" | "certainty" | "reasons"> & {
        assetCode: string;
        assetName: string;
      };
    }
  | { kind: "moved"; line: Line; to: Status; note: string; set: Partial<Line> }
  | { kind: "told"; line: Line; set: Partial<Line> };

const ended = new Set(["condemned", "disposed"]);
const resolved = new Set(["resolved", "closed"]);
const dropped = new Set(["cancelled", "closed_duplicate"]);

/** What a line becomes by its call alone; null where the call changes nothing. */
function byCall(line: Line): Settled | null {
  const { status, callStatus } = line;
  if (callStatus === null) return null;
  if (status === "affected" && resolved.has(callStatus))
    return { kind: "moved", line, to: "done", note: "Its service call is resolved", set: {} };
  if (status === "affected" && dropped.has(callStatus))
    return { kind: "told", line, set: { breakdownId: null } };
  if (status === "done" && !resolved.has(callStatus) && !dropped.has(callStatus))
    return { kind: "moved", line, to: "affected", note: "Its service call was reopened", set: {} };
  return null;
}

/**
 * What becomes of a device and a recall: a line where it matches for the first time, another answer where the device, its call or the
 * notice has changed. What a person has answered is left as it is.
 */
export function settled(recall: Recall, device: Looked, line: Line | undefined): Settled | null {
  const isGone = device.deletedAt !== null || ended.has(device.lifecycle);
  const match = isGone ? null : matchOf(recall, device);
  if (!line) {
    if (!match) return null;
    const { id: assetId, assetCode, name: assetName } = device;
    return {
      kind: "new",
      line: { id: newId(), recallId: recall.id, assetId, assetCode, assetName, ...match },
    };
  }
  if (isGone)
    return isUnanswered(line.status)
      ? { kind: "moved", line, to: "gone", note: "The asset is no longer in use", set: {} }
      : null;
  const called = byCall(line);
  if (called) return called;
  if (!match)
    return line.status === "to_decide"
      ? {
          kind: "moved",
          line,
          to: "not_affected",
          note: "It no longer matches the notice",
          set: {},
        }
      : null;
  const byItself = line.status === "gone" || (line.status === "not_affected" && !line.answeredBy);
  if (byItself)
    return { kind: "moved", line, to: "to_decide", note: "It matches the notice", set: match };
  const isSame =
    line.certainty === match.certainty &&
    JSON.stringify(line.reasons) === JSON.stringify(match.reasons);
  return line.status === "to_decide" && !isSame ? { kind: "told", line, set: match } : null;
}
