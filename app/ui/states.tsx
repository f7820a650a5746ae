import type { ReactNode } from "react";
import { useOnline } from "./hooks.ts";
import { Icon, type IconName } from "./icon.tsx";

export { Badge, DefinitionList, PageHead, Panel, Readout, Tabs } from "./page.tsx";

const Art = () => (
  <svg className="art" viewBox="0 0 48 72" aria-hidden="true">
    <path className="ln" strokeWidth="2" strokeLinecap="round" d="M10 2h28M24 2v34" />
    <path
      className="bb"
      d="M18 36h12a2 2 0 0 1 2 2c.3 8-2.7 17-8 30-5.3-13-8.3-22-8-30a2 2 0 0 1 2-2Z"
    />
  </svg>
);

/** Nothing here yet: what this is, then the first action. */
export function EmptyState({
  title,
  text,
  action,
  panel = true,
}: {
  title: string;
  text?: ReactNode;
  action?: ReactNode;
  panel?: boolean;
}) {
  return (
    <div className={panel ? "panel empty" : "empty"}>
      <Art />
      <h2 className="empty-title">{title}</h2>
      {text && <p>{text}</p>}
      {action && <div className="acts">{action}</div>}
    </div>
  );
}

/** Covers the whole screen while something loads that nothing can be done without. */
export function Overlay({ open = true, text = "Loading..." }: { open?: boolean; text?: string }) {
  if (!open) return null;
  return (
    <div className="overlay" role="status">
      <Icon name="spin" size="l" spin />
      {text}
    </div>
  );
}

/** One sentence that stays on the page. */
export function Note({
  tone,
  icon,
  children,
}: {
  tone: "info" | "amber" | "overdue";
  icon?: IconName;
  children: ReactNode;
}) {
  return (
    <div className={`note ${tone}`}>
      <Icon name={icon ?? (tone === "info" ? "info" : "alert")} />
      <span>{children}</span>
    </div>
  );
}

/** Shown while the browser has no line. */
export function OfflineBar() {
  const online = useOnline();
  return (
    <div role="status" className="offline">
      {!online && (
        <Note tone="amber" icon="wifi">
          You are offline. What you typed stays on this screen and can be sent when the line is
          back.
        </Note>
      )}
    </div>
  );
}
