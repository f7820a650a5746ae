import { Link } from "react-router";
import { intervalRules } from "#app/shared/flows/interval-proposals.ts";
import { refusalOf } from "#app/ui/form.tsx";
import { Moves } from "#app/ui/moves.tsx";
import { PageHead, Panel } from "#app/ui/page.tsx";
import { intervalFlow } from "#worker/domain/calibrators/interval-flow.ts";
import { findProposal } from "#worker/domain/calibrators/interval-list.ts";
import { actions } from "#worker/web/actions.ts";
import { sessionContext } from "#worker/web/context.ts";
import { movesInAddress } from "#worker/web/flow-actions.ts";
import type { Route } from "./+types/interval-proposal";
import { ProposalBadge, ProposalBody } from "./proposal-body.tsx";

export const loader = ({ params, context }: Route.LoaderArgs) =>
  findProposal(context.get(sessionContext), params.id);

export const action = actions(movesInAddress(intervalFlow));

export const meta = ({ loaderData }: Route.MetaArgs) => [
  { title: `Interval of ${loaderData?.about.number ?? "a record"} - Plumbline` },
];

export default function IntervalProposal({ loaderData, actionData }: Route.ComponentProps) {
  const { about, ...proposal } = loaderData;
  const { calibratorId, machineId, status } = proposal;
  const record = calibratorId ? `/calibrator/${calibratorId}` : `/machine/${machineId}`;
  return (
    <>
      <PageHead
        title={`Interval of ${about.name}`}
        crumbs={[
          { label: "Interval proposals", to: "/interval-proposals" },
          { label: <span className="code">{about.number}</span> },
        ]}
        badges={<ProposalBadge status={status} />}
        actions={
          <Link className="btn" to={record}>
            {calibratorId ? "Open calibrator" : "Open machine"}
          </Link>
        }
      />
      <div className="stack">
        <Panel title="Proposal">
          <div className="stack">
            <ProposalBody proposal={proposal} />
            <Moves
              of={proposal}
              rules={intervalRules}
              name={about.number}
              problem={refusalOf(actionData)}
            />
          </div>
        </Panel>
      </div>
    </>
  );
}
