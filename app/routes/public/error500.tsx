import { data, useRouteLoaderData } from "react-router";
import type { loader as rootLoader } from "#app/root.tsx";
import { ErrorScreen } from "#app/ui/error-page.tsx";

export const loader = () => data(null, { status: 500 });
export const meta = () => [{ title: "Something went wrong - Plumbline" }];

export default function Error500() {
  const root = useRouteLoaderData<typeof rootLoader>("root");
  return (
    <main id="main">
      <ErrorScreen status={500} requestId={root?.requestId} />
    </main>
  );
}
