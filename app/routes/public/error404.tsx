import { data } from "react-router";
import { ErrorScreen } from "#app/ui/error-page.tsx";

export const loader = () => data(null, { status: 404 });
export const meta = () => [{ title: "Not found - Plumbline" }];

export default function Error404() {
  return (
    <main id="main">
      <ErrorScreen status={404} />
    </main>
  );
}
