import { useState } from "react";
import type { Channel, GrantState } from "#app/shared/permission-matrix.ts";
import { useHydrated } from "#app/ui/hooks.ts";
import { Icon } from "#app/ui/icon.tsx";
import { Menu } from "#app/ui/menu.tsx";
import type { MatrixCell, MatrixModule, MatrixRow } from "#worker/domain/people/matrix.ts";
import { type CellState, capital, type Kind, Mark, switches } from "./permission-mark.tsx";
import { ModuleHead } from "./permission-module.tsx";

type Props = {
  matrix: MatrixModule[];
  kind: Kind;
  channel: Channel;
  onChannel: (channel: Channel) => void;
  stateOf: (cell: MatrixCell) => CellState;
  onSet: (permissions: readonly string[], state: GrantState) => void;
};

const verbs = ["view", "create", "edit", "delete", "approve", "export"];

/** Subjects by module against verbs; under 992 px each subject is a card. */
export function PermissionTable({ matrix, kind, channel, onChannel, stateOf, onSet }: Props) {
  const hydrated = useHydrated();
  const [word, setWord] = useState("");
  const [differing, setDiffering] = useState(false);
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  const looked = word.trim().toLowerCase();
  const cellsOf = (row: MatrixRow) => row.cells.filter((cell) => cell !== null);
  const shown = (row: MatrixRow) =>
    (!looked || row.label.toLowerCase().includes(looked)) &&
    (!differing ||
      cellsOf(row).some((cell) => stateOf(cell).state !== "inherit" || stateOf(cell).isChanged));
  const narrowed = looked !== "" || differing;
  const toggle = (label: string) =>
    setOpened(
      new Set(
        opened.has(label) ? [...opened].filter((other) => other !== label) : [...opened, label],
      ),
    );
  const column = (at: number) =>
    matrix.flatMap(({ rows }) =>
      rows.filter(shown).flatMap((row) => row.cells[at]?.permission ?? []),
    );
  const setter = (label: string, permissions: readonly string[]) =>
    hydrated &&
    permissions.length > 0 && (
      <Menu label={label} className="btn btn-ghost btn-sm btn-icon">
        {switches[kind].map(([state, text]) => (
          <button
            key={state}
            className="menu-item"
            type="button"
            onClick={() => onSet(permissions, state)}
          >
            {text} all
          </button>
        ))}
      </Menu>
    );
  return (
    <div className="stack">
      {hydrated && (
        <div className="matrix-bar">
          <span className="search affix">
            <Icon name="search" />
            <input
              className="input"
              type="search"
              value={word}
              placeholder="Assets, stocks, people"
              aria-label="Search permissions"
              onChange={(event) => setWord(event.currentTarget.value)}
            />
          </span>
          <label className="check">
            <input
              type="checkbox"
              checked={differing}
              onChange={(event) => setDiffering(event.currentTarget.checked)}
            />
            Only differences
          </label>
          <fieldset className="seg">
            <legend className="sr-only">Channel</legend>
            {(["web", "app"] as const).map((one) => (
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
        </div>
      )}
      {narrowed && !matrix.some(({ rows }) => rows.some(shown)) && (
        <p className="muted" role="status">
          {looked
            ? "No permission has this name."
            : kind === "ticks"
              ? "No right is on."
              : "Everything is as the teams give it."}
        </p>
      )}
      <div className="table-wrap">
        {/* biome-ignore-start lint/a11y/noRedundantRoles: as cards the elements lose their own roles */}
        <table className="matrix" role="table" aria-label={`Permissions on the ${channel}`}>
          <thead role="rowgroup">
            <tr role="row">
              <th role="columnheader" scope="col">
                Subject
              </th>
              {verbs.map((verb, at) => (
                <th key={verb} role="columnheader" scope="col">
                  <span className="head-cell">
                    {capital(verb)}
                    {setter(`Set ${verb} of all`, column(at))}
                  </span>
                </th>
              ))}
            </tr>
          </thead>
          {matrix.map((module) => (
            <tbody
              key={module.label}
              role="rowgroup"
              hidden={!module.rows.some(shown)}
              className={narrowed || opened.has(module.label) ? undefined : "is-closed"}
            >
              <ModuleHead
                label={module.label}
                states={module.rows.flatMap((row) => cellsOf(row).map(stateOf))}
                columns={verbs.length + 1}
                isOpen={opened.has(module.label)}
                onToggle={narrowed ? null : () => toggle(module.label)}
              />
              {module.rows.map((row) => (
                <tr key={row.subject} className="subject" role="row" hidden={!shown(row)}>
                  <th role="rowheader" scope="row">
                    <span className="head-cell">
                      {row.label}
                      {setter(
                        `Set all of ${row.label}`,
                        cellsOf(row).map(({ permission }) => permission),
                      )}
                    </span>
                  </th>
                  {row.cells.map((cell, at) =>
                    cell ? (
                      <td key={cell.permission} role="cell">
                        <Mark
                          cell={cell}
                          label={row.label}
                          kind={kind}
                          channel={channel}
                          at={stateOf(cell)}
                          onSet={onSet}
                        />
                      </td>
                    ) : (
                      <td key={verbs[at]} role="cell" className="absent">
                        <span className="sr-only">Does not exist</span>
                      </td>
                    ),
                  )}
                </tr>
              ))}
            </tbody>
          ))}
        </table>
        {/* biome-ignore-end lint/a11y/noRedundantRoles: as cards the elements lose their own roles */}
      </div>
    </div>
  );
}
