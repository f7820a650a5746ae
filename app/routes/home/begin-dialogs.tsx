import { useNavigate } from "react-router";
import { Combobox } from "#app/ui/combobox.tsx";
import { FormDialog } from "#app/ui/dialog.tsx";
import { type Refused, refusalOf } from "#app/ui/form.tsx";
import { Dialog } from "#app/ui/modal.tsx";
import { ProblemFields } from "#app/ui/problem-fields.tsx";
import { useDialog } from "#app/ui/use-dialog.ts";
import { assetChoices } from "../masters/choices.ts";

/** The dialogs that begin something by choosing a device. */
export default function BeginDialogs({ answer }: { answer: { success: boolean } | undefined }) {
  const { asked, shown } = useDialog();
  const what = asked("do");
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
