import { useMemo, useState } from "react";
import { Link } from "react-router";
import {
  type Channel,
  channels,
  effectiveOf,
  type GrantState,
  type Marks,
  markChanges,
  marked,
  markedAll,
} from "#app/shared/permission-matrix.ts";
import { PlainForm, type Refused, SubmitButton } from "#app/ui/form.tsx";
import { useHydrated } from "#app/ui/hooks.ts";
import { Note } from "#app/ui/states.tsx";
import type { MatrixCell, MatrixModule } from "#worker/domain/people/matrix.ts";
import { PermissionConfirm } from "./permission-confirm.tsx";
import type { CellState, Kind } from "./permission-mark.tsx";
import { type ScopeChoice, ScopePanel, scopeChange } from "./permission-scope.tsx";
import { PermissionTable } from "./permission-table.tsx";

type ChannelMarks = Record<Channel, Marks>;
type Props = {
  matrix: MatrixModule[];
  marks: ChannelMarks;
  copied: { from: string; marks: ChannelMarks } | null;
  kind: Kind;
  version: number;
  problem: Refused | undefined;
  backTo: string;
  /** The Locations the person is limited to; a team has none. */
  scope?: ScopeChoice;
  /** Whose rights these are, in a question: "Asha Rao loses". */
  name: string;
};

const cellsOf = (matrix: MatrixModule[]) =>
  matrix.flatMap(({ rows }) => rows.flatMap(({ cells }) => cells.filter((cell) => cell !== null)));

/** What was copied, as far as the one who edits may give it. */
function copying(
  cells: readonly MatrixCell[],
  marks: ChannelMarks,
  from: ChannelMarks,
): ChannelMarks {
  const of = (channel: Channel) => {
    const next: Record<string, GrantState> = { ...marks[channel] };
    for (const { permission, held } of cells)
      if (held[channel]) next[permission] = from[channel][permission] ?? "inherit";
    return next;
  };
  return { web: of("web"), app: of("app") };
}

/** The matrix of one person or team as a form. Without scripts it is plain selects; with them it says what a save would do before it does. */
export function PermissionForm({
  matrix,
  marks,
  copied,
  kind,
  version,
  problem,
  backTo,
  scope,
  name,
}: Props) {
  const cells = useMemo(() => cellsOf(matrix), [matrix]);
  const first = useMemo(
    () => (copied ? copying(cells, marks, copied.marks) : marks),
    [cells, marks, copied],
  );
  const [now, setNow] = useState(first);
  const [channel, setChannel] = useState<Channel>("web");
  const [asking, setAsking] = useState(false);
  const [places, setPlaces] = useState<{ ids: readonly string[] | null; round: number }>({
    ids: null,
    round: 0,
  });
  const hydrated = useHydrated();

  const settable = (of: Channel) =>
    new Set<string>(cells.filter(({ held }) => held[of]).map(({ permission }) => permission));
  const set = (permissions: readonly string[], state: GrantState) => {
    const within = settable(channel);
    const [only] = permissions;
    const next =
      permissions.length === 1 && only && within.has(only)
        ? marked(now[channel], only, state, within)
        : markedAll(now[channel], permissions, state, within);
    setNow({ ...now, [channel]: next });
  };
  const permissions = cells.map(({ permission }) => permission);
  const changes = channels.flatMap((of) =>
    markChanges(marks[of], now[of], permissions).map((change) => ({ ...change, channel: of })),
  );
  const moved = scope && places.ids ? scopeChange(scope, places.ids) : null;
  const count = changes.length + (moved ? 1 : 0);
  const reset = () => {
    setNow(marks);
    setPlaces({ ids: null, round: places.round + 1 });
  };
  const holds = (cell: MatrixCell, of: Channel, state: GrantState) =>
    effectiveOf({ isAdmin: false, isExcluded: false, own: state, teams: cell.teams[of] });
  const lost = cells.filter(
    (cell) =>
      holds(cell, "web", marks.web[cell.permission] ?? "inherit").granted &&
      !holds(cell, "web", now.web[cell.permission] ?? "inherit").granted,
  );
  const stateOf = (cell: MatrixCell): CellState => {
    const state = now[channel][cell.permission] ?? "inherit";
    return {
      state,
      effective: holds(cell, channel, state),
      isChanged: state !== (marks[channel][cell.permission] ?? "inherit"),
      isLocked: !cell.held[channel],
    };
  };
  const other: Channel = channel === "web" ? "app" : "web";
  const refusedConfirm = problem?.errors?.confirm;

  return (
    <PlainForm problem={problem} className="stack" id="permissions" guard>
      <input type="hidden" name="version" value={version} />
      {copied && (
        <Note tone="info">
          Copied from {copied.from}, as far as you hold the rights yourself. Nothing is saved yet.
        </Note>
      )}
      <PermissionTable
        matrix={matrix}
        kind={kind}
        channel={channel}
        onChannel={setChannel}
        stateOf={stateOf}
        onSet={set}
      />
      {Object.entries(now[other]).map(
        ([permission, state]) =>
          state !== "inherit" && (
            <input key={permission} type="hidden" name={`${other}.${permission}`} value={state} />
          ),
      )}
      {scope && (
        <ScopePanel
          key={places.round}
          scope={scope}
          onChosen={(ids) => setPlaces({ ...places, ids })}
        />
      )}
      {refusedConfirm && !hydrated && (
        <label className="check">
          <input type="checkbox" name="confirm" value="1" />
          Yes, take these away: {refusedConfirm.join(", ")}
        </label>
      )}
      <div className="save-bar">
        <span role="status">
          {count === 0 ? "Nothing changed" : `${count} ${count === 1 ? "change" : "changes"}`}
          {lost.length > 0 && `, ${lost.length} ${lost.length === 1 ? "right" : "rights"} lost`}
        </span>
        <span className="end">
          {hydrated && count > 0 && (
            <button className="btn" type="button" onClick={reset}>
              Reset
            </button>
          )}
          <Link className="btn" to={backTo}>
            Cancel
          </Link>
          {hydrated && (count > 0 || copied) ? (
            <button className="btn btn-primary" type="button" onClick={() => setAsking(true)}>
              Save permissions
            </button>
          ) : (
            <SubmitButton>Save permissions</SubmitButton>
          )}
        </span>
      </div>
      <PermissionConfirm
        open={asking}
        lost={lost.length}
        scope={moved}
        onClose={() => setAsking(false)}
        {...{ name, matrix, changes, kind }}
      />
    </PlainForm>
  );
}
