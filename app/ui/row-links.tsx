import { type MouseEvent, type ReactNode, type SyntheticEvent, useRef, useState } from "react";
import { PrefetchPageLinks, useLocation, useNavigate } from "react-router";

const INTENT_MS = 100;

const linkAt = ({ target }: SyntheticEvent) =>
  target instanceof Element
    ? target.closest<HTMLAnchorElement>(".goes a.name, .goes li > a, th a")
    : null;
/** Which view of a page an address shows. */
const viewOf = (search: string) => new URLSearchParams(search).get("view");

const isForOthers = (target: Element) =>
  target.closest("a, button, input, select, label, summary, .c-acts, .c-check, .row-sheet");

/**
 * The plain links of a table or a list, in its head and by the names of its rows: followed without loading a document, and fetched ahead where
 * the pointer or the focus rests. A row as a whole is a wider target for the pointer.
 */
export function RowLinks({ children }: { children: ReactNode }) {
  const at = useLocation();
  const navigate = useNavigate();
  const [ahead, setAhead] = useState<string | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);

  const rest = (event: SyntheticEvent) => {
    clearTimeout(timer.current);
    const link = linkAt(event);
    if (!link || link.pathname === at.pathname) return;
    timer.current = setTimeout(() => setAhead(link.pathname + link.search), INTENT_MS);
  };

  const follow = (event: MouseEvent) => {
    const { target } = event;
    const hasKeys = event.ctrlKey || event.metaKey || event.shiftKey || event.altKey;
    if (event.defaultPrevented || event.button || hasKeys || !(target instanceof Element)) return;
    let link = linkAt(event);
    if (!link) {
      if (isForOthers(target) || getSelection()?.toString()) return;
      link = target.closest(".goes tbody tr")?.querySelector<HTMLAnchorElement>("a.name") ?? null;
      if (!link) return;
      // Where a dialog gives the focus back to.
      link.focus({ preventScroll: true });
    }
    event.preventDefault();
    // A dialog of the page opens where the page stands, and another order keeps the place; another view begins at its top.
    const isSamePage = link.pathname === at.pathname;
    const preventScrollReset = isSamePage && viewOf(link.search) === viewOf(at.search);
    navigate(link.pathname + link.search, { preventScrollReset });
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: hears its links, which are followed by keys as well
    // biome-ignore lint/a11y/useKeyWithClickEvents: Enter on a link arrives here as a click
    <div className="table-scroll" onClick={follow} onMouseOver={rest} onFocus={rest}>
      {children}
      {ahead && <PrefetchPageLinks page={ahead} />}
    </div>
  );
}
