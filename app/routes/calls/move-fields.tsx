import type { ReactNode } from "react";
import { Link } from "react-router";
import { conditionChoices } from "#app/routes/assets/words.tsx";
import { chosenAs } from "#app/routes/masters/choices.ts";
import { Picker } from "#app/routes/masters/picker.tsx";
import { callPriorities, causes, holdReasons, patientImpacts } from "#app/shared/call-words.ts";
import { wallClock } from "#app/shared/company-time.ts";
import { dateText, timeText } from "#app/shared/dates.ts";
import { SegmentedField, SelectField, TextArea, TextField } from "#app/ui/fields.tsx";
import { useFormat } from "#app/ui/format.ts";
import { ProblemFields } from "#app/ui/problem-fields.tsx";
import type { CallDetail } from "#worker/domain/service-calls/detail.ts";

type Of = { detail: CallDetail };

/** A date and time of day of the company, as the browser's own picker takes it. */
export const localMoment = (at: number, timeZone: string) =>
  new Date(wallClock(timeZone, at)).toISOString().slice(0, 16);

/** Whom a call is given to; also without a page of its own, for many at once. */
export function AssignFields({ detail }: { detail?: CallDetail }) {
  return (
    <>
      <Picker
        name="assignedUserId"
        label="Person"
        list="assignees"
        chosen={chosenAs(detail?.call.assignedUserId, detail?.assignee.person)}
      />
      <Picker
        name="assignedTeamId"
        label="Team"
        list="call-teams"
        chosen={chosenAs(detail?.call.assignedTeamId, detail?.assignee.team)}
      />
    </>
  );
}

export const HoldFields = () => (
  <SelectField
    name="holdReason"
    label="Why"
    required
    options={holdReasons}
    hint="With another reason, say it in the note"
  />
);

/** The cause of a fault and how it was put right; also for many calls at once. */
export function SolvedFields({ done }: { done?: string | null }) {
  return (
    <>
      <SelectField name="causeCode" label="Cause" required options={causes} />
      <TextArea
        name="resolution"
        label="Resolution"
        required
        maxLength={2000}
        rows={3}
        hint="No patient data"
        defaultValue={done ?? ""}
      />
    </>
  );
}

function ResolveFields({ detail: { call, asset, now, may, reports } }: Of) {
  const { timeZone } = useFormat();
  return (
    <>
      <SolvedFields done={reports[0]?.actionTaken ?? null} />
      {call.equipmentDown && (
        <>
          <TextField
            name="restoredAt"
            label="Restored at"
            type="datetime-local"
            required
            defaultValue={localMoment(now, timeZone)}
            hint="Ends the downtime"
          />
          <SelectField
            name="condition"
            label="Condition afterwards"
            options={conditionChoices.filter(({ value }) => value !== "not_working")}
            defaultValue="working"
            placeholder={false}
          />
        </>
      )}
      {may.report && reports.length === 0 && (
        <p className="muted">
          Parts used or checks made?{" "}
          <Link to={`/asset/service-report/${asset.id}?breakdown=${call.id}`}>
            Write the service report
          </Link>{" "}
          first. It asks to resolve the call when it is saved.
        </p>
      )}
    </>
  );
}

function CorrectFields({ detail: { call } }: Of) {
  const { timeZone } = useFormat();
  return (
    <>
      <SelectField
        name="priority"
        label="Priority"
        options={callPriorities}
        defaultValue={call.priority}
        placeholder={false}
      />
      <SegmentedField
        name="equipmentDown"
        label="Equipment down"
        defaultValue={call.equipmentDown ? "yes" : "no"}
        options={[
          { value: "yes", label: "Yes" },
          { value: "no", label: "No" },
        ]}
      />
      <TextField
        name="failedAt"
        label="Failed at"
        type="datetime-local"
        defaultValue={call.failedAt === null ? "" : localMoment(call.failedAt, timeZone)}
        hint="Not after the report. Empty leaves it as it is"
      />
      <SelectField
        name="patientImpact"
        label="Impact on a patient"
        options={patientImpacts}
        defaultValue={call.patientImpact ?? ""}
      />
    </>
  );
}

const DuplicateFields = ({ detail: { others } }: Of) => (
  <SelectField
    name="duplicateOfId"
    label="Goes on as"
    required
    options={others.map(({ id, number, problem }) => ({
      value: id,
      label: `${number} ${problem.slice(0, 60)}`,
    }))}
    hint={others.length ? undefined : "No other call of this asset is open"}
  />
);

/** The letter as it is proposed; whoever sends it may change every word. */
function letterOf({ call, asset, cover, me }: CallDetail, timeZone: string, dateFormat: string) {
  const device = [asset.name, asset.make, asset.model].filter(Boolean).join(" ");
  const lines = [
    "Dear Sir or Madam,",
    "",
    `please attend to this device: ${device}.`,
    ...(asset.serialNo ? [`Serial number: ${asset.serialNo}`] : []),
    `Our code: ${asset.assetCode}`,
    `Place: ${[asset.department, asset.path, asset.room].filter(Boolean).join(", ")}`,
    "",
    `Reported ${timeText(call.reportedAt, timeZone, dateFormat)}: ${call.problem}`,
    call.equipmentDown ? "The device cannot be used." : "The device is still in use.",
    ...(cover?.number
      ? [
          "",
          `Contract: ${cover.number}, until ${dateText(cover.until, dateFormat)}`,
          ...(cover.responseHours ? [`Promised response: ${cover.responseHours} h`] : []),
        ]
      : []),
    "",
    `Please name our call ${call.number} in your answer.`,
    "",
    me,
  ];
  return lines.join("\n");
}

function LetterFields({ detail }: Of) {
  const { timeZone, dateFormat } = useFormat();
  const { vendor, call, asset } = detail;
  return (
    <>
      <Picker
        name="vendorId"
        label="Vendor"
        list="vendors"
        required
        chosen={chosenAs(vendor?.id, vendor?.name)}
        hint={vendor?.email ? `To ${vendor.email}` : "To the address of the vendor"}
      />
      <TextField
        name="subject"
        label="Subject"
        required
        maxLength={200}
        defaultValue={`Service call ${call.number}: ${asset.name}${asset.serialNo ? `, serial ${asset.serialNo}` : ""}`.slice(
          0,
          200,
        )}
      />
      <TextArea
        name="letter"
        label="Letter"
        required
        rows={12}
        maxLength={5000}
        hint="No patient data"
        defaultValue={letterOf(detail, timeZone, dateFormat)}
      />
    </>
  );
}

export const RatingFields = ({ required }: { required: boolean }) => (
  <>
    <SegmentedField
      name="rating"
      label="How was it?"
      required={required}
      options={["1", "2", "3", "4", "5"].map((value) => ({ value, label: value }))}
      hint="1 is bad, 5 is very good"
    />
    <TextArea name="ratingNote" label="What could be better?" maxLength={500} rows={2} />
  </>
);

/** The fields of a move besides its reason. */
export const callFields: Record<string, (detail: CallDetail) => ReactNode> = {
  assign: (detail) => <AssignFields detail={detail} />,
  hold: () => <HoldFields />,
  resolve: (detail) => <ResolveFields detail={detail} />,
  correct: (detail) => <CorrectFields detail={detail} />,
  duplicate: (detail) => <DuplicateFields detail={detail} />,
  "tell-vendor": (detail) => <LetterFields detail={detail} />,
  close: (detail) => detail.isReporter && <RatingFields required={false} />,
  rate: () => <RatingFields required />,
  join: () => <ProblemFields rows={3} />,
};
