import { redirect } from "react-router";
import { addressOf, savedComparison } from "#worker/domain/comparisons/find.ts";
import { sessionContext } from "#worker/web/context.ts";
import type { Route } from "./+types/open";

/** A saved comparison is opened by the address that says what it compares. */
export async function loader({ params, context }: Route.LoaderArgs) {
  return redirect(addressOf(await savedComparison(context.get(sessionContext), params.id)));
}
