import { redirect } from "react-router";
import { goInAction, INSIDE } from "#worker/web/inside.ts";

export const action = goInAction;
export const loader = () => redirect(INSIDE);
