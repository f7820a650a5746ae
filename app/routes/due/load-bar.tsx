import { type DayLoad, fillOf, isOverfull } from "#app/shared/due-load.ts";

/** How full a day is, as a bar; its text stands beside it. */
export const LoadBar = ({ load, capacity }: { load: DayLoad; capacity: number }) => (
  <progress
    className={isOverfull(load, capacity) ? "load over" : "load"}
    max="100"
    value={fillOf(load, capacity)}
    aria-hidden="true"
  />
);
