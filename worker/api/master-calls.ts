import { Hono } from "hono";
import { mergeInput } from "../domain/entity/merge.ts";
import { archivable, mergeable } from "../domain/index.ts";
import { type Api, answered, bodyOf, member, noBody, staffMember } from "./door.ts";
import { fromWire } from "./wire.ts";

/** Archive, restore and merge, as the pages of masters do. */
export const masterCalls = new Hono<Api>();
for (const [host, who] of [
  ["company", member],
  ["platform", staffMember],
] as const)
  for (const [path, resource] of archivable[host])
    for (const verb of ["archive", "restore"] as const)
      masterCalls.post(`/${path}/:id/${verb}`, async (c) => {
        const session = who(c);
        await noBody(c);
        return answered(c, await resource.archive(session, c.req.param("id"), verb === "archive"));
      });
for (const [path, { merge }] of Object.entries(mergeable))
  masterCalls.post(`/${path}/:id/merge`, async (c) => {
    const session = member(c);
    return answered(
      c,
      await merge(session, c.req.param("id"), fromWire(await bodyOf(c), mergeInput)),
    );
  });
