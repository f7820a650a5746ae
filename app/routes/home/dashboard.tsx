import { PageHead } from "#app/ui/page.tsx";
import { EmptyState } from "#app/ui/states.tsx";
import { DateText } from "#app/ui/time.tsx";
import { companyDashboard } from "#worker/domain/dashboard.ts";
import { staffDashboard } from "#worker/domain/platform/dashboard.ts";
import { Session } from "#worker/session.ts";
import { anySessionContext } from "#worker/web/context.ts";
import type { Route } from "./+types/dashboard";
import { Dues } from "./dues.tsx";
import { CompanyFigures } from "./figures.tsx";
import { FirstSteps } from "./first-steps.tsx";
import { LatestReports } from "./latest-reports.tsx";
import { PlatformBlocks } from "./platform-blocks.tsx";

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

export const meta = () => [{ title: "Dashboard - Plumbline" }];

export default function Dashboard({
  loaderData: { company, isAdmin, platform },
}: Route.ComponentProps) {
  if (platform)
    return (
      <>
        <PageHead title="Dashboard" />
        <PlatformBlocks {...platform} />
      </>
    );
  const { today, soon, assets, stock, steps } = company;
  const begins = steps.some(({ done }) => !done) && (assets?.total ?? 0) === 0;
  return (
    <>
      <PageHead
        title="Dashboard"
        badges={
          <span className="muted">
            <DateText on={today} />
          </span>
        }
      />
      <div className="stack">
        {begins && <FirstSteps steps={steps} />}
        {!begins && (assets || stock) && (
          <CompanyFigures today={today} assets={assets} stock={stock} />
        )}
        {assets && assets.total > 0 && (
          <div className="cols cols-32">
            <Dues rows={assets.dues} today={today} soon={soon} />
            <LatestReports rows={assets.reports} />
          </div>
        )}
        {!begins && !assets && !stock && (
          <EmptyState
            title="Nothing for you here yet"
            text={
              isAdmin
                ? "Figures come with your company's first records. Invite people under Users, and look through Settings."
                : "What you see depends on your permissions. An Admin of your company can change them."
            }
          />
        )}
      </div>
    </>
  );
}
