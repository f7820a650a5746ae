import type { ReactNode } from "react";
import { Link } from "react-router";
import { chosenAs } from "#app/routes/masters/choices.ts";
import { Picker } from "#app/routes/masters/picker.tsx";
import { holdReasons } from "#app/shared/call-words.ts";
import { SegmentedField, SelectField, TextArea, TextField } from "#app/ui/fields.tsx";
import { useFormat } from "#app/ui/format.ts";
import { ProblemFields } from "#app/ui/problem-fields.tsx";
import type { CallDetail } from "#worker/domain/service-calls/detail.ts";
import { CorrectFields, DuplicateFields } from "./correct-fields.tsx";
import { LetterFields } from "./letter-fields.tsx";
import { localMoment } from "./moment.ts";
import { ConditionField, SolvedFields } from "./solved-fields.tsx";

type Of = { detail: CallDetail };

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
          <ConditionField />
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
