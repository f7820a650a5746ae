import { isbot } from "isbot";
import { renderToReadableStream } from "react-dom/server";
import { type EntryContext, type RouterContextProvider, ServerRouter } from "react-router";
import { cookieOf } from "#worker/auth/cookies.ts";
import { visitContext } from "#worker/web/context.ts";
import { ThemeContext } from "./ui/theme.ts";

export const streamTimeout = 5_000;

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
  let status = responseStatusCode;
  let shellRendered = false;
  const body = await renderToReadableStream(
    <ThemeContext value={theme === "dark" || theme === "light" ? theme : null}>
      <ServerRouter context={routerContext} url={request.url} {...(nonce ? { nonce } : {})} />
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
