import { useContext, useState } from "react";
import {
  asFoundChoices,
  driftChoices,
  emptyRange,
  routeChoices,
  type TypedRange,
} from "#app/shared/calibration/certificates.ts";
import { roleName } from "#app/shared/calibration/role-name.ts";
import { sentRanges, typedRanges } from "#app/shared/calibration/typed-ranges.ts";
import { rangesAsked } from "#app/shared/measuring/ranges-asked.ts";
import type { MeasuringSetup } from "#app/shared/measuring/setup.ts";
import { FormDialog } from "#app/ui/dialog.tsx";
import { DateField, SelectField, TextField } from "#app/ui/fields.tsx";
import { FileField } from "#app/ui/file-field.tsx";
import { FormContext } from "#app/ui/form-context.ts";
import { Icon } from "#app/ui/icon.tsx";
import { Cell, DriftCells } from "../calibrators/range-fields.tsx";
import { symbolOf } from "../calibrators/ranges.tsx";

const tells = [
  { value: "abs", label: "Absolute" },
  { value: "pct_reading", label: "% of reading" },
];

/** A standard that is new here has no history yet, and the form asks for no specification. */
const drifts = driftChoices.filter(
  ({ value }) => value !== "from_history" && value !== "spec_only",
);

type Added = { id: string; name: string };
type Props = {
  role: string;
  setup: MeasuringSetup;
  onAdded: (choice: { value: string; label: string }) => void;
};

/** Adds a standard that the company has not used yet, with its certificate and the ranges that the procedure asks for. */
export function AddStandard({ role, setup, onAdded }: Props) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button className="btn btn-sm" type="button" onClick={() => setOpen(true)}>
        <Icon name="plus" size="s" />
        Add a new standard
      </button>
      {isOpen && (
        <FormDialog
          open
          wide
          title={`New standard as ${roleName(role)}`}
          verb="Add standard"
          encType="multipart/form-data"
          onClose={() => setOpen(false)}
          values={{ route: "accredited_lab", asFound: "not_stated" }}
          hidden={{ intent: "add-standard", roleCodes: role }}
          onDone={(data) => {
            const { id, name } = data as Added;
            onAdded({ value: id, label: name });
          }}
        >
          <div className="form form-3">
            <TextField name="name" label="Name" required maxLength={150} />
            <TextField name="manufacturer" label="Make" maxLength={120} />
            <TextField name="model" label="Model" maxLength={120} />
            <TextField name="serialNo" label="Serial no" required maxLength={120} mono />
            <TextField name="certificateNo" label="Certificate no" required maxLength={80} mono />
            <TextField name="issuedBy" label="Issued by" required maxLength={150} />
            <SelectField name="route" label="Traceability" required options={routeChoices} />
            <SelectField name="asFound" label="As found" required options={asFoundChoices} />
            <DateField name="calibratedOn" label="Calibrated on" required />
            <DateField name="issuedOn" label="Issued on" required />
            <DateField name="dueOn" label="Due on" required />
            <FileField
              name="file"
              label="Paper"
              accept={["pdf"]}
              required
              hint="The certificate itself. Somebody else accepts what you enter of it."
              className="span-all"
            />
          </div>
          <Ranges asked={rangesAsked(setup, role)} />
        </FormDialog>
      )}
    </>
  );
}

/** A range for each parameter that is compared with the standard; what is not on its certificate is left out. */
function Ranges({ asked }: { asked: readonly Partial<TypedRange>[] }) {
  const { errors, values, touch } = useContext(FormContext);
  const [ranges, setRanges] = useState<TypedRange[]>(() => {
    const sent = typedRanges(values.ranges);
    return sent.length ? sent : asked.map((one) => ({ ...emptyRange, ...one }));
  });
  const whole = errors.ranges;
  return (
    <>
      <input type="hidden" name="ranges" value={sentRanges(ranges)} />
      {whole && <p className="error">{whole.join(". ")}</p>}
      {ranges.map((range, at) => {
        const of = {
          ...{ of: `ranges.${at}`, range },
          change: (name: keyof TypedRange, value: string) => {
            touch();
            setRanges((all) => all.with(at, { ...all[at]!, [name]: value }));
          },
        };
        const own = { ...of, required: true };
        const symbol = symbolOf(range.unit);
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a range is known by its place
          <fieldset key={at} className="inhouse-standard-range">
            <legend>{symbol ? `${range.parameter}, ${symbol}` : range.parameter}</legend>
            <div className="form form-3">
              <Cell {...own} name="rangeLo" label="From" />
              <Cell {...own} name="rangeHi" label="To" />
              <Cell {...own} name="resolution" label="Resolution" />
              <Cell {...own} name="uKind" label="U is told as" options={tells} />
              {range.uKind === "abs" ? (
                <Cell {...own} name="uAbs" label="U" />
              ) : (
                <Cell {...own} name="uPct" label="U in %" />
              )}
              <Cell {...own} name="uK" label="k" />
              <DriftCells {...of} options={drifts} />
            </div>
            {ranges.length > 1 && (
              <button
                className="btn btn-sm"
                type="button"
                onClick={() => {
                  touch();
                  setRanges((all) => all.toSpliced(at, 1));
                }}
              >
                <Icon name="trash" size="s" />
                Not on its certificate
              </button>
            )}
          </fieldset>
        );
      })}
    </>
  );
}
