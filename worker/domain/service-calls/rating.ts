import type { breakdowns } from "#drizzle/tenant/index.ts";
import { Guest } from "../../auth/guest.ts";
import type { Row } from "../../db/db.ts";
import { invalid } from "../../refusals.ts";
import type { Session } from "../../session.ts";
import { optionalMultiline, optionalWhole, whole } from "../entity/fields.ts";
import { workOn } from "../entity/flow-work.ts";
import { type Device, reporterNotice } from "../following/notice.ts";
import { withFollowing } from "./clocks.ts";
import { deviceOf } from "./device-of.ts";

const work = workOn<typeof breakdowns>();
type Call = Row<typeof breakdowns>;

const ratingNote = optionalMultiline(500, "Rating note");

/** Only who reported a call rates it. @throws Response 422 */
function ratedBy(session: Session, { reporterUserId }: Call, rating: number | null) {
  if (rating !== null && !(session instanceof Guest) && reporterUserId !== session.actor.userId)
    invalid({ rating: ["Who reported the call rates it"] });
}

const BAD = 2;
/** Those who have the call are told of a bad rating. */
const badly = (
  before: Call,
  device: Device | undefined,
  rating: number | null,
  note: string | null,
) =>
  device && rating !== null && rating <= BAD
    ? {
        notices: reporterNotice(before, device, {
          key: "rated",
          title: `${before.number} is rated ${rating} of 5`,
          body: note ?? "",
        }),
      }
    : {};

export const close = work({
  fields: { rating: optionalWhole("Rating", 1, 5), ratingNote },
  stamp: "closed",
  reads: (db, id) => [deviceOf(db, id)],
  run({ session, before, values: { rating, ratingNote }, read: [[device]] }) {
    ratedBy(session, before, rating);
    return {
      set: {
        ...withFollowing(before, session.company, {}, "closed"),
        ...(rating === null ? {} : { rating, ratingNote }),
      },
      ...badly(before, device, rating, ratingNote),
    };
  },
  message: "Call closed",
  summary: "Close a resolved service call; who reported it may rate it",
  example: {},
});

export const rate = work({
  fields: { rating: whole("Rating", 1, 5), ratingNote },
  reads: (db, id) => [deviceOf(db, id)],
  run: ({ before, values: { rating, ratingNote }, read: [[device]] }) => ({
    set: { rating, ratingNote },
    event: { kind: "rating" },
    note: ratingNote,
    ...badly(before, device, rating, ratingNote),
  }),
  message: "Thank you for the rating",
  summary: "Rate how a service call was dealt with, once, by who reported it",
  example: { rating: 5, rating_note: "Quick help" },
});
