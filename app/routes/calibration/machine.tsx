import { Link } from "react-router";
import {
  appliedPartWords,
  electricalClassWords,
  intervalSourceWords,
  machineRiskWords,
  supplyWords,
} from "#app/shared/calibration/machine-words.ts";
import { machineRules } from "#app/shared/flows/machines.ts";
import { refusalOf } from "#app/ui/form.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { Menu } from "#app/ui/menu.tsx";
import { MoveEntries } from "#app/ui/move-entries.tsx";
import { MoveDialog } from "#app/ui/moves.tsx";
import { DefinitionList, PageHead, Panel } from "#app/ui/page.tsx";
import { DateText } from "#app/ui/time.tsx";
import { Timeline } from "#app/ui/timeline.tsx";
import { useDialog } from "#app/ui/use-dialog.ts";
import { machineFlow } from "#worker/domain/calibration/machine-flow.ts";
import { type MachineDetail, machineDetail } from "#worker/domain/calibration/machine-read.ts";
import { actions } from "#worker/web/actions.ts";
import { sessionContext } from "#worker/web/context.ts";
import { movesInAddress } from "#worker/web/flow-actions.ts";
import { HistoryList } from "../assets/history-tab.tsx";
import type { Route } from "./+types/machine";
import { DueStrip } from "./due-strip.tsx";
import { everyText, MachineBadge } from "./machine-words.tsx";
import { ParameterTable } from "./parameter-table.tsx";

export const loader = ({ params, context }: Route.LoaderArgs) =>
  machineDetail(context.get(sessionContext), params.id);

export const action = actions(movesInAddress(machineFlow));

export const meta = ({ loaderData }: Route.MetaArgs) => [
  { title: `${loaderData?.machine.machineNo ?? "Machine"} - Plumbline` },
];

export default function MachinePage({ loaderData, actionData }: Route.ComponentProps) {
  const { machine, moves, events, latest, now, may, parameters, differs } = loaderData;
  const dialog = useDialog();
  const of = { id: machine.id, version: machine.version, moves };
  const hasMoves = moves.some(({ fits }) => fits);
  return (
    <div className="stack">
      <PageHead
        title={machine.name}
        crumbs={[
          { label: "Machine DUC", to: "/machines" },
          { label: <span className="code">{machine.machineNo}</span> },
        ]}
        badges={<MachineBadge status={machine.status} archivedAt={machine.archivedAt} />}
        actions={
          <>
            <Link className="btn" to={`/machines/labels?ids=${machine.id}`} prefetch="intent">
              <Icon name="print" />
              Label
            </Link>
            {hasMoves && (
              <Menu label="More actions" className="btn btn-icon">
                <MoveEntries of={of} rules={machineRules} to={(move) => dialog.to({ do: move })} />
              </Menu>
            )}
            {may.edit && (
              <Link className="btn" to={`/machine/update/${machine.id}`} prefetch="intent">
                <Icon name="edit" />
                Edit
              </Link>
            )}
          </>
        }
      />
      <DueStrip detail={loaderData} />
      <div className="cols cols-2">
        <Identity detail={loaderData} />
        <div className="stack">
          <Calibration detail={loaderData} />
          <Panel title="Timeline">
            <Timeline
              entries={events.map(({ id, at, status, note, actorName }) => ({
                ...{ id, at, note, by: actorName },
                state: machineRules.states[status],
              }))}
              now={now}
              isOver={machine.status === "retired"}
            />
          </Panel>
          <Panel title="Latest activity">
            <HistoryList rows={latest} now={now} />
          </Panel>
        </div>
      </div>
      <Panel title="Parameters" flush={parameters.length > 0}>
        <ParameterTable
          parameters={parameters}
          none="Nothing is said yet of what it measures. Say it at its model, or at the machine where it differs."
        />
        {differs && <p className="panel-foot muted">It differs from its model.</p>}
      </Panel>
      <MoveDialog
        of={of}
        rules={machineRules}
        name={`${machine.machineNo} ${machine.name}`}
        problem={refusalOf(actionData)}
      />
    </div>
  );
}

const code = (text: string | null) => text && <span className="code">{text}</span>;
const said = (text: string | null) => text && <span className="said">{text}</span>;

function Identity({ detail: { machine, asset, may } }: { detail: MachineDetail }) {
  const { consumerId, consumerName, siteName } = machine;
  return (
    <Panel title="Identity">
      <DefinitionList
        entries={[
          [
            "Make and model",
            may.edit ? (
              <Link key="model" to={`/machine-model/update/${machine.machineModelId}`}>
                {machine.modelName}
              </Link>
            ) : (
              machine.modelName
            ),
          ],
          ["Serial no", code(machine.serialNo) ?? <span className="muted">Not marked</span>],
          ["Customer's tag", code(machine.customerTag)],
          consumerId
            ? [
                "Consumer",
                may.seesConsumers ? (
                  <Link key="consumer" to={`/consumer/detail/${consumerId}`}>
                    {consumerName}
                  </Link>
                ) : (
                  consumerName
                ),
              ]
            : ["Own asset", <OwnAsset key="asset" asset={asset} isLink={may.seesAssets} />],
          ["Site", siteName],
          ["Where it stands", machine.locationText],
          ["Device code", code(machine.deviceCode)],
          ["Firmware", machine.firmware],
          ["Year of make", machine.yearOfMake],
          ["Risk", machineRiskWords[machine.risk]],
          ["Accessories", said(machine.accessories)],
          ["Note", said(machine.note)],
        ]}
      />
    </Panel>
  );
}

function OwnAsset({ asset, isLink }: { asset: MachineDetail["asset"]; isLink: boolean }) {
  if (!asset) return null;
  const name = `${asset.assetCode} ${asset.name}`;
  return isLink ? <Link to={`/asset/detail/${asset.id}`}>{name}</Link> : name;
}

function Calibration({ detail: { machine, may } }: { detail: MachineDetail }) {
  const { electricalClass, appliedPart, supply, intervalSource, defibProof } = machine;
  return (
    <Panel title="Calibration and safety">
      <DefinitionList
        entries={[
          ["Interval", everyText(machine) ?? <span className="muted">None agreed</span>],
          ["Set by", intervalSource && intervalSourceWords[intervalSource]],
          ["Last calibrated on", <DateText key="last" on={machine.lastCalOn} />],
          ["Next due on", <DateText key="next" on={machine.nextDueOn} />],
          [
            "Procedure",
            machine.defaultProcedureId && may.seesProcedures ? (
              <Link key="procedure" to={`/procedure/${machine.defaultProcedureId}`}>
                {machine.procedureName}
              </Link>
            ) : (
              machine.procedureName
            ),
          ],
          ["Electrical class", electricalClass && electricalClassWords[electricalClass]],
          ["Applied part", appliedPart && appliedPartWords[appliedPart]],
          ["Defibrillation-proof", defibProof ? "Yes" : "No"],
          ["Supply", supply && supplyWords[supply]],
        ]}
      />
    </Panel>
  );
}
