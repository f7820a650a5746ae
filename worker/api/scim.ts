import { Hono } from "hono";
import { createMiddleware } from "hono/factory";
import type { Problem } from "#app/shared/refusal.ts";
import { within } from "../bounded.ts";
import { type Directory, directoryOf } from "../domain/scim/directory.ts";
import { listed, providerConfig, resourceTypes, schemas } from "../domain/scim/documents.ts";
import {
  changeGroup,
  createGroup,
  groupByPatch,
  groupIn,
  removeGroup,
} from "../domain/scim/group-writes.ts";
import { scimGroup, scimGroups } from "../domain/scim/groups.ts";
import { saidByPatch, saidIn } from "../domain/scim/said.ts";
import { changeUser, createUser, removeUser } from "../domain/scim/user-writes.ts";
import { scimUser, scimUsers } from "../domain/scim/users.ts";
import type { Visit } from "../env.ts";
import { notFound, refuse } from "../refusals.ts";

type Scim = { Bindings: Env; Variables: { visit: Visit; directory: Directory } };

const TYPE = "application/scim+json";
const ERROR = "urn:ietf:params:scim:api:messages:2.0:Error";
const bounds = { bytes: 256 * 1024, fields: 1, says: "The request is too large" };
const DEEPEST = 12;

/** A resource, with its version in a header. */
function sent(body: object, status = 200): Response {
  const { version, location } =
    (body as { meta?: { version?: string; location?: string } }).meta ?? {};
  const headers = new Headers({ "Content-Type": TYPE });
  if (version) headers.set("ETag", version);
  if (location && status === 201) headers.set("Location", location);
  return new Response(JSON.stringify(body), { status, headers });
}

/** Refusals in SCIM's shape. */
const inItsShape = createMiddleware<Scim>(async (_, next) => {
  try {
    await next();
  } catch (thrown) {
    if (!(thrown instanceof Response)) throw thrown;
    const { message, data } = (await thrown.json()) as Problem & { data?: { scimType?: string } };
    const status = thrown.status === 422 ? 400 : thrown.status;
    const scimType = data?.scimType ?? (thrown.status === 422 ? "invalidValue" : undefined);
    const body = { schemas: [ERROR], status: String(status), ...(scimType ? { scimType } : {}) };
    return sent({ ...body, detail: message }, status);
  }
  return undefined;
});

const depth = (value: unknown, left = DEEPEST): boolean =>
  typeof value !== "object" ||
  value === null ||
  (left > 0 && Object.values(value).every((one) => depth(one, left - 1)));

/** The body of a request. @throws Response 400, 413 */
async function bodyOf(request: Request): Promise<unknown> {
  const text = await within(request, bounds, (read) => read.text());
  try {
    const body = JSON.parse(text) as unknown;
    if (typeof body === "object" && body !== null && depth(body)) return body;
  } catch {
    // Said below.
  }
  return refuse(400, "The body must be a JSON object", { data: { scimType: "invalidSyntax" } });
}

/** People and teams of a company for its directory (SCIM 2.0, RFC 7643 and 7644), by a token of its own. */
export const scim = new Hono<Scim>();
scim.use(inItsShape);
scim.use(
  createMiddleware<Scim>(async (c, next) => {
    c.set("directory", await directoryOf(c.var.visit, c.req.raw));
    await next();
  }),
);

const paramsOf = (url: string) => new URL(url).searchParams;
const tagIn = (request: Request) => request.headers.get("If-Match");
const gone = () => new Response(null, { status: 204 });

scim.get("/Users", async (c) => sent(await scimUsers(c.var.directory, paramsOf(c.req.url))));
scim.get("/Users/:id", async (c) => sent(await scimUser(c.var.directory, c.req.param("id"))));
scim.post("/Users", async (c) =>
  sent(await createUser(c.var.directory, saidIn(await bodyOf(c.req.raw))), 201),
);
scim.put("/Users/:id", async (c) => {
  const body = await bodyOf(c.req.raw);
  const said = () => saidIn(body);
  return sent(await changeUser(c.var.directory, c.req.param("id"), tagIn(c.req.raw), said));
});
scim.patch("/Users/:id", async (c) => {
  const body = await bodyOf(c.req.raw);
  const said = (before: string) => saidByPatch(body, before);
  return sent(await changeUser(c.var.directory, c.req.param("id"), tagIn(c.req.raw), said));
});
scim.delete("/Users/:id", async (c) => {
  await removeUser(c.var.directory, c.req.param("id"), tagIn(c.req.raw));
  return gone();
});

scim.get("/Groups", async (c) => sent(await scimGroups(c.var.directory, paramsOf(c.req.url))));
scim.get("/Groups/:id", async (c) =>
  sent(await scimGroup(c.var.directory, c.req.param("id"), paramsOf(c.req.url))),
);
scim.post("/Groups", async (c) =>
  sent(await createGroup(c.var.directory, groupIn(await bodyOf(c.req.raw))), 201),
);
scim.put("/Groups/:id", async (c) => {
  const said = groupIn(await bodyOf(c.req.raw));
  return sent(await changeGroup(c.var.directory, c.req.param("id"), tagIn(c.req.raw), said));
});
scim.patch("/Groups/:id", async (c) => {
  const said = groupByPatch(await bodyOf(c.req.raw));
  return sent(await changeGroup(c.var.directory, c.req.param("id"), tagIn(c.req.raw), said));
});
scim.delete("/Groups/:id", async (c) => {
  await removeGroup(c.var.directory, c.req.param("id"), tagIn(c.req.raw));
  return gone();
});

scim.get("/ServiceProviderConfig", (c) => sent(providerConfig(c.var.directory.base)));
const documents = { ResourceTypes: resourceTypes, Schemas: schemas };
for (const [path, of] of Object.entries(documents)) {
  scim.get(`/${path}`, (c) => sent(listed(of(c.var.directory.base))));
  scim.get(`/${path}/:id`, (c) => {
    const all: { id: string }[] = of(c.var.directory.base);
    return sent(all.find(({ id }) => id === c.req.param("id")) ?? notFound("document"));
  });
}
scim.all("*", () => notFound("address"));
