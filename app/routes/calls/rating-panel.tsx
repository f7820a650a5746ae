import { Panel } from "#app/ui/page.tsx";
import { Stars } from "#app/ui/stars.tsx";
import type { CallDetail } from "#worker/domain/service-calls/detail.ts";

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
        <Stars rating={rating} />
      </p>
      {ratingNote && <p className="said">{ratingNote}</p>}
    </Panel>
  );
}
