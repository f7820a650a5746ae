import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from "react";
import { useLocation } from "react-router";
import { type ShellData, unpackedMenu } from "#app/shared/menu.ts";
import { OfflineBar } from "../states.tsx";
import { BackToTop } from "./back-to-top.tsx";
import { remember } from "./cookie.ts";
import { Footer } from "./footer.tsx";
import { Header } from "./header.tsx";
import { activeLeaf } from "./menu-path.ts";
import { type PageShape, PageSkeleton } from "./page-skeleton.tsx";
import type { Palette as FindAnything } from "./palette.tsx";
import type { Search } from "./palette-search.ts";
import { ProfileMenu } from "./profile-menu.tsx";
import { Sidebar } from "./sidebar.tsx";

type Props = {
  data: ShellData;
  children: ReactNode;
  onSignOut: () => void | Promise<void>;
  /** Where "Sign out" posts before scripts arrive. */
  signOutAction?: string;
  /** The current year, from the server. */
  year: number;
  /** From the `sidebar` cookie. */
  collapsed?: boolean;
  banner?: ReactNode;
  search?: Search;
  /** What the page at a path is like, while it is on its way. */
  shapeOf: (pathname: string) => PageShape;
  /** Between full screen and profile, such as the bell. */
  tools?: ReactNode;
};

/** Header, menu, main area, footer and back-to-top around every signed-in page. */
export function AppShell(props: Props) {
  const { data, children, onSignOut, signOutAction, year, banner, search, shapeOf, tools } = props;
  const { pathname } = useLocation();
  const menu = useMemo(() => unpackedMenu(data.menu), [data.menu]);
  const [collapsed, setCollapsed] = useState(props.collapsed ?? false);
  const [drawer, setDrawer] = useState(false);
  const [finding, setFinding] = useState(false);
  const menuButton = useRef<HTMLButtonElement>(null);
  const [Palette, loadPalette] = usePalette();

  const toggleMenu = () => {
    if (isNarrow()) return setDrawer(!drawer);
    setCollapsed(!collapsed);
    remember("sidebar", collapsed ? "open" : "collapsed");
  };
  const closeDrawer = () => setDrawer(false);
  useDrawer(drawer, closeDrawer, menuButton);

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key === "Control" || event.key === "Meta") loadPalette();
      if (
        event.key.toLowerCase() !== "k" ||
        !(event.ctrlKey || event.metaKey) ||
        event.altKey ||
        event.shiftKey
      )
        return;
      event.preventDefault();
      loadPalette();
      setFinding((open) => !open);
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, [loadPalette]);

  return (
    <>
      <a className="skip" href="#main">
        Skip to content
      </a>
      <div
        className="shell"
        data-collapsed={collapsed || undefined}
        data-drawer={drawer || undefined}
      >
        <Sidebar
          menu={menu}
          active={activeLeaf(menu, pathname)}
          onChoose={closeDrawer}
          onClose={closeDrawer}
        />
        <div className="drawer-scrim" aria-hidden="true" onClick={closeDrawer} />
        <div className="body" inert={drawer}>
          <Header
            {...{
              onMenu: toggleMenu,
              menuButton,
              menuOpen: drawer || !collapsed,
              onFind: () => {
                loadPalette();
                setFinding(true);
              },
              onNearFind: loadPalette,
              tools,
            }}
          >
            <ProfileMenu user={data.user} onSignOut={onSignOut} signOutAction={signOutAction} />
          </Header>
          <div className="banners">
            <OfflineBar />
            {banner}
          </div>
          <main className="main" id="main">
            {children}
            <PageSkeleton shapeOf={shapeOf} />
          </main>
          <Footer year={year} brand={data.brandName} company={data.company?.name} />
        </div>
      </div>
      <BackToTop />
      {Palette && (
        <Palette open={finding} onClose={() => setFinding(false)} menu={menu} search={search} />
      )}
    </>
  );
}

const isNarrow = () => matchMedia("(max-width: 991.98px)").matches;

/** The palette, once a hand or a key has moved towards it, and what fetches it. Out of reach, the next press tries again. */
function usePalette() {
  const [palette, setPalette] = useState<typeof FindAnything | null>(null);
  const load = useCallback(() => {
    import("./palette.tsx").then(
      ({ Palette }) => setPalette(() => Palette),
      () => undefined,
    );
  }, []);
  return [palette, load] as const;
}

/** While the drawer is open: the focus is in it (the rest is inert), Escape closes it, and the button gets the focus back. */
function useDrawer(
  open: boolean,
  close: () => void,
  button: { current: HTMLButtonElement | null },
) {
  const latest = useRef(close);
  latest.current = close;
  useEffect(() => {
    if (!open) return;
    document.querySelector<HTMLElement>(".drawer-close")?.focus();
    const onKey = (event: KeyboardEvent) => event.key === "Escape" && latest.current();
    const wide = matchMedia("(min-width: 992px)");
    const onWide = () => latest.current();
    document.addEventListener("keydown", onKey);
    wide.addEventListener("change", onWide);
    return () => {
      document.removeEventListener("keydown", onKey);
      wide.removeEventListener("change", onWide);
      // After the rendering that ends `inert`.
      requestAnimationFrame(() => button.current?.focus());
    };
  }, [open, button]);
}
