import { useContext, useEffect, useState } from "react";
import { emptyRange, MOST_RANGES, type TypedRange } from "#app/shared/calibration/certificates.ts";
import { sentRanges, typedRanges } from "#app/shared/calibration/typed-ranges.ts";
import { FormContext } from "#app/ui/form-context.ts";
import { Icon } from "#app/ui/icon.tsx";
import { Panel } from "#app/ui/page.tsx";
import { RangeFields } from "./range-fields.tsx";
import "#app/css/points.css";

const NAME = "ranges";
/** The place of the first range of which something is wrong. */
const firstWrong = (errors: Record<string, unknown>) => {
  const places = Object.keys(errors).flatMap((name) => {
    const [, place] = /^ranges\.(\d+)\./.exec(name) ?? [];
    return place === undefined ? [] : [Number(place)];
  });
  return places.length ? Math.min(...places) : null;
};
const isWrong = (errors: Record<string, unknown>, place: number) =>
  Object.keys(errors).some((name) => name.startsWith(`${NAME}.${place}.`));

/** The ranges of a certificate: one is open, and all are sent as one field. */
export function RangeEditor() {
  const { values, errors, touch } = useContext(FormContext);
  const [ranges, setRanges] = useState<TypedRange[]>(() => {
    const known = typedRanges(values[NAME]);
    return known.length ? known : [emptyRange];
  });
  const [open, setOpen] = useState(0);
  // What is wrong is shown where it is.
  useEffect(() => {
    const wrong = firstWrong(errors);
    if (wrong !== null) setOpen(wrong);
  }, [errors]);

  const place = Math.min(open, ranges.length - 1);
  const set = (change: (range: TypedRange) => TypedRange) => {
    touch();
    setRanges((all) => all.map((one, at) => (at === place ? change(one) : one)));
  };
  const add = () => {
    touch();
    setRanges((all) => [...all, emptyRange]);
    setOpen(ranges.length);
  };
  const remove = () => {
    touch();
    setRanges((all) => (all.length > 1 ? all.filter((_, at) => at !== place) : [emptyRange]));
    setOpen(Math.max(0, place - 1));
  };
  const whole = errors[NAME];
  const range = ranges[place]!;
  return (
    <Panel
      title="Ranges"
      actions={
        <button className="btn btn-sm" type="button" onClick={remove}>
          <Icon name="trash" size="s" />
          Remove range
        </button>
      }
    >
      <div className="stack">
        <input type="hidden" name={NAME} value={sentRanges(ranges)} />
        {whole && <p className="error">{whole.join(". ")}</p>}
        <fieldset className="chips">
          <legend className="sr-only">Ranges</legend>
          {ranges.map(({ parameter }, at) => (
            <button
              // biome-ignore lint/suspicious/noArrayIndexKey: a range is known by its place
              key={at}
              className="btn btn-sm"
              type="button"
              aria-pressed={at === place}
              onClick={() => setOpen(at)}
            >
              {isWrong(errors, at) && <Icon name="alert" size="s" />}
              {parameter || `Range ${at + 1}`}
            </button>
          ))}
          <button
            className="btn btn-sm"
            type="button"
            disabled={ranges.length >= MOST_RANGES}
            onClick={add}
          >
            <Icon name="plus" size="s" />
            Add range
          </button>
        </fieldset>
        <RangeFields key={place} name={`${NAME}.${place}`} range={range} set={set} />
      </div>
    </Panel>
  );
}
