import { useEffect } from "react";
import { useFetcher } from "react-router";
import { Icon } from "#app/ui/icon.tsx";
import { notify } from "#app/ui/toaster.tsx";

/** Makes a store the default, from its row's menu. */
export function SetDefault({ id }: { id: string }) {
  const fetcher = useFetcher<{ success: boolean; message?: string }>();
  const answer = fetcher.data;
  useEffect(() => {
    if (answer?.message) notify[answer.success ? "success" : "error"](answer.message);
  }, [answer]);
  return (
    <fetcher.Form method="post">
      <input type="hidden" name="intent" value="default" />
      <button
        className="menu-item"
        type="submit"
        name="id"
        value={id}
        disabled={fetcher.state !== "idle"}
      >
        <Icon name="ok" />
        Set default
      </button>
    </fetcher.Form>
  );
}
