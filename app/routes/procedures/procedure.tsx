import { Link } from "react-router";
import { disciplineWords } from "#app/shared/calibration/disciplines.ts";
import { procedureRules, versionWords } from "#app/shared/flows/procedures.ts";
import { plural } from "#app/shared/plural.ts";
import { PlainForm, refusalOf, SubmitButton } from "#app/ui/form.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { Moves } from "#app/ui/moves.tsx";
import { Badge, DefinitionList, PageHead, Panel } from "#app/ui/page.tsx";
import { EmptyState, Note } from "#app/ui/states.tsx";
import { DateText, TimeText } from "#app/ui/time.tsx";
import { Timeline } from "#app/ui/timeline.tsx";
import { procedureFlow } from "#worker/domain/procedures/flow.ts";
import { type ProcedureDetail, procedureDetail } from "#worker/domain/procedures/read.ts";
import { createVersion } from "#worker/domain/procedures/save.ts";
import type { Session } from "#worker/session.ts";
import { actions, type Commands, goesOn } from "#worker/web/actions.ts";
import { sessionContext } from "#worker/web/context.ts";
import type { Route } from "./+types/procedure";
import { ContentView } from "./content-view.tsx";
import { VersionBadge } from "./words.tsx";
import "../../css/procedures.css";

export const loader = ({ request, params, context }: Route.LoaderArgs) =>
  procedureDetail(context.get(sessionContext), params.id, new URL(request.url).searchParams);

const moving: Commands<Session> = Object.fromEntries(
  Object.keys(procedureFlow.inputs)
    .filter(procedureFlow.isMove)
    .map((move) => [
      move,
      ({ session, id }, { versionId = "", ...values }) =>
        procedureFlow.move(session, versionId || "none", move, values, id),
    ]),
);
export const action = actions({
  ...moving,
  begin: {
    run: ({ session, id }) => createVersion(session, id),
    reply: goesOn(({ data }) => `/procedure/edit/${data.id}`),
  },
});
export const meta = ({ loaderData }: Route.MetaArgs) => [
  { title: `${loaderData?.procedure.code ?? "Procedure"} - Plumbline` },
];

const isOpen = (status: string) => status === "draft" || status === "in_review";

function Versions({ versions, shown }: Pick<ProcedureDetail, "versions" | "shown">) {
  return (
    <Panel title="Versions" flush className="no-print">
      <ul className="pr-lines pr-versions">
        {versions.map(({ id, versionNo, status, approvedAt, updatedAt }) => (
          <li key={id} aria-current={id === shown?.id ? "true" : undefined}>
            <Link to={`?version=${id}`} preventScrollReset>
              Version {versionNo}
            </Link>
            <VersionBadge status={status} />
            <span className="muted">
              <TimeText at={approvedAt ?? updatedAt} />
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

function Differences({
  differences,
  comparedWith,
}: Pick<ProcedureDetail, "differences" | "comparedWith">) {
  if (!comparedWith) return null;
  return (
    <Panel title={`What is new since version ${comparedWith.versionNo}`}>
      {differences.length === 0 ? (
        <p className="muted">Both versions say the same.</p>
      ) : (
        <ul className="differences">
          {differences.map(({ where, from, to }) => (
            <li key={where + from + to}>
              <b>{where}</b> {from !== null && <del>{from || "empty"}</del>}
              {to !== null && <ins>{to || "empty"}</ins>}
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}

const NewVersion = () => (
  <PlainForm className="inline">
    <input type="hidden" name="intent" value="begin" />
    <SubmitButton icon="plus">New version</SubmitButton>
  </PlainForm>
);

type Shown = NonNullable<ProcedureDetail["shown"]>;
function ShownVersion({
  data,
  shown,
  problem,
}: {
  data: ProcedureDetail;
  shown: Shown;
  problem: ReturnType<typeof refusalOf>;
}) {
  const { gaps, events, rules, now } = data;
  const canEdit = shown.moves.some(({ move, fits }) => move === "edit" && fits);
  return (
    <>
      <Panel
        title={`Version ${shown.versionNo}`}
        actions={
          canEdit && (
            <Link className="btn btn-sm" to={`/procedure/edit/${shown.id}`}>
              <Icon name="edit" />
              Edit draft
            </Link>
          )
        }
      >
        <div className="stack">
          <DefinitionList
            entries={[
              ["State", <VersionBadge key="state" status={shown.status} />],
              [
                "In force from",
                shown.effectiveOn ? (
                  <DateText key="on" on={shown.effectiveOn} />
                ) : (
                  <TimeText key="at" at={shown.approvedAt} />
                ),
              ],
              ["What is new", shown.changeNote && <span className="said">{shown.changeNote}</span>],
            ]}
          />
          {shown.status === "draft" && (
            <Note tone={gaps.length ? "amber" : "info"}>
              {gaps.length === 0
                ? "Nothing is missing. It can be submitted for review."
                : plural(
                    gaps.length,
                    "1 thing is missing before it can be submitted. The editor names it.",
                    "{n} things are missing before it can be submitted. The editor names them.",
                  )}
            </Note>
          )}
          <Moves
            of={{ ...shown, moves: shown.moves.filter(({ move }) => move !== "edit") }}
            rules={procedureRules}
            name={`version ${shown.versionNo}`}
            hidden={{ versionId: shown.id }}
            problem={problem}
          />
        </div>
      </Panel>
      <Differences {...data} />
      <ContentView version={shown} rules={rules} />
      <Panel title="What happened" className="no-print">
        <Timeline
          now={now}
          isOver={shown.status === "withdrawn" || shown.status === "active"}
          entries={events.map(({ id, at, status, actorName, note }) => ({
            ...{ id, at, state: versionWords[status], by: actorName, note },
          }))}
        />
      </Panel>
    </>
  );
}

export default function Procedure({ loaderData, actionData }: Route.ComponentProps) {
  const { procedure, versions, shown, may } = loaderData;
  const begins = may.edit && !procedure.archivedAt && !versions.some((one) => isOpen(one.status));
  return (
    <div className="stack">
      <PageHead
        title={procedure.name}
        crumbs={[
          { label: "Procedures", to: "/procedures" },
          { label: <span className="code">{procedure.code}</span> },
        ]}
        badges={
          <>
            {procedure.accredited && (
              <Badge tone="info" icon="cert">
                Accredited
              </Badge>
            )}
            {procedure.archivedAt && (
              <Badge tone="hold" icon="archive">
                Archived
              </Badge>
            )}
          </>
        }
        actions={
          <>
            {may.edit && (
              <Link className="btn" to={`/procedures?edit=${procedure.id}`}>
                <Icon name="edit" />
                Edit details
              </Link>
            )}
            {begins && <NewVersion />}
          </>
        }
      />
      <p className="facts muted">
        <span>{disciplineWords[procedure.discipline]}</span>
        {procedure.machineTypeName && <span>{procedure.machineTypeName}</span>}
      </p>
      {shown ? (
        <div className="procedure-page">
          <div className="stack">
            <ShownVersion data={loaderData} shown={shown} problem={refusalOf(actionData)} />
          </div>
          <Versions {...loaderData} />
        </div>
      ) : (
        <EmptyState
          title="No version yet"
          text="A version says at which points devices are calibrated, within which limits, and how uncertain that is."
          action={begins && <NewVersion />}
        />
      )}
    </div>
  );
}
