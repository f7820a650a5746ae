import { expect } from "vitest";
import { openSession } from "./open-session.ts";
import { type Company, PASSWORD, type World } from "./world.ts";

export type Kind = "admin" | "engineer" | "viewer";
type Options = {
  method?: string;
  body?: BodyInit | Record<string, unknown> | undefined;
  headers?: Record<string, string>;
};

/** Node's FormData has to be encoded before the harness sees it. */
async function encoded(
  body: Options["body"],
): Promise<{ body?: BodyInit; headers: Record<string, string> }> {
  if (body === undefined) return { headers: {} };
  if (body instanceof FormData || body instanceof URLSearchParams) {
    const made = new Response(body);
    return {
      body: await made.arrayBuffer(),
      headers: { "content-type": made.headers.get("content-type")! },
    };
  }
  if (
    typeof body === "object" &&
    !(body instanceof ArrayBuffer) &&
    !ArrayBuffer.isView(body) &&
    !(body instanceof Blob)
  )
    return { body: JSON.stringify(body), headers: { "content-type": "application/json" } };
  return { body: body as BodyInit, headers: {} };
}

/** The Worker keeps a host's company for 30 s: it is looked up again before a request in which that would end, and so never in one a test counts. */
const KEPT_HOST_MS = 30_000;
const MARGIN_MS = 1_500;
const lookedUp = new Map<string, number>();
async function keepWarm(w: World, host: string) {
  const key = `${w.port} ${host}`;
  const age = Date.now() - (lookedUp.get(key) ?? 0);
  if (age < KEPT_HOST_MS - MARGIN_MS) return;
  if (age < KEPT_HOST_MS + 50)
    await new Promise((resolve) => setTimeout(resolve, KEPT_HOST_MS + 50 - age));
  lookedUp.set(key, Date.now());
  await (await w.server.fetch(`http://${host}/api/none`)).arrayBuffer();
}

export async function ask(
  w: World,
  host: string,
  path: string,
  { method = "GET", body, headers = {} }: Options = {},
): Promise<Response> {
  await keepWarm(w, host);
  const sent = await encoded(body);
  const answer = await w.server.fetch(`http://${host}${path}`, {
    method,
    headers: { ...sent.headers, ...headers },
    ...(sent.body === undefined ? {} : { body: sent.body }),
  });
  const error = answer.headers.get("x-test-error");
  if (error) console.error(`${method} ${path}: ${decodeURIComponent(error)}`);
  if (answer.status === 500 && !error && !path.startsWith("/error500"))
    console.error(`${method} ${path}: ${(await answer.clone().text()).slice(0, 600)}`);
  return answer;
}

export type Client = ReturnType<typeof clientWith>;
/** A token lives 15 minutes; a client is kept for less, so that no test file outlives it. */
const KEPT_MS = 4 * 60_000;
const clients = new Map<string, { since: number; client: Promise<Client> }>();

/** A signed-in person with both credentials: `api` sends the Bearer token, `page` the cookie. */
export const signedIn = (w: World, company: Company, kind: Kind): Promise<Client> =>
  entered(w, company, company.users[kind].id);
export const superAdmin = (w: World): Promise<Client> => entered(w, null, "staff-super");

function entered(w: World, company: Company | null, id: string): Promise<Client> {
  const key = `${w.port} ${id}`;
  const before = clients.get(key);
  if (before && Date.now() - before.since < KEPT_MS) return before.client;
  const client = clientAt(w, company, id);
  clients.set(key, { since: Date.now(), client });
  return client;
}

/** A person whose sessions are opened past the app. @param company null for the platform's staff */
export const clientAt = async (w: World, company: Company | null, id: string): Promise<Client> =>
  clientWith(w, company?.host ?? "localhost", await openSession(w, company, id));
/** A consumer's contact in the portal; the token is one as nobody gets it. @param accountId an active account's */
export const contactAt = async (w: World, company: Company, accountId: string): Promise<Client> =>
  clientWith(w, company.host, await openSession(w, company, accountId, "portal"));

/** A client of credentials that something else has given. */
export const clientFrom = (w: World, host: string, given: { cookie: string; token: string }) =>
  clientWith(w, host, given);

