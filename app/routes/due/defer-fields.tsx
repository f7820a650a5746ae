import { useState } from "react";
import { Link, useLocation } from "react-router";
import { searchChoices } from "#app/routes/masters/choices.ts";
import { addDays } from "#app/shared/company-time.ts";
import { type DayLoad, hoursOf, isOverfull, loadText } from "#app/shared/due-load.ts";
import { plural } from "#app/shared/plural.ts";
import { Combobox } from "#app/ui/combobox.tsx";
import { DateField } from "#app/ui/fields.tsx";
import { Note } from "#app/ui/states.tsx";
import { useDates } from "#app/ui/time.tsx";
import type { OpenedDue } from "#worker/domain/due/opened.ts";
import { LoadBar } from "./load-bar.tsx";
import { CauseField } from "./move-fields.tsx";
import { dayName, openUrl, weekdayOf } from "./words.ts";

type Week = NonNullable<OpenedDue["week"]>;

/** The first day of a week on which what takes so long still has room; else the first that can be chosen. */
function freeDay({ days, capacity }: Week, due: OpenedDue, today: string): string {
  const open = days.filter(({ on, isOff }) => on >= today && on !== due.planOn && !isOff);
  const free = open.find(({ minutes }) => minutes + due.minutes <= capacity);
  return (free ?? open[0])?.on ?? "";
}

/** Where a planned service is put off to: the days of a week with their load, or any other day, and what that means for its window. */
export function DeferFields({ due, today }: { due: OpenedDue; today: string }) {
  const { date } = useDates();
  const { search } = useLocation();
  const { week, deferrals, nextOn, dueOn } = due;
  const [day, setDay] = useState(() => week?.day ?? (week ? freeDay(week, due, today) : ""));
  const [other, setOther] = useState("");
  if (!week) return null;
  const monday = week.days[0]!.on;
  const load = week.days.find(({ on }) => on === day);
  const colleagues = week.colleagues.map(({ id, name, loads }) => ({
    value: id,
    label: name,
    ...(day in loads || load ? { hint: `${hoursOf(loads[day] ?? 0)} h that day` } : {}),
  }));
  // The team first; typing finds anybody who is at work.
  const searchAssignees = async (q: string) => {
    if (q === "" && colleagues.length) return colleagues;
    const found = await searchChoices("assignees")(q);
    return found.map((one) => colleagues.find(({ value }) => value === one.value) ?? one);
  };
  const weekUrl = (days: number) =>
    openUrl(search, { do: "defer", on: due.id, day: addDays(monday, days) });
  return (
    <>
      <p className="muted">
        {[
          `${due.assetName}, ${due.department}. Due ${date(dueOn)}`,
          deferrals > 0 ? `, deferred ${plural(deferrals, "once", "{n} times")}` : "",
          ". The series stays as it is",
          nextOn ? `: the next one is ${date(nextOn)}.` : ".",
        ].join("")}
      </p>
      <fieldset className="field">
        <legend className="label">
          New date, week of {date(monday)}{" "}
          <span className="req" aria-hidden="true">
            *
          </span>
        </legend>
        <div className="load-days">
          {week.days.map((one) => (
            <DayChoice
              key={one.on}
              load={one}
              capacity={week.capacity}
              isOff={one.on < today || one.on === due.planOn}
              isChosen={one.on === day}
              choose={() => {
                setOther("");
                setDay(one.on);
              }}
            />
          ))}
        </div>
        {load && <span className="hint">{roomText(load, week.capacity, due)}</span>}
        <span className="chips">
          {monday > today && (
            <Link className="btn btn-ghost btn-sm" to={weekUrl(-7)} preventScrollReset replace>
              Week before
            </Link>
          )}
          <Link className="btn btn-ghost btn-sm" to={weekUrl(7)} preventScrollReset replace>
            Next week
          </Link>
        </span>
      </fieldset>
      <WindowNote due={due} day={day} today={today} />
      <div className="form form-2">
        <DateField
          name="otherDay"
          label="Another day"
          min={today}
          hint="Instead of a day above"
          value={other}
          onChange={(event) => {
            setOther(event.currentTarget.value);
            setDay(event.currentTarget.value);
          }}
        />
        <CauseField />
        <Combobox
          name="assignedUserId"
          label="Assign to"
          load={searchAssignees}
          placeholder={due.person ?? "Nobody"}
          hint="The team's people first. Type to find others."
          clearable
          className="span-all"
        />
      </div>
    </>
  );
}

function roomText(load: DayLoad, capacity: number, due: OpenedDue): string {
  const day = dayName(load.on);
  const takes = `this takes about ${hoursOf(due.minutes)} h`;
  if (load.isOff) return `${day} is a day off, ${takes}`;
  const free = capacity - load.minutes;
  return free > 0 ? `${day} has ${hoursOf(free)} h free, ${takes}` : `${day} is full, ${takes}`;
}

function DayChoice({
  load,
  capacity,
  isOff,
  isChosen,
  choose,
}: {
  load: DayLoad;
  capacity: number;
  /** It cannot be chosen. */
  isOff: boolean;
  isChosen: boolean;
  choose: () => void;
}) {
  const text = loadText(load, capacity);
  return (
    <label className={isOff || load.isOff ? "is-off" : undefined}>
      <input
        type="radio"
        name="deferTo"
        value={load.on}
        checked={isChosen}
        disabled={isOff}
        onChange={choose}
        aria-label={`${dayName(load.on)}, ${load.isOff ? text : `${text} planned`}`}
      />
      <span>{weekdayOf(load.on)}</span>
      <b>{Number(load.on.slice(8))}</b>
      <LoadBar load={load} capacity={capacity} />
      <small className={isOverfull(load, capacity) ? "over" : undefined}>
        <span className="hide-phone">{text}</span>
        <span className="phone-only">{load.isOff ? "off" : `${hoursOf(load.minutes)} h`}</span>
      </small>
    </label>
  );
}

/** What a day means for the window: outside it, it counts as late. */
function WindowNote({ due, day, today }: { due: OpenedDue; day: string; today: string }) {
  const { date } = useDates();
  const [opens, closes] = [due.opensOn ?? due.dueOn, due.closesOn ?? due.dueOn];
  const who = due.criticality === "life_support" ? "Life support. " : "";
  if (closes < today)
    return (
      <Note tone="amber">
        {`${who}Outside its window since ${date(closes)}. It counts as late whenever it is done.`}
      </Note>
    );
  if (day > closes)
    return (
      <Note tone="amber">
        {`${who}Its window ends on ${date(closes)}. Done after that day, it counts as late.`}
      </Note>
    );
  if (day && day < opens)
    return (
      <Note tone="amber">
        {`Its window begins on ${date(opens)}. Done before that day, it does not count as on time.`}
      </Note>
    );
  return null;
}
