import { Panel } from "#app/ui/page.tsx";
import type { CallDetail } from "#worker/domain/service-calls/detail.ts";

const words = ["Bad", "Poor", "Fair", "Good", "Very good"];

/** How who reported a call found the help: only that person rates it. */
export function RatingPanel({
  call: { rating, ratingNote, reportedByName },
}: {
  call: CallDetail["call"];
}) {
  if (rating === null) return null;
  return (
    <Panel
      title="Rating"
      actions={<span className="muted">{`By ${reportedByName}, who reported it`}</span>}
    >
      <p>
        <span aria-hidden="true">{"★".repeat(rating) + "☆".repeat(words.length - rating)} </span>
        {`${words[rating - 1]}, ${rating} of ${words.length}`}
      </p>
      {ratingNote && <p className="said">{ratingNote}</p>}
    </Panel>
  );
}
