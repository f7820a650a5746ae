import { Note } from "./states.tsx";

type Props = { draft: Record<string, unknown>; hasFile: boolean; onDrop: () => void };

/** Says that what was typed before stands in the form again, and offers the form as it is saved. What was put together of two versions was chosen, and needs no word. */
export function DraftNote({ draft, hasFile, onDrop }: Props) {
  if (typeof draft.idempotency_key !== "string") return null;
  return (
    <Note tone="info">
      {hasFile
        ? "What you typed here before is back; a file has to be chosen again."
        : "What you typed here before is back; it is not saved yet."}{" "}
      <button className="btn btn-link" type="button" onClick={onDrop}>
        Start again
      </button>
    </Note>
  );
}
