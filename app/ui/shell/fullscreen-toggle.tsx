import { useSyncExternalStore } from "react";
import { Icon } from "../icon.tsx";

const subscribe = (changed: () => void) => {
  document.addEventListener("fullscreenchange", changed);
  return () => document.removeEventListener("fullscreenchange", changed);
};

/** The icon follows the real state, also after Escape. */
export function FullscreenToggle() {
  const on = useSyncExternalStore(
    subscribe,
    () => document.fullscreenElement !== null,
    () => false,
  );
  // Refused by some browsers and frames; then nothing changes, and the icon says so.
  const toggle = () =>
    (on ? document.exitFullscreen() : document.documentElement.requestFullscreen()).catch(() => {});
  return (
    <button
      className="btn btn-ghost btn-icon full-only"
      type="button"
      aria-label={on ? "Leave full screen" : "Full screen"}
      onClick={toggle}
    >
      <Icon name={on ? "unfull" : "full"} />
    </button>
  );
}
