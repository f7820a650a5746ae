import { Hono } from "hono";
import { type RequestHandler, RouterContextProvider } from "react-router";
import { newId } from "#drizzle/columns.ts";
import type { Api } from "./api/door.ts";
import { api } from "./api/index.ts";
import { rateHeaders } from "./api/rate-headers.ts";
import { scim } from "./api/scim.ts";
import { changedCookie, cookieOf, sessionCookieName } from "./auth/cookies.ts";
import { PROVIDER_CALLBACK } from "./auth/enforced.ts";
import { movedCookies } from "./auth/move-session.ts";
import { readSession } from "./auth/read-session.ts";
import { orBusy } from "./busy.ts";
import { type Meter, metered, newMeter, statementsSent } from "./db/meter.ts";
import type { Visit } from "./env.ts";
import {
  isSafe,
  isSameOrigin,
  keptAhead,
  newNonce,
  withoutNullOrigin,
  withSecurityHeaders,
} from "./headers.ts";
import { applyAtOnce } from "./jobs/apply-messages.ts";
import { consume, type Message, startWork } from "./jobs/index.ts";
import { platformOutboxAt, sendLetters } from "./mail/send-letters.ts";
import { payingOrigins } from "./payments/gateways.ts";
import { isRefusal } from "./refusals.ts";
import { hostnameOf, isMoved, originOf, placeAt, placeOf, shardOf } from "./tenancy/hosts.ts";
import { allowedAt } from "./web/allowed-methods.ts";
import { visitContext } from "./web/context.ts";
import { isEntering } from "./web/inside.ts";
import { retiredHostAnswer } from "./web/retired-host.ts";
import { handlersOf } from "./web/routes-at.ts";
import { busyPage, unknownHostPage } from "./web/unknown-host.ts";
import { wholeBuild } from "./web/whole-build.ts";

/** React Router's answers. It works the routes out anew for each request where it is given a function: Vite's dev server changes them. */
function pages(isReading: boolean) {
  const made = async () =>
    handlersOf(
      wholeBuild(await import("virtual:react-router/server-build"), isReading),
      import.meta.env.MODE,
    );
  let kept: ReturnType<typeof made> | undefined;
  const handlers = () => {
    if (import.meta.env.DEV) return made();
    kept ??= made();
    return kept;
  };
  return async (...asked: Parameters<RequestHandler>) => {
    const handlerAt = await handlers();
    return handlerAt(new URL(asked[0].url).pathname)(...asked);
  };
}
const [shownPages, sentPages] = [pages(true), pages(false)];
const worker = new Hono<Api>();
/** Requests whose session was not as expected, or whose company is in another shard, with what was counted until then: they are answered anew. */
const overtaken = new WeakMap<Request, { times: number; meter: Meter | null }>();
/** So many times the session may be another one than was expected, until it is read first. */
const MOST_EXPECTED = 2;
/** Characters; servers in front of the Worker accept no more either. */
const LONGEST_ADDRESS = 16_384;
/** The page whose form leads to the pages of payment gateways. */
const PAYING = "/subscription";
/** What is asked for by GET and yet opens a session: it is carried out once. */
const opensSession = (path: string) => path === PROVIDER_CALLBACK;
const isApi = ({ pathname }: URL) => pathname === "/api" || pathname.startsWith("/api/");

/** Vite's dev server answers for the static files, but not through the binding. */
const servedByVite = ({ port }: URL) =>
  ({
    fetch: (asked: URL) => fetch(new URL(asked.pathname, `http://localhost:${port}`)),
  }) as Fetcher;

