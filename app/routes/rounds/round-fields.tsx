import { type DueKind, dueKinds } from "#app/shared/due-standing.ts";
import { formatMinor } from "#app/shared/money.ts";
import { grandTotal, type Item } from "#app/shared/report-form.ts";
import type { RoundDevice } from "#app/shared/rounds.ts";
import { MoneyField, SelectField } from "#app/ui/fields.tsx";
import { Note, Panel } from "#app/ui/states.tsx";
import { useDates } from "#app/ui/time.tsx";
import {
  ActionFields,
  conditions,
  ProblemField,
  ReportHead,
  SignedFields,
} from "../service/common-fields.tsx";
import type { ReportRows } from "../service/use-report.ts";

/** Which of the planned services of the device this report fulfils. */
export function OccurrenceField({ device }: { device: RoundDevice }) {
  const { date } = useDates();
  const { occurrences } = device;
  if (occurrences.length === 0) return null;
  return (
    <Panel label="Planned service">
      <SelectField
        name="due_occurrence_id"
        label="Fulfils"
        placeholder="By the date: the PM in whose window it falls"
        defaultValue={occurrences[0]!.id}
        options={occurrences.map(({ id, kind, title, planOn }) => ({
          value: id,
          label: `${title || dueKinds[kind as DueKind]}, due on ${date(planOn)}`,
        }))}
      />
    </Panel>
  );
}

/** Ticket, date and type, and what was found and done. */
export function WorkRound() {
  return (
    <Panel label="Work">
      <ReportHead />
      <div className="form form-2 form-next">
        <ProblemField />
        <ActionFields />
      </div>
    </Panel>
  );
}

/** Of so few items that fit the device the note tells each quantity; more are in the list of parts. */
const FEW = 3;

/** What is in stock for the device, as it was when the round was taken. */
export function StockNote({ items }: { items: readonly Item[] }) {
  const fitting = items.filter(({ fits }) => fits);
  const told = fitting.length <= FEW ? fitting : [];
  return (
    <Note tone="info" icon="stock">
      {told.map(({ name, quantity, store }) => `${name}: ${quantity} in ${store}. `)}
      {items.length > 0
        ? "Quantities in stock are those of when the round was taken. Parts leave the stock when this report is sent."
        : "No stock item fits the devices of this round. Write what you used into the remarks."}
    </Note>
  );
}

/** Who did it and who received it, and what it leaves and costs. */
export function CloseRound({ report: { form, dispatch } }: { report: ReportRows }) {
  return (
    <Panel label="Completion">
      <div className="form form-2">
        <SignedFields />
        <SelectField
          name="condition_after"
          label="Condition afterwards"
          placeholder="As before"
          options={conditions}
        />
        <MoneyField
          name="service_cost"
          label="Service Cost"
          value={form.serviceCost}
          onValue={(text) => dispatch({ do: "set service cost", text })}
        />
        <input type="hidden" name="total_cost" value={formatMinor(grandTotal(form))} />
      </div>
    </Panel>
  );
}
