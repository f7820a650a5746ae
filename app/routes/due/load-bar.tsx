import { type DayLoad, fillOf, isOverfull } from "#app/shared/due-load.ts";

/** How full a day is, as a bar; its text stands beside it. */
export function LoadBar({ load, capacity }: { load: DayLoad; capacity: number }) {
  return (
    <svg className="load" aria-hidden="true">
      <rect className="track" width="100%" height="3" rx="1.5" />
      <rect
        className={isOverfull(load, capacity) ? "over" : "fill"}
        width={`${fillOf(load, capacity)}%`}
        height="3"
        rx="1.5"
      />
    </svg>
  );
}
