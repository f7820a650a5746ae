import { type Dispatch, memo } from "react";
import type { Check, Status } from "#app/shared/report-form.ts";
import { checkField } from "#app/shared/report-post.ts";
import type { Step } from "#app/shared/report-steps.ts";
import { described, FieldNotes } from "#app/ui/field.tsx";
import { useField } from "#app/ui/form-context.ts";
import { Icon, type IconName } from "#app/ui/icon.tsx";

const answers: { status: Status; word: string; icon: IconName }[] = [
  { status: "yes", word: "Yes", icon: "check" },
  { status: "no", word: "No", icon: "x" },
  { status: "na", word: "N/A", icon: "minus" },
];

type Props = {
  check: Check;
  number: number;
  dispatch: Dispatch<Step>;
  onRemove: (key: number) => void;
};

/** One check; drawn again only when it changes, for lists of hundreds. Its controls have no posted name: the list is posted as `pm_lists`. */
export const CheckRow = memo(function CheckRow({ check, number, dispatch, onRemove }: Props) {
  const onChange = (change: Partial<Pick<Check, "name" | "status" | "remark">>) =>
    dispatch({ do: "set check", key: check.key, ...change });
  const field = useField(checkField(check));
  const errors = check.name.trim() === "" ? field.errors : undefined;
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
        />
        <FieldNotes field={{ ...field, errors }} />
      </span>
      <div className="seg" role="radiogroup" aria-label={`Status ${number}`}>
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
      <span className="remark">
        <textarea
          className={check.remark ? "input grow keep" : "input grow"}
          rows={1}
          maxLength={1000}
          placeholder="Remark"
          aria-label={`Remark ${number}`}
          value={check.remark}
          onChange={(event) => onChange({ remark: event.currentTarget.value })}
        />
      </span>
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
