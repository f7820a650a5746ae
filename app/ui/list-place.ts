import { type RefObject, useLayoutEffect, useState } from "react";

/** Room that a list of choices wants under its input. */
const WANTED_PX = 300;
const PHONE = "screen and (max-width: 767.98px)";

/**
 * Where an open list has room: under its box, or above it near the lower edge of the window. On a phone the box goes to the top
 * of the screen, so that the list stands between it and the keys.
 */
export function useListPlace(isOpen: boolean, box: RefObject<HTMLElement | null>) {
  const [isAbove, setAbove] = useState(false);
  useLayoutEffect(() => {
    if (!isOpen || !box.current) return;
    const { top, bottom } = box.current.getBoundingClientRect();
    const below = innerHeight - bottom;
    const isPhone = matchMedia(PHONE).matches;
    setAbove(!isPhone && below < WANTED_PX && top > below);
    if (isPhone && below < WANTED_PX) box.current.scrollIntoView({ block: "start" });
  }, [isOpen, box]);
  return isAbove ? "listbox is-above" : "listbox";
}
