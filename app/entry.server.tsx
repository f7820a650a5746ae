import { isbot } from "isbot";
import { renderToReadableStream } from "react-dom/server";
import { type EntryContext, type RouterContextProvider, ServerRouter } from "react-router";
import { cookieOf } from "#worker/auth/cookies.ts";
import { visitContext } from "#worker/web/context.ts";
import { ThemeContext } from "./ui/theme.ts";

export const streamTimeout = 5_000;

type Routes = EntryContext["manifest"]["routes"];

/** The build's routes without what tells nothing: flags that are off, and files that the root or the entry has already. */
function leanRoutes({ routes, entry }: EntryContext["manifest"]): Routes {
  const { root } = routes;
  const known = new Set([...entry.imports, ...(root?.imports ?? []), ...(root?.css ?? [])]);
  const further = (files: string[] | undefined) => files?.filter((file) => !known.has(file));
  const lean = Object.values(routes).flatMap((route) => {
    if (!route) return [];
    const { imports, css } = route;
    const told =
      route === root ? route : { ...route, imports: further(imports), css: further(css) };
    const isTold = (value: unknown) => (Array.isArray(value) ? value.length > 0 : value);
    return [[route.id, Object.fromEntries(Object.entries(told).filter(([, on]) => isTold(on)))]];
  });
  return Object.fromEntries(lean) as Routes;
}

let lean: Routes | undefined;

/** The routes of one page: the browser asks for those of its links by itself. */
function routesOf({ manifest, staticHandlerContext }: EntryContext): Routes {
  lean ??= leanRoutes(manifest);
  return Object.fromEntries(
    staticHandlerContext.matches.map(({ route }) => [route.id, lean?.[route.id]]),
  );
}

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
  const manifest = { ...routerContext.manifest, routes: routesOf(routerContext) };
  let status = responseStatusCode;
  let shellRendered = false;
  const body = await renderToReadableStream(
    <ThemeContext value={theme === "dark" || theme === "light" ? theme : null}>
      <ServerRouter
        context={{ ...routerContext, manifest }}
        url={request.url}
        {...(nonce ? { nonce } : {})}
      />
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
