import { type FormEvent, useContext, useRef, useState } from "react";
import { Link, useLocation } from "react-router";
import { ask, WENT_WRONG } from "./ask.ts";
import { usePopover } from "./hooks.ts";
import { Icon } from "./icon.tsx";
import { sendView, type View, ViewForm } from "./list-view-form.tsx";
import { Dialog } from "./modal.tsx";
import { ViewsContext } from "./views-context.ts";

/** A person's saved views of this list, and those that others share: open, save, replace, rename, share, delete. */
export function ViewsMenu({
  columns,
}: {
  /** The chosen columns, which a view keeps; null for the usual ones. */ columns:
    | readonly string[]
    | null;
}) {
  const kept = useContext(ViewsContext);
  const box = useRef<HTMLDetailsElement>(null);
  usePopover(box);
  const at = useLocation();
  const screen = at.pathname.replace(/\/+$/, "");
  const [views, setViews] = useState<View[] | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [deleting, setDeleting] = useState<View | null>(null);
  const [editing, setEditing] = useState<View | "new" | null>(null);
  const [isOpen, setOpen] = useState(false);

  const load = async () => {
    try {
      setViews(await ask<View[]>("/saved-views", { query: { screen } }));
      setProblem(null);
    } catch {
      setProblem(WENT_WRONG);
    }
  };
  const change = async (fields: Record<string, string>) => {
    const refused = await sendView(fields);
    setProblem(refused);
    if (refused) return;
    setEditing(null);
    await load();
  };
  const query = () => {
    const params = new URLSearchParams(at.search);
    params.delete("line");
    if (columns && !params.has("cols")) params.set("cols", columns.join("."));
    return params.toString();
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const [name, isShared] = [String(form.get("name") ?? ""), form.get("isShared") ? "1" : "0"];
    if (editing === "new")
      return change({ intent: "create", screen, name, isShared, query: query() });
    if (!editing) return;
    const replaced: Record<string, string> = form.get("replace") ? { query: query() } : {};
    return change({
      intent: "update",
      id: editing.id,
      version: String(editing.version),
      name,
      isShared,
      ...replaced,
    });
  };

  if (!kept) return null;
  return (
    <>
      <Dialog
        open={deleting !== null}
        title={`Delete the view “${deleting?.name}”?`}
        onClose={() => setDeleting(null)}
      >
        <p>
          {deleting?.isShared
            ? "Nobody it is shared with will see it any more."
            : "The list itself stays as it is."}
        </p>
        <div className="dialog-foot">
          <button className="btn" type="button" onClick={() => setDeleting(null)}>
            Keep it
          </button>
          <button
            className="btn btn-danger"
            type="button"
            onClick={() => {
              if (deleting) void change({ intent: "delete", id: deleting.id });
              setDeleting(null);
            }}
          >
            Delete view
          </button>
        </div>
      </Dialog>
      <details
        className="menu"
        ref={box}
        onToggle={(event) => {
          if (event.target !== event.currentTarget) return;
          setOpen(event.currentTarget.open);
          if (!event.currentTarget.open) return;
          setEditing(null);
          void load();
        }}
      >
        <summary className="btn btn-sm btn-ghost">
          Views
          <Icon name="down" size="s" />
        </summary>
        {isOpen && (
          <div className="menu-sheet views" data-side="start">
            {problem && (
              <p className="error" role="alert">
                {problem}
              </p>
            )}
            {views?.map((view) => (
              <div className="view-row" key={view.id}>
                <Link
                  className="menu-item"
                  to={view.query ? `${screen}?${view.query}` : screen}
                  onClick={() => box.current?.removeAttribute("open")}
                >
                  <span className="clip">{view.name}</span>
                  {(view.isShared || !view.isMine) && (
                    <small className="muted">{view.isMine ? "shared" : view.ownerName}</small>
                  )}
                </Link>
                {view.isMine && (
                  <>
                    <button
                      className="btn btn-ghost btn-icon btn-sm"
                      type="button"
                      aria-label={`Change ${view.name}`}
                      onClick={() => setEditing(view)}
                    >
                      <Icon name="edit" size="s" />
                    </button>
                    <button
                      className="btn btn-ghost btn-icon btn-sm"
                      type="button"
                      aria-label={`Delete ${view.name}`}
                      onClick={() => setDeleting(view)}
                    >
                      <Icon name="trash" size="s" />
                    </button>
                  </>
                )}
              </div>
            ))}
            {views === null && !problem && <p className="option-none">Loading...</p>}
            {views?.length === 0 && <p className="option-none">No saved views yet</p>}
            {editing === null ? (
              <button className="menu-item" type="button" onClick={() => setEditing("new")}>
                <Icon name="plus" />
                Save this view
              </button>
            ) : (
              <ViewForm
                key={editing === "new" ? "new" : editing.id}
                view={editing === "new" ? null : editing}
                onSubmit={submit}
                onCancel={() => setEditing(null)}
              />
            )}
          </div>
        )}
      </details>
    </>
  );
}
