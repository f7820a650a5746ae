import { Link } from "react-router";
import { intervalText, scheduleSources } from "#app/shared/due-interval.ts";
import { dueExceptions, dueKinds, standingOf, standings } from "#app/shared/due-standing.ts";
import { scheduleRules } from "#app/shared/flows/schedules.ts";
import { DateField } from "#app/ui/fields.tsx";
import type { Refused } from "#app/ui/form.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { Moves } from "#app/ui/moves.tsx";
import { Badge, Panel } from "#app/ui/page.tsx";
import { EmptyState } from "#app/ui/states.tsx";
import { DateText, useDates } from "#app/ui/time.tsx";
import type { ScheduleTab as Shown } from "#worker/domain/due/schedules-of-asset.ts";

type Row = Shown["schedules"][number];
type Due = Shown["dates"][number];
type Props = Shown & {
  assetId: string;
  today: string;
  mayAdd: boolean;
  problem: Refused | undefined;
};

/** What comes again at a device: its schedules, and their dates of a year back and ahead. */
export function ScheduleTab({ schedules, dates, assetId, today, mayAdd, problem }: Props) {
  const add = mayAdd && (
    <Link className="btn btn-sm" to={`/schedule/create?assets=${assetId}`}>
      <Icon name="plus" />
      Add schedule
    </Link>
  );
  if (!schedules.length)
    return (
      <EmptyState
        title="No schedules yet"
        text="PM, calibration and all else that comes again at this device, with its dates."
        action={add}
      />
    );
  const titles = new Map(schedules.map(({ id, title }) => [id, title]));
  const ahead = dates.filter(({ status, planOn }) => status !== "done" && planOn! >= today);
  const rest = dates.filter((one) => !ahead.includes(one)).reverse();
  return (
    <div className="stack">
      <Panel title="Schedules" actions={add}>
        <ul className="history">
          {schedules.map((row) => (
            <Schedule key={row.id} row={row} today={today} problem={problem} />
          ))}
        </ul>
      </Panel>
      <Dates
        title="Next 12 months"
        none="Nothing is planned."
        {...{ dates: ahead, titles, today }}
      />
      <Dates title="Past 12 months" none="Nothing was due." {...{ dates: rest, titles, today }} />
    </div>
  );
}

/** Whether a hold stands on a day or is still to come. */
const isHeld = ({ holdUntil }: Row, today: string) => holdUntil !== null && holdUntil >= today;

function Schedule({
  row,
  today,
  problem,
}: {
  row: Row;
  today: string;
  problem: Refused | undefined;
}) {
  const { date } = useDates();
  const held = isHeld(row, today);
  const moves = row.moves.filter(({ move }) => move !== "end-hold" || held);
  const mayEdit = row.isActive && moves.length > 0;
  const facts = [
    intervalText(row.intervalCount, row.intervalUnit),
    row.mode === "floating" && "from when it was done",
    row.teamName,
    row.vendorName,
    row.endsOn && `until ${date(row.endsOn)}`,
    row.source !== "oem" && scheduleSources[row.source].toLowerCase(),
  ].filter(Boolean);
  return (
    <li>
      <p className="chips">
        <b>{row.title}</b>
        {row.title !== dueKinds[row.kind] && <span className="muted">{dueKinds[row.kind]}</span>}
        <State row={row} held={held} />
      </p>
      <p className="muted">{facts.join(", ")}</p>
      {row.isActive && (
        <p>
          {row.nextOn ? (
            <>
              Next <DateText on={row.nextOn} />
            </>
          ) : (
            "No date to come"
          )}
          {row.lastOn && (
            <>
              , last done <DateText on={row.lastOn} />
            </>
          )}
        </p>
      )}
      {held && (
        <p>
          On hold <DateText on={row.holdFrom} /> to <DateText on={row.holdUntil} />
          {row.heldByName && ` by ${row.heldByName}`}: {row.holdReason}
        </p>
      )}
      {!row.isActive && row.endReason && (
        <p className="muted">
          {row.endedByName ? `Ended by ${row.endedByName}: ${row.endReason}` : row.endReason}
        </p>
      )}
      {mayEdit && (
        <div className="chips">
          <Link className="btn btn-sm" to={scheduleRules.moves.edit.page(row.id)}>
            <Icon name="edit" />
            Edit
          </Link>
          <Moves
            of={{ ...row, moves }}
            rules={scheduleRules}
            name={row.title}
            intent={(move) => `schedule-${move}`}
            hidden={{ schedule: row.id }}
            fields={(move) => move === "hold" && <HoldFields row={row} today={today} />}
            keep="Back"
            problem={problem}
          />
        </div>
      )}
    </li>
  );
}

function State({ row, held }: { row: Row; held: boolean }) {
  if (!row.isActive)
    return (
      <Badge tone="hold" icon="cross" calm>
        Ended
      </Badge>
    );
  return held ? (
    <Badge tone="hold" icon="pause">
      On hold
    </Badge>
  ) : (
    <Badge tone="in-date" icon="ok" calm>
      Active
    </Badge>
  );
}

const HoldFields = ({ row, today }: { row: Row; today: string }) => (
  <div className="form form-2">
    <DateField name="holdFrom" label="From" required defaultValue={row.holdFrom ?? today} />
    <DateField
      name="holdUntil"
      label="Until"
      required
      min={today}
      defaultValue={row.holdUntil ?? ""}
      hint="The last day of the hold"
    />
  </div>
);

const SHOWN = 24;
function Dates({
  title,
  none,
  dates,
  titles,
  today,
}: {
  title: string;
  none: string;
  dates: Due[];
  titles: ReadonlyMap<string, string>;
  today: string;
}) {
  return (
    <Panel title={title}>
      {dates.length === 0 ? (
        <p className="muted">{none}</p>
      ) : (
        <ul className="plain-list">
          {dates.slice(0, SHOWN).map((one) => (
            <li key={one.id} className="document">
              <span>
                <DateText on={one.dueOn} /> {titles.get(one.scheduleId) ?? dueKinds[one.kind]}{" "}
                <About one={one} />
              </span>
              <Standing one={one} today={today} />
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}

/** What became of a date, or of its day. */
function About({ one }: { one: Due }) {
  if (one.status === "done")
    return (
      <span className="muted">
        done <DateText on={one.doneOn} />
        {one.doneBy && ` by ${one.doneBy}`}
        {one.serviceReportId && one.ticket && (
          <>
            , <Link to={`/asset/service-report/print/${one.serviceReportId}`}>{one.ticket}</Link>
          </>
        )}
      </span>
    );
  if (one.status === "missed")
    return (
      <span className="muted">
        {[one.exception && one.exception !== "none" && dueExceptions[one.exception], one.reason]
          .filter(Boolean)
          .join(". ")}
      </span>
    );
  if (one.status === "cancelled") return <span className="muted">{one.cancelReason}</span>;
  return one.deferTo ? (
    <span className="muted">
      deferred to <DateText on={one.deferTo} />
      {one.reason && `: ${one.reason}`}
    </span>
  ) : null;
}

/** How a date stands, by colour and word. */
function Standing({ one, today }: { one: Due; today: string }) {
  const standing = standingOf({ ...one, planOn: one.planOn ?? one.dueOn }, today);
  const { word, tone, icon } = standings[standing];
  const isLate = standing === "done" && one.onTime === false;
  return (
    <Badge
      tone={isLate ? "amber" : tone}
      icon={icon}
      calm={standing === "done" || standing === "planned"}
    >
      {isLate ? "Done late" : word}
    </Badge>
  );
}
