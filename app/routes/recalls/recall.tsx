import { Link } from "react-router";
import { recallRules } from "#app/shared/flows/recalls.ts";
import { plural } from "#app/shared/plural.ts";
import { BulkMoves } from "#app/ui/bulk-moves.tsx";
import { refusalOf } from "#app/ui/form.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { ListPage } from "#app/ui/list-page.tsx";
import { MoveEntries } from "#app/ui/move-entries.tsx";
import { RowMoves } from "#app/ui/moves.tsx";
import { Badge, DefinitionList, PageHead, Panel, Readout } from "#app/ui/page.tsx";
import { RowMenu } from "#app/ui/row-menu.tsx";
import { Note } from "#app/ui/states.tsx";
import { DateText } from "#app/ui/time.tsx";
import { WalkNote } from "#app/ui/walk-note.tsx";
import { recallFlow } from "#worker/domain/recalls/flow.ts";
import { recallPage } from "#worker/domain/recalls/list.ts";
import type { Session } from "#worker/session.ts";
import { actions, type Commands } from "#worker/web/actions.ts";
import { sessionContext } from "#worker/web/context.ts";
import type { Route } from "./+types/recall";
import { type Line, recallColumns, statusFilters } from "./columns.tsx";

export const loader = ({ request, params, context }: Route.LoaderArgs) =>
  recallPage(context.get(sessionContext), params.id, new URL(request.url).searchParams);

const moving: Commands<Session> = Object.fromEntries(
  Object.keys(recallFlow.inputs)
    .filter(recallFlow.isMove)
    .map((move) => [
      move,
      ({ session, id }, { line = "", ...values }) =>
        recallFlow.move(session, line || "none", move, values, id),
    ]),
);
export const action = actions(moving);

export const meta = ({ loaderData }: Route.MetaArgs) => [
  { title: `${loaderData?.recall.number ?? "Recall"} - Plumbline` },
];

export default function Recall({ loaderData, actionData }: Route.ComponentProps) {
  const { recall, counts, list, isMatched, may } = loaderData;
  const offered = [
    ...(may.call ? ["call"] : []),
    ...(may.edit ? ["affect", "clear", "finish"] : []),
  ];
  return (
    <div className="stack">
      <PageHead
        title={recall.name}
        crumbs={[
          { label: "Recalls", to: "/recalls" },
          { label: <span className="code">{recall.number}</span> },
        ]}
        badges={
          recall.archivedAt && (
            <Badge tone="hold" icon="archive">
              Closed
            </Badge>
          )
        }
        actions={
          may.edit && (
            <Link className="btn" to={`/recalls?edit=${recall.id}`}>
              <Icon name="edit" />
              Edit
            </Link>
          )
        }
      />
      {!isMatched && (
        <Note tone="info">
          It is being compared with all assets. More may follow within a few minutes.
        </Note>
      )}
      {counts && (
        <Readout
          label="Assets of this recall"
          figures={[
            {
              label: "Open",
              value: counts.open,
              ...(counts.open ? { tone: "amber" as const } : {}),
            },
            { label: "Answered", value: counts.devices - counts.open },
            {
              label: "Due",
              value: recall.dueOn ? (
                <DateText on={recall.dueOn} />
              ) : (
                <span className="quiet">No date</span>
              ),
            },
          ]}
        />
      )}
      <Panel title="Notice">
        <DefinitionList
          entries={[
            ["Source", recall.source],
            [
              "Number",
              <span key="number" className="code">
                {recall.number}
              </span>,
            ],
            ["Notice date", <DateText key="noticed" on={recall.noticedOn} />],
            ["Maker", recall.maker],
            ["Models", recall.models ?? "All"],
            ["Serial numbers", recall.serials ?? "All"],
            ["Lots", recall.lots],
            ["Software versions", recall.softwareVersions],
            [
              "Link",
              recall.link && (
                <a key="link" href={recall.link} target="_blank" rel="noreferrer">
                  {recall.link}
                </a>
              ),
            ],
            [
              "What to do",
              recall.advice && (
                <span key="advice" className="said">
                  {recall.advice}
                </span>
              ),
            ],
          ]}
        />
      </Panel>
      <ListPage<Line>
        title="Assets"
        head={false}
        result={list}
        filters={statusFilters}
        columns={recallColumns}
        note={
          <WalkNote
            things="assets"
            unsorted={list.unsorted}
            walked={list.walked}
            orders={{ newest: "newest" }}
            order={list.query.sort}
          />
        }
        rowName={(row) => row.assetCode}
        rowHref={(row) => `/asset/detail/${row.assetId}`}
        rowActions={(row) => (
          <RowMenu label={`Actions for ${row.assetCode}`}>
            <MoveEntries of={row} rules={recallRules} />
          </RowMenu>
        )}
        onChosen={
          offered.length > 0
            ? (chosen) => (
                <BulkMoves
                  chosen={{ ...chosen, search: withRecall(chosen.search, recall.id) }}
                  rules={recallRules}
                  of="recall-assets"
                  moves={offered}
                  count={(n) => plural(n, "1 asset", "{n} assets")}
                  hrefOf={() => `/recall/${recall.id}`}
                />
              )
            : undefined
        }
        empty={{
          title: emptyTitle(isMatched, counts === null),
          text: "Assets that are added or changed later are compared as well.",
        }}
      />
      <RowMoves
        rows={list.rows}
        rules={recallRules}
        name={(row) => `${row.assetCode} ${row.assetName}`}
        hidden={(row) => ({ line: row.id })}
        problem={refusalOf(actionData)}
      />
    </div>
  );
}

const emptyTitle = (isMatched: boolean, isLimited: boolean) => {
  if (isLimited) return "No asset of your Locations matches";
  return isMatched ? "No asset matches" : "No asset matches yet";
};

/** What a list asks, of one recall. */
function withRecall(search: string, id: string): string {
  const params = new URLSearchParams(search);
  params.set("recall", id);
  return params.toString();
}
