import { useContext, useEffect } from "react";
import {
  isRouteErrorResponse,
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  useMatches,
  useNavigate,
  useRouteLoaderData,
} from "react-router";
import type { Problem } from "#app/shared/refusal.ts";
import { cookieOf } from "#worker/auth/cookies.ts";
import { visitContext } from "#worker/web/context.ts";
import type { Route } from "./+types/root";
import "./app.css";
import { ErrorScreen } from "./ui/error-page.tsx";
import { isPlainPage } from "./ui/plain-page.ts";
import { ThemeContext } from "./ui/theme.ts";
import { notify, Toaster } from "./ui/toaster.tsx";

/** The sidebar's width is in a cookie, so that the first paint is right; the year is the server's. */
export function loader({ request, context }: Route.LoaderArgs) {
  return {
    collapsed: cookieOf(request, "sidebar") === "collapsed",
    year: new Date().getUTCFullYear(),
    requestId: context.get(visitContext).requestId,
  };
}

export const shouldRevalidate = () => false;

export const meta = () => [{ title: "Plumbline" }];

export function Layout({ children }: { children: React.ReactNode }) {
  const theme = useContext(ThemeContext);
  const handles = useMatches().map(({ handle }) => handle);
  // Where React runs, it has come with the document.
  const isPlain = typeof document === "undefined" && isPlainPage(handles);
  return (
    <html
      lang="en"
      {...(theme ? { "data-theme": theme } : {})}
      {...(isPlain ? { "data-plain": "" } : {})}
      suppressHydrationWarning
    >
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <Meta />
        <Links />
      </head>
      <body>
        {children}
        {!isPlain && (
          <>
            <Toaster />
            <ScrollRestoration />
            <Scripts />
          </>
        )}
      </body>
    </html>
  );
}

export default Outlet;

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const root = useRouteLoaderData<typeof loader>("root");
  const status = isRouteErrorResponse(error) ? error.status : 500;
  const problem = isRouteErrorResponse(error) ? (error.data as Partial<Problem> | null) : null;
  const text = typeof problem?.message === "string" ? problem.message : undefined;
  return (
    <main id="main">
      {status === 403 && <LeaveForDashboard message={text ?? "Access denied"} />}
      <ErrorScreen
        status={status}
        text={status === 404 ? undefined : text}
        requestId={root?.requestId}
        home={status === 402 || status === 403 ? "/dashboard" : "/"}
      />
    </main>
  );
}

/** Without the permission a person sees the message and goes on to the dashboard. */
function LeaveForDashboard({ message }: { message: string }) {
  const navigate = useNavigate();
  useEffect(() => {
    notify.error(message);
    navigate("/dashboard", { replace: true });
  }, [message, navigate]);
  return null;
}
