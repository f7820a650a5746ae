import { isbot } from "isbot";
import { renderToReadableStream } from "react-dom/server";
import { type EntryContext, type RouterContextProvider, ServerRouter } from "react-router";
import { cookieOf } from "#worker/auth/cookies.ts";
import { visitContext } from "#worker/web/context.ts";
import { ThemeContext } from "./ui/theme.ts";

export const streamTimeout = 5_000;

/** The build's routes without what tells nothing: flags that are off, and styles the root has already. A part of them is in each page. */
function leanRoutes(routes: EntryContext["manifest"]["routes"]) {
  const styles = new Set(routes.root?.css);
  const lean = Object.values(routes).flatMap((route) => {
    if (!route) return [];
    const css = route.id === "root" ? route.css : route.css?.filter((href) => !styles.has(href));
    const told = { ...route, css: css?.length ? css : undefined };
    return [[route.id, Object.fromEntries(Object.entries(told).filter(([, value]) => value))]];
  });
  return Object.fromEntries(lean) as typeof routes;
}

let routes: ReturnType<typeof leanRoutes> | undefined;

export default async function handleRequest(
  request: Request,
  responseStatusCode: number,
  responseHeaders: Headers,
  routerContext: EntryContext,
  loadContext: RouterContextProvider,
) {
  const { nonce } = loadContext.get(visitContext);
  responseHeaders.set("Content-Type", "text/html; charset=utf-8");
  if (request.method.toUpperCase() === "HEAD")
    return new Response(null, { status: responseStatusCode, headers: responseHeaders });
  // Not by a loader: a form that is refused with a page of its own runs none.
  const theme = cookieOf(request, "theme");
  routes ??= leanRoutes(routerContext.manifest.routes);
  const page = { ...routerContext, manifest: { ...routerContext.manifest, routes } };
  let status = responseStatusCode;
  let shellRendered = false;
  const body = await renderToReadableStream(
    <ThemeContext value={theme === "dark" || theme === "light" ? theme : null}>
      <ServerRouter context={page} url={request.url} {...(nonce ? { nonce } : {})} />
    </ThemeContext>,
    {
      ...(nonce ? { nonce } : {}),
      signal: AbortSignal.timeout(streamTimeout + 1_000),
      onError(error: unknown) {
        status = 500;
        if (shellRendered) console.error(error);
      },
    },
  );
  shellRendered = true;
  if (isbot(request.headers.get("user-agent"))) await body.allReady;
  return new Response(body, { status, headers: responseHeaders });
}
