import { type ReactNode, useEffect, useRef, useState } from "react";
import { numberText } from "#app/shared/numbers.ts";
import { useFormat } from "./format.ts";
import { Icon } from "./icon.tsx";

/** What somebody has chosen in a list: rows by their id, or all that match its search and filters. */
export type Chosen = {
  ids: readonly string[];
  all: boolean;
  /** How many match in all; null when that is not known without counting. */
  total: number | null;
  /** The list's search and filters, as an address has them. */
  search: string;
  clear: () => void;
};

const ordering = ["after", "before", "sort", "dir", "size", "cols", "line", "whole"];

/** The part of an address that says which rows are listed, whatever their order and page. */
function matchOf(search: string): string {
  const params = new URLSearchParams(search);
  for (const name of ordering) params.delete(name);
  for (const [name, value] of [...params]) if (value === "") params.delete(name);
  params.sort();
  return params.toString();
}

type Kept = { list: string; ids: string[]; all: boolean };
const hasAny = ({ ids, all }: Kept) => all || ids.length > 0;
const KEY = "selections";
const MOST_KEPT = 20;

/** What was chosen at the newest places of the tab's history, by their keys. */
function keptByPlace(): Record<string, Kept> {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? "{}") as Record<string, Kept>;
  } catch {
    return {};
  }
}

function keepAt(place: string, kept: Kept): void {
  const { [place]: _, ...others } = keptByPlace();
  const places = Object.entries(others).slice(1 - MOST_KEPT);
  try {
    sessionStorage.setItem(KEY, JSON.stringify(Object.fromEntries([...places, [place, kept]])));
  } catch {
    // Without storage the selection is lost with the page.
  }
}

/**
 * A selection that stays while its list is paged and sorted, and when Back or a reload comes to it again; another search, and a later
 * visit, begin a new one.
 */
export function useSelection(
  at: { key: string; pathname: string; search: string },
  ids: readonly string[],
) {
  const search = matchOf(at.search);
  const list = `${at.pathname.replace(/\/+$/, "")}?${search}`;
  const nothing: Kept = { list, ids: [], all: false };
  const [state, setState] = useState<Kept>({ ...nothing, list: "" });
  const latest = useRef(state);
  latest.current = state;
  useEffect(() => {
    const before = latest.current;
    const here = before.list === list ? before : keptByPlace()[at.key];
    const now = here?.list === list ? here : { list, ids: [], all: false };
    // Every row renders again with it: not for nothing right after a page has come alive.
    if (hasAny(before) || hasAny(now)) setState(now);
    if (hasAny(now)) keepAt(at.key, now);
  }, [at.key, list]);
  const current = state.list === list ? state : nothing;
  const set = (next: Omit<Kept, "list">) => {
    setState({ list, ...next });
    keepAt(at.key, { list, ...next });
  };
  const chosen = new Set(current.ids);
  const has = (id: string) => current.all || chosen.has(id);
  return {
    ...current,
    search,
    has,
    count: current.ids.length,
    pageIsChosen: ids.length > 0 && ids.every(has),
    pageIsPartly: ids.some(has),
    toggle: (id: string, on: boolean) => {
      const rest = current.all
        ? ids.filter((other) => other !== id)
        : current.ids.filter((other) => other !== id);
      set({ ids: on ? [...rest, id] : rest, all: false });
    },
    togglePage: (on: boolean) => {
      const others = current.ids.filter((id) => !ids.includes(id));
      set({ ids: on ? [...others, ...ids] : others, all: false });
    },
    selectAll: () => set({ ids: [], all: true }),
    clear: () => set({ ids: [], all: false }),
  };
}
export type Selection = ReturnType<typeof useSelection>;

type Props = {
  selection: Selection;
  total: number | null;
  capped: boolean;
  more: boolean;
  children: (chosen: Chosen) => ReactNode;
};

/** What is chosen, the way to choose all that match, and what can be done with it. */
export function SelectionBar({ selection, total, capped, more, children }: Props) {
  const { locale } = useFormat();
  const { ids, all, search, clear } = selection;
  if (!all && ids.length === 0) return null;
  const number = (n: number) => numberText(n, locale);
  const known = capped ? null : total;
  const matching = total === null ? null : `${number(total)}${capped ? "+" : ""}`;
  const chosen = known === null ? "All that match selected" : `All ${number(known)} selected`;
  return (
    <section className="selbar" aria-label="Selection">
      <b role="status">{all ? chosen : `${number(ids.length)} selected`}</b>
      {!selection.pageIsChosen && (
        <button
          className="btn btn-link phone-only"
          type="button"
          onClick={() => selection.togglePage(true)}
        >
          Select this page
        </button>
      )}
      {!all && more && (
        <button className="btn btn-link" type="button" onClick={selection.selectAll}>
          {matching === null ? "Select all matching" : `Select all ${matching} matching`}
        </button>
      )}
      <span className="end">
        {children({ ids, all, total: all ? known : ids.length, search, clear })}
        <button
          className="btn btn-ghost btn-sm btn-icon"
          type="button"
          aria-label="Clear selection"
          onClick={clear}
        >
          <Icon name="x" />
        </button>
      </span>
    </section>
  );
}
