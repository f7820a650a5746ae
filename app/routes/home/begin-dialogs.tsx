import { useNavigate } from "react-router";
import { Combobox } from "#app/ui/combobox.tsx";
import { ConfirmDialog, FormDialog } from "#app/ui/dialog.tsx";
import { type Refused, refusalOf } from "#app/ui/form.tsx";
import { Dialog } from "#app/ui/modal.tsx";
import { ProblemFields } from "#app/ui/problem-fields.tsx";
import { useDialog } from "#app/ui/use-dialog.ts";
import { assetChoices } from "../masters/choices.ts";

type Props = {
  answer: { success: boolean } | undefined;
  /** What may be done with sample data. */
  samples: "make" | "remove" | null;
};

/** The dialogs that begin something, most of them by choosing a device. */
export default function BeginDialogs({ answer, samples }: Props) {
  const { asked, shown } = useDialog();
  const what = asked("do");
  if (what === "make-samples" && samples === "make")
    return <MakeSamples shown={shown} problem={refusalOf(answer)} />;
  if (what === "remove-samples" && samples === "remove")
    return <RemoveSamples shown={shown} problem={refusalOf(answer)} />;
  if (what === "report-problem") return <ReportProblem shown={shown} problem={refusalOf(answer)} />;
  return what === "start-report" ? <StartReport shown={shown} /> : null;
}

type Shown = ReturnType<typeof useDialog>["shown"];

function ReportProblem({ shown, problem }: { shown: Shown; problem: Refused | undefined }) {
  return (
    <FormDialog
      {...shown}
      title="Report a problem"
      verb="Report problem"
      hidden={{ intent: "report-problem" }}
      problem={problem}
    >
      <Combobox name="assetId" label="Asset" load={assetChoices} scan="asset" required />
      <ProblemFields rows={3} />
    </FormDialog>
  );
}

function MakeSamples({ shown, problem }: { shown: Shown; problem: Refused | undefined }) {
  return (
    <FormDialog
      {...shown}
      title="Try with sample data"
      verb="Add sample data"
      hidden={{ intent: "make-samples" }}
      problem={problem}
    >
      <p>
        Records with “(sample)” in their names or “SAMPLE” in their codes are added, so that most
        screens have something to show. Remove them in one click when you are done.
      </p>
    </FormDialog>
  );
}

function RemoveSamples({ shown, problem }: { shown: Shown; problem: Refused | undefined }) {
  return (
    <ConfirmDialog
      {...shown}
      title="Remove the sample data?"
      intent="remove-samples"
      verb="Remove sample data"
      keep="Keep it"
      problem={problem}
    >
      <p>
        All sample records go, with the calls and planned services on them. What your own records
        use stays and is yours from then on.
      </p>
    </ConfirmDialog>
  );
}

/** The report's form opens as soon as a device is chosen. */
function StartReport({ shown }: { shown: Shown }) {
  const navigate = useNavigate();
  return (
    <Dialog
      open
      title="Write a service/PM report"
      onClose={shown.onClose}
      footer={
        <button className="btn" type="button" onClick={shown.onClose}>
          Cancel
        </button>
      }
    >
      <Combobox
        name="asset"
        label="Asset"
        hint="By code, name or serial number"
        load={assetChoices}
        scan="asset"
        onChange={(asset) => asset && void navigate(`/asset/service-report/${asset.value}`)}
      />
    </Dialog>
  );
}
