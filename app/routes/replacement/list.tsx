import { dialogUrl } from "#app/shared/dialog-url.ts";
import { reportFilters } from "#app/shared/report-filters.ts";
import { ListPage } from "#app/ui/list-page.tsx";
import { ListTabs } from "#app/ui/list-tabs.tsx";
import { MenuLink } from "#app/ui/menu.tsx";
import { PageHead } from "#app/ui/page.tsx";
import { RowMenu } from "#app/ui/row-menu.tsx";
import { WalkNote } from "#app/ui/walk-note.tsx";
import { replacementPage } from "#worker/domain/replacement/list.ts";
import { sessionContext } from "#worker/web/context.ts";
import { searchChoices } from "../masters/choices.ts";
import type { Route } from "./+types/list";
import { GradeBadge, partsText, percentText, ReplacementTabs } from "./words.tsx";

export const loader = ({ request, context }: Route.LoaderArgs) =>
  replacementPage(context.get(sessionContext), new URL(request.url).searchParams);

export const meta = () => [{ title: "Replacement - Plumbline" }];

export default function Replacement({ loaderData }: Route.ComponentProps) {
  const { may, chosen, ...list } = loaderData;
  return (
    <div className="stack">
      <PageHead title="Replacement" crumbs={[{ label: "Reports", to: "/reports" }]} />
      <ReplacementTabs at="/replacement" />
      <ListPage
        title="Replacement"
        head={false}
        result={list}
        filters={[
          {
            key: "department",
            label: "Location",
            load: searchChoices("locations"),
            selected: chosen.department ?? null,
          },
          {
            key: "category",
            label: "Category",
            load: searchChoices("categories"),
            selected: chosen.category ?? null,
          },
          { key: "from", label: "To be replaced from", isDate: true, rare: true },
          { key: "to", label: "To be replaced until", isDate: true, rare: true },
          {
            key: "unpriced",
            ...reportFilters.unpriced,
            options: [...reportFilters.unpriced.options],
            rare: true,
          },
        ]}
        {...(may.export ? { exportHref: "/report/file.csv?of=replacement-list" } : {})}
        rowHref={(row) => `/asset/detail/${row.assetId}?tab=cost`}
        rowName={(row) => row.code}
        rowActions={
          may.put
            ? (row) => (
                <RowMenu label={`Actions for ${row.code}`}>
                  <MenuLink
                    to={dialogUrl(
                      { pathname: "/replacement/board", search: "" },
                      { put: row.assetId },
                    )}
                    icon="cross"
                  >
                    Put forward to condemn
                  </MenuLink>
                </RowMenu>
              )
            : undefined
        }
        note={
          <WalkNote
            things="assets"
            unsorted={list.unsorted}
            walked={list.walked}
            orders={{ rank: "highest score first", newest: "newest first" }}
            order={list.query.sort}
          />
        }
        empty={{
          title: list.tab === "all" ? "Nothing is counted yet" : "Nothing here now",
          text: "Scores are counted each night, from age, service cost, failures, end of support and criticality.",
        }}
        columns={[
          { key: "code", label: "Code", card: "c-top", as: "code" },
          { key: "name", label: "Asset", card: "c-name" },
          {
            key: "plate",
            label: "Make and model",
            card: "c-meta",
            show: ({ make, model }) => [make, model].filter(Boolean).join(" "),
          },
          { key: "location", label: "Location", optional: true },
          {
            key: "grade",
            label: "Grade",
            card: "c-state",
            show: ({ grade }) => <GradeBadge grade={grade} />,
          },
          {
            key: "score",
            label: "Score",
            card: "c-due",
            numeric: true,
            show: ({ score, parts }) => <span title={partsText(parts)}>{score}</span>,
          },
          {
            key: "ratio",
            label: "Service cost of price",
            card: "c-due",
            numeric: true,
            show: ({ costRatioBp }) => percentText(costRatioBp),
          },
          { key: "endsOn", label: "Life or support ends", card: "c-due", as: "day" },
          { key: "replaceOn", label: "To be replaced", as: "day", optional: true },
          { key: "priceMinor", label: "Purchase cost", as: "money" },
          { key: "budgetMinor", label: "In the budget", as: "money" },
          {
            key: "parts",
            label: "Parts of the score",
            long: true,
            wide: 1,
            show: ({ parts }) => <small className="muted">{partsText(parts)}</small>,
          },
        ]}
      >
        <ListTabs label="Replacement" tab={list.tab} tabs={list.tabs} />
      </ListPage>
    </div>
  );
}
