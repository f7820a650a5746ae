import type { ReactNode } from "react";
import { Form, Link, useLocation, useNavigate } from "react-router";
import { ExportLinks } from "#app/ui/export-links.tsx";
import type { Refused } from "#app/ui/form.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { dialogUrl, listUrl } from "#app/ui/list-url.ts";
import { MasterDialog, type Mastered, type May } from "#app/ui/master-dialog.tsx";
import { Badge, PageHead, Panel } from "#app/ui/page.tsx";
import { EmptyState } from "#app/ui/states.tsx";
import { type Branch, Tree } from "#app/ui/tree.tsx";
import type { OpenTree, TreeNode } from "#worker/domain/locations/tree.ts";
import { MovePlace } from "./move-dialog.tsx";
import { PlaceFields } from "./place-fields.tsx";
import { PlacePanel } from "./place-panel.tsx";
import { levelBelow } from "./words.ts";

const load = (all: boolean) => async (inside: string, after: string | null) => {
  const query = new URLSearchParams({
    ...(inside ? { in: inside } : {}),
    ...(after ? { after } : {}),
    ...(all ? { state: "all" } : {}),
  });
  const response = await fetch(`/locations/branch?${query}`);
  if (!response.ok) throw new Error("The branch could not be read");
  return (await response.json()) as Branch<TreeNode>;
};

type Props = {
  tree: OpenTree & { may: May };
  problem: Refused | undefined;
  views: ReactNode;
  archiving: string;
  importHref: string;
  exportHref?: string;
};

/** All places as a tree, the chosen one beside it, and the dialogs the address has open. */
export function PlaceTree({ tree, problem, views, archiving, importHref, exportHref }: Props) {
  const at = useLocation();
  const navigate = useNavigate();
  const params = new URLSearchParams(at.search);
  const above = tree.way.find(({ id }) => id === params.get("in")) ?? null;
  const { branches, way, record, may, epoch } = tree;
  const all = params.get("state") === "all";
  const moves = may.edit && !may.limited;
  const moving = moves && record && params.get("move") === record.id ? record : null;
  const into = params.get("into");
  const add = may.create && (
    <Link className="btn btn-primary" to={dialogUrl(at, "new", "1")} preventScrollReset>
      <Icon name="plus" />
      Add place
    </Link>
  );
  const importing = may.create && (
    <Link className="btn hide-phone" to={importHref} prefetch="intent">
      <Icon name="upload" />
      Import
    </Link>
  );
  const dialogs: Mastered<NonNullable<typeof record>, NonNullable<typeof record>> = {
    thing: "place",
    list: {
      rows: [],
      page: nothing,
      query: { q: "", sort: "path", dir: "asc", size: 25, filters: {} },
      record,
      may,
    },
    archiving,
    wide: true,
    problem,
    values: (row) => row ?? { level: above ? levelBelow(above.level) : "city" },
    fields: (row) => <PlaceFields place={row} above={above} fixed={Boolean(may.limited)} />,
  };
  return (
    <>
      <PageHead
        title="Floor/City/Site"
        actions={
          <>
            {importing}
            {exportHref && (
              <ExportLinks href={all ? `${exportHref}?state=all` : exportHref} isSmall={false} />
            )}
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
                  {node.archivedAt && (
                    <Badge tone="hold" icon="archive">
                      Archived
                    </Badge>
                  )}
                  {node.assets ? `${node.assets} ${node.assets === 1 ? "asset" : "assets"}` : ""}
                </>
              )}
              {...(moves
                ? {
                    onDrop: (id: string, to: string) =>
                      navigate(listUrl(at, { at: to, move: id, into: to }), {
                        preventScrollReset: true,
                      }),
                  }
                : {})}
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
      <MasterDialog {...dialogs} />
      {moving && (
        <MovePlace
          key={moving.id}
          place={moving}
          into={way.find(({ id }) => id === into) ?? null}
          problem={problem}
        />
      )}
    </>
  );
}

const nothing = { from: 0, to: 0, total: 0, capped: false, next: null, previous: null };
