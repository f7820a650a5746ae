import { useState } from "react";
import { type CheckSeries, deviationOf } from "#app/shared/calibration/check-series.ts";
import { checkResult } from "#app/shared/metrology/control-chart.ts";
import { isTypedNumber, typedNumber } from "#app/shared/metrology/decimal.ts";
import { measured } from "#app/shared/metrology/measured.ts";
import { isUnit, type UnitCode, unitCodes, units } from "#app/shared/metrology/units.ts";
import { FormDialog } from "#app/ui/dialog.tsx";
import { DateField, SelectField, TextArea, TextField } from "#app/ui/fields.tsx";
import type { Refused } from "#app/ui/form.tsx";
import { Note } from "#app/ui/states.tsx";
import { useDialog } from "#app/ui/use-dialog.ts";
import type { History } from "#worker/domain/calibrators/history.ts";
import { Picker } from "../masters/picker.tsx";

type Props = {
  history: History;
  /** What the calibrator is called in the heading. */
  name: string;
  today: string;
  problem: Refused | undefined;
};

const unitChoices = unitCodes.map((value) => ({
  value,
  label: units[value].symbol || "1 (no unit)",
  hint: units[value].quantity,
}));

/** What was typed last time, so that a check of the same point takes one figure. */
function firstOf(series: CheckSeries | undefined, today: string) {
  const last = series?.points.at(-1);
  return {
    checkedOn: today,
    ...(series && last
      ? {
          ...{ parameter: series.parameter, nominal: series.nominal, unit: series.unit },
          ...{ reference: last.reference, limitValue: last.limit },
        }
      : {}),
  };
}

/** The form of a check: `?do=check`, and `&on=` the series that it goes on. */
export function CheckDialog({ history, name, today, problem }: Props) {
  const { asked, shown } = useDialog();
  if (asked("do") !== "check" || !history.may.check) return null;
  const of = asked("on");
  const series = history.series.find(({ key }) => key === of) ?? history.series[0];
  return (
    <FormDialog
      {...shown}
      key={of}
      wide
      title={`Record a check of ${name}`}
      verb="Record check"
      values={firstOf(series, today)}
      hidden={{ intent: "check" }}
      problem={problem?.values?.intent === "check" ? problem : undefined}
    >
      <CheckFields first={firstOf(series, today)} history={history} today={today} />
    </FormDialog>
  );
}

type First = ReturnType<typeof firstOf>;
type Figures = Record<"value" | "reference" | "limitValue" | "unit", string>;

function CheckFields({ first, history, today }: { first: First; history: History; today: string }) {
  const [typed, setTyped] = useState<Figures>({
    value: "",
    reference: first.reference ?? "",
    limitValue: first.limitValue ?? "",
    unit: first.unit ?? "",
  });
  const live = (name: keyof Figures) => ({
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) =>
      setTyped((now) => ({ ...now, [name]: currentTarget.value })),
  });
  const figure = {
    required: true,
    maxLength: 24,
    inputMode: "decimal",
    autoComplete: "off",
  } as const;
  return (
    <>
      <div className="form form-2">
        <TextField name="parameter" label="Parameter" required maxLength={120} list="parameters" />
        <datalist id="parameters">
          {history.parameters.map((one) => (
            <option key={one} value={one} />
          ))}
        </datalist>
        <SelectField name="unit" label="Unit" required options={unitChoices} {...live("unit")} />
        <TextField
          name="nominal"
          label="Nominal value"
          maxLength={24}
          inputMode="decimal"
          autoComplete="off"
          hint="Checks at one nominal value make one chart."
        />
        <Picker
          name="checkStandardId"
          label="Check standard"
          list="calibrators"
          chosen={history.checkStandard}
          hint="What it was compared with."
        />
        <TextField name="reference" label="Reference value" {...figure} {...live("reference")} />
        <TextField
          name="limitValue"
          label="Limit"
          {...figure}
          {...live("limitValue")}
          hint="How far the value may be from the reference. From two thirds of it on it warns."
        />
        <TextField name="value" label="Value" {...figure} {...live("value")} autoFocus />
        <DateField name="checkedOn" label="Checked on" required max={today} />
        <TextArea name="note" label="Note" maxLength={500} rows={2} className="span-all" />
      </div>
      <div aria-live="polite">
        <Verdict {...typed} />
      </div>
    </>
  );
}

/** What the check will say, while it is typed; the server says it again. */
function Verdict({ value, reference, limitValue: limit, unit }: Figures) {
  const figures = [value, reference, limit].map((one) => one.trim());
  if (!isUnit(unit) || !figures.every(isTypedNumber) || !typedNumber(limit)!.gt(0)) return null;
  const [v, r, l] = figures as [string, string, string];
  const result = checkResult({ value: Number(v), reference: Number(r), limit: Number(l) });
  const { off } = deviationOf({ value: v, reference: r, limit: l });
  const [by, allowed] = [measured(off, unit as UnitCode), measured(l, unit as UnitCode)];
  if (result === "ok") return <Note tone="info">{`${by} off, within ${allowed}.`}</Note>;
  if (result === "warn")
    return <Note tone="amber">{`${by} off: beyond the warning line, within ${allowed}.`}</Note>;
  return (
    <Note tone="overdue">{`${by} off, where ${allowed} is allowed: the check fails, and the calibrator goes into quarantine.`}</Note>
  );
}
