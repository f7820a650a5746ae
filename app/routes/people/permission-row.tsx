import { Link } from "react-router";
import { inWords } from "#app/shared/in-words.ts";
import {
  levelAt,
  levelLabels,
  levelMarks,
  levelsOf,
  type RowLevel,
} from "#app/shared/permission-levels.ts";
import type { Channel, GrantState, Marks } from "#app/shared/permission-matrix.ts";
import { Icon } from "#app/ui/icon.tsx";
import type { MatrixCell, MatrixRow } from "#worker/domain/people/matrix.ts";
import { type CellState, type Kind, Mark } from "./permission-mark.tsx";

type Props = {
  row: MatrixRow;
  kind: Kind;
  channel: Channel;
  marks: Marks;
  stateOf: (cell: MatrixCell) => CellState;
  onSet: (permission: string, state: GrantState) => void;
  /** Sets the marks of the whole subject. */
  onLevel: (marks: Marks) => void;
  /** The marks are shown one by one. */
  isOpen: boolean;
  onOpen: (isOpen: boolean) => void;
  /** Where the marks are shown one by one without scripts. */
  openHref: string;
  /** Scripts are at work, so that the level follows the marks. */
  isLive: boolean;
};

/** One subject: its level, what it comes to besides, and its marks where somebody wants them one by one. */
export function PermissionRow({
  row: { subject, label, cells },
  kind,
  channel,
  marks,
  stateOf,
  onSet,
  onLevel,
  isOpen,
  onOpen,
  openHref,
  isLive,
}: Props) {
  const permissions = cells.map(({ permission }) => permission);
  const level = levelAt(marks, permissions);
  const states = cells.map((cell) => ({ cell, at: stateOf(cell) }));
  const isLocked = states.every(({ at }) => at.isLocked);
  const isChanged = states.some(({ at }) => at.isChanged);
  /** A level that would change what the editor does not hold is shown and cannot be chosen. */
  const isOut = (choice: RowLevel) => {
    if (choice === "custom" || choice === level) return false;
    const wanted = levelMarks(choice, permissions);
    return states.some(({ cell, at }) => at.isLocked && at.state !== wanted[cell.permission]);
  };
  const choices: RowLevel[] = [
    "none",
    ...levelsOf(permissions),
    ...(kind === "states" ? (["deny"] as const) : []),
    "custom",
  ];
  const choose = (choice: RowLevel) => {
    onOpen(choice === "custom");
    if (choice !== "custom") onLevel(levelMarks(choice, permissions));
  };
  const name = `level.${channel}.${subject}`;
  return (
    <li className={isChanged ? "right is-changed" : "right"}>
      <span className="right-name">{label}</span>
      <span className="pick">
        <select
          className={`select ${level}`}
          name={name}
          aria-label={`${label}: level`}
          value={isOpen && (level === "custom" || !isLive) ? "custom" : level}
          disabled={isLocked}
          onChange={(event) => choose(event.currentTarget.value as RowLevel)}
        >
          {choices.map((choice) => (
            <option key={choice} value={choice} disabled={isOut(choice)}>
              {levelLabels[choice]}
            </option>
          ))}
        </select>
        <Icon name="down" />
      </span>
      <span className="right-effect">{effectOf(level, states, isLocked)}</span>
      <Link
        className="btn btn-ghost btn-sm btn-icon"
        to={openHref}
        role="button"
        aria-expanded={isOpen}
        aria-label={`${label} one by one`}
        preventScrollReset
        onClick={(event) => {
          event.preventDefault();
          onOpen(!isOpen);
        }}
      >
        <Icon name={isOpen ? "up" : "down"} />
      </Link>
      {isOpen && (
        <div className="right-marks">
          {states.map(({ cell, at }) => (
            <Mark key={cell.permission} {...{ cell, label, kind, channel, at, onSet }} />
          ))}
        </div>
      )}
      {!isOpen &&
        level === "custom" &&
        states.map(
          ({ cell: { permission }, at: { state } }) =>
            state !== "inherit" && (
              <input
                key={permission}
                type="hidden"
                name={`${channel}.${permission}`}
                value={state}
              />
            ),
        )}
    </li>
  );
}

/** What the level alone does not say: the marks of a subject without one, and what comes by teams. */
function effectOf(
  level: RowLevel,
  states: readonly { cell: MatrixCell; at: CellState }[],
  isLocked: boolean,
): string {
  if (isLocked) return "Not yours to give";
  const verbsWith = (state: GrantState) =>
    inWords(states.flatMap(({ cell, at }) => (at.state === state ? [cell.verb] : [])));
  const [allowed, denied] = [verbsWith("allow"), verbsWith("deny")];
  const own =
    level === "custom"
      ? [allowed && `May ${allowed}`, denied && `may not ${denied}`].filter(Boolean).join(", ")
      : "";
  const byTeams = new Map<string, string[]>();
  for (const { cell, at } of states)
    if (at.state === "inherit" && at.effective.granted)
      byTeams.set(at.effective.reason, [...(byTeams.get(at.effective.reason) ?? []), cell.verb]);
  const given = [...byTeams].map(([team, verbs]) => `${inWords(verbs)} by ${team}`);
  return [own, ...given].filter(Boolean).join("; ");
}
