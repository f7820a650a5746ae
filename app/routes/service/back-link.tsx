import type { ReactNode } from "react";
import { Link, useNavigate } from "react-router";
import { Icon } from "#app/ui/icon.tsx";

/** Goes to the previous page; to `to` when this page was opened by its address, or before scripts run. */
export function BackLink({
  to,
  className,
  icon,
  children,
}: {
  to: string;
  className: string;
  icon?: boolean;
  children: ReactNode;
}) {
  const navigate = useNavigate();
  return (
    <Link
      className={className}
      to={to}
      onClick={(event) => {
        if (
          !(history.state as { idx?: number } | null)?.idx ||
          event.ctrlKey ||
          event.metaKey ||
          event.shiftKey
        )
          return;
        event.preventDefault();
        navigate(-1);
      }}
    >
      {icon && <Icon name="left" size="s" />}
      {children}
    </Link>
  );
}
