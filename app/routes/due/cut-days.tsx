import { type CalendarDay, countedUntil } from "#app/shared/due-days.ts";
import { useDates } from "#app/ui/time.tsx";

const TOO_MUCH = "than can be looked through at once";

/**
 * Says up to which day planned services are counted, where there are more than can be looked through.
 * @param own the days that the view is of, without those beside its month
 */
export function CutDays({
  days,
  own,
  isWeek = false,
}: {
  days: readonly CalendarDay[];
  own: readonly CalendarDay[];
  isWeek?: boolean;
}) {
  const { date } = useDates();
  if (!days.some(({ isCut }) => isCut)) return null;
  const until = countedUntil(own);
  const what =
    until === undefined
      ? `The days beside the month are not counted: there is more ${TOO_MUCH}.`
      : until === null
        ? `Nothing is counted: there is more on ${date(own[0]!.on)} ${TOO_MUCH}.`
        : `Counted up to ${date(until)}: there is more ${TOO_MUCH}.`;
  return (
    <p className="cal-hint" role="note">
      {`${what} ${isWeek ? "Narrow the filters." : "Choose a week or narrow the filters."}`}
    </p>
  );
}
