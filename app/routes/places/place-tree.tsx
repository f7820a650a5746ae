import type { ReactNode } from "react";
import { Form, Link, useLocation, useNavigate } from "react-router";
import { plural } from "#app/shared/plural.ts";
import { ask } from "#app/ui/ask.ts";
import { ExportMenu } from "#app/ui/export-links.tsx";
import { refusalOf } from "#app/ui/form.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { listUrl } from "#app/ui/list-url.ts";
import { PageHead, Panel } from "#app/ui/page.tsx";
import { type Entity, type May, RecordDialogs } from "#app/ui/record-dialogs.tsx";
import { AddRecord, StateBadge } from "#app/ui/record-list.tsx";
import { EmptyState } from "#app/ui/states.tsx";
import { type Branch, Tree } from "#app/ui/tree.tsx";
import { useDialog, useOpened } from "#app/ui/use-dialog.ts";
import type { OpenTree, TreeNode } from "#worker/domain/locations/tree.ts";
import { MovePlace } from "./move-dialog.tsx";
import { PlaceFields } from "./place-fields.tsx";
import { PlacePanel } from "./place-panel.tsx";
import { levelBelow } from "./words.ts";

const load = (all: boolean) => (inside: string, after: string | null) =>
  ask<Branch<TreeNode>>("/locations/branch", {
    query: {
      ...(inside && { in: inside }),
      ...(after && { after }),
      ...(all && { state: "all" }),
    },
  });

type Props = {
  tree: OpenTree & { may: May; entity: Entity };
  answer: { success: boolean } | undefined;
  views: ReactNode;
  archiving: string;
  importHref: string;
  exportHref: string;
};

/** All places as a tree, the chosen one beside it, and the dialogs the address has open. */
export function PlaceTree({ tree, answer, views, archiving, importHref, exportHref }: Props) {
  const at = useLocation();
  const navigate = useNavigate();
  const { asked, to } = useDialog();
  const { branches, way, record, may, epoch } = tree;
  const above = way.find(({ id }) => id === asked("in")) ?? null;
  const all = asked("state") === "all";
  const moves = may.edit && !may.limited;
  const moving = useOpened(asked("move"), record);
  const onDrop = (id: string, into: string) =>
    navigate(to({ at: into, move: id, into }), { preventScrollReset: true });
  const add = may.create && <AddRecord thing="place" />;
  const importing = may.create && (
    <Link className="btn hide-phone" to={importHref} prefetch="intent">
      <Icon name="upload" />
      Import
    </Link>
  );
  return (
    <>
      <PageHead
        title="Floor/City/Site"
        actions={
          <>
            {importing}
            {may.export && <ExportMenu href={all ? `${exportHref}?state=all` : exportHref} />}
            {views}
            {add}
          </>
        }
      />
      <div className="toolbar">
        <Form method="get" role="search" className="toolbar-form">
          <input type="hidden" name="view" value="list" />
          <span className="affix">
            <Icon name="search" />
            <input
              className="input"
              type="search"
              name="q"
              aria-label="Search places"
              placeholder="Name or code"
              minLength={2}
            />
          </span>
          <Link
            className="btn btn-ghost btn-sm"
            to={listUrl(at, { state: all ? null : "all" })}
            preventScrollReset
          >
            {all ? "Hide archived" : "Show archived"}
          </Link>
        </Form>
      </div>
      {branches[""]?.nodes.length ? (
        <div className="places">
          <Panel label="Places">
            <Tree
              label="Places"
              key={String(all)}
              branches={branches}
              epoch={epoch}
              load={load(all)}
              selected={way.at(-1)?.id ?? ""}
              hrefOf={(node) =>
                listUrl({ pathname: at.pathname, search: all ? "?state=all" : "" }, { at: node.id })
              }
              aside={(node) => (
                <>
                  {node.archivedAt && <StateBadge archivedAt={node.archivedAt} />}
                  {node.assets ? plural(node.assets, "1 asset", "{n} assets") : ""}
                </>
              )}
              {...(moves && { onDrop })}
            />
          </Panel>
          {way.length > 0 && <PlacePanel way={way} record={record} may={may} />}
        </div>
      ) : (
        <EmptyState
          title="No places yet"
          text="Places are where devices stand. Begin with a city or a site; buildings, floors and rooms lie in it."
          action={
            <>
              {add}
              {importing}
            </>
          }
        />
      )}
      <RecordDialogs
        list={tree}
        answer={answer}
        archiving={archiving}
        wide
        values={(row) => row ?? { level: above ? levelBelow(above.level) : "city" }}
      >
        {(row) => <PlaceFields place={row} above={above} fixed={Boolean(may.limited)} />}
      </RecordDialogs>
      {moves && moving && (
        <MovePlace
          key={moving.id}
          place={moving}
          into={way.find(({ id }) => id === asked("into")) ?? null}
          problem={refusalOf(answer)}
        />
      )}
    </>
  );
}
