import { type ReactNode, useContext, useEffect, useRef, useState } from "react";
import { listenForLeaving, walkChoices } from "./hooks.ts";
import { Menu, WholeContext } from "./menu.tsx";

type Props = {
  /** Names the button. */
  label: string;
  /** Links and buttons (`menu-item`). */
  children: ReactNode;
};

/** The menu of a row in a table: a bare button, whose entries are built when it is opened. */
export function RowMenu({ label, children }: Props) {
  const isWhole = useContext(WholeContext);
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  if (isWhole) return <Menu label={label}>{children}</Menu>;
  return (
    <>
      <button
        ref={button}
        type="button"
        aria-label={label}
        aria-haspopup="true"
        aria-expanded={isOpen || undefined}
        onClick={() => setOpen(!isOpen)}
        onKeyDown={(event) => {
          if (event.key !== "ArrowDown" || isOpen) return;
          event.preventDefault();
          setOpen(true);
        }}
      />
      {isOpen && (
        <Sheet button={button} close={() => setOpen(false)}>
          {children}
        </Sheet>
      )}
    </>
  );
}

type SheetProps = {
  button: { current: HTMLButtonElement | null };
  close: () => void;
  children: ReactNode;
};

/** It stands in the top layer, so that no scrolling box cuts it, and closes when the page moves under it. */
function Sheet({ button, close, children }: SheetProps) {
  const sheet = useRef<HTMLDivElement>(null);
  const latest = useRef(close);
  latest.current = close;
  useEffect(() => {
    const [box, opener] = [sheet.current, button.current];
    if (!box || !opener) return;
    box.showPopover();
    const { top, bottom, right } = opener.getBoundingClientRect();
    const isBelow = bottom + box.offsetHeight < innerHeight || top < box.offsetHeight;
    box.style.setProperty("--top", `${isBelow ? bottom + 4 : top - box.offsetHeight - 4}px`);
    box.style.setProperty("--right", `${document.documentElement.clientWidth - right}px`);
    box.querySelector<HTMLElement>(".menu-item:is(a, button:enabled)")?.focus({
      preventScroll: true,
    });
    const end = listenForLeaving(
      () => opener.parentElement,
      (byKey) => {
        latest.current();
        if (byKey) opener.focus();
      },
    );
    const move = ({ target }: Event) => {
      if (target instanceof Node && box.contains(target)) return;
      // The scroll that brought the button into view may be told after it was pressed.
      const now = opener.getBoundingClientRect();
      if (now.top !== top || now.right !== right) latest.current();
    };
    addEventListener("scroll", move, { capture: true, passive: true });
    addEventListener("resize", move);
    return () => {
      end();
      removeEventListener("scroll", move, { capture: true });
      removeEventListener("resize", move);
    };
  }, [button]);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the choices themselves are links and buttons
    <div
      ref={sheet}
      className="menu-sheet row-sheet"
      popover="manual"
      onKeyDown={walkChoices}
      onClick={(event) => {
        if (!(event.target instanceof Element && event.target.closest("a, button"))) return;
        // The place in the page is kept, also for a dialog that closes later: what had the focus is gone with the sheet.
        button.current?.focus({ preventScroll: true });
        close();
      }}
    >
      {children}
    </div>
  );
}
