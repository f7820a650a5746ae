import { z } from "zod";
import { lineConditions, lineConditionText } from "#app/shared/line-conditions.ts";
import type { FieldErrors } from "#app/shared/refusal.ts";
import { type gatePasses, gatePassLines } from "#drizzle/tenant/index.ts";
import { conflict, invalid, notFound } from "../../refusals.ts";
import { id, optionalId, optionalText, whole, word } from "../entity/fields.ts";
import { workOn } from "../entity/flow-work.ts";
import { moveStock } from "../stock/move.ts";
import { cameBack, isDevice, unbadging } from "./devices.ts";
import { photoExists, photosOf } from "./documents.ts";
import { MOST_LINES } from "./input.ts";
import { linesOf, type PassLine, partyName, partyOf, receiptsOf, takenOf } from "./lines.ts";
import { passCall, releasing } from "./with-call.ts";

const work = workOn<typeof gatePasses>();

const returned = z.strictObject({
  id: id("Choose a line", "Line"),
  qty: whole("Quantity", 1, 100_000),
  conditionIn: word("Condition", lineConditions, "Choose the condition"),
  remark: optionalText(300, "Remark"),
  /** A file of the pass that shows how it came back. */
  photoMediaId: optionalId("Photo"),
});
type Returned = z.output<typeof returned>;

/** Each line with what comes back of it. @throws Response 404, 409 for more than is out, 422 */
function matched(lines: readonly PassLine[], sent: readonly Returned[]) {
  const errors: FieldErrors = {};
  const pairs = sent.map((back, at) => {
    const line = lines.find(({ id }) => id === back.id) ?? notFound("line");
    if (sent.findIndex(({ id }) => id === back.id) !== at)
      errors[`lines.${at}.id`] = ["The line is named twice"];
    const left = line.qty - line.returnedQty;
    if (!line.isOpen || left === 0) conflict(`${line.name} is back already`);
    if (back.qty > left) conflict(`Only ${left} of ${line.name} are out`);
    return { line, back, isWhole: back.qty === left };
  });
  if (Object.keys(errors).length) invalid(errors);
  return pairs;
}

/** What came back, one line each, for the pass's time line. */
const noteOf = (pairs: ReturnType<typeof matched>, reason: string | null) =>
  [
    ...pairs.map(
      ({ line, back }) =>
        `${line.name}: ${back.qty} of ${line.qty} back, ${lineConditionText(back.conditionIn).toLowerCase()}`,
    ),
    ...(reason ? [reason] : []),
  ].join("\n");

/** Takes in what is back of a pass: some lines, or some pieces of a line. The last piece ends the pass. */
export const back = work({
  fields: {
    lines: z.array(returned).min(1, "Choose what is back").max(MOST_LINES),
  },
  reads: (db, id, { lines }) => [
    linesOf(db, id),
    partyOf(db, id),
    takenOf(db, id),
    passCall(db, id),
    photosOf(
      db,
      id,
      lines.flatMap(({ photoMediaId }) => photoMediaId ?? []),
    ),
  ],
  run({ db, session, before, values, read, at }) {
    const [lines, [party], taken, [call], photos] = read;
    const pairs = matched(lines, values.lines);
    for (const { photoMediaId } of values.lines)
      if (photoMediaId && !photos.some(({ id }) => id === photoMediaId)) notFound("photo");
    const { id, number, purpose } = before;
    const backLines = pairs.map(({ line }) => line);
    const devices = backLines.filter(isDevice);
    const whole = new Set(pairs.flatMap(({ line, isWhole }) => (isWhole ? line.id : [])));
    const isOver = lines.every((line) => !line.isOpen || whole.has(line.id));
    const receipts = pairs.flatMap(({ line, back }) =>
      line.stockItemId ? receiptsOf(line, back.qty, taken, { pass: before, party }) : [],
    );
    const to = partyName(before, party);
    const isOfCall = devices.some(({ assetId }) => assetId === call?.assetId);
    const released = releasing(db, isOfCall ? call : undefined, {
      company: session.company,
      number,
      at,
    });
    const asksReport = purpose === "repair" && devices.length > 0;
    return {
      to: isOver ? "returned" : "partially_returned",
      set: isOver ? { closedAt: at, closedBy: session.actor.userId } : {},
      note: noteOf(pairs, values.reason),
      writes: [
        ...photoExists(db, id, photos),
        db.updatingAll(
          gatePassLines,
          pairs.map(({ line, back: { qty, conditionIn, remark, photoMediaId }, isWhole }) => ({
            id: line.id,
            returnedQty: line.returnedQty + qty,
            conditionIn,
            returnedAt: at,
            receivedBy: session.actor.userId,
            isOpen: !isWhole,
            remark: remark ?? line.remark,
            photoMediaId: photoMediaId ?? line.photoMediaId,
          })),
        ),
        ...unbadging(db, devices, id),
        ...moveStock(db, receipts),
        ...released.writes,
      ],
      also: [...cameBack(devices, number, to), ...released.also],
      data: asksReport ? { reports: devices.map(({ assetId }) => assetId) } : {},
      message: asksReport
        ? `Back on ${number}. Write the service report of the repair.`
        : isOver
          ? `Everything on ${number} is back`
          : `Part of ${number} is back`,
    };
  },
  message: "Taken in",
  summary: "Take in what is back of a gate pass, by line and quantity; stock is received back",
  example: {
    lines: [{ id: "0198c7a2-5f3e-7c11-9a60-3f6f0e8d2b41", qty: 1, condition_in: "good" }],
  },
});
