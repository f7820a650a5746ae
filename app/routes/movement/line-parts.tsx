import type { ReactNode } from "react";
import { accessoryField } from "#app/shared/document-lines.ts";
import { CheckField } from "#app/ui/fields.tsx";
import { Icon } from "#app/ui/icon.tsx";

type HeadProps = {
  title: string;
  about?: ReactNode;
  /** What is removed, to those who hear the button alone. */
  label: string;
  onRemove: () => void;
};

/** What a line is about, and the button that takes it off. */
export function LineHead({ title, about, label, onRemove }: HeadProps) {
  return (
    <div className="move-line-head">
      <p>
        <b>{title}</b>
        {about && <span className="muted">{about}</span>}
      </p>
      <button
        className="btn btn-ghost btn-sm btn-icon"
        type="button"
        aria-label={`Remove ${label}`}
        onClick={onRemove}
      >
        <Icon name="x" />
      </button>
    </div>
  );
}

type Accessory = { id: string; name: string; serialNo?: string | null; qty?: number };
type AlongProps = {
  /** The place of the line among those of the form. */
  line: number;
  accessories: readonly Accessory[];
  /** Those that are ticked at first. */
  ticked?: readonly string[];
};

/** The accessories of a device, to tick those that go along. */
export function AlongFields({ line, accessories, ticked = [] }: AlongProps) {
  if (accessories.length === 0) return null;
  return (
    <fieldset className="move-along">
      <legend className="label">Accessories that go along</legend>
      {accessories.map(({ id, name, serialNo, qty = 1 }) => (
        <CheckField
          key={id}
          name={accessoryField(line, id)}
          label={[name, serialNo].filter(Boolean).join(", ") + (qty > 1 ? ` × ${qty}` : "")}
          off="0"
          defaultChecked={ticked.includes(id)}
        />
      ))}
    </fieldset>
  );
}
