import { redirect } from "react-router";

/** A new report belongs to an asset: without one there is nothing to open. */
export const loader = () => redirect("/dashboard");
