import { namesOfLog } from "#app/shared/measuring/environment.ts";
import { isImportedEnd } from "#app/shared/measuring/measured.ts";
import { withEnvironment } from "#app/shared/measuring/typing.ts";
import { type UnitCode, units } from "#app/shared/metrology/units.ts";
import { importedLook } from "./imported-mark.ts";
import { useMeasuring } from "./measure-context.ts";

type FieldProps = {
  label: string;
  /** What it is of, for who does not see its place. */
  about: string;
  typed: string;
  isWrong: boolean;
  isImported?: boolean;
  onType: (typed: string) => void;
};
const RoomField = ({ label, about, typed, isWrong, isImported, onType }: FieldProps) => (
  <label>
    {label}
    <input
      {...importedLook("input num", isImported ?? false)}
      inputMode="decimal"
      autoComplete="off"
      maxLength={24}
      placeholder="–"
      aria-label={about}
      aria-invalid={isWrong || undefined}
      value={typed}
      onChange={({ currentTarget }) => onType(currentTarget.value)}
    />
  </label>
);

/** The room in which is measured: what the procedure allows, and what was read. */
export function RoomPanel() {
  const { setup, measured, change, environment } = useMeasuring();
  const { environment: conditions, acclimatiseMinutes } = setup.content;
  if (conditions.length === 0 && acclimatiseMinutes === 0) return null;
  return (
    <section className="env" id="env" aria-label="Environment">
      {conditions.map(({ quantity, unit, lo, hi, log }, at) => {
        const typed = measured.environment[at] ?? { first: "", last: "" };
        const names = namesOfLog[log];
        const found = environment?.conditions[at];
        const { symbol } = units[unit as UnitCode];
        return (
          <div
            key={quantity}
            id={`environment-${at}`}
            className={found?.inside === false ? "is-out" : undefined}
          >
            <span className="k">
              {quantity} <small>{`${lo} to ${hi} ${symbol}`}</small>
            </span>
            <span className="v">
              {(["first", "last"] as const).map((which) => (
                <RoomField
                  key={which}
                  label={names[which]}
                  about={`${quantity}, ${names[which].toLowerCase()}, ${symbol}`}
                  typed={typed[which]}
                  isImported={isImportedEnd(typed, which)}
                  isWrong={
                    found?.inside === false ||
                    (typed[which].trim() !== "" && !Number.isFinite(Number(typed[which])))
                  }
                  onType={(text) => change((before) => withEnvironment(before, at, which, text))}
                />
              ))}
              <small>{symbol}</small>
            </span>
            {found?.inside === false && <small className="m-out">Outside of the limits</small>}
          </div>
        );
      })}
      {acclimatiseMinutes > 0 && (
        <div id="acclimatised">
          <span className="k">
            Acclimatised <small>{`at least ${acclimatiseMinutes} min`}</small>
          </span>
          <span className="v">
            <RoomField
              label="Stood for"
              about="Minutes that the device stood in the room"
              typed={measured.acclimatised}
              isWrong={false}
              onType={(acclimatised) => change((before) => ({ ...before, acclimatised }))}
            />
            <small>min</small>
          </span>
        </div>
      )}
    </section>
  );
}
