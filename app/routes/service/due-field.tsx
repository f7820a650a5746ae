import { SelectField } from "#app/ui/fields.tsx";
import { useDates } from "#app/ui/time.tsx";
import type { DueChoice } from "#worker/domain/due/choices.ts";

/** Which planned service the work does; left open, the date of a PM finds it. */
export function DueField({ dues }: { dues: readonly DueChoice[] }) {
  const { date } = useDates();
  return (
    <SelectField
      className="span-all"
      name="due_occurrence_id"
      label="Fulfils"
      placeholder="By the date: the PM in whose window it falls"
      hint="A PM that falls in no window is saved as unscheduled."
      options={dues.map(({ id, title, dueOn, planOn }) => ({
        value: id,
        label: `${title} due on ${date(dueOn)}`,
        hint: planOn === dueOn ? undefined : `deferred to ${date(planOn)}`,
      }))}
    />
  );
}
