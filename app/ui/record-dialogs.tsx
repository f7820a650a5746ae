import type { ReactNode } from "react";
import { Link } from "react-router";
import { ConfirmDialog, FormDialog } from "./dialog.tsx";
import { refusalOf } from "./form.tsx";
import { MergeDialog } from "./merge-dialog.tsx";
import { useDialog, useOpened } from "./use-dialog.ts";

/** `archivedAt` is absent of records that are not archived. */
export type RecordRow = { id: string; name: string; archivedAt?: number | null };
type Full = RecordRow & { version?: number };
/** What records of a list are. */
export type Entity = {
  /** In the middle of a sentence: "store", "stores". */
  noun: readonly [one: string, many: string];
  /** The name of their list in addresses: "stores". */
  path: string;
  /** The name of their import, where it is not that of the list. */
  imports?: string;
  /** The list of choices to merge one into, where that can be done. */
  mergeChoices?: string | null;
};
/** What the person may do; only that is shown. */
export type May = {
  create: boolean;
  edit: boolean;
  remove: boolean;
  /** False of records that are not archived. */
  archive?: boolean;
  import?: boolean;
  export?: boolean;
  /** Sees a part of the records alone: merges none, and moves nothing. */
  limited?: boolean;
};
export const mayArchive = ({ edit, archive = true }: May) => edit && archive;
export const mayMerge = ({ edit, remove, limited = false }: May) => edit && remove && !limited;

const verbs = { archive: "Archive", restore: "Restore", delete: "Delete" } as const;
const names = ["new", "edit", "archive", "restore", "delete", "merge"] as const;

type Props<F extends Full> = {
  /** `record` is the whole record that the address has a dialog open on. */
  list: { record?: F | null; may: May; entity: Entity };
  /** What the page's action answered to a form that was sent without scripts. */
  answer: { success: boolean } | undefined;
  /** What archiving means for people, of records that are archived. The other questions have a usual text. */
  archiving?: string;
  restoring?: string;
  deleting?: string;
  /** The label of the button that changes nothing. */
  keep?: string;
  /** What a merge does not move. */
  mergeNote?: string;
  wide?: boolean;
  /** First values, where they are not simply the record's. */
  values?: (row: F | null) => Record<string, unknown>;
  /** The form's fields, by the record being edited where they need it; none where the form is a page of its own. */
  children?: ReactNode | ((row: F | null) => ReactNode);
};

/** The dialog of a list of records that the address has open: a form, or a question that says what follows. */
export function RecordDialogs<F extends Full>(props: Props<F>) {
  const { list, archiving = "", values, children, wide = false } = props;
  const [thing] = list.entity.noun;
  const fields = (row: F | null) => (typeof children === "function" ? children(row) : children);
  const { asked, to, shown } = useDialog();
  const what = names.find((name) => asked(name));
  const row = useOpened(what ? asked(what) : "", list.record);
  const { create, edit, remove } = list.may;
  const merges = Boolean(list.entity.mergeChoices) && mayMerge(list.may);
  const allowed = {
    new: create && children !== undefined,
    edit: edit && children !== undefined,
    archive: mayArchive(list.may),
    restore: mayArchive(list.may),
    delete: remove,
    merge: merges,
  };
  if (!what || !allowed[what]) return null;
  const dialog = { ...shown, problem: refusalOf(props.answer) };
  if (what === "new")
    return (
      <FormDialog
        {...dialog}
        title={`Add ${thing}`}
        verb={`Add ${thing}`}
        values={values?.(null)}
        hidden={{ intent: "create" }}
        wide={wide}
      >
        {fields(null)}
      </FormDialog>
    );
  if (!row) return null;
  if (what === "edit")
    return (
      <FormDialog
        {...dialog}
        key={row.id}
        title={`Edit ${row.name}`}
        verb={`Save ${thing}`}
        values={values?.(row) ?? row}
        hidden={{ intent: "update", id: row.id, version: row.version ?? "" }}
        wide={wide}
      >
        {fields(row)}
      </FormDialog>
    );
  if (what === "merge")
    return (
      <MergeDialog {...dialog} key={row.id} row={row} entity={list.entity} note={props.mergeNote} />
    );
  const archives = mayArchive(list.may) && !row.archivedAt;
  const consequence = {
    archive: archiving,
    restore: props.restoring ?? `People can choose this ${thing} again.`,
    delete: props.deleting ?? "It works only while nothing uses it, and cannot be undone.",
  }[what];
  return (
    <ConfirmDialog
      {...dialog}
      key={`${what} ${row.id}`}
      title={`${verbs[what]} ${row.name}?`}
      intent={what}
      hidden={{ id: row.id }}
      verb={`${verbs[what]} ${thing}`}
      keep={props.keep ?? `Keep ${thing}`}
      tone={what === "restore" ? "primary" : "danger"}
    >
      <p>{consequence}</p>
      {what === "delete" && (archives || merges) && (
        <p className="muted">
          Still in use?{" "}
          {archives && (
            <Link to={to({ archive: row.id })} preventScrollReset>
              Archive
            </Link>
          )}
          {archives && merges && " or "}
          {merges && (
            <Link to={to({ merge: row.id })} preventScrollReset>
              Merge into…
            </Link>
          )}
        </p>
      )}
    </ConfirmDialog>
  );
}
