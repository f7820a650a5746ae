import { data } from "react-router";
import { ErrorScreen } from "#app/ui/error-page.tsx";

export const loader = () => data(null, { status: 500 });
export const meta = () => [{ title: "Something went wrong - Plumbline" }];

export default function Error500() {
  return (
    <main id="main">
      <ErrorScreen status={500} />
    </main>
  );
}
