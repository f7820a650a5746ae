import type { ReactNode, RefObject } from "react";
import { Brand } from "../brand.tsx";
import { Icon } from "../icon.tsx";
import { FullscreenToggle } from "./fullscreen-toggle.tsx";
import { ThemeToggle } from "./theme-toggle.tsx";

type Props = {
  onMenu: () => void;
  menuButton: RefObject<HTMLButtonElement | null>;
  menuOpen: boolean;
  onFind: () => void;
  /** A hand or the focus has come to the find box. */
  onNearFind: () => void;
  tools?: ReactNode;
  children: ReactNode;
};

/** 63 px: menu, logo (phones), the find box, theme, full screen, more tools, profile. */
export function Header({
  onMenu,
  menuButton,
  menuOpen,
  onFind,
  onNearFind,
  tools,
  children,
}: Props) {
  return (
    <header className="header">
      <button
        ref={menuButton}
        className="btn btn-ghost btn-icon"
        type="button"
        aria-label="Toggle sidebar"
        aria-expanded={menuOpen}
        aria-controls="sidebar"
        onClick={onMenu}
      >
        <Icon name="menu" />
      </button>
      <Brand href="/indexpage" />
      <button
        className="goto"
        type="button"
        onClick={onFind}
        onPointerEnter={onNearFind}
        onFocus={onNearFind}
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K"
      >
        <Icon name="search" />
        <span className="hide-phone">Go to or find...</span>
        <span className="phone-only">Find...</span>
        <span className="end" aria-hidden="true">
          <kbd>Ctrl</kbd>
          <kbd>K</kbd>
        </span>
      </button>
      <div className="end">
        <ThemeToggle />
        <FullscreenToggle />
        {tools}
        {children}
      </div>
    </header>
  );
}
