import { data } from "react-router";
import { ErrorScreen } from "#app/ui/error-page.tsx";
import { plainPage } from "#app/ui/plain-page.ts";
import { visitContext } from "#worker/web/context.ts";
import { errorPage } from "#worker/web/site.ts";
import { ErrorFrame } from "../site/error-frame.tsx";
import type { Route } from "./+types/unknown";

export const handle = plainPage;

/** Any unknown path shows the error 500 page, with status 404. */
export const loader = ({ context }: Route.LoaderArgs) => errorPage(context.get(visitContext), 404);
export const action = () => data(null, { status: 404 });
export const meta = () => [{ title: "Not found - Plumbline" }];

export default function Unknown({ loaderData }: Route.ComponentProps) {
  return (
    <ErrorFrame {...loaderData}>
      <UnknownPage />
    </ErrorFrame>
  );
}

/** What is said at an address where nothing is. */
export const UnknownPage = () => (
  <ErrorScreen
    status={500}
    title="This page is not here"
    text="There is nothing at this address. Check it, or go back to where you were."
    retry={false}
  />
);
