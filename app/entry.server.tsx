import type { ReactNode } from "react";
import { renderToReadableStream, renderToString } from "react-dom/server";
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
  const manifest = { ...routerContext.manifest, routes };
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
  return new Response(body.includes(LEFT_OUT) ? await afterLoading(page(), nonce) : body, {
    status: responseStatusCode,
    headers: responseHeaders,
  });
}

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
