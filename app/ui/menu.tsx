import { type ComponentProps, type MouseEvent, type ReactNode, useRef } from "react";
import { Link, useLocation } from "react-router";
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
    // The place in the page is kept, also for a dialog that closes later: what had the focus is gone with the sheet.
    box.current.querySelector("summary")?.focus({ preventScroll: true });
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

type EntryProps = Pick<ComponentProps<typeof Link>, "prefetch" | "children"> & {
  to: string;
  icon: IconName;
  /** It ends or takes away something. */
  danger?: boolean;
  className?: string;
};

/** An entry of a menu that goes somewhere. A dialog of the page opens where the page stands. */
export function MenuLink({ icon, danger = false, className, children, ...link }: EntryProps) {
  const { pathname } = useLocation();
  return (
    <Link
      {...link}
      className={["menu-item", danger && "danger", className].filter(Boolean).join(" ")}
      preventScrollReset={link.to.split("?")[0] === pathname}
    >
      <Icon name={icon} />
      {children}
    </Link>
  );
}
