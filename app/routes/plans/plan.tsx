import { Link } from "react-router";
import { countText } from "#app/shared/numbers.ts";
import { serviceTypeWords } from "#app/shared/person-words.ts";
import { DataTable } from "#app/ui/data-table.tsx";
import { useFormat } from "#app/ui/format.ts";
import { Icon } from "#app/ui/icon.tsx";
import { Money } from "#app/ui/money.tsx";
import { Badge, DefinitionList, PageHead, Panel } from "#app/ui/page.tsx";
import { StateBadge } from "#app/ui/record-list.tsx";
import { planDetail } from "#worker/domain/platform/plan-versions.ts";
import { staffContext } from "#worker/web/context.ts";
import type { Route } from "./+types/plan";
import { limitsText } from "./plan-words.tsx";

export const loader = ({ context, params }: Route.LoaderArgs) =>
  planDetail(context.get(staffContext), params.id);
export const meta = ({ loaderData }: Route.MetaArgs) => [
  { title: `${loaderData?.plan.name ?? "Plan"} - Plumbline` },
];

export default function PlanPage({ loaderData }: Route.ComponentProps) {
  const { locale } = useFormat();
  const { plan, versions, today } = loaderData;
  const current = versions.find(({ validFrom }) => validFrom <= today);
  return (
    <>
      <PageHead
        title={plan.name}
        crumbs={[{ label: "Plans", to: "/plans" }, { label: plan.code }]}
        badges={<StateBadge archivedAt={plan.archivedAt} />}
        actions={
          <>
            <Link className="btn" to={`/plans?edit=${plan.id}&state=all`}>
              <Icon name="edit" />
              Edit plan
            </Link>
            {!plan.archivedAt && (
              <Link className="btn btn-primary" to={`/plan/${plan.id}/version`} prefetch="intent">
                <Icon name="plus" />
                New version
              </Link>
            )}
          </>
        }
      />
      <div className="stack">
        <Panel title="Plan">
          <DefinitionList
            entries={[
              [
                "Code",
                <span key="code" className="code">
                  {plan.code}
                </span>,
              ],
              ["Service type", serviceTypeWords[plan.serviceType]],
              ["Public", plan.isPublic ? "Yes" : "No"],
              ["Order", String(plan.sort)],
              ["Summary", plan.summary],
            ]}
          />
        </Panel>
        <Panel title="Versions" flush>
          <DataTable
            label="Versions"
            rows={versions}
            sticky={false}
            rowName={(row) => `version ${row.versionNo}`}
            columns={[
              {
                key: "versionNo",
                label: "Version",
                card: "c-name",
                wraps: true,
                show: (row) => `Version ${row.versionNo}`,
              },
              {
                key: "holds",
                label: "State",
                card: "c-state",
                show: (row) =>
                  row === current ? (
                    <Badge tone="in-date" icon="ok" calm>
                      Holds now
                    </Badge>
                  ) : row.validFrom > today ? (
                    <Badge tone="info" icon="clock" calm>
                      Later
                    </Badge>
                  ) : (
                    <span className="quiet">Earlier</span>
                  ),
              },
              { key: "validFrom", label: "Holds from", card: "c-top", as: "day" },
              {
                key: "monthly",
                label: "A month",
                card: "c-due",
                numeric: true,
                show: (row) => <Money minor={row.priceMonthlyMinor} currency={row.currency} />,
              },
              {
                key: "yearly",
                label: "A year",
                card: "c-due",
                numeric: true,
                show: (row) => <Money minor={row.priceYearlyMinor} currency={row.currency} />,
              },
              { key: "trialDays", label: "Trial days", numeric: true },
              {
                key: "limits",
                label: "Limits and features",
                card: "c-meta",
                wraps: true,
                show: (row) => (
                  <>
                    <div>{limitsText(row, locale)}</div>
                    {row.features.length > 0 && (
                      <small className="quiet">{row.features.join(" · ")}</small>
                    )}
                  </>
                ),
              },
              {
                key: "companies",
                label: "Companies",
                numeric: true,
                show: (row) => countText(row.companies, locale),
              },
            ]}
          />
        </Panel>
      </div>
    </>
  );
}
