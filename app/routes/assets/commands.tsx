import type { ReactNode } from "react";
import { Link, useLocation } from "react-router";
import {
  type AssetCommand,
  type AssetState,
  assetRules,
  impossible,
} from "#app/shared/asset-states.ts";
import { Icon, type IconName } from "#app/ui/icon.tsx";
import { listUrl } from "#app/ui/list-url.ts";

/** How the commands of a device are called, in the order of its menu. */
const entries: [AssetCommand, string, IconName][] = [
  ["commission", "Commission", "ok"],
  ["move", "Move", "swap"],
  ["condition", "Correct condition", "gauge"],
  ["standby", "Put on standby", "pause"],
  ["resume", "Back into service", "ok"],
  ["not-located", "Not located", "pin"],
  ["found", "Found", "pin"],
  ["condemn", "Condemn", "cross"],
  ["reinstate", "Take back to standby", "refresh"],
  ["dispose", "Dispose of", "trash"],
  ["rotate-qr", "New QR code", "scan"],
];

/** The commands that a device in this state may get at all, and those that something stands in the way of. */
export function commandsFor(state: AssetState, may: readonly AssetCommand[]) {
  const { lifecycle, notLocatedSince } = state;
  return entries
    .filter(
      ([command]) =>
        may.includes(command) &&
        (assetRules[command].from as readonly string[]).includes(lifecycle),
    )
    .filter(([command]) => command !== (notLocatedSince ? "not-located" : "found"))
    .map(([command, label, icon]) => ({ command, label, icon, no: impossible(command, state) }));
}

/** An entry of a device's menu; one that is impossible now says why. */
export function CommandEntry({
  label,
  icon,
  no,
  to,
}: {
  label: ReactNode;
  icon: IconName;
  no: string | null;
  to: string;
}) {
  if (no)
    return (
      <button className="menu-item" type="button" disabled>
        <Icon name={icon} />
        <span>
          {label}
          <small>{no}</small>
        </span>
      </button>
    );
  return (
    <Link className="menu-item" to={to} preventScrollReset>
      <Icon name={icon} />
      {label}
    </Link>
  );
}

/** The address of this page with a command's dialog open, or with none. */
export function useCommandUrl() {
  const at = useLocation();
  return (command: string | null, more: Record<string, string> = {}) =>
    listUrl(at, { do: command, file: null, ...more });
}
