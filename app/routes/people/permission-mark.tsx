import type { Channel, Effective, GrantState } from "#app/shared/permission-matrix.ts";
import { Icon } from "#app/ui/icon.tsx";
import type { MatrixCell } from "#worker/domain/people/matrix.ts";

export type CellState = {
  state: GrantState;
  effective: Effective;
  isChanged: boolean;
  isLocked: boolean;
};
/** Three states of a person, or on and off of a team. */
export type Kind = "states" | "ticks";
export const capital = (word: string) => `${word[0]!.toUpperCase()}${word.slice(1)}`;
const states: [GrantState, string][] = [
  ["inherit", "Inherit"],
  ["allow", "Allow"],
  ["deny", "Deny"],
];

type MarkProps = {
  cell: MatrixCell;
  label: string;
  kind: Kind;
  channel: Channel;
  at: CellState;
  onSet: (permission: string, state: GrantState) => void;
};
const UNHELD = "You do not have this right yourself";

/** One permission: its mark and its effect. A right the editor does not hold is shown and cannot be changed. */
export function Mark({ cell: { permission, verb }, label, kind, channel, at, onSet }: MarkProps) {
  const { state, effective, isChanged, isLocked } = at;
  const name = `${channel}.${permission}`;
  const title = isLocked ? UNHELD : undefined;
  const spoken = `${capital(verb)} ${label}`;
  const look = ["select", state !== "inherit" && state, isChanged && "is-changed"]
    .filter(Boolean)
    .join(" ");
  return (
    <div className="mark" title={title}>
      {isLocked && state !== "inherit" && <input type="hidden" name={name} value={state} />}
      {kind === "ticks" ? (
        <label className="check">
          <input
            type="checkbox"
            name={name}
            value="allow"
            aria-label={spoken}
            checked={state === "allow"}
            disabled={isLocked}
            onChange={(event) =>
              onSet(permission, event.currentTarget.checked ? "allow" : "inherit")
            }
          />
          {capital(verb)}
        </label>
      ) : (
        <>
          <span className="verb" aria-hidden="true">
            {capital(verb)}
          </span>
          <span className="pick">
            <select
              className={look}
              name={name}
              aria-label={spoken}
              value={state}
              disabled={isLocked}
              onChange={(event) => onSet(permission, event.currentTarget.value as GrantState)}
            >
              {states.map(([value, text]) => (
                <option key={value} value={value}>
                  {text}
                </option>
              ))}
            </select>
            <Icon name="down" />
          </span>
          <span className={effective.granted ? "why yes" : "why"}>
            <Icon name={effective.granted ? "check" : "x"} size="s" />
            {isLocked ? "not yours to give" : effective.reason}
          </span>
        </>
      )}
      {kind === "ticks" && isLocked && <span className="why">not yours to give</span>}
    </div>
  );
}
