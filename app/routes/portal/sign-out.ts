import { redirect } from "react-router";
import { PORTAL } from "#worker/portal-screens.ts";
import { leaveAction } from "#worker/web/portal.ts";

export const action = leaveAction;
export const loader = () => redirect(PORTAL);
