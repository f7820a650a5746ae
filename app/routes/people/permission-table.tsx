import { useState } from "react";
import { useLocation } from "react-router";
import {
  type Channel,
  channels,
  type GrantState,
  type Marks,
} from "#app/shared/permission-matrix.ts";
import { useHydrated } from "#app/ui/hooks.ts";
import { Panel } from "#app/ui/page.tsx";
import type { MatrixCell, MatrixModule } from "#worker/domain/people/matrix.ts";
import type { CellState, Kind } from "./permission-mark.tsx";
import { PermissionRow } from "./permission-row.tsx";

type Props = {
  matrix: MatrixModule[];
  kind: Kind;
  channel: Channel;
  onChannel: (channel: Channel) => void;
  marks: Marks;
  stateOf: (cell: MatrixCell) => CellState;
  onSet: (permission: string, state: GrantState) => void;
  onLevel: (marks: Marks) => void;
};

/** The subjects of each module, one row a subject. */
export function PermissionTable({ matrix, channel, onChannel, ...row }: Props) {
  const isLive = useHydrated();
  const at = useLocation();
  const [opened, setOpened] = useState<ReadonlySet<string>>(
    () => new Set(new URLSearchParams(at.search).getAll("one")),
  );
  const open = (subject: string, isOpen: boolean) => {
    const next = new Set(opened);
    if (isOpen) next.add(subject);
    else next.delete(subject);
    setOpened(next);
  };
  return (
    <>
      {isLive && (
        <fieldset className="seg rights-channel">
          <legend className="sr-only">Channel</legend>
          {channels.map((one) => (
            <label key={one}>
              <input
                type="radio"
                name="shown-channel"
                checked={channel === one}
                onChange={() => onChannel(one)}
              />
              <span>{one === "web" ? "Web" : "App"}</span>
            </label>
          ))}
        </fieldset>
      )}
      {matrix.map((module) => {
        const states = module.rows.flatMap(({ cells }) => cells.map(row.stateOf));
        const granted = states.filter(({ effective }) => effective.granted).length;
        return (
          <Panel
            key={module.label}
            flush
            title={module.label}
            actions={<small className="muted">{`${granted} of ${states.length} granted`}</small>}
          >
            <ul className="rights" aria-label={`${module.label} on the ${channel}`}>
              {module.rows.map((subject) => (
                <PermissionRow
                  key={`${channel} ${subject.subject}`}
                  row={subject}
                  channel={channel}
                  isLive={isLive}
                  isOpen={opened.has(subject.subject)}
                  onOpen={(isOpen) => open(subject.subject, isOpen)}
                  openHref={`${at.pathname}?one=${subject.subject}`}
                  {...row}
                />
              ))}
            </ul>
          </Panel>
        );
      })}
      <p className="muted">
        Edit: view, add, change and export. Full: delete and approve too. The arrow shows every
        right of a subject.
      </p>
    </>
  );
}
