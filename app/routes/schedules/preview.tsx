import { Link } from "react-router";
import { workText } from "#app/shared/duration.ts";
import { plural } from "#app/shared/plural.ts";
import { ChartPanel, Columns } from "#app/ui/charts/columns.tsx";
import { Panel } from "#app/ui/page.tsx";
import { useDates } from "#app/ui/time.tsx";
import type { Preview as Shown } from "#worker/domain/due/preview.ts";

export const timeOf = (minutes: number) => (minutes === 0 ? "0" : workText(minutes * 60_000));
/** So many weeks fit side by side; the table has all of them. */
const WEEKS = 13;
const hoursOf = (minutes: number) => Math.round(minutes / 6) / 10;

type Week = Shown["weeks"][number];
const sumOf = ({ planned, added }: Week) => planned + added;

const Conflicts = ({ list }: { list: Shown["conflicts"] }) => (
  <ul className="fails">
    {list.map(({ id, label, says }) => (
      <li key={`${id}${says}`}>
        {label.startsWith("Contract") ? (
          <Link to={`/contract/${id}`}>{label}</Link>
        ) : (
          <Link to={`/asset/detail/${id}?tab=schedule`}>{label || id}</Link>
        )}
        : {says}
      </li>
    ))}
  </ul>
);

/** What the schedule would mean: its dates, the load of its weeks, and what stands in its way. */
export function SchedulePreview({ preview }: { preview: Shown }) {
  const { date } = useDates();
  const { dates, more, devices, weeks, conflicts, leftOut, team } = preview;
  const past = dates.filter(({ isPast }) => isPast).length;
  const off = dates.filter((one) => one.off !== null);
  const busy = weeks.filter((week) => week.added > 0 && sumOf(week) > week.capacity);
  return (
    <section className="stack" aria-label="Preview" id="preview">
      <Panel title="Dates of a year" className="spaced">
        {devices === 0 && (
          <p className="note amber">
            No asset is left that would get it.
            {leftOut.count > 0 &&
              ' To add a second one of the kind, take off the tick at "Leave out assets".'}
          </p>
        )}
        <p>
          {plural(
            devices,
            "{dates} for 1 asset, {time} each.",
            "{dates} for each of {n} assets, {time} each.",
          )
            .replace("{dates}", plural(dates.length, "1 date", "{n} dates"))
            .replace("{time}", timeOf(preview.minutes))}
          {more && " Later ones are not shown."}
        </p>
        <ul className="chips">
          {dates.map((one) => (
            <li key={one.on} className="chip">
              {date(one.on)}
              {one.off && <span className="muted"> {one.off}</span>}
              {one.isPast && <span className="muted"> Past</span>}
            </li>
          ))}
        </ul>
        {past > 0 && (
          <p className="note amber">
            {plural(
              past,
              "1 date has passed and counts as overdue.",
              "{n} dates have passed and count as overdue.",
            )}
          </p>
        )}
        {off.length > 0 && (
          <p className="muted">
            {plural(
              off.length,
              "1 date is a day off. It can be done on another day of its window.",
              "{n} dates are days off. They can be done on other days of their windows.",
            )}
          </p>
        )}
      </Panel>
      <ChartPanel
        title={team ? `Load of ${team}` : "Load of the weeks"}
        say={
          busy.length > 0
            ? plural(
                busy.length,
                "1 week would be above what can be done.",
                "{n} weeks would be above what can be done.",
              )
            : "Every week can take it."
        }
        table={{
          of: "Week of",
          heads: ["Planned", "Added", "Can be done"],
          rows: weeks.map((week) => [
            date(week.monday),
            timeOf(week.planned),
            timeOf(week.added),
            timeOf(week.capacity),
          ]),
        }}
      >
        <Columns
          label="Hours of planned work by week"
          bars={weeks.slice(0, WEEKS).map((week) => {
            const over = Math.max(0, sumOf(week) - week.capacity);
            const within = Math.max(0, week.added - over);
            return {
              label: date(week.monday).slice(0, 6),
              parts: [
                { value: hoursOf(sumOf(week) - over - within), tone: "c1" as const },
                { value: hoursOf(within), tone: "c2" as const },
                { value: hoursOf(over), tone: "cb" as const },
              ],
              text: String(hoursOf(sumOf(week))),
            };
          })}
        />
      </ChartPanel>
      {conflicts.length > 0 && (
        <Panel title="Look at these first">
          <Conflicts list={conflicts} />
        </Panel>
      )}
      {leftOut.count > 0 && (
        <Panel
          title={plural(
            leftOut.count,
            "1 asset is left out: it has such a schedule",
            "{n} assets are left out: they have such a schedule",
          )}
        >
          <Conflicts list={leftOut.first} />
          {leftOut.count > leftOut.first.length && (
            <p className="muted">{`and ${leftOut.count - leftOut.first.length} more`}</p>
          )}
        </Panel>
      )}
    </section>
  );
}
