import type { ReactNode } from "react";
import { Icon } from "#app/ui/icon.tsx";
import { ChecksPanel } from "./checks-panel.tsx";
import { Keypad } from "./keypad.tsx";
import { useMeasuring } from "./measure-context.ts";
import { ParameterPanel } from "./parameter-panel.tsx";
import { RoomPanel } from "./room-panel.tsx";

type Props = {
  /** The fields of the record's head. */
  head: ReactNode;
  /** What stands beside the grid, and what it is called. */
  side: ReactNode;
  sideLabel: string;
};

/** Readings, room and checks of a measurement, whatever its record is, with the record's own fields under them. */
export function MeasureBody({ head, side, sideLabel }: Props) {
  const { parameters, engine } = useMeasuring();
  return (
    <div className="measure">
      <div className="stack">
        <Keypad />
        <RoomPanel />
        <div className="stack" id="results">
          {parameters.map((one) => (
            <ParameterPanel key={one.parameter.key} of={one} />
          ))}
          {!engine && (
            <p className="muted">
              <Icon name="clock" /> Loading the engine...
            </p>
          )}
        </div>
        <ChecksPanel />
        {head}
      </div>
      <aside className="stack m-side" aria-label={sideLabel}>
        {side}
      </aside>
    </div>
  );
}
