import type { ReactNode } from "react";
import { renderToReadableStream, renderToString } from "react-dom/server";
import { type EntryContext, type RouterContextProvider, ServerRouter } from "react-router";
import { cookieOf } from "#worker/auth/cookies.ts";
import { setPlainHeaders } from "#worker/headers.ts";
import { visitContext } from "#worker/web/context.ts";
import { comesFirst, scriptsLast } from "./late-scripts.server.ts";
import { withPlainScript } from "./plain-script.server.ts";
import { isPlainPage } from "./ui/plain-page.ts";
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
  const isPlain = isPlainPage(handlesOf(routerContext));
  if (isPlain)
    setPlainHeaders(
      responseHeaders,
      responseStatusCode === 200 && /^(GET|HEAD)$/i.test(request.method),
    );
  if (request.method.toUpperCase() === "HEAD")
    return new Response(null, { status: responseStatusCode, headers: responseHeaders });
  const manifest = { ...routerContext.manifest, routes: routesOf(routerContext) };
  if (isPlain)
    return new Response(plainHtml({ ...routerContext, manifest }, request.url), {
      status: responseStatusCode,
      headers: responseHeaders,
    });
  // Not by a loader: a form that is refused with a page of its own runs none.
  const theme = cookieOf(request, "theme");
  const data = await dataOf(routerContext);
  /** To be rendered once: the router takes the stream of its data. */
  const page = () => (
    <ThemeContext value={theme === "dark" || theme === "light" ? theme : null}>
      <ServerRouter
        context={{ ...routerContext, manifest, ...(data === null ? {} : handedOver(data)) }}
        url={request.url}
        {...(nonce ? { nonce } : {})}
      />
    </ThemeContext>
  );
  const body = `<!DOCTYPE html>${renderToString(page())}`;
  const ids = routerContext.staticHandlerContext.matches.map(({ route }) => route.id);
  const whole = comesFirst(ids) ? scriptsLast(body, nonce) : body;
  return new Response(body.includes(LEFT_OUT) ? await afterLoading(page(), nonce) : whole, {
    status: responseStatusCode,
    headers: responseHeaders,
  });
}

const handlesOf = ({ staticHandlerContext, routeModules }: EntryContext) =>
  staticHandlerContext.matches.map(({ route }) => routeModules[route.id]?.handle);

/** A page without React: no cookie is read for it, and it carries no data. */
const plainHtml = (context: EntryContext, url: string) =>
  withPlainScript(
    `<!DOCTYPE html>${renderToString(
      <ServerRouter context={{ ...context, serverHandoffStream: undefined }} url={url} />,
    )}`,
  );

/** What React leaves in the place of a part that has to be loaded first. */
const LEFT_OUT = "<!--$!-->";

/** A page with a part that is loaded on demand, such as a dialog that its address opens. */
async function afterLoading(page: ReactNode, nonce: string | undefined) {
  const body = await renderToReadableStream(page, {
    ...(nonce ? { nonce } : {}),
    signal: AbortSignal.timeout(streamTimeout + 1_000),
  });
  await body.allReady;
  return body;
}

/** The data of a page's loaders, as text; null for a page without. */
const dataOf = async ({ serverHandoffStream }: EntryContext): Promise<string | null> =>
  serverHandoffStream ? new Response(serverHandoffStream).text() : null;

/**
 * The data as React Router's `<StreamTransfer>` finds it, all at once: no page has data that comes later, so a page is one
 * string, which takes a third of the processor time of a stream.
 */
const handedOver = (value: string) => ({
  serverHandoffStream: new ReadableStream<Uint8Array>(),
  renderMeta: {
    streamCache: { 0: Object.assign(Promise.resolve(), { result: { done: true, value } }) },
  },
});
