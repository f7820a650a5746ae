import type { ReactNode } from "react";
import { Link } from "react-router";
import { inhouseCalibrationRules, inhouseWords } from "#app/shared/flows/inhouse-calibrations.ts";
import { actionWords } from "#app/shared/inhouse-words.ts";
import { refusalOf } from "#app/ui/form.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { Menu, MenuLink } from "#app/ui/menu.tsx";
import { Money } from "#app/ui/money.tsx";
import { MoveEntries } from "#app/ui/move-entries.tsx";
import { MoveDialog } from "#app/ui/moves.tsx";
import { NextMove } from "#app/ui/next-move.tsx";
import { DefinitionList, PageHead, Panel } from "#app/ui/page.tsx";
import { Note } from "#app/ui/states.tsx";
import { DateText } from "#app/ui/time.tsx";
import { Timeline } from "#app/ui/timeline.tsx";
import { useDialog } from "#app/ui/use-dialog.ts";
import { inhouseCalibrationFlow } from "#worker/domain/inhouse/flow.ts";
import { type InhouseDetail, inhouseDetail } from "#worker/domain/inhouse/read.ts";
import type { Session } from "#worker/session.ts";
import { actions, type Commands, goesOn } from "#worker/web/actions.ts";
import { sessionContext } from "#worker/web/context.ts";
import { movesInAddress } from "#worker/web/flow-actions.ts";
import { ChangeList } from "../measuring/change-list.tsx";
import { ResultTables } from "../measuring/result-tables.tsx";
import { VerdictBadge } from "../procedures/figures.tsx";
import type { Route } from "./+types/calibration";
import { FilesPanel } from "./files-panel.tsx";
import { InhouseBadge, OutcomeBadge } from "./words.tsx";
import "../../css/measure.css";
import "../../css/procedures.css";

export const loader = ({ params, context }: Route.LoaderArgs) =>
  inhouseDetail(context.get(sessionContext), params.id);

const promoting: Commands<Session> = {
  promote: {
    run: ({ session, id }, values) => inhouseCalibrationFlow.move(session, id, "promote", values),
    reply: goesOn<{ certificateId: string }>(
      ({ data }) => `/certificate-report/update/${data.certificateId}`,
    ),
  },
};
export const action = actions({ ...movesInAddress(inhouseCalibrationFlow), ...promoting });

export const meta = ({ loaderData }: Route.MetaArgs) => [
  { title: `${loaderData?.calibration.inhouseNo ?? "In-house calibration"} - Plumbline` },
];

const nextMoves = ["verify", "close"];
const didNotPass = new Set(["fail", "limited"]);

