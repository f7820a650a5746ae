import { useSyncExternalStore } from "react";
import { Icon } from "../icon.tsx";

const subscribe = (changed: () => void) => {
  addEventListener("scroll", changed, { passive: true });
  return () => removeEventListener("scroll", changed);
};

/** After more than 100 px of scrolling; goes to 10 px, smoothly unless motion is reduced. */
export function BackToTop() {
  const shown = useSyncExternalStore(
    subscribe,
    () => scrollY > 100,
    () => false,
  );
  if (!shown) return null;
  const go = () =>
    scrollTo({
      top: 10,
      behavior: matchMedia("(prefers-reduced-motion: reduce)").matches ? "auto" : "smooth",
    });
  return (
    <button className="btn btn-icon to-top" type="button" aria-label="Back to top" onClick={go}>
      <Icon name="up" />
    </button>
  );
}
