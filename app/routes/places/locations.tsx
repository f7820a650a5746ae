import { Link } from "react-router";
import { Icon } from "#app/ui/icon.tsx";
import { RecordDialogs } from "#app/ui/record-dialogs.tsx";
import { RecordList } from "#app/ui/record-list.tsx";
import { locations } from "#worker/domain/locations/locations.ts";
import { openTree } from "#worker/domain/locations/tree.ts";
import { sessionContext } from "#worker/web/context.ts";
import { entityActions, entityFacts, entityLoader } from "#worker/web/entity-page.ts";
import { AssetCount } from "../masters/asset-count.tsx";
import type { Route } from "./+types/locations";
import { PlaceFields } from "./place-fields.tsx";
import { PlaceTree } from "./place-tree.tsx";
import { levelName, levels } from "./words.ts";

export async function loader(args: Route.LoaderArgs) {
  const session = args.context.get(sessionContext);
  const params = new URL(args.request.url).searchParams;
  if (params.get("view") === "list" || params.get("q"))
    return { list: await entityLoader(locations)(args), tree: null };
  const tree = await openTree(session, params);
  return { list: null, tree: { ...tree, ...entityFacts(args, locations) } };
}

export const action = entityActions(locations);

export const meta = () => [{ title: "Floor/City/Site - Plumbline" }];

const exportHref = "/locations/export.csv";
const importHref = "/imports?kind=locations";
const archiving =
  "It and all that lies in it can no longer be chosen. Assets that stand there stay.";
export default function Locations({ loaderData, actionData }: Route.ComponentProps) {
  const { list, tree } = loaderData;
  const views = (
    <Link className="btn" to={list ? "/locations" : "/locations?view=list"} prefetch="intent">
      <Icon name={list ? "dept" : "list"} />
      {list ? "Tree" : "List"}
    </Link>
  );
  if (list)
    return (
      <>
        <RecordList
          title="Floor/City/Site"
          list={list}
          searchLabel="Name or code"
          about="Places are where devices stand: cities, sites, buildings, floors and rooms."
          actions={views}
          filters={[{ key: "level", label: "Level", options: levels }]}
          rowHref={(row) => `/locations?at=${row.id}`}
          columns={[
            { key: "code", label: "Code", card: "c-top", as: "code" },
            {
              key: "path",
              label: "Place",
              card: "c-name",
              clip: "start",
              sortable: true,
              field: "path",
            },
            { key: "level", label: "Level", card: "c-meta", show: (row) => levelName(row.level) },
            {
              key: "assets",
              label: "Assets",
              card: "c-due",
              numeric: true,
              show: (row) => (
                <AssetCount
                  n={row.assets}
                  to={`/all-assets?place=${row.id}`}
                  limited={list.may.limited}
                />
              ),
            },
          ]}
        />
        <RecordDialogs list={list} answer={actionData} archiving={archiving} wide>
          {(row) => <PlaceFields place={row} above={null} fixed={list.may.limited} />}
        </RecordDialogs>
      </>
    );
  return (
    tree && (
      <PlaceTree
        tree={tree}
        answer={actionData}
        views={views}
        archiving={archiving}
        importHref={importHref}
        exportHref={exportHref}
      />
    )
  );
}
