import { redirect } from "react-router";
import { formOf } from "#worker/forms.ts";
import { staffContext, visitContext } from "#worker/web/context.ts";
import { goIn, INSIDE } from "#worker/web/inside.ts";
import type { Route } from "./+types/go-in";

/** Sends staff over to the host of a company in which they are. */
export async function action({ request, context }: Route.ActionArgs) {
  const visit = context.get(visitContext);
  const form = await formOf(request, visit);
  return goIn(context.get(staffContext), visit, String(form.get("id") ?? ""));
}
export const loader = () => redirect(INSIDE);
