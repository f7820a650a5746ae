import { useEffect, useRef } from "react";

/**
 * After a dialog whose success took away what opened it, the focus goes to what stands there now, instead of to the page's begin.
 * @param open what the address has open; empty when the dialog has closed
 * @param find where to go, given what was open
 */
export function useFocusBack(open: string, find: (was: string) => HTMLElement | null | undefined) {
  const was = useRef("");
  const latest = useRef(find);
  latest.current = find;
  useEffect(() => {
    const before = was.current;
    was.current = open;
    if (open || !before) return;
    const timer = setTimeout(() => {
      const { activeElement, body } = document;
      if (activeElement === null || activeElement === body) latest.current(before)?.focus();
    }, 50);
    return () => clearTimeout(timer);
  }, [open]);
}
