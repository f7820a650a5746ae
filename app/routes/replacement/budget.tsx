import type { ReactNode } from "react";
import { Link } from "react-router";
import { plural } from "#app/shared/plural.ts";
import { DataTable } from "#app/ui/data-table.tsx";
import { Icon } from "#app/ui/icon.tsx";
import type { Column } from "#app/ui/list-page.tsx";
import { Money } from "#app/ui/money.tsx";
import { PageHead, Panel, Readout, Tabs } from "#app/ui/page.tsx";
import { EmptyState, Note } from "#app/ui/states.tsx";
import { budgetPage } from "#worker/domain/replacement/budget.ts";
import { sessionContext } from "#worker/web/context.ts";
import type { Route } from "./+types/budget";
import "../../css/reports.css";
import { ReplacementTabs } from "./words.tsx";

export const loader = ({ request, context }: Route.LoaderArgs) =>
  budgetPage(context.get(sessionContext), new URL(request.url).searchParams);

export const meta = () => [{ title: "Replacement budget - Plumbline" }];

type Data = Route.ComponentProps["loaderData"];
type Line = Data["lines"][number];

/** A number that opens the devices it is made of. */
const Opening = ({ to, children }: { to: string | undefined; children: ReactNode }) =>
  to ? <Link to={to}>{children}</Link> : children;

export default function Budget({ loaderData }: Route.ComponentProps) {
  const { years, lines, total, by, may, inflationBp, isCut, most } = loaderData;
  const columns: Column<Line>[] = [
    { key: "name", label: by === "category" ? "Category" : "Location", card: "c-name" },
    {
      key: "count",
      label: "Assets",
      card: "c-due",
      numeric: true,
      show: ({ count, rows }) => <Opening to={rows?.count}>{count}</Opening>,
    },
    ...years.map(
      (name, at): Column<Line> => ({
        key: `y${at}`,
        label: name,
        card: "c-due",
        numeric: true,
        show: (line) => (
          <Opening to={line.years[at] ? line.rows?.years[at] : undefined}>
            <Money minor={line.years[at] || null} />
          </Opening>
        ),
      }),
    ),
    ...(total.unpriced > 0
      ? [
          {
            key: "unpriced",
            label: "Without a price",
            card: "c-due",
            numeric: true,
            show: ({ unpriced, rows }: Line) =>
              unpriced ? <Opening to={rows?.unpriced}>{unpriced}</Opening> : "",
          } as const,
        ]
      : []),
  ];
  return (
    <div className="stack budget">
      <PageHead
        title="Replacement budget"
        crumbs={[{ label: "Reports", to: "/reports" }]}
        actions={
          may.export && (
            <a className="btn" href={`/replacement/budget.csv?by=${by}`} download>
              <Icon name="dl" />
              CSV
            </a>
          )
        }
      />
      <ReplacementTabs at="/replacement/budget" />
      <p className="muted report-about">
        Devices whose life or support ends in five fiscal years, and those whose score is strong, at
        their purchase cost with prices rising by {inflationBp / 100} % a year.
      </p>
      {total.count > 0 && (
        <Readout
          label="Budget"
          figures={years.map((name, at) => ({
            label: name,
            value: <Money minor={total.years[at] ?? 0} />,
            ...(total.rows ? { to: total.rows.years[at]! } : {}),
          }))}
        />
      )}
      {total.unpriced > 0 && (
        <Note tone="amber">
          {plural(
            total.unpriced,
            "1 asset that is due has no purchase cost and is not in these sums.",
            "{n} assets that are due have no purchase cost and are not in these sums.",
          )}{" "}
          {total.rows && <Link to={total.rows.unpriced}>Show them</Link>}
        </Note>
      )}
      {isCut && (
        <Note tone="info">More than {most} assets are due. The first of them are counted.</Note>
      )}
      <Tabs
        label="By"
        tabs={[
          { label: "By category", to: "/replacement/budget", current: by === "category" },
          {
            label: "By Location",
            to: "/replacement/budget?by=location",
            current: by === "location",
          },
        ]}
      />
      {lines.length === 0 ? (
        <EmptyState
          title="Nothing is due in five years"
          text="Devices need a life or an end of support. Scores are counted each night."
        />
      ) : (
        <Panel title="What is due" flush>
          <DataTable<Line> label="What is due" rows={lines} columns={columns} sticky={false} />
        </Panel>
      )}
    </div>
  );
}
