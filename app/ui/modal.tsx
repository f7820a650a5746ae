import { type ReactNode, useEffect, useId, useLayoutEffect, useRef } from "react";
import { useHydrated } from "./hooks.ts";

type Props = {
  open: boolean;
  title: ReactNode;
  onClose: () => void;
  children: ReactNode;
  footer?: ReactNode;
  className?: string;
};

// On the server there is nothing to lay out; a layout effect there would only warn.
const useLayout = typeof document === "undefined" ? useEffect : useLayoutEffect;

/** The browser's own modal dialog: it traps the focus, closes on Escape and gives the focus back. Without scripts it stands open over the page. */
export function Dialog({ open, title, onClose, children, footer, className }: Props) {
  const box = useRef<HTMLDialogElement>(null);
  const heading = useId();
  const hydrated = useHydrated();
  useLayout(() => {
    const dialog = box.current;
    if (!open || !hydrated || !dialog) return;
    if (!dialog.open) dialog.showModal();
    // Closed before it goes: a dialog that is merely removed keeps the focus from what opened it.
    return () => {
      dialog.close();
      // Where the address opened it, nothing on the page had the focus before.
      if (document.activeElement?.matches("body, dialog:not([open]) *"))
        document.querySelector("h1")?.focus({ preventScroll: true });
    };
  }, [open, hydrated]);
  return (
    <dialog
      ref={box}
      open={open && !hydrated}
      className={["dialog", className].filter(Boolean).join(" ")}
      aria-labelledby={heading}
      onCancel={(event) => {
        // Not for a file picker's own cancel, which bubbles up to here.
        if (event.target !== event.currentTarget) return;
        event.preventDefault();
        onClose();
      }}
      onClose={(event) => {
        // A browser closes it without asking when nobody has touched the page since; whether it goes is decided here.
        if (event.target !== event.currentTarget || !open) return;
        if (!box.current || box.current.open) return;
        box.current.showModal();
        onClose();
      }}
    >
      {open && (
        <>
          <div className="dialog-body">
            <h2 id={heading}>{title}</h2>
            {children}
          </div>
          {footer && <div className="dialog-foot">{footer}</div>}
        </>
      )}
    </dialog>
  );
}
