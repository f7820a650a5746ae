import { type RefObject, useEffect, useRef, useState } from "react";

export type Typed = Record<string, FormDataEntryValue>;

/**
 * What stands in the fields of the form around an element, as it is typed; of fields that come several times the last.
 * @param first what stands there before scripts come
 */
export function useTyped<E extends HTMLElement>(
  first: Typed,
): { at: RefObject<E | null>; typed: Typed } {
  const at = useRef<E>(null);
  const [typed, setTyped] = useState(first);
  useEffect(() => {
    const form = at.current?.closest("form");
    if (!form) return;
    const read = () => setTyped(Object.fromEntries(new FormData(form)));
    read();
    form.addEventListener("input", read);
    form.addEventListener("change", read);
    return () => {
      form.removeEventListener("input", read);
      form.removeEventListener("change", read);
    };
  }, []);
  return { at, typed };
}
