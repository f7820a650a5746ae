import { Link } from "react-router";
import type { OfferedPreset } from "#worker/domain/people/presets.ts";

type Props = {
  presets: readonly OfferedPreset[];
  /** The preset whose rights are marked now. */
  chosen: string | null;
  /** Something is marked. */
  isMarked: boolean;
  path: string;
  onChoose: (preset: OfferedPreset) => void;
};

/** Fills the matrix with the rights of a preset. Without scripts the address does, and nothing is saved either way. */
export function PermissionPresets({ presets, chosen, isMarked, path, onChoose }: Props) {
  const about = presets.find(({ name }) => name === chosen)?.about;
  return (
    <section className="presets" aria-label="Presets">
      <div className="chips">
        {presets.map((preset) => (
          <Link
            key={preset.name}
            className={chosen === preset.name ? "chip is-on" : "chip"}
            to={`${path}?copy=preset:${preset.name}`}
            aria-current={chosen === preset.name ? "true" : undefined}
            title={preset.about}
            onClick={(event) => {
              event.preventDefault();
              onChoose(preset);
            }}
          >
            {preset.label} <small>{preset.count}</small>
          </Link>
        ))}
        {!chosen && isMarked && <span className="chip is-on">Custom</span>}
      </div>
      <p className="muted">
        {about ?? "A preset fills the rights below. They are saved once you have looked at them."}
      </p>
    </section>
  );
}
