import { priorities, priorityWords, type ServiceLevel } from "#app/shared/service-levels.ts";
import type { Week, WorkingCalendar } from "#app/shared/working-time.ts";
import { weekIn } from "#app/shared/working-week.ts";
import { NumberField } from "#app/ui/fields.tsx";
import { useFormat } from "#app/ui/format.ts";
import type { SettingsPage } from "#worker/domain/settings/read.ts";
import type { FormResult } from "#worker/web/forms.ts";
import { PromiseNote, useTyped } from "./promise-note.tsx";
import { SectionForm } from "./section-form.tsx";

export type SectionProps = {
  page: SettingsPage;
  mayEdit: boolean;
  actionData: FormResult | undefined;
  now: number;
};
type Values = Record<string, unknown>;

/** A calendar as a form says it; null while the form says none. */
export function calendarIn(values: Values, timeZone: string): WorkingCalendar | null {
  const isAlways = values.isAlways === true || values.isAlways === "on" || values.isAlways === "1";
  const { week, problems } = weekIn(values, isAlways);
  if (Object.keys(problems).length) return null;
  const holidays = String(values.holidays ?? "").match(/^\d{4}-\d{2}-\d{2}(?=,)/gm) ?? [];
  return { timeZone, week: week as Week | null, holidays };
}

const hoursIn = (value: unknown) => Number(value) || null;
/** A priority's hours as a form says them. */
export const levelIn = (values: Values, priority: string): ServiceLevel => ({
  respond: hoursIn(values[`${priority}Respond`]),
  resolve: hoursIn(values[`${priority}Resolve`]),
});

const hours = { unit: "hours", min: 0.05, max: 2000, step: "any" };

/** How soon calls are answered and resolved, by their priority, with what that means now. */
export function ServiceSection({ page, mayEdit, actionData, now }: SectionProps) {
  const section = page.sections.service;
  const { values, onInput } = useTyped(section.values);
  const { timeZone } = useFormat();
  const calendar = calendarIn(page.sections.calendar.values, timeZone);
  return (
    <SectionForm
      intent="service"
      title="Service levels"
      {...section}
      mayEdit={mayEdit}
      actionData={actionData}
      about="Hours of the working calendar, from the report of a call. Empty promises nothing. Calls that are open keep what they were promised."
    >
      <div className="stack" onInput={onInput}>
        {priorities.map((priority) => (
          <fieldset className="field" key={priority}>
            <legend className="label">{priorityWords[priority]}</legend>
            <div className="form form-2">
              <NumberField name={`${priority}Respond`} label="Respond within" {...hours} />
              <NumberField name={`${priority}Resolve`} label="Resolve within" {...hours} />
            </div>
            <PromiseNote
              priority={priority}
              level={levelIn(values, priority)}
              calendar={calendar}
              now={now}
            />
          </fieldset>
        ))}
      </div>
      <div className="form form-2">
        <NumberField
          name="callAutoCloseDays"
          label="Close a resolved call after"
          unit="days"
          min={1}
          max={90}
          required
          hint="Unless who reported it closes or reopens it before"
        />
        <NumberField
          name="callReopenDays"
          label="A call can be reopened for"
          unit="days"
          min={0}
          max={90}
          required
          hint="Later the problem is reported anew"
        />
      </div>
    </SectionForm>
  );
}
