import { type ReactNode, useRef } from "react";
import { Link } from "react-router";
import { isPossible } from "#app/shared/flows/rules.ts";
import { FormDialog } from "./dialog.tsx";
import { TextArea } from "./fields.tsx";
import type { Refused } from "./form.tsx";
import { Icon } from "./icon.tsx";
import { iconOf, type Movable, type Rules } from "./move-entries.tsx";
import { useDialog, useOpenedRow } from "./use-dialog.ts";

type DialogProps = {
  of: Movable;
  rules: Rules;
  /** What the record is called in the dialog's heading. */
  name: string;
  /** The page shows several records: the address names this one. */
  isOneOfMany?: boolean;
  /** What the form posts as `intent`; the move itself unless something else is said. */
  intent?: (move: string) => string;
  hidden?: Record<string, string>;
  /** The fields of a move besides its reason. */
  fields?: (move: string) => ReactNode;
  keep?: string;
  /** Where the form is sent; to the page itself unless something else is said. */
  action?: string;
  problem: Refused | undefined;
};

/** The dialog of the move that the address has open: `?do=condemn`, or `?do=resolve&on={id}`. */
export function MoveDialog(props: DialogProps) {
  const { of, rules, name, isOneOfMany, intent = String, hidden = {}, fields, keep } = props;
  const { asked, shown } = useDialog();
  const isHere = asked("on") === (isOneOfMany ? of.id : "");
  const move = isHere ? asked("do") : "";
  // One that was possible when it opened stays until it is answered, though its own success has made it impossible.
  const opened = useRef("");
  if (opened.current !== move) opened.current = isPossible(of.moves, move) ? move : "";
  const rule = rules.moves[move];
  if (!rule || rule.page || opened.current !== move) return null;
  const { title, verb, tone = "primary", says, reason, reasonHint } = rule;
  const sent = { ...hidden, intent: intent(move) };
  const isRefused = Object.entries(sent).every(
    ([key, value]) => props.problem?.values?.[key] === value,
  );
  return (
    <FormDialog
      {...shown}
      key={move}
      title={title(name)}
      verb={verb}
      tone={tone}
      {...(keep === undefined ? {} : { keep })}
      {...(props.action === undefined ? {} : { action: props.action })}
      problem={isRefused ? props.problem : undefined}
      hidden={of.version === undefined ? sent : { ...sent, version: of.version }}
    >
      {says && <p className="muted">{says}</p>}
      {fields?.(move)}
      {reason && (
        <TextArea
          name="reason"
          label={reason === "required" ? "Reason" : "Note"}
          required={reason === "required"}
          maxLength={500}
          rows={2}
          hint={reasonHint}
        />
      )}
    </FormDialog>
  );
}

type RowProps<R> = Pick<DialogProps, "rules" | "intent" | "keep" | "problem"> & {
  rows: readonly R[];
  /** What a row is called in the dialog's heading. */
  name: (row: R) => string;
  /** What the form posts to name the row. */
  hidden: (row: R) => Record<string, string>;
  /** The fields of a move besides its reason. */
  fields?: (move: string, row: R) => ReactNode;
};

/** The dialog of a row's move that the address has open: `?do=resolve&on={id}`. */
export function RowMoves<R extends Movable>(props: RowProps<R>) {
  const { rows, name, hidden, fields, ...dialog } = props;
  const row = useOpenedRow("on", rows);
  if (!row) return null;
  return (
    <MoveDialog
      {...dialog}
      key={row.id}
      of={row}
      name={name(row)}
      isOneOfMany
      hidden={hidden(row)}
      fields={(move) => fields?.(move, row)}
    />
  );
}

/** What may be done with one of several records: a button each, with why not, and the dialog that is open. */
export function Moves(props: Omit<DialogProps, "isOneOfMany">) {
  const { of, rules } = props;
  const { to } = useDialog();
  const fitting = of.moves.filter(({ fits }) => fits);
  return (
    <>
      {fitting.length > 0 && (
        <div className="chips">
          {fitting.map(({ move, label, why }) => {
            const inside = (
              <>
                <Icon name={iconOf(rules.moves[move]!)} />
                {label}
              </>
            );
            return why ? (
              <button key={move} className="btn btn-sm" type="button" disabled title={why}>
                {inside}
                <span className="sr-only">{why}</span>
              </button>
            ) : (
              <Link
                key={move}
                className="btn btn-sm"
                to={to({ do: move, on: of.id })}
                preventScrollReset
              >
                {inside}
              </Link>
            );
          })}
        </div>
      )}
      <MoveDialog {...props} isOneOfMany />
    </>
  );
}
