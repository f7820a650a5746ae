import { lazy, Suspense, useRef, useState } from "react";
import { Link } from "react-router";
import { usePopover } from "../hooks.ts";
import { Icon } from "../icon.tsx";

const BellList = lazy(() => import("./bell-list.tsx"));

type Props = {
  unread: number;
  /** The page of all notices. */
  all: string;
  /** Address of the newest unread ones as data. */
  latest: string;
};

/** What is new, behind a bell: its list is fetched when it opens; without scripts there is the way to the page. */
export function Bell({ unread, all, latest }: Props) {
  const box = useRef<HTMLDetailsElement>(null);
  const [open, setOpen] = useState(false);
  usePopover(box);
  const count = unread > 9 ? "9+" : String(unread);
  const close = () => {
    if (box.current) box.current.open = false;
  };
  return (
    <details
      className="menu bell"
      ref={box}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary
        className="btn btn-ghost btn-icon"
        aria-label={unread ? `Notifications, ${count} unread` : "Notifications"}
      >
        <Icon name="bell" />
        {unread > 0 && (
          <span className="bell-count" aria-hidden="true">
            {count}
          </span>
        )}
      </summary>
      <div className="menu-sheet bell-sheet" data-side="end">
        <Suspense fallback={null}>
          {open && <BellList latest={latest} all={all} onLeave={close} />}
        </Suspense>
        <Link className="menu-item" to={all} onClick={close}>
          All notifications
        </Link>
      </div>
    </details>
  );
}
