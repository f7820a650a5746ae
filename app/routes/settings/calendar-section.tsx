import { weekdays } from "#app/shared/working-week.ts";
import { CheckField, TextArea, TextField } from "#app/ui/fields.tsx";
import { FileField } from "#app/ui/file-field.tsx";
import { useFormat } from "#app/ui/format.ts";
import { PromiseNote, useTyped } from "./promise-note.tsx";
import { SectionForm } from "./section-form.tsx";
import { calendarIn, levelIn, type SectionProps } from "./service-section.tsx";

/** Hours that a company without any begins with. */
const usual = Object.fromEntries(
  weekdays.slice(0, 5).flatMap(([day]) => [
    [`${day}From`, "08:00"],
    [`${day}To`, "17:00"],
  ]),
);

/** When the clocks of calls run: hours by weekday, and holidays. */
export function CalendarSection(props: SectionProps) {
  const { page, mayEdit } = props;
  const holidays = String(page.sections.calendar.values.holidays);
  return (
    <div className="stack">
      <HoursForm key={holidays} {...props} />
      {mayEdit && <HolidaysForm key={`import ${holidays}`} {...props} />}
    </div>
  );
}

function HoursForm({ page, mayEdit, actionData, now }: SectionProps) {
  const { values: stored, version } = page.sections.calendar;
  const first = stored.isAlways ? { ...stored, ...usual } : stored;
  const { values, onInput } = useTyped(first);
  const { timeZone } = useFormat();
  return (
    <SectionForm
      intent="calendar"
      title="Working calendar"
      values={first}
      version={version}
      mayEdit={mayEdit}
      actionData={actionData}
      about="When the clocks of service calls run. Calls that are open keep what they were promised."
    >
      <div className="stack" onInput={onInput}>
        <CheckField
          name="isAlways"
          label="Day and night, all days"
          off="0"
          hint="Hours and holidays count only without it"
        />
        <div className="form form-2">
          {weekdays.map(([day, name]) => (
            <fieldset className="field" key={day}>
              <legend className="label">{name}</legend>
              <div className="form form-2">
                <TextField
                  name={`${day}From`}
                  label="From"
                  placeholder="08:00"
                  maxLength={5}
                  inputMode="numeric"
                  aria-label={`${name}, from`}
                />
                <TextField
                  name={`${day}To`}
                  label="To"
                  placeholder="17:00"
                  maxLength={5}
                  inputMode="numeric"
                  aria-label={`${name}, to`}
                />
              </div>
            </fieldset>
          ))}
        </div>
        <TextArea
          name="holidays"
          label="Holidays"
          rows={8}
          maxLength={20_000}
          hint="One a line: date and name, such as 2026-01-26,Republic Day"
        />
        <PromiseNote
          priority="high"
          level={levelIn(page.sections.service.values, "high")}
          calendar={calendarIn(values, timeZone)}
          now={now}
        />
      </div>
    </SectionForm>
  );
}

const HolidaysForm = ({ actionData, mayEdit }: SectionProps) => (
  <SectionForm
    intent="holidays"
    title="Import a year's holidays"
    save="Add holidays"
    mayEdit={mayEdit}
    actionData={actionData}
    encType="multipart/form-data"
    about="Paste a list, or choose a file of a spreadsheet (CSV) or of a calendar (ICS). A date that is there already keeps its name."
  >
    <TextArea
      name="text"
      label="List"
      rows={4}
      maxLength={100_000}
      hint="One a line: date and name"
    />
    <FileField name="file" label="File" accept={["csv", "txt", "ics"]} maxSize={100_000} />
  </SectionForm>
);
