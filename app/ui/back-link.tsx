import type { ReactNode } from "react";
import { Link, useNavigate } from "react-router";
import { Icon } from "#app/ui/icon.tsx";

type Props = { to: string; className: string; icon?: boolean; children: ReactNode };

/** Goes to the previous page, or to `to` where this page was opened by its address or scripts do not run yet. */
export function BackLink({ to, className, icon, children }: Props) {
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
