import { roleName } from "#app/shared/calibration/role-name.ts";
import type { UsedStandard } from "#app/shared/measuring/setup.ts";
import { Icon } from "#app/ui/icon.tsx";
import { Panel } from "#app/ui/page.tsx";
import { DateText } from "#app/ui/time.tsx";
import type { DraftToMeasure } from "#worker/domain/certificates/read.ts";

export type ChosenStandard = { calibratorId: string; role: string };
type Offered = DraftToMeasure["offered"][number];

/** Why a standard cannot be chosen, as a word; null where it can. */
function whyNot({ status, dueOn }: Offered, on: string): string | null {
  if (status === "quarantined") return "in quarantine";
  if (status === "damaged") return "damaged";
  if (dueOn === null) return "not calibrated";
  return dueOn < on ? "out of date" : null;
}

type Props = {
  roles: readonly { role: string; count: number }[];
  chosen: readonly ChosenStandard[];
  offered: readonly Offered[];
  used: readonly UsedStandard[];
  /** The last day of the work. */
  on: string;
  onChange: (chosen: ChosenStandard[]) => void;
};

/** The standards of a measurement: one for each role that the procedure asks for, and further ones. */
export function StandardsPanel({ roles, chosen, offered, used, on, onChange }: Props) {
  const others = chosen.filter(({ role }) => !roles.some((one) => one.role === role));
  const asked = [...roles.map(({ role }) => role), ...new Set(others.map(({ role }) => role))];
  const add = (role: string, calibratorId: string) => onChange([...chosen, { role, calibratorId }]);
  const remove = (gone: ChosenStandard) => onChange(chosen.filter((one) => one !== gone));
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
                  chosen={one}
                  {...{ offered, used }}
                  onRemove={() => remove(one)}
                />
              ))}
            <select
              className="select"
              aria-label={`Add a standard as ${roleName(role)}`}
              value=""
              onChange={({ currentTarget }) => add(role, currentTarget.value)}
            >
              <option value="">Add a standard...</option>
              {offered
                .filter(
                  ({ id, roleCodes }) =>
                    roleCodes.includes(role) &&
                    !chosen.some((one) => one.role === role && one.calibratorId === id),
                )
                .map((one) => {
                  const why = whyNot(one, on);
                  return (
                    <option key={one.id} value={one.id} disabled={why !== null}>
                      {why
                        ? `${one.calibratorNo} ${one.name}, ${why}`
                        : `${one.calibratorNo} ${one.name}`}
                    </option>
                  );
                })}
            </select>
          </li>
        ))}
      </ul>
      {asked.length === 0 && (
        <p className="muted m-loading">The procedure asks for no standard by its role.</p>
      )}
    </Panel>
  );
}

type StandardProps = {
  chosen: ChosenStandard;
  offered: readonly Offered[];
  used: readonly UsedStandard[];
  onRemove: () => void;
};
function Standard({ chosen, offered, used, onRemove }: StandardProps) {
  const known = used.find(({ calibratorId }) => calibratorId === chosen.calibratorId);
  const { calibratorNo, name } = known ??
    offered.find(({ id }) => id === chosen.calibratorId) ?? {
      calibratorNo: "",
      name: "Calibrator",
    };
  return (
    <span className="std">
      <Icon name="gauge" />
      <span>
        {name}
        <small>
          {known?.certificate ? (
            <>
              In date to <DateText on={known.certificate.dueOn} />
            </>
          ) : known ? (
            "No accepted certificate of these days"
          ) : (
            "Its certificate is looked up when this is saved"
          )}
        </small>
      </span>
      <span className="code">{calibratorNo}</span>
      <button
        className="btn btn-ghost btn-sm btn-icon"
        type="button"
        aria-label={`Remove ${calibratorNo} ${name}`}
        onClick={onRemove}
      >
        <Icon name="x" />
      </button>
    </span>
  );
}
