import type { TemplateTest } from "#app/shared/calibration/device-template.ts";
import { setpointsText, testText } from "#app/shared/calibration/template-text.ts";
import { toleranceText } from "#app/shared/metrology/tolerance-text.ts";
import { ConfirmDialog, FormDialog } from "#app/ui/dialog.tsx";
import { NumberField, SelectField, TextArea, TextField } from "#app/ui/fields.tsx";
import type { Refused } from "#app/ui/form.tsx";
import { useDialog } from "#app/ui/use-dialog.ts";
import type { templateToShow } from "#worker/domain/calibration/device-templates.ts";
import { unitChoices } from "./words.tsx";

export type Template = Awaited<ReturnType<typeof templateToShow>>["template"];

const valuesOf = (test: TemplateTest | undefined) =>
  test && {
    ...test,
    setpoints: setpointsText(test.setpoints),
    tolerance: toleranceText(test.tolerance),
    directions: test.directions?.join(" ") ?? "",
  };

function TestFields() {
  return (
    <div className="form form-2">
      <TextField name="test" label="Test" required maxLength={150} autoFocus className="span-all" />
      <TextField
        name="setpoints"
        label="Set points"
        maxLength={600}
        hint="With commas: 2, 5, 20. Empty: a limit without a set point."
      />
      <SelectField name="unit" label="Unit" required options={unitChoices} />
      <TextField
        name="tolerance"
        label="Tolerance"
        required
        maxLength={120}
        hint="±3, ±5 %, ±max(15 %, 3), +5/-3, <= 500, >= 20, 95 .. 105 or info"
      />
      <NumberField name="readings" label="Readings" min={1} max={50} />
      <SelectField
        name="directions"
        label="Directions"
        placeholder="Not said"
        options={[
          { value: "up", label: "Rising" },
          { value: "down", label: "Falling" },
          { value: "up down", label: "Rising and falling" },
        ]}
      />
      <TextField
        name="source"
        label="Source"
        maxLength={300}
        hint="A standard's clause or a manual's page."
      />
      <TextArea name="note" label="Note" maxLength={500} rows={2} className="span-all" />
    </div>
  );
}

function HeadFields() {
  return (
    <div className="form">
      <TextField name="name" label="Device" required maxLength={150} autoFocus />
      <NumberField
        name="default_interval_months"
        label="Interval"
        unit="months"
        required
        min={1}
        max={240}
      />
      <TextArea name="standards" label="Standards" rows={3} hint="One a line." />
      <TextArea name="pm_checks" label="PM checks" rows={8} hint="One a line." />
      <TextArea name="note" label="Note" maxLength={1000} rows={2} />
    </div>
  );
}

/** The dialog of a template that the address has open. */
export function TemplateDialogs({
  template,
  problem,
}: {
  template: Template;
  problem: Refused | undefined;
}) {
  const { asked, shown } = useDialog();
  const { content, version, name } = template;
  const on = asked("on");
  const test = /^\d+$/.test(on) ? content.tests[Number(on)] : undefined;
  const dialog = { ...shown, problem };
  switch (asked("do")) {
    case "edit":
      return (
        <FormDialog
          {...dialog}
          title={`Edit ${name}`}
          verb="Save template"
          hidden={{ intent: "update", version }}
          values={{
            ...content,
            name,
            standards: content.standards.join("\n"),
            pm_checks: content.pm_checks.join("\n"),
          }}
        >
          <HeadFields />
        </FormDialog>
      );
    case "copy":
      return (
        <FormDialog
          {...dialog}
          title={`Make a template from ${name}`}
          verb="Add template"
          hidden={{ intent: "copy" }}
        >
          <TextField name="name" label="Device" required maxLength={150} autoFocus />
        </FormDialog>
      );
    case "test":
      if (!test && on !== "new") return null;
      return (
        <FormDialog
          {...dialog}
          wide
          key={on}
          title={test ? `Edit ${test.test}` : "Add test"}
          verb="Save test"
          hidden={{ intent: "test", version, at: test ? on : "" }}
          values={valuesOf(test)}
        >
          {test?.verify && (
            <p>The figure waits to be verified. Once you save it, it is yours and the mark goes.</p>
          )}
          <TestFields />
        </FormDialog>
      );
    case "confirm":
      if (!test?.verify) return null;
      return (
        <ConfirmDialog
          {...dialog}
          title={`Confirm ${test.test}?`}
          intent="confirm"
          hidden={{ version, at: on }}
          verb="Confirm figure"
          keep="Leave it open"
          tone="primary"
        >
          <p>{testText(test)}</p>
          <p>You have compared it with your copy of the standard. The log keeps who and when.</p>
        </ConfirmDialog>
      );
    case "remove":
      if (!test) return null;
      return (
        <ConfirmDialog
          {...dialog}
          title={`Remove ${test.test}?`}
          intent="remove"
          hidden={{ version, at: on }}
          verb="Remove test"
          keep="Keep test"
        >
          <p>Models and procedures that were begun with this template keep it.</p>
        </ConfirmDialog>
      );
    default:
      return null;
  }
}
