import { type Dispatch, memo, useId, useState } from "react";
import { isMeasured, limitsText, whyOut } from "#app/shared/check-limits.ts";
import type { Check, Status } from "#app/shared/report-form.ts";
import { checkField } from "#app/shared/report-post.ts";
import type { Step } from "#app/shared/report-steps.ts";
import { described, FieldNotes } from "#app/ui/field.tsx";
import { type FieldState, useField } from "#app/ui/form-context.ts";
import { Icon, type IconName } from "#app/ui/icon.tsx";

const answers: { status: Status; word: string; icon: IconName }[] = [
  { status: "yes", word: "Yes", icon: "check" },
  { status: "no", word: "No", icon: "x" },
  { status: "na", word: "N/A", icon: "minus" },
];

type Props = {
  check: Check;
  number: number;
  /** What was found last time, in words. */
  lastTime: string | undefined;
  dispatch: Dispatch<Step>;
  onRemove: (key: number) => void;
};

/** One check; drawn again only when it changes, for lists of hundreds. Its controls have no posted name: the list is posted as `pm_lists`. */
export const CheckRow = memo(function CheckRow(props: Props) {
  const { check, number, lastTime, dispatch, onRemove } = props;
  const before = useId();
  const onChange = (change: Partial<Pick<Check, "name" | "status" | "remark">>) =>
    dispatch({ do: "set check", key: check.key, ...change });
  const field = useField(checkField(check));
  const hasNoName = check.name.trim() === "";
  const errors = hasNoName ? field.errors : undefined;
  // On a phone a remark, and the button that removes the check, take their line only once they are asked for.
  const [isRemarking, setRemarking] = useState(false);
  const hasRemark = isRemarking || check.remark !== "";
  return (
    <fieldset className={check.status === "no" ? "check-row is-no" : "check-row"}>
      <legend className="sr-only">
        Check {number}: {check.name}
      </legend>
      <span className="n" aria-hidden="true">
        {number}
      </span>
      <span className="process">
        <textarea
          {...described({ ...field, errors }, null)}
          name={undefined}
          className={check.isOwn || errors ? "input grow keep" : "input grow"}
          rows={1}
          maxLength={200}
          aria-label={`Checking Process ${number}`}
          placeholder="Checking Process"
          value={check.name}
          onKeyDown={(event) => event.key === "Enter" && event.preventDefault()}
          onChange={(event) => onChange({ name: event.currentTarget.value.replace(/\n/g, " ") })}
          onBlur={() => check.isOwn && dispatch({ do: "take limits", key: check.key })}
        />
        <FieldNotes field={{ ...field, errors }} />
        {isMeasured(check) && (
          <CheckReading
            check={check}
            number={number}
            before={lastTime && before}
            field={{ ...field, errors: hasNoName ? undefined : field.errors }}
            dispatch={dispatch}
          />
        )}
        {lastTime && (
          <span id={before} className="hint last-time">
            {lastTime}
          </span>
        )}
      </span>
      <div
        className="seg"
        role="radiogroup"
        aria-label={`Status ${number}`}
        aria-describedby={lastTime && before}
      >
        {answers.map(({ status, word, icon }) => (
          <label key={status}>
            {/* Belongs to no form, so that it is not posted by itself. */}
            <input
              type="radio"
              form=""
              name={`check-${check.key}`}
              className={status}
              checked={check.status === status}
              onChange={() => onChange({ status })}
            />
            <span>
              <Icon name={icon} size="s" />
              {word}
            </span>
          </label>
        ))}
      </div>
      <span className={hasRemark ? "remark" : "remark is-off"}>
        <textarea
          className={check.remark ? "input grow keep" : "input grow"}
          rows={1}
          maxLength={1000}
          placeholder="Remark"
          aria-label={`Remark ${number}`}
          // biome-ignore lint/a11y/noAutofocus: it opens because its button was pressed
          autoFocus={isRemarking}
          value={check.remark}
          onChange={(event) => onChange({ remark: event.currentTarget.value })}
        />
      </span>
      {!hasRemark && (
        <button
          className="btn btn-ghost btn-icon only-phone add-remark"
          type="button"
          aria-label={`Comment on check ${number} or remove it`}
          onClick={() => setRemarking(true)}
        >
          <Icon name="dots" />
        </button>
      )}
      <span className="remove">
        <button
          className="btn btn-ghost btn-icon"
          type="button"
          aria-label={`Remove check ${number}`}
          onClick={() => onRemove(check.key)}
        >
          <Icon name="x" />
        </button>
      </span>
    </fieldset>
  );
});

type ReadingProps = Pick<Props, "check" | "number" | "dispatch"> & {
  /** The id of what was found last time. */
  before: string | undefined;
  field: FieldState;
};

/** What a check measured, beside its limits; one that is out of them proposes "No" and says why. */
function CheckReading({ check, number, before, field, dispatch }: ReadingProps) {
  const about = useId();
  const out = whyOut(check);
  return (
    <span className="reading">
      <input
        className="input num keep"
        inputMode="decimal"
        autoComplete="off"
        maxLength={20}
        aria-label={`Reading ${number}`}
        aria-describedby={before ? `${about} ${before}` : about}
        aria-invalid={field.errors ? true : undefined}
        value={check.value ?? ""}
        onChange={(event) =>
          dispatch({ do: "read check", key: check.key, value: event.currentTarget.value })
        }
      />
      <span id={about} className={out ? "error" : "hint"}>
        {out ?? limitsText(check)}
      </span>
      <FieldNotes field={field} />
    </span>
  );
}
