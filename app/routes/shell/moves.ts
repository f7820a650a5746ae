import { documentLists, flows } from "#worker/domain/index.ts";
import { namedDocuments } from "#worker/domain/lists/every-document.ts";
import { entryOf } from "#worker/domain/lists/list-query.ts";
import { notFound } from "#worker/refusals.ts";
import { actions, asData } from "#worker/web/actions.ts";
import { sessionContext } from "#worker/web/context.ts";
import type { Route } from "./+types/moves";

/** The documents of a kind that match a list, or those of some ids: what a bulk move is made of. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { searchParams } = new URL(request.url);
  const list = entryOf(documentLists, searchParams.get("of") ?? "") ?? notFound("list");
  const { items, next } = await namedDocuments(context.get(sessionContext), list, searchParams);
  return Response.json({ items, ids: items.map(({ id }) => id), next });
}

/** One move of one document, for scripts that make it of many. */
export const action = actions(
  ({ session }, { of = "", id = "", move = "", ...values }) => {
    const flow = entryOf(flows, of) ?? notFound("record");
    if (!Object.hasOwn(flow.inputs, move)) notFound("action");
    return flow.move(session, id, move, values);
  },
  { reply: asData, isData: true },
);
