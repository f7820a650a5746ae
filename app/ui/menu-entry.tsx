import type { ReactNode } from "react";
import { Link } from "react-router";
import { Icon, type IconName } from "./icon.tsx";

/** An entry of a menu; one that is impossible now says why. */
export function MenuEntry({
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
