import { data } from "react-router";
import { ErrorScreen } from "#app/ui/error-page.tsx";

/** Any unknown path shows the error 500 page, with status 404. */
export const loader = () => data(null, { status: 404 });
export const action = loader;
export const meta = () => [{ title: "Not found - Plumbline" }];

export default function Unknown() {
  return (
    <main id="main">
      <ErrorScreen
        status={500}
        title="This page is not here"
        text="There is nothing at this address. Check it, or go back to where you were."
        retry={false}
      />
    </main>
  );
}