/** A person who signs in at a page and at the API. */
export async function clientOf(
  w: World,
  host: string,
  email: string,
  loginPage = "/login",
  loginCall = "/api/login",
  password = PASSWORD,
): Promise<Client> {
  const signed = await postForm(w, host, loginPage, { email, password });
  if (signed.status !== 302)
    throw new Error(
      `${email} could not sign in: ${signed.status} ${(await signed.text()).slice(0, 200)}`,
    );
  const cookie = signed.headers
    .getSetCookie()
    .map((line) => line.split(";")[0]!)
    .filter((pair) => pair.startsWith("sid="))
    .join("; ");
  const { token } = (await (
    await ask(w, host, loginCall, { method: "POST", body: { email, password } })
  ).json()) as { token: string };
  return clientWith(w, host, { cookie, token });
}

function clientWith(w: World, host: string, given: { cookie: string; token: string }) {
  const { token } = given;
  let { cookie } = given;
  /** A browser keeps the cookie of a session that moves to another id. */
  const keeping = async (asked: Promise<Response>) => {
    const answer = await asked;
    cookie =
      answer.headers
        .getSetCookie()
        .map((line) => line.split(";")[0]!)
        .find((pair) => /^sid=./.test(pair)) ?? cookie;
    return answer;
  };
  const api = (path: string, options: Options = {}) =>
    ask(w, host, path, {
      ...options,
      headers: { authorization: `Bearer ${token}`, ...options.headers },
    });
  const page = (path: string, options: Options = {}) =>
    keeping(
      ask(w, host, path, {
        ...options,
        headers: { cookie, origin: `http://${host}`, ...options.headers },
      }),
    );
  return {
    host,
    token,
    get cookie() {
      return cookie;
    },
    api,
    page,
    /** A call of the API with its answer read: the status, the figures of D1 and the JSON. */
    async call<D = Data>(
      method: string,
      path: string,
      body?: object,
      headers: Record<string, string> = {},
    ): Promise<Answer<D>> {
      const answer = await api(path, { method, body: body as Options["body"], headers });
      const json = (await answer.json()) as Answer<D>;
      return { ...json, ...d1Of(answer), status: answer.status };
    },
    /** A form as a page posts it. */
    form: (path: string, fields: Record<string, string | File> = {}) =>
      keeping(postForm(w, host, path, fields, { cookie })),
    /** The text of a page, without what React writes between two texts. */
    text: async (path: string) => (await (await page(path)).text()).replaceAll("<!-- -->", ""),
  };
}

/** A form as a page posts it for somebody who is not signed in, or by the cookie among the headers. */
export const postForm = (
  w: World,
  host: string,
  path: string,
  fields: Record<string, string | File> = {},
  headers: Record<string, string> = {},
) =>
  ask(w, host, path, {
    method: "POST",
    body: formOf(fields),
    headers: { origin: `http://${host}`, ...headers },
  });

type Data = Record<string, unknown> & { id: string };
export type Answer<D = Data> = {
  status: number;
  trips: number;
  read: number;
  written: number;
  message: string;
  data: D;
  errors?: Record<string, string[]>;
  warnings?: string[];
  next: string | null;
};

/** Fields as a form sends them: as parts when a file is among them. */
export function formOf(fields: Record<string, string | File>): FormData | URLSearchParams {
  const body = Object.values(fields).some((value) => value instanceof File)
    ? new FormData()
    : new URLSearchParams();
  for (const [name, value] of Object.entries(fields)) body.set(name, value as string);
  return body;
}

/** D1 figures of an answer: round trips, rows read, rows written. */
export function d1Of(response: Response) {
  const found = /trips=(\d+) read=(\d+) written=(\d+)/.exec(
    response.headers.get("server-timing") ?? "",
  );
  return { trips: Number(found?.[1]), read: Number(found?.[2]), written: Number(found?.[3]) };
}

/** So many round trips at most: the session costs none of its own where it is as it was before. */
export const upTo = (most: number) => expect.toSatisfy((trips: number) => trips <= most);
