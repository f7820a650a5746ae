import { redirect } from "react-router";
import { screens } from "#worker/screens.ts";
import { sessionContext } from "#worker/web/context.ts";
import type { Route } from "./+types/edit-no-id";

/** Without a report it goes on to the assets, or to the dashboard for people who may not see them. */
export const loader = ({ context }: Route.LoaderArgs) =>
  redirect(
    context.get(sessionContext).opens(screens["/all-assets"]) ? "/all-assets" : "/dashboard",
  );
