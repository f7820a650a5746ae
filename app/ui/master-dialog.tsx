import type { ReactNode } from "react";
import { Link, useLocation, useNavigate } from "react-router";
import type { ListResult } from "#app/shared/list.ts";
import { ConfirmDialog, FormDialog } from "./dialog.tsx";
import type { Refused } from "./form.tsx";
import { dialogUrl, openDialog } from "./list-url.ts";
import { MergeDialog, type MergeInto } from "./merge-dialog.tsx";

export type Row = { id: string; name: string; archivedAt: number | null };
export type Full = Row & { version: number };
/** What the person may do; only that is shown. */
export type May = {
  create: boolean;
  edit: boolean;
  remove: boolean;
  /** Sees a part of the records alone: merges none, and moves nothing. */
  limited?: boolean;
};
export const mayMerge = ({ edit, remove, limited = false }: May) => edit && remove && !limited;

/** A list of masters and its forms: R is a row, F the whole record a form is open on. */
export type Mastered<R extends Row, F extends Full> = {
  /** One of them, in the middle of a sentence: "store". */
  thing: string;
  list: ListResult<R> & { record?: F | null; may: May };
  /** The form's fields, for a new record or the one being edited. */
  fields: (row: F | null) => ReactNode;
  /** First values, where they are not simply the record's. */
  values?: (row: F | null) => Record<string, unknown>;
  /** What archiving means for people. */
  archiving: string;
  wide?: boolean;
  /** How one is merged into another, where that can be done. */
  merge?: MergeInto;
  /** The refusal of a form that was sent without scripts. */
  problem?: Refused | undefined;
};

const verbs = { archive: "Archive", restore: "Restore", delete: "Delete" } as const;

/** The dialog the address has open: a form, or a question that names the record and says what follows. */
export function MasterDialog<R extends Row, F extends Full>(props: Mastered<R, F>) {
  const { thing, list, fields, values, archiving, wide = false, merge, problem } = props;
  const at = useLocation();
  const navigate = useNavigate();
  const { what, id } = openDialog(at.search);
  const row = list.record?.id === id ? list.record : null;
  const closeTo = dialogUrl(at);
  const shared = {
    open: true,
    closeTo,
    problem,
    onClose: () => navigate(closeTo, { replace: true, preventScrollReset: true }),
  };
  const allowed = {
    new: list.may.create,
    edit: list.may.edit,
    archive: list.may.edit,
    restore: list.may.edit,
    delete: list.may.remove,
    merge: Boolean(merge) && mayMerge(list.may),
  };
  if (!what || !allowed[what]) return null;
  if (what === "new")
    return (
      <FormDialog
        {...shared}
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
        {...shared}
        key={row.id}
        title={`Edit ${row.name}`}
        verb={`Save ${thing}`}
        values={values?.(row) ?? row}
        hidden={{ intent: "update", id: row.id, version: row.version }}
        wide={wide}
      >
        {fields(row)}
      </FormDialog>
    );
  if (what === "merge")
    return merge ? (
      <MergeDialog
        key={row.id}
        {...merge}
        {...{ row, thing, closeTo, problem }}
        onClose={shared.onClose}
      />
    ) : null;
  const consequence = {
    archive: archiving,
    restore: `People can choose this ${thing} again.`,
    delete: "It works only while nothing uses it, and cannot be undone.",
  }[what];
  return (
    <ConfirmDialog
      {...shared}
      key={`${what} ${row.id}`}
      title={`${verbs[what]} ${row.name}?`}
      intent={what}
      hidden={{ id: row.id }}
      verb={`${verbs[what]} ${thing}`}
      keep={`Keep ${thing}`}
      tone={what === "restore" ? "primary" : "danger"}
    >
      <p>{consequence}</p>
      {what === "delete" && list.may.edit && (!row.archivedAt || allowed.merge) && (
        <p className="muted">
          Still in use?{" "}
          {!row.archivedAt && (
            <Link to={dialogUrl(at, "archive", row.id)} preventScrollReset>
              Archive
            </Link>
          )}
          {!row.archivedAt && allowed.merge && " or "}
          {allowed.merge && (
            <Link to={dialogUrl(at, "merge", row.id)} preventScrollReset>
              Merge into…
            </Link>
          )}
        </p>
      )}
    </ConfirmDialog>
  );
}
