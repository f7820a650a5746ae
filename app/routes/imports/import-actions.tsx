import { Link } from "react-router";
import { plural } from "#app/shared/plural.ts";
import { ConfirmDialog } from "#app/ui/dialog.tsx";
import { PlainForm, SubmitButton } from "#app/ui/form.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { useDialog } from "#app/ui/use-dialog.ts";
import type { ImportPage } from "#worker/domain/imports/rows.ts";

type Props = { data: ImportPage; isMapping: boolean };

/** What can be done with an import as it stands. */
export function ImportActions({ data, isMapping }: Props) {
  const { progress, kind, mayUndo } = data;
  const { state, counts, id } = progress;
  const { asked, shown, to } = useDialog();
  const closed = `/imports/${id}`;
  const toWrite = (counts.create ?? 0) + (counts.update ?? 0);
  if (isMapping)
    return state === "checked" ? (
      <Link to={closed} className="btn">
        Back to the rows
      </Link>
    ) : null;
  if (state === "checked")
    return (
      <>
        <Link className="btn" to="?columns">
          <Icon name="cols" />
          Columns
        </Link>
        <PlainForm>
          <input type="hidden" name="intent" value="recheck" />
          <SubmitButton tone="plain" icon="refresh">
            Check again
          </SubmitButton>
        </PlainForm>
        {kind.mostFiles === null && (
          <PlainForm>
            <input type="hidden" name="intent" value="run" />
            <SubmitButton icon="ok" disabled={toWrite === 0}>
              {toWrite === 0
                ? "Nothing to write"
                : plural(toWrite, "Write 1 row", "Write {n} rows")}
            </SubmitButton>
          </PlainForm>
        )}
      </>
    );
  if (state !== "done") return null;
  const done = (counts.created ?? 0) + (counts.updated ?? 0);
  return (
    <>
      {mayUndo && done > 0 && (
        <Link className="btn" to={to({ undo: "1" })} preventScrollReset>
          <Icon name="archive" />
          Undo
        </Link>
      )}
      <Link className="btn btn-primary" to={kind.path}>
        {`See the ${kind.things}`}
      </Link>
      {mayUndo && asked("undo") && (
        <ConfirmDialog
          {...shown}
          title={`Undo the import of ${progress.fileName}?`}
          verb="Undo import"
          intent="undo"
        >
          <p>
            {counts.created ?? 0} {kind.things} it added are deleted and {counts.updated ?? 0} it
            changed become as they were.
            {data.made.length > 0 &&
              ` ${data.made.length} further records it added for them are deleted as well.`}{" "}
            What was changed or used since stays, and is named.
          </p>
        </ConfirmDialog>
      )}
    </>
  );
}