worker.use(async (c, next) => {
  const env = import.meta.env.DEV ? { ...c.env, ASSETS: servedByVite(new URL(c.req.url)) } : c.env;
  const before = overtaken.get(c.req.raw);
  const meter = env.METER === "1" ? (before?.meter ?? newMeter()) : null;
  if (meter && c.req.path === "/__statements") return c.json(statementsSent());
  const database = (d1: D1Database, name: "control" | "tenant") =>
    meter ? metered(d1, meter, name) : d1;
  const control = database(env.CONTROL_DB, "control");
  const place = placeAt(
    await placeOf(hostnameOf(c.req.raw), env, control),
    c.req.method,
    c.req.path,
  );
  // Vite's dev server injects tags without a nonce; the policy is for the build.
  const nonce = import.meta.env.DEV ? undefined : newNonce();
  const later: (() => Promise<unknown>)[] = [];
  const visit: Visit = {
    env,
    url: new URL(c.req.url),
    place,
    control,
    shard: place.kind === "company" ? database(shardOf(env, place.shard), "tenant") : null,
    meter,
    requestId: newId(),
    ip: c.req.header("CF-Connecting-IP") ?? "local",
    userAgent: c.req.header("User-Agent") ?? null,
    nonce,
    defer: (work) => later.push(work),
    letters: [],
    platformLetters: [],
    messages: [],
    session: null,
    contact: null,
    mayExpect:
      isSafe(c.req.method) && !opensSession(c.req.path) && (before?.times ?? 0) < MOST_EXPECTED,
    expected: null,
    isElsewhere: false,
    refusedCredential: null,
  };
  c.set("visit", visit);
  if (c.req.url.length > LONGEST_ADDRESS)
    c.res = c.json({ success: false, message: "The address is too long" }, 414);
  else if (place.kind === "unknown")
    c.res = isApi(visit.url)
      ? c.json({ success: false, message: "There is nothing at this address" }, 404)
      : unknownHostPage();
  else if (place.kind === "retired")
    c.res = retiredHostAnswer(c.req.raw, originOf(env, place.company.primaryHost));
  else await next();
  if (visit.isElsewhere || (visit.expected && !(await visit.expected.holds()))) {
    overtaken.set(c.req.raw, { times: (before?.times ?? 0) + 1, meter });
    return undefined;
  }
  await applyAtOnce(env, visit.messages);
  const answer = withSecurityHeaders(c.res, {
    nonce,
    requestId: visit.requestId,
    https: env.PUBLIC_SCHEME === "https",
    isCompany: place.kind === "company",
    pathname: visit.url.pathname,
    onwards: visit.url.pathname === PAYING ? payingOrigins(env) : [],
  });
  if (meter)
    answer.headers.set(
      "Server-Timing",
      `d1;desc="trips=${meter.trips} read=${meter.read} written=${meter.written}"`,
    );
  if (visit.used)
    for (const [name, value] of Object.entries(rateHeaders(visit.used)))
      answer.headers.set(name, value);
  await dropRest(c.req.raw);
  const outbox =
    place.kind === "company" ? { shard: place.shard, owner: place.companyId } : platformOutboxAt;
  if (visit.letters.length) visit.defer(() => sendLetters(env, outbox, visit.letters));
  if (visit.platformLetters.length)
    visit.defer(() => sendLetters(env, platformOutboxAt, visit.platformLetters));
  for (const work of later)
    c.executionCtx.waitUntil(work().catch((error: unknown) => console.error(error)));
  c.res = undefined;
  c.res = answer;
  return undefined;
});

