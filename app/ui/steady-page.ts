import { type ComponentType, memo } from "react";

type PageProps = { loaderData: unknown; actionData?: unknown };

/** A page that renders for other data, not at each step of the router, which gives it new `params` and `matches`: it uses neither. */
export const steadyPage = <P extends PageProps>(page: ComponentType<P>) =>
  memo(
    page,
    (before, now) => before.loaderData === now.loaderData && before.actionData === now.actionData,
  );
