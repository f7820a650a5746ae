import { type FormEvent, useState } from "react";
import {
  type Priority,
  priorityWords,
  promiseOf,
  type ServiceLevel,
} from "#app/shared/service-levels.ts";
import type { WorkingCalendar } from "#app/shared/working-time.ts";
import { useDates } from "#app/ui/time.tsx";

type Values = Record<string, unknown>;

/** The fields of a form as they are typed, for what a page says about them at once. */
export function useTyped(first: Values) {
  const [values, setValues] = useState<Values>(first);
  const onInput = (event: FormEvent) => {
    const { form } = event.target as HTMLInputElement;
    if (form) setValues(Object.fromEntries(new FormData(form)));
  };
  return { values, onInput };
}

type Props = {
  priority: Priority;
  level: ServiceLevel;
  calendar: WorkingCalendar | null;
  now: number;
};

/** What a service level means for a call that is reported now. */
export function PromiseNote({ priority, level, calendar, now }: Props) {
  const { time } = useDates();
  if (!calendar) return null;
  const { slaRespondBy, slaResolveBy } = promiseOf(level, calendar, now);
  const call = `A ${priorityWords[priority].toLowerCase()} call reported now`;
  return (
    <output className="hint">
      {slaRespondBy === null && slaResolveBy === null
        ? `${call} is promised nothing.`
        : slaResolveBy === null
          ? `${call} is to be answered by ${time(slaRespondBy!)}.`
          : slaRespondBy === null
            ? `${call} is to be resolved by ${time(slaResolveBy)}.`
            : `${call} is to be answered by ${time(slaRespondBy)} and resolved by ${time(slaResolveBy)}.`}
    </output>
  );
}