worker.use(async (c, next) => {
  const { visit } = c.var;
  const door = isApi(visit.url) ? "api" : "web";
  if (
    door === "web" &&
    !isEntering(c.req.raw, visit) &&
    !isSameOrigin(c.req.raw, cookieOf(c.req.raw, sessionCookieName(c.env)) !== undefined)
  )
    return c.json({ success: false, message: "This request did not come from this site" }, 403);
  const read = await orBusy(() => readSession(c.req.raw, visit, door)).catch((thrown: unknown) => {
    if (!isRefusal(thrown, 503)) throw thrown;
    return thrown;
  });
  if (read instanceof Response) {
    // Pages say it themselves: those for everybody go on.
    if (door === "api") return read;
    visit.refusedCredential = "unread";
    await next();
    if (c.res.status === read.status) c.header("Retry-After", read.headers.get("Retry-After")!);
    return undefined;
  }
  const { session, contact, refused } = read;
  const signedIn = session ?? contact;
  const company = signedIn && "company" in signedIn ? signedIn.company : null;
  if (
    (company || refused === "dead") &&
    (await isMoved(visit.place, company?.mapVersion ?? null, visit.env, visit.control))
  ) {
    visit.isElsewhere = true;
    return c.body(null, 503);
  }
  visit.session = session;
  visit.contact = contact;
  visit.refusedCredential = refused;
  await next();
  if (door === "web")
    for (const line of await movedCookies(visit)) c.header("Set-Cookie", line, { append: true });
  if ((session ?? contact) && !isSafe(c.req.method))
    c.header("Set-Cookie", changedCookie(c.env, visit.requestId), { append: true });
  return undefined;
});

worker.route("/api", api);
worker.route("/scim/v2", scim);
worker.options("*", async (c) => {
  const allowed = allowedAt(await import("virtual:react-router/server-build"), c.req.path);
  return new Response(null, { status: 204, headers: { Allow: allowed } });
});
worker.all("*", async (c) => {
  const context = new RouterContextProvider();
  context.set(visitContext, c.var.visit);
  const answering = isSafe(c.req.method) ? shownPages : sentPages;
  const isHeld = isEntering(c.req.raw, c.var.visit);
  return keptAhead(c.req.raw, await answering(withoutNullOrigin(c.req.raw, isHeld), context));
});

/** Answers a request, again where its session changed meanwhile or its company is elsewhere; only what changes nothing is answered twice. */
async function answered(request: Request, env: Env, context: ExecutionContext): Promise<Response> {
  for (;;) {
    const before = overtaken.get(request)?.times;
    const answer = await worker.fetch(request, env, context);
    if (overtaken.get(request)?.times === before) return answer;
    await answer.body?.cancel();
  }
}

const MOST_DROPPED = 1024 * 1024;

/** Reads an unused body to its end; otherwise the connection may be lost before the answer arrives. */
async function dropRest({ body }: Request) {
  if (!body || body.locked) return;
  const reader = body.getReader();
  for (let read = 0; read < MOST_DROPPED; ) {
    const { done, value } = await reader.read().catch(() => ({ done: true, value: undefined }));
    if (done) return;
    read += (value as Uint8Array | undefined)?.byteLength ?? 0;
  }
}

worker.onError(async (error, c) => {
  const visit = c.get("visit") as Visit | undefined;
  const busy = await orBusy(() => Promise.reject(error)).catch((thrown: unknown) => thrown);
  if (busy instanceof Response) return isApi(new URL(c.req.url)) ? busy : busyPage(busy);
  console.error(visit?.requestId, error);
  const details: Record<string, string> =
    c.env.APP_ENV === "test"
      ? {
          "X-Test-Error": encodeURIComponent(
            `${error.message} ${String(error.cause ?? "")}`.slice(0, 1500),
          ),
        }
      : {};
  return c.json(
    { success: false, message: "Something went wrong. Please try again." },
    500,
    details,
  );
});

/** Records the statements that are sent to the databases of tests. */
function noted(env: Env): Env {
  if (env.METER !== "1") return env;
  const meter = newMeter();
  const databases = Object.entries(env).filter(([name]) =>
    /^(CONTROL_DB|TENANT_DB_\w+)$/.test(name),
  ) as [string, D1Database][];
  return {
    ...env,
    ...Object.fromEntries(
      databases.map(([name, d1]) => [
        name,
        metered(d1, meter, name === "CONTROL_DB" ? "control" : "tenant"),
      ]),
    ),
  };
}

export default {
  fetch: answered,
  scheduled: ({ cron, scheduledTime }: ScheduledController, env: Env) =>
    startWork(cron, noted(env), scheduledTime),
  queue: (batch: MessageBatch<Message>, env: Env) => consume(batch, noted(env)),
};
