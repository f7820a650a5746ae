import { type PointerEvent, useContext, useRef, useState } from "react";
import { drawn, SIGNATURE } from "#app/shared/signature.ts";
import { FieldNotes } from "#app/ui/field.tsx";
import { FormContext, useField } from "#app/ui/form-context.ts";
import { useHydrated } from "#app/ui/hooks.ts";
import { Icon } from "#app/ui/icon.tsx";

type Props = {
  name: string;
  /** Whose signature it is, as the accessible name says it. */
  label: string;
  /** Told what is drawn, where no form sends it. */
  onDrawn?: (path: string) => void;
};

/** A signature drawn with a finger, a pen or the mouse; it is optional, the typed name beside it stands without it. */
export function SignatureField({ name, label, onDrawn }: Props) {
  const field = useField(name);
  const isHydrated = useHydrated();
  const { touch } = useContext(FormContext);
  const [path, setPath] = useState(field.text);
  // Several strokes may come before the next drawing of the page.
  const latest = useRef(path);
  const [isOpen, setOpen] = useState(field.text !== "");
  const draw = (event: PointerEvent<SVGSVGElement>, isFirst: boolean) => {
    const box = event.currentTarget.getBoundingClientRect();
    const point = {
      x: ((event.clientX - box.left) / box.width) * SIGNATURE.width,
      y: ((event.clientY - box.top) / box.height) * SIGNATURE.height,
    };
    const next = drawn(latest.current, point, isFirst);
    latest.current = next;
    setPath(next);
    onDrawn?.(next);
  };
  const clear = () => {
    latest.current = "";
    setPath("");
    onDrawn?.("");
    touch();
  };
  const value = <input type="hidden" name={name} value={path} />;
  if (!isHydrated) return value;
  return (
    <div className="signature">
      {value}
      {isOpen ? (
        <>
          <svg
            className="signature-pad"
            viewBox={`0 0 ${SIGNATURE.width} ${SIGNATURE.height}`}
            role="img"
            aria-label={path ? label : `${label}: nothing drawn`}
            onPointerDown={(event) => {
              if (event.button !== 0) return;
              event.currentTarget.setPointerCapture(event.pointerId);
              draw(event, true);
              touch();
            }}
            onPointerMove={(event) => event.buttons === 1 && draw(event, false)}
          >
            <path className="signature-line" d="M12 82H288" />
            <path className="signature-ink" d={path} />
          </svg>
          <button className="btn btn-sm" type="button" disabled={!path} onClick={clear}>
            Clear<span className="sr-only"> {label}</span>
          </button>
        </>
      ) : (
        <button className="btn btn-sm" type="button" onClick={() => setOpen(true)}>
          <Icon name="sign" size="s" />
          Sign<span className="sr-only">: {label}</span>
        </button>
      )}
      <FieldNotes field={field} />
    </div>
  );
}
