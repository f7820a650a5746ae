import type { FormEvent } from "react";
import { ask, RefusedAnswer, WENT_WRONG } from "./ask.ts";
import { notify } from "./toaster.tsx";

export type View = {
  id: string;
  name: string;
  query: string;
  isShared: boolean;
  isMine: boolean;
  ownerName: string;
  version: number;
};
/** Sends one change of the saved views. @returns what went wrong; null when it is done */
export async function sendView(form: Record<string, string>): Promise<string | null> {
  try {
    const { message } = await ask<{ message: string }>("/saved-views", { form });
    notify.success(message);
    return null;
  } catch (error) {
    const problem = error instanceof RefusedAnswer ? error.problem : null;
    return Object.values(problem?.errors ?? {})[0]?.[0] ?? problem?.message ?? WENT_WRONG;
  }
}

/** The name of a view, and whether others see it. */
export function ViewForm({
  view,
  onSubmit,
  onCancel,
}: {
  view: View | null;
  onSubmit: (event: FormEvent<HTMLFormElement>) => void;
  onCancel: () => void;
}) {
  return (
    <form className="view-form" onSubmit={onSubmit}>
      <label className="field">
        <span className="label">Name of the view</span>
        <input
          className="input"
          name="name"
          required
          maxLength={60}
          defaultValue={view?.name ?? ""}
          // biome-ignore lint/a11y/noAutofocus: the form was opened to type here
          autoFocus
          autoComplete="off"
        />
      </label>
      <label className="check">
        <input type="checkbox" name="isShared" defaultChecked={view?.isShared ?? false} />
        Share with everybody who sees this list
      </label>
      {view && (
        <label className="check">
          <input type="checkbox" name="replace" />
          Replace with the list as it is now
        </label>
      )}
      <div className="view-acts">
        <button className="btn btn-sm" type="button" onClick={onCancel}>
          Cancel
        </button>
        <button className="btn btn-primary btn-sm" type="submit">
          Save view
        </button>
      </div>
    </form>
  );
}
