import { Link } from "react-router";
import { labelPresets } from "#app/shared/label-sheet.ts";
import {
  CheckField,
  NumberField,
  PercentField,
  SelectField,
  TextArea,
  TextField,
} from "#app/ui/fields.tsx";
import type { SettingsPage } from "#worker/domain/settings/read.ts";
import type { FormResult } from "#worker/web/forms.ts";
import { SectionForm } from "./section-form.tsx";

export type Props = { page: SettingsPage; mayEdit: boolean; actionData: FormResult | undefined };
type Name = keyof SettingsPage["sections"];
/** What the form of a section is given. */
export const of = ({ page, mayEdit, actionData }: Props, name: Name) => ({
  ...page.sections[name],
  intent: name,
  mayEdit,
  actionData,
});

const presets = Object.entries(labelPresets).map(([value, { name }]) => ({ value, label: name }));
const offset = { unit: "mm", step: "0.1", min: -5, max: 5, required: true };

export const LabelsSection = (props: Props) => (
  <SectionForm
    {...of(props, "labels")}
    title="Labels"
    about="What everybody begins with when labels are printed."
  >
    <SelectField name="labelPreset" label="Sheet or roll" placeholder={false} options={presets} />
    <div className="form form-2">
      <NumberField name="labelOffsetX" label="Offset to the right" {...offset} />
      <NumberField name="labelOffsetY" label="Offset down" {...offset} />
    </div>
  </SectionForm>
);

export const ReportSection = (props: Props) => (
  <SectionForm
    {...of(props, "report")}
    title="Report layout"
    about="On every printed service report, on paper and as PDF."
  >
    <TextArea
      name="reportHeader"
      label="Header"
      maxLength={500}
      rows={3}
      hint="Under the company's name, such as its address and telephone"
    />
    <TextArea
      name="reportFooter"
      label="Footer"
      maxLength={500}
      rows={2}
      hint="At the end of the report, such as a note on warranty"
    />
    <CheckField name="logoOnReport" label="Show the logo" off="0" />
  </SectionForm>
);

const facts = [
  ["showsName", "Name"],
  ["showsModel", "Make and model"],
  ["showsPlace", "Location"],
  ["showsState", "In service or do not use"],
  ["showsNextPm", "Next PM, month and year"],
  ["showsCalibration", "Calibration in date or not"],
  ["showsCompany", "Company"],
] as const;

export const DeviceSection = (props: Props) => (
  <SectionForm
    {...of(props, "device")}
    title="Public device page"
    about="What anybody sees who scans a label without signing in. Serial number, cost, people and history are never shown."
  >
    <CheckField name="qrPublicEnabled" label="Labels open a public page" off="0" />
    <CheckField name="qrPublicReport" label="Problems can be reported there" off="0" />
    <TextField
      name="qrReportPin"
      label="PIN for reports"
      maxLength={8}
      inputMode="numeric"
      autoComplete="off"
      hint="4 to 8 digits that the ward's poster shows; empty asks for none"
    />
    <p className="hint">
      A poster for each ward says how a problem is reported:{" "}
      <Link to="/departments">Locations</Link>, in a row's menu.
    </p>
    <fieldset className="field">
      <legend className="label">The page shows</legend>
      <div className="form form-2 tight">
        {facts.map(([name, label]) => (
          <CheckField key={name} name={name} label={label} off="0" />
        ))}
      </div>
    </fieldset>
  </SectionForm>
);

export const DueSection = (props: Props) => (
  <SectionForm
    {...of(props, "due")}
    title="Planned services"
    about="What holds for PM, calibration and all else that falls due, where its schedule or team says nothing. Dates that are made already keep their window."
  >
    <div className="form form-2">
      <NumberField
        name="pmWindowBefore"
        label="On time from"
        unit="days before"
        min={0}
        max={180}
        required
        hint="0 to 180"
      />
      <NumberField
        name="pmWindowAfter"
        label="On time until"
        unit="days after"
        min={0}
        max={180}
        required
        hint="0 to 180"
      />
    </div>
    <NumberField
      name="capacityHours"
      label="Planned work on a working day"
      unit="hours"
      min={0}
      max={1000}
      required
      hint="Of all people together; a team may have its own"
    />
  </SectionForm>
);

export const MovementSection = (props: Props) => (
  <SectionForm
    {...of(props, "movement")}
    title="Movement"
    about="Who asks for a transfer or a gate pass never approves it."
  >
    <CheckField
      name="transferNeedsApproval"
      label="Transfers need the approval of another person"
      off="0"
    />
    <NumberField
      name="gatePassLevels"
      label="Approvals of a gate pass"
      unit="levels"
      min={0}
      max={4}
      required
      hint="0 to 4, each by another person"
    />
  </SectionForm>
);

const weights = [
  ["weightAge", "Age to life"],
  ["weightCost", "Service cost"],
  ["weightFailures", "Failures"],
  ["weightSupport", "End of support"],
  ["weightCriticality", "Criticality"],
] as const;

export const ReplacementSection = (props: Props) => (
  <SectionForm
    {...of(props, "replacement")}
    title="Replacement"
    about="How much each part counts in the score of a device beside the others, 0 to 100. Scores are counted each night."
  >
    <div className="form form-2">
      {weights.map(([name, label]) => (
        <NumberField key={name} name={name} label={label} min={0} max={100} required />
      ))}
      <PercentField name="inflation" label="Rise of prices a year" />
    </div>
    <CheckField
      name="condemnNeedsTwo"
      label="Whoever puts a device forward to be condemned does not decide it"
      off="0"
    />
  </SectionForm>
);

export const SecuritySection = (props: Props) => (
  <SectionForm
    {...of(props, "security")}
    title="Security"
    about="A person who does nothing for so long has to sign in again. Nobody stays signed in for more than 12 hours."
  >
    <NumberField
      name="sessionIdleMinutes"
      label="Sign out after"
      unit="minutes without use"
      min={5}
      max={720}
      required
      hint="5 to 720"
    />
  </SectionForm>
);

const digests = [
  { value: "daily", label: "Every morning" },
  { value: "weekly", label: "Monday morning" },
  { value: "off", label: "Not at all" },
];

export const RemindersSection = (props: Props) => (
  <SectionForm
    {...of(props, "reminders")}
    title="Reminders"
    about="Each person chooses in their notification preferences what reaches them, and how."
  >
    <TextField
      name="reminderDays"
      label="Remind before a date, days"
      required
      hint="Such as 30, 15, 7, 1"
      inputMode="numeric"
    />
    <NumberField
      name="leaderAfterDays"
      label="Tell the team leader of an overdue service after, days"
      required
      hint="Of a life support device both are told on the first day."
    />
    <NumberField
      name="adminAfterDays"
      label="Tell Admins of an overdue service after, days"
      required
    />
    <SelectField name="digest" label="Digest by mail" placeholder={false} options={digests} />
  </SectionForm>
);

export const CalibrationSection = (props: Props) => (
  <SectionForm {...of(props, "calibration")} title="Calibration">
    <CheckField
      name="isAllowCalibrator"
      label="Allow in-house calibration"
      off="0"
      hint="Without it, Inhouse Calibration is not in the menu."
    />
  </SectionForm>
);
