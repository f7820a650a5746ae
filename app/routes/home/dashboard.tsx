import { lazy, Suspense } from "react";
import { Link, type ShouldRevalidateFunctionArgs } from "react-router";
import { ROUNDS_COOKIE } from "#app/shared/rounds.ts";
import { Icon } from "#app/ui/icon.tsx";
import { PageHead, Panel, Readout } from "#app/ui/page.tsx";
import { DateText, monthText } from "#app/ui/time.tsx";
import { useDialog } from "#app/ui/use-dialog.ts";
import { cookieOf } from "#worker/auth/cookies.ts";
import { companyDashboard } from "#worker/domain/dashboard/company.ts";
import { putFirstStepsAway } from "#worker/domain/dashboard/put-away.ts";
import { staffDashboard } from "#worker/domain/platform/dashboard.ts";
import { makeSamples } from "#worker/domain/samples/make.ts";
import { removeSamples } from "#worker/domain/samples/remove.ts";
import { reportCall } from "#worker/domain/service-calls/report.ts";
import { Session } from "#worker/session.ts";
import { actions } from "#worker/web/actions.ts";
import { anySessionContext } from "#worker/web/context.ts";
import type { Route } from "./+types/dashboard";
import { Condition, Drawn, Rings } from "./charts.tsx";
import { Controls } from "./controls.tsx";
import { Dues } from "./dues.tsx";
import { FeedPanel } from "./feed.tsx";
import { MyWork } from "./my-work.tsx";

const BeginDialogs = lazy(() => import("./begin-dialogs.tsx"));
const TakenRounds = lazy(() => import("#app/offline/taken-rounds.tsx"));
const PlatformBlocks = lazy(() => import("./platform-blocks.tsx"));
const FirstSteps = lazy(() => import("./first-steps.tsx"));
const Elsewhere = lazy(() => import("./elsewhere.tsx"));

export type Dashboard = Awaited<ReturnType<typeof companyDashboard>>;

export async function loader({ context, request }: Route.LoaderArgs) {
  const session = context.get(anySessionContext);
  return session instanceof Session
    ? {
        company: await companyDashboard(session, new URL(request.url).searchParams),
        isAdmin: session.type === "Admin",
        /** Whether rounds were taken along on this device: only then their list is loaded. */
        hasRounds: Boolean(cookieOf(request, ROUNDS_COOKIE)),
        platform: null,
      }
    : { company: null, isAdmin: false, hasRounds: false, platform: await staffDashboard(session) };
}

export const action = actions({
  "report-problem": ({ session }, values) => reportCall(session, values),
  "make-samples": ({ session }) => makeSamples(session),
  "remove-samples": ({ session }) => removeSamples(session),
  "put-away": ({ session }) => putFirstStepsAway(session),
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
  loaderData: { company, isAdmin, hasRounds, platform },
  actionData,
}: Route.ComponentProps) {
  const dialog = useDialog();
  if (platform)
    return (
      <>
        <PageHead title="Dashboard" />
        <Suspense>
          <PlatformBlocks {...platform} />
        </Suspense>
      </>
    );
  const {
    today,
    assets,
    tiles,
    charts,
    feeds,
    compliance,
    period,
    failed,
    steps,
    may,
    begins,
    hasAssets,
  } = company;
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
        {hasAssets && <Controls dashboard={company} />}
        {failed.map((title) => (
          <Panel key={title} title={title}>
            <p>
              Could not load. <a href="/dashboard">Try again</a>
            </p>
          </Panel>
        ))}
        {!begins && (assets || company.hasStock) && <Readout label="Today" figures={tiles} fill />}
        {company.asksToBegin && (
          <Suspense>
            <FirstSteps steps={steps} samples={company.samples} isAdmin={isAdmin} />
          </Suspense>
        )}
        {hasAssets && assets && (
          <>
            <div className="cols home-day">
              <div className="stack">
                <MyWork dashboard={company} />
                {hasRounds && (
                  <Suspense>
                    <TakenRounds />
                  </Suspense>
                )}
                {!hasManyCalls && <Condition assets={assets} />}
              </div>
              <div className="stack">
                <Dues assets={assets} today={today} canStart={may.startPm} />
                {hasManyCalls && <Condition assets={assets} />}
              </div>
            </div>
            <div className="cols home-charts">
              {charts.map((chart) => (
                <Drawn key={chart.title} {...chart} />
              ))}
              {compliance && (
                <Rings
                  rows={compliance}
                  to={`/pm-compliance?month=${period.to}${company.location ? `&location=${company.location}` : ""}`}
                  months={
                    period.from === period.to
                      ? monthText(period.to)
                      : `${monthText(period.from)} to ${monthText(period.to)}`
                  }
                />
              )}
              {feeds.map((feed) => (
                <FeedPanel key={feed.title} {...feed} />
              ))}
            </div>
          </>
        )}
        {!(hasAssets && assets) && hasRounds && (
          <Suspense>
            <TakenRounds />
          </Suspense>
        )}
        {!assets && !company.hasStock && (
          <Suspense>
            <Elsewhere open={company.open} tiles={tiles} isAdmin={isAdmin} />
          </Suspense>
        )}
      </div>
      {dialog.asked("do") && (
        <Suspense>
          <BeginDialogs answer={actionData} samples={company.samples} />
        </Suspense>
      )}
    </>
  );
}
