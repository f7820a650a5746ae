import type { MachineParameter } from "#app/shared/calibration/machine-parameters.ts";
import {
  appliedPartWords,
  electricalClassWords,
  supplyWords,
} from "#app/shared/calibration/machine-words.ts";
import { choicesOf } from "#app/shared/choices-of.ts";
import { actionWords, outcomeWords } from "#app/shared/inhouse-words.ts";
import type { DeviceRange } from "#app/shared/measuring/device-parameters.ts";
import type { Head } from "#app/shared/measuring/merging.ts";
import { units } from "#app/shared/metrology/units.ts";
import { DateField, MoneyField, SelectField, TextArea, TextField } from "#app/ui/fields.tsx";
import { useFormat } from "#app/ui/format.ts";
import { Panel } from "#app/ui/page.tsx";
import { useDates } from "#app/ui/time.tsx";
import type { InhouseToMeasure } from "#worker/domain/inhouse/read.ts";
import { chosenAs } from "../masters/choices.ts";
import { Picker } from "../masters/picker.tsx";
import { plannedChoices } from "./planned.ts";

export type Ranges = Readonly<Record<string, DeviceRange>>;

type Props = {
  data: InhouseToMeasure;
  head: Head;
  ranges: Ranges;
  errors: Readonly<Record<string, string[]>>;
  /** A record was chosen, or none. */
  onPick: (name: "decisionRuleId" | "technicianId", id: string) => void;
  onRange: (key: string, range: DeviceRange) => void;
};

/** A picker's first choice: what the server named, or what only this device knows of. */
const chosen = (id: string | undefined, known: { id: string; name: string } | null | undefined) =>
  chosenAs(id, known?.id === id ? known?.name : "Chosen on this device");

/** What an in-house calibration says besides its results. Its fields stand in the page's form. */
export function InhousePanels(props: Props) {
  const { data, head, onPick } = props;
  const { setup, today, technician } = data;
  const { dateFormat } = useFormat();
  const { date } = useDates();
  const rule = setup.rules.find(({ id }) => id === head.decisionRuleId);
  const planned = data.planned.some(({ id }) => id === data.occurrence?.id)
    ? data.planned
    : [
        ...data.planned,
        ...(data.occurrence
          ? [{ ...data.occurrence, title: "Calibration", planOn: data.occurrence.dueOn }]
          : []),
      ];
  const reports = data.reports.some(({ id }) => id === data.report?.id)
    ? data.reports
    : [...data.reports, ...(data.report ? [{ ...data.report, serviceOn: null }] : [])];
  return (
    <>
      <Panel title="Outcome" id="head">
        <div className="form form-2">
          <SelectField
            name="outcome"
            label="Outcome"
            options={choicesOf(outcomeWords)}
            placeholder="Not said yet"
          />
          <SelectField
            name="action"
            label="Action"
            options={choicesOf(actionWords)}
            placeholder={false}
            hint="What was adjusted is read before and after: choose it at its table"
          />
          {head.outcome && head.outcome !== "pass" && (
            <TextArea name="outcomeReason" label="Reason" maxLength={500} rows={2} required />
          )}
          {head.outcome === "not_tested" && (
            <TextField name="contactOnSite" label="Contact on site" maxLength={120} required />
          )}
          {(head.action === "adjusted" || head.action === "repaired") && (
            <TextField
              name="asFoundMissing"
              label="Why there are no readings before"
              maxLength={500}
              hint="Only where there are none"
            />
          )}
        </div>
      </Panel>
      <Panel title="The work">
        <div className="form form-2">
          <DateField name="performedOn" label="Date" required max={today} />
          <Picker
            name="technicianId"
            label="Technician"
            list="technicians"
            required
            chosen={chosen(head.technicianId, technician)}
            onChange={(choice) => onPick("technicianId", choice?.value ?? "")}
          />
          <Picker
            name="decisionRuleId"
            label="Decision rule"
            list="decision-rules"
            placeholder="Results are not judged"
            chosen={chosen(head.decisionRuleId, rule)}
            onChange={(choice) => onPick("decisionRuleId", choice?.value ?? "")}
          />
          <MoneyField name="cost" label="Cost" />
          <DateField
            name="nextDueOn"
            label="Next due"
            hint="Empty: by the device's plan or its interval"
          />
          {planned.length > 0 && (
            <SelectField
              name="dueOccurrenceId"
              label="Planned calibration"
              options={plannedChoices(planned, dateFormat)}
              placeholder="The one nearest to the date"
            />
          )}
          {reports.length > 0 && (
            <SelectField
              name="serviceReportId"
              label="Service report"
              options={reports.map(({ id, serviceTicket, serviceOn }) => ({
                value: id,
                label: serviceOn ? `${serviceTicket}, ${date(serviceOn)}` : serviceTicket,
              }))}
              placeholder="None"
            />
          )}
          <TextArea
            name="deviations"
            label="Deviations from the method"
            maxLength={2000}
            rows={2}
          />
        </div>
      </Panel>
      <DevicePanel {...props} />
    </>
  );
}

/** What of the device decides limits and uncertainties, where it is not known or has changed. */
function DevicePanel({ data, ranges, errors, onRange }: Props) {
  const { parameters } = data.setup.device;
  return (
    <Panel title="The device">
      <div className="form form-2">
        <SelectField
          name="electricalClass"
          label="Electrical class"
          options={choicesOf(electricalClassWords)}
        />
        <SelectField
          name="appliedPart"
          label="Applied part"
          options={choicesOf(appliedPartWords)}
        />
        <SelectField name="supply" label="Supply" options={choicesOf(supplyWords)} />
      </div>
      {parameters.length > 0 && (
        <ul className="inhouse-ranges">
          {parameters.map((one) => (
            <RangeRow
              key={one.key}
              of={one}
              typed={ranges[one.key] ?? { lo: one.lo, hi: one.hi, resolution: one.resolution }}
              errors={errors}
              onChange={(range) => onRange(one.key, range)}
            />
          ))}
        </ul>
      )}
    </Panel>
  );
}

const figures = [
  ["lo", "From"],
  ["hi", "To"],
  ["resolution", "Resolution"],
] as const;

type RowProps = {
  of: MachineParameter;
  typed: DeviceRange;
  errors: Readonly<Record<string, string[]>>;
  onChange: (range: DeviceRange) => void;
};
function RangeRow({ of: { key, name, unit }, typed, errors, onChange }: RowProps) {
  const { symbol } = units[unit];
  return (
    <li>
      <b>{symbol ? `${name}, ${symbol}` : name}</b>
      {figures.map(([figure, label]) => {
        const [wrong] = errors[`ranges.${key}.${figure}`] ?? [];
        return (
          <label key={figure}>
            <span>{label}</span>
            <input
              className="input num"
              inputMode="decimal"
              autoComplete="off"
              maxLength={24}
              value={typed[figure]}
              aria-label={`${name}, ${label.toLowerCase()}`}
              aria-invalid={wrong ? true : undefined}
              title={wrong}
              onChange={({ currentTarget }) =>
                onChange({ ...typed, [figure]: currentTarget.value })
              }
            />
          </label>
        );
      })}
    </li>
  );
}
