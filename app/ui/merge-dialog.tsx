import { useEffect, useRef, useState } from "react";
import { Link, useFetcher } from "react-router";
import type { Choice } from "#app/shared/list.ts";
import { ask } from "./ask.ts";
import { Combobox } from "./combobox.tsx";
import { PlainForm, type Refused, SubmitButton } from "./form.tsx";
import { newKey } from "./form-context.ts";
import { Dialog } from "./modal.tsx";
import type { Entity } from "./record-dialogs.tsx";
import { notify } from "./toaster.tsx";

type Answer = { success: true; message: string; data: { moved: number; left: number } };
type Props = {
  row: { id: string; name: string };
  entity: Entity;
  /** What does not move. */
  note: string | undefined;
  closeTo: string;
  onClose: () => void;
  problem: Refused | undefined;
};

/** Moves all that uses one record to another. It is sent again, chunk after chunk, until nothing is left. */
export function MergeDialog({ row, entity, note, closeTo, onClose, problem }: Props) {
  const { path, mergeChoices } = entity;
  const [thing] = entity.noun;
  const fetcher = useFetcher<Refused | Answer>();
  const { data, state } = fetcher;
  const into = useRef("");
  const [moved, setMoved] = useState(0);
  const [uses, setUses] = useState<string[] | null>(null);
  const latest = useRef(onClose);
  latest.current = onClose;

  useEffect(() => {
    let current = true;
    ask<{ text: string }[]>("/merge-preview", { query: { of: path, id: row.id } }).then(
      (moving) => current && setUses(moving.map(({ text }) => text)),
      () => {},
    );
    return () => {
      current = false;
    };
  }, [path, row.id]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each answer
  useEffect(() => {
    if (!data?.success) return;
    setMoved((before) => before + data.data.moved);
    if (data.data.left)
      fetcher.submit(
        { intent: "merge", id: row.id, into: into.current, idempotency_key: newKey() },
        { method: "post" },
      );
    else {
      notify.success(data.message);
      latest.current();
    }
  }, [data]);

  const refused = data?.success === false ? data : data ? undefined : problem;
  return (
    <Dialog open title={`Merge ${row.name} into…`} onClose={onClose} className="dialog-form">
      <PlainForm
        fetcher={fetcher}
        problem={refused}
        onSubmit={(event) => {
          into.current = String(new FormData(event.currentTarget).get("into") ?? "");
        }}
      >
        <input type="hidden" name="intent" value="merge" />
        <input type="hidden" name="id" value={row.id} />
        <p>
          Everything that uses {row.name} moves to the {thing} you choose, and {row.name} is
          archived. This cannot be undone.
        </p>
        {uses && (
          <p className="muted">{uses.length ? `Moves: ${uses.join(", ")}.` : "Nothing uses it."}</p>
        )}
        {note && <p className="muted">{note}</p>}
        <Combobox
          name="into"
          label="Merge into"
          required
          load={async (q) =>
            (await ask<Choice[]>("/choices", { query: { list: mergeChoices ?? "", q } })).filter(
              ({ value }) => value !== row.id,
            )
          }
        />
        <p role="status" className="muted">
          {moved > 0 && `${moved} moved so far.`}
        </p>
        <div className="dialog-foot">
          <Link className="btn" to={closeTo} replace preventScrollReset>
            Keep both
          </Link>
          <SubmitButton tone="danger" disabled={state !== "idle"}>
            Merge {thing}
          </SubmitButton>
        </div>
      </PlainForm>
    </Dialog>
  );
}
