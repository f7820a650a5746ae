import { useCallback, useContext, useState } from "react";
import { plural } from "#app/shared/plural.ts";
import { canAddCheck, hasAnswers, type Status } from "#app/shared/report-form.ts";
import { checkField, postedChecks } from "#app/shared/report-post.ts";
import { lastRowUnnamed, MAX_CHECKS } from "#app/shared/report-rules.ts";
import type { Step } from "#app/shared/report-steps.ts";
import { Combobox } from "#app/ui/combobox.tsx";
import { FieldNotes } from "#app/ui/field.tsx";
import { FormContext, fieldId, useField } from "#app/ui/form-context.ts";
import { Icon, type IconName } from "#app/ui/icon.tsx";
import { Badge } from "#app/ui/page.tsx";
import { notify } from "#app/ui/toaster.tsx";
import { CheckRow } from "./check-row.tsx";
import { FoldPanel } from "./fold-panel.tsx";
import { ReplaceList } from "./replace-list.tsx";
import type { ReportRows } from "./use-report.ts";

const counted: [Status, IconName, string][] = [
  ["yes", "check", "Yes"],
  ["no", "x", "No"],
  ["na", "minus", "N/A"],
];

type Props = {
  report: ReportRows;
  isEdit: boolean;
  /** What was found last time, in words, by the name of the check. */
  lastTime?: ReadonlyMap<string, string>;
};

/** Machine type and PM machine fill the list of checks; rows may be added and removed. */
export function Checklist({ report, isEdit, lastTime }: Props) {
  const { form, dispatch, lists } = report;
  const { id, touch } = useContext(FormContext);
  const field = useField("pm_lists");
  // A step that would lose answers waits here until the person confirms it.
  const [asked, setAsked] = useState<Step | null>(null);
  const careful = (step: Step) => (hasAnswers(form) ? setAsked(step) : dispatch(step));
  const machines = lists.machines.list;
  const failed = form.checks.filter((check) => check.status === "no").length;
  const typeName = lists.types.list.find((type) => type.id === form.machineTypeId)?.name;

  const removeRow = useCallback(
    (key: number) => {
      dispatch({ do: "remove check", key });
      touch();
      requestAnimationFrame(() => document.getElementById(`${id}-add-check`)?.focus());
    },
    [dispatch, touch, id],
  );
  const addRow = () => {
    const last = form.checks.at(-1);
    if (last && !canAddCheck(form)) {
      notify.error(lastRowUnnamed);
      document.getElementById(fieldId(id, checkField(last)))?.focus();
      return;
    }
    dispatch({ do: "add check" });
    requestAnimationFrame(() =>
      document.getElementById(fieldId(id, checkField({ key: form.nextKey })))?.focus(),
    );
  };

  return (
    <FoldPanel
      title="Check list of Machine"
      count={
        form.checks.length === 0 ? null : failed > 0 ? (
          <Badge tone="overdue" icon="x">
            {failed} No of {form.checks.length}
          </Badge>
        ) : (
          plural(form.checks.length, "1 check", "{n} checks")
        )
      }
      startsFolded={isEdit}
      isWrong={Object.keys(report.problem?.errors ?? {}).some((name) =>
        /^(checks|pm_|machine_type)/.test(name),
      )}
      actions={
        form.checks.length > 0 && (
          <>
            <span className="tally muted">
              {counted.map(([status, icon, word]) => (
                <span className="due" key={status}>
                  <Icon name={icon} size="s" />
                  {form.checks.filter((check) => check.status === status).length} {word}
                </span>
              ))}
            </span>
            <button
              className="btn btn-sm"
              type="button"
              disabled={!form.checks.some((check) => check.status === "na")}
              onClick={() => {
                dispatch({ do: "all yes" });
                touch();
              }}
            >
              All Yes
            </button>
          </>
        )
      }
    >
      <input type="hidden" name="pm_lists" value={postedChecks(form)} />
      <div className="form form-2">
        <Combobox
          className="beside"
          name="machine_type_id"
          label="Machine Type"
          clearable
          options={lists.types.list.map((type) => ({ value: type.id, label: type.name }))}
          loading={lists.types.loading}
          value={
            form.machineTypeId
              ? {
                  value: form.machineTypeId,
                  label: typeName ?? (lists.types.loading ? "Loading..." : "Machine type"),
                }
              : null
          }
          onChange={(choice) => careful({ do: "pick type", id: choice?.value ?? null })}
        />
        <Combobox
          className="beside"
          name="pm_checklist_id"
          label="PM Machines"
          clearable
          disabled={
            !form.machine &&
            (!form.machineTypeId || (machines.length === 0 && !lists.machines.loading))
          }
          options={machines.map((machine) => ({
            value: machine.id,
            label: machine.name,
            hint: plural(machine.lists.length, "1 check", "{n} checks"),
          }))}
          loading={lists.machines.loading}
          value={
            form.machine && {
              value: form.machine.id,
              label: form.machine.name || nameOf(machines, form.machine.id),
            }
          }
          placeholder={
            form.machineTypeId && !lists.machines.loading && machines.length === 0
              ? "No options"
              : "Select..."
          }
          onChange={(choice) =>
            careful({
              do: "pick machine",
              machine: machines.find((machine) => machine.id === choice?.value) ?? null,
            })
          }
        />
      </div>
      {form.checks.length > 0 ? (
        <div className="checks">
          <div className="checks-head" aria-hidden="true">
            <span />
            <span>Checking Process</span>
            <span>Status</span>
            <span>Remark</span>
            <span />
          </div>
          {form.checks.map((check, at) => (
            <CheckRow
              key={check.key}
              check={check}
              number={at + 1}
              lastTime={lastTime?.get(check.name)}
              dispatch={dispatch}
              onRemove={removeRow}
            />
          ))}
        </div>
      ) : (
        <p className="quiet checks-none">
          No checks yet. A PM machine fills the list; rows can be added by hand.
        </p>
      )}
      <FieldNotes field={field} />
      <p className="add">
        <button
          id={`${id}-add-check`}
          className="btn btn-sm"
          type="button"
          disabled={form.checks.length >= MAX_CHECKS}
          onClick={addRow}
        >
          + Add Row
        </button>
      </p>
      <ReplaceList
        form={form}
        open={asked !== null}
        onClose={(replace) => {
          if (replace && asked) dispatch(asked);
          setAsked(null);
        }}
      />
    </FoldPanel>
  );
}

const nameOf = (machines: { id: string; name: string }[], id: string) =>
  machines.find((machine) => machine.id === id)?.name ?? "Loading...";
