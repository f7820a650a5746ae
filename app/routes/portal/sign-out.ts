import { redirect } from "react-router";
import { PORTAL } from "#worker/portal-screens.ts";
import { contactContext, visitContext } from "#worker/web/context.ts";
import { leavePortal } from "#worker/web/portal.ts";
import type { Route } from "./+types/sign-out";

export const action = ({ context }: Route.ActionArgs) =>
  leavePortal(context.get(contactContext), context.get(visitContext));
export const loader = () => redirect(PORTAL);
