import { data, isRouteErrorResponse, Outlet } from "react-router";
import { publicPageAt } from "#app/shared/public-pages.ts";
import type { Problem } from "#app/shared/refusal.ts";
import { ErrorScreen } from "#app/ui/error-page.tsx";
import { plainPage } from "#app/ui/plain-page.ts";
import { visitContext } from "#worker/web/context.ts";
import { siteOrigin } from "#worker/web/site.ts";
import { UnknownPage } from "../public/unknown.tsx";
import type { Route } from "./+types/frame";
import { SiteFrame } from "./site-frame.tsx";
import { metaOfPage } from "./site-meta.ts";

export const handle = plainPage;

/** A company's host has no public pages. */
export function loader({ context }: Route.LoaderArgs) {
  const visit = context.get(visitContext);
  if (visit.place.kind !== "platform") throw data(null, { status: 404 });
  return { origin: siteOrigin(visit), year: new Date().getUTCFullYear() };
}

export const meta = ({ loaderData, location }: Route.MetaArgs) => {
  const page = publicPageAt(location.pathname);
  return page && loaderData ? metaOfPage(page, loaderData.origin) : [{ title: "Plumbline" }];
};

/** Every page of the public site. */
export default function Frame({ loaderData, matches }: Route.ComponentProps) {
  const path = publicPageAt(matches.at(-1)?.pathname ?? "/")?.path;
  return (
    <SiteFrame year={loaderData.year} path={path}>
      <Outlet />
    </SiteFrame>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const status = isRouteErrorResponse(error) ? error.status : 500;
  const problem = isRouteErrorResponse(error) ? (error.data as Partial<Problem> | null) : null;
  return (
    <main id="main">
      {status === 404 ? <UnknownPage /> : <ErrorScreen status={status} text={problem?.message} />}
    </main>
  );
}
