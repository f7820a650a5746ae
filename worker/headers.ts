const policyWith = (scripts: string, styles: string, forms = "'self'") =>
  [
    "default-src 'none'",
    `script-src ${scripts}`,
    `style-src-elem ${styles}`,
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "media-src 'self' blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "worker-src 'self'",
    `form-action ${forms}`,
    "base-uri 'none'",
    "object-src 'none'",
    "frame-ancestors 'none'",
  ].join("; ");
/** @param onwards other origins to which a form of the page may lead */
const policy = (nonce: string, onwards: readonly string[]) =>
  policyWith(
    `'self' 'nonce-${nonce}' 'strict-dynamic'`,
    `'self' 'nonce-${nonce}'`,
    ["'self'", ...onwards].join(" "),
  );
/** Of a page that is the same for everybody: it runs files of ours alone, and has no nonce, which would be another one each time. */
const plainPolicy = policyWith("'self'", "'self'");

/** How long browsers and the edge show a public page as they have it: what is published shows after ten minutes at the latest. */
const SHARED = "public, max-age=60, s-maxage=600";

/**
 * Headers of a page without React, which no cookie changes.
 * @param isKept whether caches may keep it: one that was found, and that answers no form
 */
export function setPlainHeaders(headers: Headers, isKept: boolean): void {
  // Vite's dev server injects tags; the policy is for the build.
  if (!import.meta.env.DEV) headers.set("Content-Security-Policy", plainPolicy);
  if (isKept) headers.set("Cache-Control", SHARED);
}

export const newNonce = () =>
  btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(16))));

/** A private link of a call or calendar, whose address is a secret. */
const isPrivateLink = (pathname: string) =>
  pathname.startsWith("/call/") || pathname.startsWith("/calendar/");
/** Public pages of labels, certificates, calls and calendars are found by their label, code or link only. */
const isFoundByHand = (pathname: string) =>
  pathname.startsWith("/q/") || pathname.startsWith("/verify/") || isPrivateLink(pathname);

/** Sets the headers of every answer. Answers are private and not stored unless they say otherwise. */
export function withSecurityHeaders(
  response: Response,
  options: {
    nonce: string | undefined;
    requestId: string;
    https: boolean;
    isCompany: boolean;
    pathname: string;
    /** Other origins to which a form of the page may lead. */
    onwards?: readonly string[];
  },
): Response {
  const answer = new Response(response.body, response);
  const { headers } = answer;
  const set = (name: string, value: string) => headers.has(name) || headers.set(name, value);
  set("Cache-Control", "private, no-store");
  set("X-Content-Type-Options", "nosniff");
  set("Referrer-Policy", isPrivateLink(options.pathname) ? "no-referrer" : "same-origin");
  set("Cross-Origin-Opener-Policy", "same-origin");
  set("Cross-Origin-Resource-Policy", "same-origin");
  set("X-Frame-Options", "DENY");
  set("X-Request-Id", options.requestId);
  if (options.https) set("Strict-Transport-Security", "max-age=31536000; includeSubDomains");
  const isPage = headers.get("Content-Type")?.startsWith("text/html");
  // A document keeps its policy while scripts go on to other pages: sign-in leads to those that scan.
  const scans = isPage && options.isCompany && !isFoundByHand(options.pathname);
  set(
    "Permissions-Policy",
    `camera=(${scans ? "self" : ""}), microphone=(), geolocation=(), payment=()`,
  );
  if (isFoundByHand(options.pathname)) set("X-Robots-Tag", "noindex, nofollow");
  if (isPage && options.nonce)
    set("Content-Security-Policy", policy(options.nonce, options.onwards ?? []));
  if (!isPage) set("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'");
  return answer;
}

/** How long a page that was fetched ahead may be shown. Chromium shows it once, within five minutes. */
const AHEAD_SECONDS = 5;

/**
 * What a link fetches ahead of the click is kept by that browser alone, so that the click asks for nothing more; see
 * docs/decisions/017-fetched-ahead.md. Another session, another choice or anything changed is another cookie, and asks again.
 */
export function keptAhead(request: Request, answer: Response): Response {
  const isAhead =
    request.headers.get("Sec-Purpose")?.startsWith("prefetch") &&
    new URL(request.url).pathname.endsWith(".data");
  if (
    !isAhead ||
    request.method !== "GET" ||
    answer.status !== 200 ||
    answer.headers.has("Set-Cookie")
  )
    return answer;
  const cacheable = new Response(answer.body, answer);
  cacheable.headers.set("Cache-Control", `private, max-age=${AHEAD_SECONDS}`);
  cacheable.headers.set("Vary", "Cookie");
  return cacheable;
}

const safe = new Set(["GET", "HEAD", "OPTIONS"]);
export const isSafe = (method: string) => safe.has(method);

/**
 * Whether a request may change something by its cookie: the browser says that it comes from our own page.
 * A request that says neither passes only without a session cookie.
 */
export function isSameOrigin(request: Request, hasCookie: boolean): boolean {
  if (isSafe(request.method)) return true;
  const site = request.headers.get("Sec-Fetch-Site");
  const origin = request.headers.get("Origin");
  // A page that sends no referrer names no origin either; then the browser's own word is what counts.
  if (origin === "null") return site === "same-origin";
  if (origin) return origin === new URL(request.url).origin || sameHost(origin, request);
  if (site) return site === "same-origin";
  return !hasCookie;
}

/**
 * A request of our own page whose browser names no origin, as the pages' own check can take it: it refuses the word "null".
 * @param isHeld where it comes from was found right already
 */
export function withoutNullOrigin(request: Request, isHeld = false): Request {
  if (!isHeld && request.headers.get("Origin") !== "null") return request;
  const headers = new Headers(request.headers);
  headers.delete("Origin");
  return new Request(request, { headers });
}

/** The page's host is the mapped host; a proxy in front may have changed the scheme. */
const sameHost = (origin: string, request: Request) => {
  try {
    return new URL(origin).host === (request.headers.get("Host") ?? new URL(request.url).host);
  } catch {
    return false;
  }
};
