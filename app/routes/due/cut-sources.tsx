import { dueSources } from "#app/shared/due-sources.ts";
import { useDates } from "#app/ui/time.tsx";
import type { SourceDates } from "#worker/domain/due/sources.ts";

/** Says which dates that are kept elsewhere are too many to be shown, and up to which day they are there. */
export function CutSources({ cut }: Pick<SourceDates, "cut">) {
  const { date } = useDates();
  if (!cut.length) return null;
  return (
    <div className="cal-hint" role="note">
      {cut.map(({ source, on }) => (
        <p key={source}>
          {`${dueSources[source]}: there are more after ${date(on)} than fit here. Choose a week or narrow the filters to see them.`}
        </p>
      ))}
    </div>
  );
}
