import {
  type ComponentProps,
  createContext,
  type MouseEvent,
  type ReactNode,
  useContext,
  useRef,
  useState,
} from "react";
import { Link, useLocation } from "react-router";
import { usePopover, walkChoices } from "./hooks.ts";
import { Icon, type IconName } from "./icon.tsx";

/** True where everything that opens is built at once, as a list can be asked for without scripts. */
export const WholeContext = createContext(false);

type Props = {
  /** Names an icon that stands alone; leave it out where `text` has words. */
  label?: string;
  children: ReactNode;
  icon?: IconName;
  text?: ReactNode;
  className?: string;
  side?: "start" | "end";
  /** Its entries are built when it is opened. */
  isLate?: boolean;
};

/** A button that opens a small sheet of links and buttons (`menu-item`); it opens without scripts too. */
export function Menu({
  label,
  children,
  icon = "dots",
  text,
  className = "btn btn-ghost btn-icon",
  side = "end",
  isLate = false,
}: Props) {
  const box = useRef<HTMLDetailsElement>(null);
  const isWhole = useContext(WholeContext);
  const [isOpen, setOpen] = useState(false);
  usePopover(box);
  const chosen = (event: MouseEvent) => {
    if (!(event.target instanceof Element && event.target.closest("a, button") && box.current))
      return;
    // The place in the page is kept, also for a dialog that closes later: what had the focus is gone with the sheet.
    box.current.querySelector("summary")?.focus({ preventScroll: true });
    box.current.open = false;
  };
  return (
    <details
      className="menu"
      ref={box}
      onToggle={isLate ? (event) => setOpen(event.currentTarget.open) : undefined}
    >
      <summary className={className} aria-label={label}>
        {text ?? <Icon name={icon} />}
      </summary>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: closes after a choice; the choices themselves are links and buttons */}
      <div className="menu-sheet" data-side={side} onClick={chosen} onKeyDown={walkChoices}>
        {(!isLate || isOpen || isWhole) && children}
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
  const isHere = link.to.split("?")[0] === useLocation().pathname;
  return (
    <Link
      {...link}
      discover={isHere ? "none" : "render"}
      className={["menu-item", danger && "danger", className].filter(Boolean).join(" ")}
      preventScrollReset={isHere}
    >
      <Icon name={icon} />
      {children}
    </Link>
  );
}
