import { Link } from "react-router";
import { certificateReportRules, certificateWords } from "#app/shared/flows/certificate-reports.ts";
import { refusalOf } from "#app/ui/form.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { Menu, MenuLink } from "#app/ui/menu.tsx";
import { MoveEntries } from "#app/ui/move-entries.tsx";
import { MoveDialog } from "#app/ui/moves.tsx";
import { NextMove } from "#app/ui/next-move.tsx";
import { PageHead, Panel } from "#app/ui/page.tsx";
import { Note } from "#app/ui/states.tsx";
import { Timeline } from "#app/ui/timeline.tsx";
import { useDialog } from "#app/ui/use-dialog.ts";
import { certificateReportFlow } from "#worker/domain/certificates/flow.ts";
import { certificateDetail } from "#worker/domain/certificates/read.ts";
import type { Session } from "#worker/session.ts";
import { actions, type Commands, goesOn } from "#worker/web/actions.ts";
import { sessionContext } from "#worker/web/context.ts";
import { movesInAddress } from "#worker/web/flow-actions.ts";
import { wake } from "#worker/web/wake.ts";
import { ChangeList } from "../measuring/change-list.tsx";
import { ResultTables } from "../measuring/result-tables.tsx";
import { VerdictBadge } from "../procedures/figures.tsx";
import type { Route } from "./+types/certificate";
import { About, Files, Signatures } from "./certificate-parts.tsx";
import { fieldsOf } from "./move-fields.tsx";
import { CertificateBadge } from "./words.tsx";
import "../../css/measure.css";
import "../../css/procedures.css";

export const loader = ({ params, context }: Route.LoaderArgs) =>
  certificateDetail(context.get(sessionContext), params.id);

const revising: Commands<Session> = {
  revise: {
    run: ({ session, id }, values) => certificateReportFlow.move(session, id, "revise", values),
    reply: goesOn<{ revisionId: string }>(
      ({ data }) => `/certificate-report/update/${data.revisionId}`,
    ),
  },
};
export const action = actions(
  { ...movesInAddress(certificateReportFlow), ...revising },
  { after: ({ visit, intent }) => intent === "issue" && wake(visit, "certificates") },
);

export const meta = ({ loaderData }: Route.MetaArgs) => [
  { title: `${loaderData?.certificate.name ?? "Certificate"} - Plumbline` },
];

/** The move that the person is most likely here for. */
const nextMoves = ["submit", "check", "approve", "issue"];

export default function CertificatePage({ loaderData, actionData }: Route.ComponentProps) {
  const { certificate, moves, mayBegin, item, model, events, now, whyNotSign, changes } =
    loaderData;
  const dialog = useDialog();
  const of = { id: certificate.id, version: certificate.version, moves };
  const next = moves.find(({ move, fits }) => fits && nextMoves.includes(move));
  const others = moves.filter(({ move }) => move !== "edit" && move !== next?.move);
  const canEdit = moves.some(({ move, fits }) => move === "edit" && fits);
  return (
    <div className="stack">
      <PageHead
        title={`${item.name}, ${model.name}`}
        crumbs={[
          { label: "Certificate Reports", to: "/certificate-reports" },
          { label: <span className="code">{certificate.name}</span> },
        ]}
        badges={
          <>
            <CertificateBadge status={certificate.status} />
            {certificate.conformity && <VerdictBadge verdict={certificate.conformity} />}
          </>
        }
        actions={
          <>
            <Menu label="More actions" className="btn btn-icon">
              <MenuLink to={`/certificate-report/traceability/${certificate.id}`} icon="gauge">
                Traceability
              </MenuLink>
              {mayBegin && (
                <MenuLink to={`/certificate-report/create?from=${certificate.id}`} icon="plus">
                  New from this
                </MenuLink>
              )}
              <MoveEntries
                of={{ ...of, moves: others }}
                rules={certificateReportRules}
                to={(move) => dialog.to({ do: move })}
              />
            </Menu>
            <a
              className="btn"
              href={`/certificate-report/pdf/${certificate.id}`}
              target="_blank"
              rel="noreferrer"
            >
              <Icon name="print" />
              PDF
            </a>
            {canEdit && (
              <Link
                className="btn"
                to={`/certificate-report/update/${certificate.id}`}
                prefetch="intent"
              >
                <Icon name="edit" />
                Measure
              </Link>
            )}
            {next && <NextMove next={next} to={dialog.to({ do: next.move })} />}
          </>
        }
      />
      {next && whyNotSign && <Note tone="amber">{`${whyNotSign}.`}</Note>}
      <div className="cols cols-2">
        <About detail={loaderData} />
        <div className="stack">
          <Signatures detail={loaderData} />
          <Files certificate={certificate} />
          <Panel title="What happened">
            <Timeline
              now={now}
              isOver={["issued", "superseded", "voided", "cancelled"].includes(certificate.status)}
              entries={events.map(({ id, at, status, actorName, note }) => ({
                ...{ id, at, note, by: actorName, state: certificateWords[status] },
              }))}
            />
          </Panel>
        </div>
      </div>
      <ResultTables
        set={loaderData.set}
        setup={loaderData.setup}
        before="Results are shown here once the certificate is submitted for check."
      />
      <ChangeList changes={changes} />
      <MoveDialog
        of={of}
        rules={certificateReportRules}
        name={certificate.name}
        fields={(move) => fieldsOf(move, loaderData.today)}
        problem={refusalOf(actionData)}
      />
    </div>
  );
}
