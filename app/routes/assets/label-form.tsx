import { Form, Link, useLocation, useSubmit } from "react-router";
import {
  contentKeys,
  type LabelKind,
  type LabelOptions,
  type SavedLabels,
} from "#app/shared/label-options.ts";
import {
  cellsOf,
  MOST_COPIES,
  MOST_OFFSET,
  presetKeys,
  presetOf,
} from "#app/shared/label-sheet.ts";
import { NumberField, SelectField } from "#app/ui/fields.tsx";
import { PlainForm, SubmitButton } from "#app/ui/form.tsx";
import { listUrl, otherParams } from "#app/ui/list-url.ts";
import { Panel } from "#app/ui/page.tsx";
import { useSender } from "#app/ui/use-sender.ts";

/** The parameters that this form sets. */
const ownParams = ["preset", "start", "copies", "x", "y", "show"];
const offset = { min: -MOST_OFFSET, max: MOST_OFFSET, step: 0.1 };

type Props = { options: LabelOptions; kind: LabelKind; hasLogo: boolean; isCalibration: boolean };

/** How the labels are printed: a plain GET form, live with scripts. */
export function LabelForm({ options, kind, hasLogo, isCalibration }: Props) {
  const at = useLocation();
  const submit = useSubmit();
  const preset = presetOf(options.preset);
  const cells = cellsOf(preset);
  const contents = contentKeys.filter((key) => kind[key] && (key !== "logo" || hasLogo));
  return (
    <Form
      method="get"
      action={at.pathname}
      preventScrollReset
      onChange={(event) => {
        if (event.currentTarget.reportValidity())
          submit(event.currentTarget, { replace: true, preventScrollReset: true });
      }}
    >
      <Panel
        title="Sheet"
        foot={
          <button className="btn btn-sm" type="submit">
            Update
          </button>
        }
      >
        <div className="stack">
          {otherParams(at.search, ownParams).map(([key, value]) => (
            <input key={key} type="hidden" name={key} value={value} />
          ))}
          <SelectField
            name="preset"
            label="Sheet or roll"
            placeholder={false}
            defaultValue={options.preset}
            options={presetKeys.map((value) => ({ value, label: presetOf(value).name }))}
          />
          <div className="label-pair">
            {cells > 1 && (
              <NumberField
                key={options.preset}
                name="start"
                label="Start at cell"
                defaultValue={options.start}
                min={1}
                max={cells}
              />
            )}
            <NumberField
              name="copies"
              label="Copies"
              defaultValue={options.copies}
              min={1}
              max={MOST_COPIES}
            />
          </div>
          <div className="label-pair">
            {(["x", "y"] as const).map((axis) => (
              <NumberField
                key={axis}
                name={axis}
                label={`Offset ${axis}, mm`}
                defaultValue={options.offset[axis]}
                {...offset}
              />
            ))}
          </div>
          <fieldset className="label-shows">
            <legend className="label">On the label</legend>
            {contents.map((key) => (
              <label className="check" key={key}>
                <input
                  type="checkbox"
                  name="show"
                  value={key}
                  defaultChecked={options.show.includes(key)}
                />
                {kind[key]}
              </label>
            ))}
            <p className="hint">What does not fit on the label is left out.</p>
          </fieldset>
          <Link to={listUrl(at, { calibrate: isCalibration ? null : "1" })} preventScrollReset>
            {isCalibration ? "Back to the labels" : "Calibration page"}
          </Link>
        </div>
      </Panel>
    </Form>
  );
}

type SaveProps = {
  options: LabelOptions;
  saved: SavedLabels;
  /** What the page's action answered to a form that was sent without scripts. */
  answer: { success: boolean } | undefined;
};

/** Saves the sheet and offset that everybody in the company begins with. */
export function SaveLabels({ options, saved, answer }: SaveProps) {
  const { fetcher, problem } = useSender(answer);
  const { preset, offset } = options;
  const isSaved =
    saved.isChosen &&
    preset === saved.preset &&
    offset.x === saved.offset.x &&
    offset.y === saved.offset.y;
  return (
    <PlainForm fetcher={fetcher} problem={problem}>
      {Object.entries({ preset, ...offset }).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <p className="hint">
        The company begins with {presetOf(saved.preset).name}, offset {saved.offset.x} /{" "}
        {saved.offset.y} mm.
      </p>
      {!isSaved && (
        <SubmitButton tone="plain" className="btn-sm">
          Save this sheet and offset for all
        </SubmitButton>
      )}
    </PlainForm>
  );
}
