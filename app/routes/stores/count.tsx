import { Link, useLocation } from "react-router";
import { plural } from "#app/shared/plural.ts";
import { summary } from "#app/shared/stock-count.ts";
import { useHydrated } from "#app/ui/hooks.ts";
import { Icon } from "#app/ui/icon.tsx";
import { listUrl } from "#app/ui/list-url.ts";
import { PageHead, Tabs } from "#app/ui/page.tsx";
import { Note } from "#app/ui/states.tsx";
import { postCount } from "#worker/domain/stock/count.ts";
import { countList } from "#worker/domain/stock/count-list.ts";
import { actions } from "#worker/web/actions.ts";
import { sessionContext } from "#worker/web/context.ts";
import { countIn } from "#worker/web/count-form.ts";
import type { Route } from "./+types/count";
import { CountList } from "./count-list.tsx";
import { Differences } from "./differences.tsx";
import { useCount } from "./use-count.ts";

export const loader = ({ request, params, context }: Route.LoaderArgs) =>
  countList(context.get(sessionContext), params.id, new URL(request.url).searchParams);
export const action = actions(({ session, id }, values) => postCount(session, id, countIn(values)));
export const meta = ({ loaderData }: Route.MetaArgs) => [
  { title: `Count ${loaderData?.store.name ?? ""} - Plumbline` },
];

export default function Count({ loaderData, actionData }: Route.ComponentProps) {
  const { store } = loaderData;
  const at = useLocation();
  const count = useCount(store.id);
  const isLive = useHydrated();
  const { counted, different, toRepeat } = summary(count.draft);
  const shows =
    new URLSearchParams(at.search).get("view") === "differences" ? "differences" : "count";
  return (
    <>
      <PageHead
        title={`Count ${store.name}`}
        crumbs={[
          { label: "Stores", to: "/stores" },
          { label: store.name, to: `/stocks?store=${store.id}` },
        ]}
        actions={
          <button className="btn hide-phone" type="button" onClick={() => print()}>
            <Icon name="print" />
            Print sheet
          </button>
        }
      />
      <div className="stack">
        {count.problem && <Note tone="overdue">{count.problem}</Note>}
        {actionData?.success === false && <Note tone="overdue">{actionData.message}</Note>}
        {count.done && (
          <Note tone="info" icon="ok">
            {count.done}
          </Note>
        )}
        {toRepeat.length > 0 && (
          <Note tone="amber">
            {plural(
              toRepeat.length,
              "One item moved after the count.",
              "{n} items moved after the count.",
            )}{" "}
            Count again: {toRepeat.map(({ name }) => name).join(", ")}.
          </Note>
        )}
        {isLive && (
          <Tabs
            label="Count"
            tabs={[
              { label: "Items", to: listUrl(at, { view: null }), current: shows === "count" },
              {
                label: "Differences",
                to: listUrl(at, { view: "differences" }),
                current: shows === "differences",
                count: different.length,
              },
            ]}
          />
        )}
        {shows === "differences" ? (
          <Differences count={count} />
        ) : (
          <CountList list={loaderData} count={count} isLive={isLive} />
        )}
        {isLive && shows === "count" && counted.length > 0 && (
          <div className="count-foot">
            <span>
              <b>{counted.length}</b> counted, kept on this device
            </span>
            <Link className="btn btn-primary" to={listUrl(at, { view: "differences" })}>
              Differences
            </Link>
          </div>
        )}
      </div>
    </>
  );
}
