import { type KeyboardEvent, type RefObject, useEffect, useSyncExternalStore } from "react";

const never = () => () => {};

/** False on the server and in the first rendering, true once scripts run. */
export const useHydrated = () =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );

/**
 * Listens for Escape, and for a press or the focus outside an open box.
 * @param open the box while it is open, else null
 * @param close `byKey` asks for the focus back
 * @returns the end of listening
 */
export function listenForLeaving(
  open: () => HTMLElement | null,
  close: (byKey: boolean) => void,
): () => void {
  const outside = ({ target }: Event) => {
    const box = open();
    // A press on plain text moves the focus to something around the box: that is not outside.
    if (box && target instanceof Node && !box.contains(target) && !target.contains(box))
      close(false);
  };
  const onKey = (event: globalThis.KeyboardEvent) => {
    if (event.key !== "Escape" || event.defaultPrevented || !open()) return;
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
}

/** Closes an open <details> on Escape and on a press or the focus outside. */
export function usePopover(box: RefObject<HTMLDetailsElement | null>) {
  useEffect(
    () =>
      listenForLeaving(
        () => (box.current?.open ? box.current : null),
        (byKey) => {
          if (!box.current) return;
          box.current.open = false;
          if (byKey) box.current.querySelector("summary")?.focus();
        },
      ),
    [box],
  );
}

/** Arrow keys, Home and End walk the choices of a menu. */
export function walkChoices(event: KeyboardEvent<HTMLElement>) {
  const choices = [
    ...event.currentTarget.querySelectorAll<HTMLElement>(".menu-item:is(a, button:enabled)"),
  ];
  const at = choices.indexOf(document.activeElement as HTMLElement);
  const next = { ArrowDown: at + 1, ArrowUp: at < 0 ? -1 : at - 1, Home: 0, End: -1 }[event.key];
  if (next === undefined || choices.length === 0) return;
  event.preventDefault();
  choices.at(next % choices.length)?.focus();
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
