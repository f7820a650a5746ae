import { useEffect, useState } from "react";
import { Link } from "react-router";
import type { MenuItem, MenuSection } from "#app/shared/menu.ts";
import { Brand } from "../brand.tsx";
import { Icon } from "../icon.tsx";
import { hrefOf, type Leaf } from "./menu-path.ts";

type Props = {
  menu: MenuSection[];
  active: Leaf | null;
  onChoose: () => void;
  onClose: () => void;
};

/** The menu. One group a level is open; the page's own group opens with the page. */
export function Sidebar({ menu, active, onChoose, onClose }: Props) {
  const trail = active?.trail.join("\n") ?? "";
  const [open, setOpen] = useState<string[]>(active?.trail ?? []);
  // Groups fade when someone opens or closes them, not when a page brings its own.
  const [live, setLive] = useState(false);
  useEffect(
    () => setOpen((now) => (now.join("\n") === trail ? now : trail ? trail.split("\n") : [])),
    [trail],
  );
  const current = active?.item.path ?? null;
  return (
    <aside className="sidebar" id="sidebar">
      <div className="sidebar-top">
        <Brand href="/" />
        <button
          className="btn btn-ghost btn-icon drawer-close"
          type="button"
          aria-label="Close menu"
          onClick={onClose}
        >
          <Icon name="x" />
        </button>
      </div>
      <nav aria-label="Main" data-live={live || undefined} onClickCapture={() => setLive(true)}>
        {menu.map((section) => (
          <div key={section.heading}>
            <h2 className="nav-head">{section.heading}</h2>
            <Items items={section.items} level={0} {...{ open, setOpen, current, onChoose }} />
          </div>
        ))}
      </nav>
    </aside>
  );
}

type ItemsProps = {
  items: MenuItem[];
  level: number;
  open: string[];
  setOpen: (open: string[]) => void;
  current: string | null;
  onChoose: () => void;
};

function Items({ items, level, open, setOpen, current, onChoose }: ItemsProps) {
  return items.map((item) => {
    const icon = level === 0 ? <Icon name={item.icon} /> : null;
    if (!item.children?.length) {
      return (
        <Link
          key={item.path}
          className="nav-item"
          to={hrefOf(item)}
          aria-current={item.path === current ? "page" : undefined}
          prefetch="intent"
          onClick={onChoose}
        >
          {icon}
          {item.title}
          <Count of={item.badge} />
        </Link>
      );
    }
    const isOpen = open[level] === item.title;
    const id = `menu-${level}-${item.title.toLowerCase().replace(/\W+/g, "-")}`;
    return (
      <div key={item.title}>
        <button
          className="nav-item"
          type="button"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() =>
            setOpen(isOpen ? open.slice(0, level) : [...open.slice(0, level), item.title])
          }
        >
          {icon}
          {item.title}
          <Count of={item.badge} />
          <Icon name="right" className="chev" />
        </button>
        <div className="nav-sub" id={id} hidden={!isOpen}>
          <Items
            items={item.children}
            level={level + 1}
            {...{ open, setOpen, current, onChoose }}
          />
        </div>
      </div>
    );
  });
}

/** Nothing at zero, "99+" above 99. */
function Count({ of }: { of: number | undefined }) {
  if (!of) return null;
  return <span className="nav-badge">{of > 99 ? "99+" : of}</span>;
}
