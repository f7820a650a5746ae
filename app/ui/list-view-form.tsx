import type { FormEvent } from "react";
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
type Answer = { success: boolean; message: string; errors?: Record<string, string[]> };

const generic = "Something went wrong. Please try again.";

/** Sends one change of the saved views. @returns what went wrong; null when it is done */
export async function sendView(fields: Record<string, string>): Promise<string | null> {
  try {
    const response = await fetch("/saved-views", {
      method: "POST",
      body: new URLSearchParams(fields),
    });
    const { success, message, errors } = (await response.json()) as Answer;
    if (success) notify.success(message);
    return success ? null : (Object.values(errors ?? {})[0]?.[0] ?? message ?? generic);
  } catch {
    return generic;
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
