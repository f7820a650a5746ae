import { lazy, Suspense, useEffect } from "react";
import { data, Outlet, useLocation, useRouteLoaderData } from "react-router";
import type { loader as rootLoader } from "#app/root.tsx";
import { ask } from "#app/ui/ask.ts";
import { FormatContext } from "#app/ui/format.ts";
import { type ResolveCode, ScanContext } from "#app/ui/scanner.tsx";
import { AppShell } from "#app/ui/shell/app-shell.tsx";
import { Bell } from "#app/ui/shell/bell.tsx";
import type { Found } from "#app/ui/shell/palette-search.ts";
import { Note } from "#app/ui/states.tsx";
import { steadyPage } from "#app/ui/steady-page.ts";
import { TimeText } from "#app/ui/time.tsx";
import { notify } from "#app/ui/toaster.tsx";
import { ViewsContext } from "#app/ui/views-context.ts";
import { anySessionContext, requireAccess, visitContext } from "#worker/web/context.ts";
import { shellOf } from "#worker/web/shell.ts";
import type { Route } from "./+types/signed-in";
import { useClientSession } from "./use-client-session.ts";

// Few see these.
const EndingNote = lazy(() => import("./ending-note.tsx"));
const InsideNote = lazy(() => import("./inside-note.tsx"));
const SamplesNote = lazy(() => import("./samples-note.tsx"));

export const middleware: Route.MiddlewareFunction[] = [requireAccess];

/** A loader here makes the middleware run on client navigation as well. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { body, headers } = await shellOf(
    request,
    context.get(visitContext),
    context.get(anySessionContext),
  );
  return data(body, { headers });
}

const shapeOf = (pathname: string) => {
  if (/\/service-report\/edit\//.test(pathname)) return "overlay";
  return /\/(create|update|edit)\b|\/service-report\/|\/permission\/|^\/(settings|profile)\b/.test(
    pathname,
  )
    ? "form"
    : /\/(detail|ledger|company)\/|^\/(dashboard|accessory)\b/.test(pathname)
      ? "record"
      : "list";
};

function SignedIn({ loaderData }: Route.ComponentProps) {
  const { shell, format, grant, flash, isPlatform } = loaderData;
  const root = useRouteLoaderData<typeof rootLoader>("root");
  const { pathname } = useLocation();
  const signOut = useClientSession(grant, isPlatform);
  useEffect(() => {
    if (flash) notify[flash.kind](flash.message, flash.title);
  }, [flash]);
  return (
    <FormatContext value={format}>
      <ScanContext value={shell.scans ? resolveCode : null}>
        <AppShell
          data={shell}
          year={root?.year ?? 2026}
          collapsed={root?.collapsed ?? false}
          onSignOut={signOut}
          signOutAction="/session/sign-out"
          search={searchEverything}
          shapeOf={shapeOf}
          banner={
            <Suspense>
              {shell.inside && <InsideNote inside={shell.inside} />}
              {shell.maintenance && <MaintenanceNote {...shell.maintenance} />}
              {shell.ending && <EndingNote ending={shell.ending} />}
              {shell.samples && shapeOf(pathname) === "list" && <SamplesNote {...shell.samples} />}
            </Suspense>
          }
          tools={
            shell.unread !== null && (
              <Bell unread={shell.unread} all="/notifications" latest="/notifications/latest" />
            )
          }
        >
          {flash && (
            <noscript>
              <Note tone={flash.kind === "success" || flash.kind === "info" ? "info" : "overdue"}>
                {flash.message}
              </Note>
            </noscript>
          )}
          <ViewsContext value={!isPlatform}>
            <Outlet />
          </ViewsContext>
        </AppShell>
      </ScanContext>
    </FormatContext>
  );
}

/** What the platform says of its maintenance. */
const MaintenanceNote = ({ text, until }: { text: string; until: number }) => (
  <Note tone="amber" icon="wrench">
    {text}{" "}
    <span className="quiet">
      Shown until <TimeText at={until} />
    </span>
  </Note>
);

export default steadyPage(SignedIn);

const resolveCode: ResolveCode = (text) => ask("/scan", { query: { text } });

const searchEverything = (q: string) =>
  ask<Found[]>("/palette", {
    query: { q },
  });
