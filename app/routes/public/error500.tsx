import { ErrorScreen } from "#app/ui/error-page.tsx";
import { plainPage } from "#app/ui/plain-page.ts";
import { visitContext } from "#worker/web/context.ts";
import { errorPage } from "#worker/web/site.ts";
import { ErrorFrame } from "../site/error-frame.tsx";
import type { Route } from "./+types/error500";

export const handle = plainPage;
export const loader = ({ context }: Route.LoaderArgs) => errorPage(context.get(visitContext), 500);
export const meta = () => [{ title: "Something went wrong - Plumbline" }];

export default function Error500({ loaderData }: Route.ComponentProps) {
  return (
    <ErrorFrame {...loaderData}>
      <ErrorScreen status={500} requestId={loaderData.requestId} />
    </ErrorFrame>
  );
}
