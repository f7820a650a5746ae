import { type ComponentType, memo } from "react";

type PageProps = { loaderData: unknown; actionData?: unknown; matches: unknown };

/** A page that renders for other data and another address, not at each step of the router, which gives it new `params` every time. */
export const steadyPage = <P extends PageProps>(page: ComponentType<P>) =>
  memo(
    page,
    (before, now) =>
      before.loaderData === now.loaderData &&
      before.actionData === now.actionData &&
      before.matches === now.matches,
  );
