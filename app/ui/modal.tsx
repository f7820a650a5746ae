import { type ReactNode, useEffect, useId, useRef } from "react";

type Props = { open: boolean; title: ReactNode; onClose: () => void; children: ReactNode; footer?: ReactNode; className?: string };

/** The browser's own modal dialog: it traps the focus, closes on Escape and gives the focus back. */
export function Dialog({ open, title, onClose, children, footer, className }: Props) {
  const box = useRef<HTMLDialogElement>(null);
  const heading = useId();
  useEffect(() => {
    const dialog = box.current;
    if (open && dialog && !dialog.open) dialog.showModal();
    if (!open && dialog?.open) dialog.close();
  }, [open]);
  return (
    <dialog
      ref={box}
      className={["dialog", className].filter(Boolean).join(" ")}
      aria-labelledby={heading}
      onCancel={(event) => {
        // Not for a file picker's own cancel, which bubbles up to here.
        if (event.target !== event.currentTarget) return;
        event.preventDefault();
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
