import { type MouseEvent, type ReactNode, useRef } from "react";
import { usePopover } from "./hooks.ts";
import { Icon, type IconName } from "./icon.tsx";

type Props = {
  /** Names an icon that stands alone; leave it out where `text` has words. */
  label?: string;
  children: ReactNode;
  icon?: IconName;
  text?: ReactNode;
  className?: string;
  side?: "start" | "end";
};

/** A button that opens a small sheet of links and buttons (`menu-item`); it opens without scripts too. */
export function Menu({
  label,
  children,
  icon = "dots",
  text,
  className = "btn btn-ghost btn-icon",
  side = "end",
}: Props) {
  const box = useRef<HTMLDetailsElement>(null);
  usePopover(box);
  const chosen = (event: MouseEvent) => {
    if (!(event.target instanceof Element && event.target.closest("a, button") && box.current))
      return;
    // By keys the place in the page is kept: what had the focus is gone with the sheet.
    if (event.detail === 0) box.current.querySelector("summary")?.focus({ preventScroll: true });
    box.current.open = false;
  };
  return (
    <details className="menu" ref={box}>
      <summary className={className} aria-label={label}>
        {text ?? <Icon name={icon} />}
      </summary>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: closes after a choice; the choices themselves are links and buttons */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: Enter on a link or button arrives here as a click */}
      <div className="menu-sheet" data-side={side} onClick={chosen}>
        {children}
      </div>
    </details>
  );
}
