import { type RefObject, useEffect, useSyncExternalStore } from "react";

const never = () => () => {};

/** False on the server and in the first rendering, true once scripts run. */
export const useHydrated = () =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );

/** Closes an open <details> on Escape, on a press outside, and when a link or button marked as choice is taken. */
export function usePopover(box: RefObject<HTMLDetailsElement | null>) {
  useEffect(() => {
    const close = (focus: boolean) => {
      const details = box.current;
      if (!details?.open) return;
      details.open = false;
      if (focus) details.querySelector("summary")?.focus();
    };
    const outside = (event: Event) => {
      const { target } = event;
      // A press on plain text moves the focus to something around the box: that is not outside.
      if (
        target instanceof Node &&
        box.current &&
        !box.current.contains(target) &&
        !target.contains(box.current)
      )
        close(false);
    };
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== "Escape" || event.defaultPrevented || !box.current?.open) return;
      event.preventDefault();
      close(true);
    };
    document.addEventListener("pointerdown", outside);
    document.addEventListener("focusin", outside);
    document.addEventListener("keydown", onKey);
    return () => {
      document.removeEventListener("pointerdown", outside);
      document.removeEventListener("focusin", outside);
      document.removeEventListener("keydown", onKey);
    };
  }, [box]);
}

const offline = (changed: () => void) => {
  addEventListener("online", changed);
  addEventListener("offline", changed);
  return () => {
    removeEventListener("online", changed);
    removeEventListener("offline", changed);
  };
};

export const useOnline = () =>
  useSyncExternalStore(
    offline,
    () => navigator.onLine,
    () => true,
  );