export default function InhousePage({ loaderData, actionData }: Route.ComponentProps) {
  const { calibration, asset, moves, may, set, setup, events, changes, files, now } = loaderData;
  const dialog = useDialog();
  const of = { id: calibration.id, version: calibration.version, moves };
  const next = moves.find(({ move, fits }) => fits && nextMoves.includes(move));
  const others = moves.filter(({ move }) => move !== "edit" && move !== next?.move);
  const canEdit = moves.some(({ move, fits }) => move === "edit" && fits);
  const isOver = calibration.status === "closed" || calibration.status === "cancelled";
  return (
    <div className="stack">
      <PageHead
        title={asset.name}
        crumbs={[
          { label: "Inhouse Calibration", to: "/inhouse-calibrations" },
          { label: <span className="code">{calibration.inhouseNo}</span> },
        ]}
        badges={
          <>
            <InhouseBadge status={calibration.status} />
            {calibration.outcome && <OutcomeBadge outcome={calibration.outcome} />}
          </>
        }
        actions={
          <>
            <Menu label="More actions" className="btn btn-icon">
              {may.begin && calibration.status !== "draft" && (
                <MenuLink to={`/inhouse-calibration/create?from=${calibration.id}`} icon="plus">
                  New from this
                </MenuLink>
              )}
              <MoveEntries
                of={{ ...of, moves: others }}
                rules={inhouseCalibrationRules}
                to={(move) => dialog.to({ do: move })}
              />
            </Menu>
            <a
              className="btn"
              href={`/inhouse-calibration/pdf/${calibration.id}`}
              target="_blank"
              rel="noreferrer"
            >
              <Icon name="print" />
              Print
            </a>
            {canEdit && (
              <Link
                className="btn"
                to={`/inhouse-calibration/update/${calibration.id}`}
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
      <NotPassed detail={loaderData} />
      <div className="cols cols-2">
        <About detail={loaderData} />
        <Panel title="What happened">
          <Timeline
            now={now}
            isOver={isOver}
            entries={events.map(({ id, at, status, actorName, note }) => ({
              ...{ id, at, note, by: actorName, state: inhouseWords[status] },
            }))}
          />
        </Panel>
      </div>
      {calibration.outcome !== "not_tested" && (
        <ResultTables
          set={set}
          setup={setup}
          before="Results are shown here once the calibration is verified."
        />
      )}
      {files.length > 0 && <FilesPanel files={files} may={false} problem={undefined} />}
      <ChangeList changes={changes} />
      <MoveDialog
        of={of}
        rules={inhouseCalibrationRules}
        name={calibration.inhouseNo}
        fields={() => null}
        problem={refusalOf(actionData)}
      />
    </div>
  );
}

/** A device that did not pass: its service call, or the offer to report one. */
function NotPassed({ detail: { calibration, asset, may } }: { detail: InhouseDetail }) {
  const { status, outcome, breakdownId } = calibration;
  const isDecided = status === "verified" || status === "closed";
  if (!isDecided || !outcome || !didNotPass.has(outcome)) return null;
  if (breakdownId)
    return (
      <Note tone="info">
        A service call was reported because of this calibration.{" "}
        <Link to={`/asset-breakdown/${breakdownId}`}>Open it</Link>
      </Note>
    );
  return (
    <Note tone="amber">
      {outcome === "fail" ? "The device did not pass." : "The device may be used with limits only."}{" "}
      {may.report && (
        <Link to={`/asset-breakdowns?new=1&asset=${asset.id}&calibration=${calibration.id}`}>
          Report a service call
        </Link>
      )}
    </Note>
  );
}

const code = (text: string | null) => text && <span className="code">{text}</span>;
const said = (text: string | null) => text && <span className="said">{text}</span>;

/** What an in-house calibration says of itself. */
function About({ detail }: { detail: InhouseDetail }) {
  const { calibration, asset, procedure, technician, occurrence, report, certificate } = detail;
  const entries: [string, ReactNode][] = [
    ["Number", code(calibration.inhouseNo)],
    [
      "Asset",
      <Link key="asset" to={`/asset/detail/${asset.id}?tab=calibration`}>
        {asset.assetCode}
      </Link>,
    ],
    ["Serial no", code(asset.serialNo)],
    [
      "Procedure",
      procedure.isBuiltIn
        ? `${procedure.code} v${procedure.versionNo}, built in`
        : `${procedure.code} v${procedure.versionNo}`,
    ],
    ["Date", <DateText key="date" on={calibration.performedOn} />],
    ["Technician", technician],
    ["Reason", said(calibration.outcomeReason)],
    ["Contact on site", calibration.contactOnSite],
    ["Action", actionWords[calibration.action]],
    ["Figures say", calibration.conformity && <VerdictBadge verdict={calibration.conformity} />],
    [
      "As found",
      calibration.asFoundConformity && <VerdictBadge verdict={calibration.asFoundConformity} />,
    ],
    ["Deviations", said(calibration.deviations)],
    ["Cost", calibration.costMinor !== null && <Money minor={calibration.costMinor} />],
    ["Next due", calibration.nextDueOn && <DateText on={calibration.nextDueOn} />],
    ["Planned for", occurrence && <DateText on={occurrence.dueOn} />],
    [
      "Service report",
      report && <Link to={`/asset/service-report/print/${report.id}`}>{report.serviceTicket}</Link>,
    ],
    [
      "Certificate",
      certificate && <Link to={`/certificate-report/${certificate.id}`}>{certificate.name}</Link>,
    ],
  ];
  return (
    <Panel title="The calibration">
      <DefinitionList entries={entries.filter(([, value]) => value)} />
    </Panel>
  );
}
