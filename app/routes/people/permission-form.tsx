import { Fragment, useMemo, useState } from "react";
import { Link, useLocation } from "react-router";
import { givenMarks } from "#app/shared/permission-levels.ts";
import {
  type Channel,
  channels,
  effectiveOf,
  type GrantState,
  type Marks,
  markChanges,
  marked,
} from "#app/shared/permission-matrix.ts";
import { plural } from "#app/shared/plural.ts";
import { PlainForm, type Refused, SubmitButton } from "#app/ui/form.tsx";
import { useHydrated } from "#app/ui/hooks.ts";
import { Note } from "#app/ui/states.tsx";
import type { MatrixCell, MatrixModule, MatrixRow } from "#worker/domain/people/matrix.ts";
import type { OfferedPreset } from "#worker/domain/people/presets.ts";
import { PermissionConfirm } from "./permission-confirm.tsx";
import type { CellState, Kind } from "./permission-mark.tsx";
import { PermissionPresets } from "./permission-presets.tsx";
import { type ScopeChoice, ScopePanel, scopeChange } from "./permission-scope.tsx";
import { PermissionTable } from "./permission-table.tsx";

type ChannelMarks = Record<Channel, Marks>;
type Props = {
  matrix: MatrixModule[];
  presets: readonly OfferedPreset[];
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
  matrix.flatMap(({ rows }) => rows.flatMap(({ cells }) => cells));

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

/** Whether two sets of marks are the same where they may be set. */
const areSame = (cells: readonly MatrixCell[], channel: Channel, one: Marks, other: Marks) =>
  cells.every(
    ({ permission, held }) =>
      !held[channel] || (one[permission] ?? "inherit") === (other[permission] ?? "inherit"),
  );

/** The matrix of one person or team as a form. Without scripts it is plain selects; with them it says what a save would do before it does. */
export function PermissionForm({
  matrix,
  presets,
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
  const { pathname } = useLocation();

  const settable = (of: Channel) =>
    new Set<string>(cells.filter(({ held }) => held[of]).map(({ permission }) => permission));
  const set = (permission: string, state: GrantState) => {
    const within = settable(channel);
    if (within.has(permission))
      setNow({ ...now, [channel]: marked(now[channel], permission, state, within) });
  };
  const setLevel = (level: Marks) => setNow({ ...now, [channel]: { ...now[channel], ...level } });
  const rows = matrix.flatMap((module) => module.rows);
  const marksOf = ({ gives }: OfferedPreset): ChannelMarks => ({
    web: givenMarks(rows, gives, "web"),
    app: givenMarks(rows, gives, "app"),
  });
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
  const chosen = presets.find((preset) =>
    areSame(cells, channel, now[channel], marksOf(preset)[channel]),
  );
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
      <PermissionPresets
        presets={presets}
        chosen={chosen?.name ?? null}
        isMarked={!areSame(cells, channel, now[channel], {})}
        path={pathname}
        onChoose={(preset) => setNow(copying(cells, now, marksOf(preset)))}
      />
      <PermissionTable
        matrix={matrix}
        kind={kind}
        channel={channel}
        onChannel={setChannel}
        marks={now[channel]}
        stateOf={stateOf}
        onSet={set}
        onLevel={setLevel}
      />
      <ChangedMarks rows={rows} channel={other} before={marks[other]} after={now[other]} />
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
          {count === 0 ? "Nothing changed" : plural(count, "1 change", "{n} changes")}
          {lost.length > 0 && plural(lost.length, ", 1 right lost", ", {n} rights lost")}
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
        {...{ name, matrix, changes }}
      />
    </PlainForm>
  );
}

/** What changed on the channel that is not shown, as fields of the form. */
function ChangedMarks({
  rows,
  channel,
  before,
  after,
}: {
  rows: readonly MatrixRow[];
  channel: Channel;
  before: Marks;
  after: Marks;
}) {
  return rows.map(({ subject, cells }) => {
    const permissions = cells.map(({ permission }) => permission);
    if (!markChanges(before, after, permissions).length) return null;
    return (
      <Fragment key={subject}>
        <input type="hidden" name={`level.${channel}.${subject}`} value="custom" />
        {permissions.map((permission) => (
          <input
            key={permission}
            type="hidden"
            name={`${channel}.${permission}`}
            value={after[permission] ?? "inherit"}
          />
        ))}
      </Fragment>
    );
  });
}
