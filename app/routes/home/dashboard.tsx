import { lazy, Suspense } from "react";
import { Link, type ShouldRevalidateFunctionArgs } from "react-router";
import { Icon } from "#app/ui/icon.tsx";
import { PageHead } from "#app/ui/page.tsx";
import { DateText } from "#app/ui/time.tsx";
import { useDialog } from "#app/ui/use-dialog.ts";
import { companyDashboard } from "#worker/domain/dashboard/company.ts";
import { staffDashboard } from "#worker/domain/platform/dashboard.ts";
import { reportCall } from "#worker/domain/service-calls/report.ts";
import { Session } from "#worker/session.ts";
import { actions } from "#worker/web/actions.ts";
import { anySessionContext } from "#worker/web/context.ts";
import type { Route } from "./+types/dashboard";
import { Condition, PmByWeek, ReportsByMonth } from "./charts.tsx";
import { Dues } from "./dues.tsx";
import { Elsewhere } from "./elsewhere.tsx";
import { CompanyFigures } from "./figures.tsx";
import { LatestReports } from "./latest-reports.tsx";
import { MyWork } from "./my-work.tsx";
import { PlatformBlocks } from "./platform-blocks.tsx";

const BeginDialogs = lazy(() => import("./begin-dialogs.tsx"));
const FirstSteps = lazy(() => import("./first-steps.tsx"));

export type Dashboard = Awaited<ReturnType<typeof companyDashboard>>;

export async function loader({ context }: Route.LoaderArgs) {
  const session = context.get(anySessionContext);
  return session instanceof Session
    ? {
        company: await companyDashboard(session),
        isAdmin: session.type === "Admin",
        platform: null,
      }
    : { company: null, isAdmin: false, platform: await staffDashboard(session) };
}

export const action = actions({
  "report-problem": ({ session }, values) => reportCall(session, values),
});

/** Opening a dialog reads nothing anew. */
export const shouldRevalidate = ({
  currentUrl,
  nextUrl,
  formMethod,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs) =>
  formMethod || currentUrl.pathname !== nextUrl.pathname || currentUrl.search === nextUrl.search
    ? defaultShouldRevalidate
    : false;

export const meta = () => [{ title: "Dashboard - Plumbline" }];

export default function DashboardPage({
  loaderData: { company, isAdmin, platform },
  actionData,
}: Route.ComponentProps) {
  const dialog = useDialog();
  if (platform)
    return (
      <>
        <PageHead title="Dashboard" />
        <PlatformBlocks {...platform} />
      </>
    );
  const { today, assets, stock, steps, isNew, may } = company;
  const isSetUp = steps.every(({ done }) => done);
  const begins = !isSetUp && (assets?.total ?? 0) === 0;
  const hasAssets = assets !== null && assets.total > 0;
  // The two sides of the day stay about as high as each other.
  const hasManyCalls = (company.calls?.rows.length ?? 0) > 2;
  return (
    <>
      <PageHead
        title="Dashboard"
        badges={
          <span className="muted">
            <DateText on={today} />
          </span>
        }
        actions={
          hasAssets &&
          may.report && (
            <Link
              className="btn btn-primary"
              to={dialog.to({ do: "report-problem" })}
              preventScrollReset
            >
              <Icon name="call" />
              Report a problem
            </Link>
          )
        }
      />
      <div className="stack">
        {!begins && (assets || stock) && <CompanyFigures dashboard={company} />}
        {(begins || (isNew && !isSetUp)) && (
          <Suspense>
            <FirstSteps steps={steps} />
          </Suspense>
        )}
        {hasAssets && (
          <>
            <div className="cols home-day">
              <div className="stack">
                <MyWork dashboard={company} />
                {!hasManyCalls && <Condition assets={assets} />}
              </div>
              <div className="stack">
                <Dues assets={assets} today={today} canStart={may.startPm} />
                {hasManyCalls && <Condition assets={assets} />}
              </div>
            </div>
            <div className="cols home-charts">
              <PmByWeek assets={assets} />
              {assets.months && <ReportsByMonth months={assets.months} />}
            </div>
            <LatestReports rows={assets.reports} />
          </>
        )}
        {!assets && !stock && <Elsewhere open={company.open} isAdmin={isAdmin} />}
      </div>
      {dialog.asked("do") && (
        <Suspense>
          <BeginDialogs answer={actionData} />
        </Suspense>
      )}
    </>
  );
}
