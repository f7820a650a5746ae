import { FormDialog } from "#app/ui/dialog.tsx";
import type { Refused } from "#app/ui/form.tsx";
import { ProblemFields } from "#app/ui/problem-fields.tsx";
import { useDialog } from "#app/ui/use-dialog.ts";
import type { AssetDetail } from "#worker/domain/assets/detail.ts";
import type { Raising } from "#worker/domain/assets/reports-tab.ts";

type Props = {
  report: Raising;
  asset: AssetDetail["asset"];
  problem: Refused | undefined;
};

/** Asks after a report with checks answered No whether a service call is raised for them. */
export function RaiseCall({ report, asset, problem }: Props) {
  const { shown } = useDialog();
  const { id, failed } = report;
  const isRefused = problem?.values?.intent === "raise-call" && problem.values.report === id;
  return (
    <FormDialog
      {...shown}
      title="Raise a service call?"
      verb="Raise service call"
      keep="Not now"
      hidden={{ intent: "raise-call", report: id }}
      problem={isRefused ? problem : undefined}
    >
      <ProblemFields rows={5} problem={failed} isDown={asset.condition === "not_working"} />
    </FormDialog>
  );
}
