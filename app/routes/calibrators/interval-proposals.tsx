import { methods } from "#app/shared/calibration/intervals.ts";
import { ListPage } from "#app/ui/list-page.tsx";
import { ListTabs } from "#app/ui/list-tabs.tsx";
import { WalkNote } from "#app/ui/walk-note.tsx";
import { intervalsPage } from "#worker/domain/calibrators/interval-list.ts";
import { sessionContext } from "#worker/web/context.ts";
import type { Route } from "./+types/interval-proposals";
import { currentText, ProposalBadge, proposedText } from "./proposal-body.tsx";
import { CalibratorTabs } from "./tabs.tsx";

export const loader = ({ request, context }: Route.LoaderArgs) =>
  intervalsPage(context.get(sessionContext), new URL(request.url).searchParams);

export const meta = () => [{ title: "Interval proposals - Plumbline" }];

type Row = Route.ComponentProps["loaderData"]["rows"][number];
const numberOf = (row: Row) => row.calibratorNo ?? row.machineNo ?? "–";
const methodChoices = Object.entries(methods).map(([value, label]) => ({ value, label }));

export default function IntervalProposals({ loaderData }: Route.ComponentProps) {
  return (
    <ListPage
      title="Interval proposals"
      result={loaderData}
      filters={[{ key: "method", label: "Method", options: methodChoices }]}
      rowHref={(row) => `/interval-proposal/${row.id}`}
      rowName={numberOf}
      note={
        <WalkNote
          things="proposals"
          unsorted={loaderData.unsorted}
          walked={loaderData.walked}
          orders={{ newest: "newest" }}
          order={loaderData.query.sort}
        />
      }
      empty={{
        title: "No interval is proposed",
        text: "On a calibrator's page an interval can be proposed from what its certificates found. A person accepts or rejects it.",
      }}
      columns={[
        { key: "number", label: "Number", card: "c-top", as: "code", show: numberOf },
        {
          key: "name",
          label: "Calibrator or machine",
          card: "c-name",
          show: (row) => row.calibratorName ?? row.machineName ?? "Deleted",
        },
        { key: "now", label: "Interval", card: "c-due", show: currentText },
        { key: "proposed", label: "Proposed", card: "c-due", show: proposedText },
        { key: "method", label: "Method", card: "c-meta", show: (row) => methods[row.method] },
        { key: "at", label: "Proposed on", as: "time", field: "createdAt" },
        {
          key: "status",
          label: "State",
          card: "c-state",
          show: (row) => <ProposalBadge status={row.status} />,
        },
      ]}
    >
      <CalibratorTabs current="/interval-proposals" />
      <ListTabs label="Interval proposals" tab={loaderData.tab} tabs={loaderData.tabs} />
    </ListPage>
  );
}
