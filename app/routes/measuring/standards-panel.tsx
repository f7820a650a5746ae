import { type ReactNode, useState } from "react";
import { roleName } from "#app/shared/calibration/role-name.ts";
import type { ChosenStandard } from "#app/shared/measuring/merging.ts";
import type { UsedStandard } from "#app/shared/measuring/setup.ts";
import { Combobox } from "#app/ui/combobox.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { Panel } from "#app/ui/page.tsx";
import { DateText } from "#app/ui/time.tsx";
import { searchChoices } from "../masters/choices.ts";

type Props = {
  roles: readonly { role: string }[];
  chosen: readonly ChosenStandard[];
  used: readonly UsedStandard[];
  onChange: (chosen: ChosenStandard[]) => void;
  /** What stands below the standards of a role, such as a form that adds another one. */
  below?: (role: string, add: (choice: { value: string; label: string }) => void) => ReactNode;
};

/** The standards of a measurement: those in service that can stand for a role, for each role that the procedure asks for. */
export function StandardsPanel({ roles, chosen, used, onChange, below }: Props) {
  // What was just chosen is known by its name alone until it is saved.
  const [names, setNames] = useState<Readonly<Record<string, string>>>({});
  const asked = [...new Set([...roles, ...chosen].map(({ role }) => role))];
  const add = (role: string, { value, label }: { value: string; label: string }) => {
    if (chosen.some((one) => one.role === role && one.calibratorId === value)) return;
    setNames((before) => ({ ...before, [value]: label }));
    onChange([...chosen, { role, calibratorId: value }]);
  };
  return (
    <Panel title="Standards" flush id="standards">
      <ul className="std-list">
        {asked.map((role) => (
          <li key={role}>
            <b>{roleName(role)}</b>
            {chosen
              .filter((one) => one.role === role)
              .map((one) => (
                <Standard
                  key={one.calibratorId}
                  standard={used.find(({ calibratorId }) => calibratorId === one.calibratorId)}
                  name={names[one.calibratorId] ?? "Calibrator"}
                  onRemove={() => onChange(chosen.filter((other) => other !== one))}
                />
              ))}
            <Combobox
              name={`standard-${role}`}
              label={`Add a standard as ${roleName(role)}`}
              hideLabel
              placeholder="Add a standard..."
              load={searchChoices("calibrators", role)}
              value={null}
              onChange={(choice) => choice && add(role, choice)}
            />
            {below?.(role, (choice) => add(role, choice))}
          </li>
        ))}
      </ul>
      {asked.length === 0 && (
        <p className="muted m-loading">The procedure asks for no standard by its role.</p>
      )}
    </Panel>
  );
}

type StandardProps = { standard: UsedStandard | undefined; name: string; onRemove: () => void };
function Standard({ standard, name, onRemove }: StandardProps) {
  const called = standard ? `${standard.calibratorNo} ${standard.name}` : name;
  return (
    <span className="std">
      <Icon name="gauge" />
      <span>
        {standard?.name ?? name}
        <small>
          {standard?.certificate?.status === "entered" ? (
            "Its certificate waits for acceptance"
          ) : standard?.certificate ? (
            <>
              In date to <DateText on={standard.certificate.dueOn} />
            </>
          ) : standard ? (
            "No accepted certificate of these days"
          ) : (
            "Its certificate is looked up when this is saved"
          )}
        </small>
      </span>
      <span className="code">{standard?.calibratorNo}</span>
      <button
        className="btn btn-ghost btn-sm btn-icon"
        type="button"
        aria-label={`Remove ${called}`}
        onClick={onRemove}
      >
        <Icon name="x" />
      </button>
    </span>
  );
}
