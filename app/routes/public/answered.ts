import { type RefObject, useEffect, useRef } from "react";

/** Takes the focus when an answer comes to a form that is gone with it, so that it is heard and read on from. */
export function useAnswered<E extends HTMLElement>(answer: unknown): RefObject<E | null> {
  const box = useRef<E>(null);
  useEffect(() => {
    const { activeElement, body } = document;
    if (answer && (activeElement === body || activeElement === null)) box.current?.focus();
  }, [answer]);
  return box;
}
