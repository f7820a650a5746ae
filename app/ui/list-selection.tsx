import { type ReactNode, useEffect, useState } from "react";
import { numberText } from "#app/shared/numbers.ts";
import { useFormat } from "./format.ts";

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

const ordering = ["after", "before", "sort", "dir", "size", "cols", "line"];

/** The part of an address that says which rows are listed, whatever their order and page. */
function matchOf(search: string): string {
  const params = new URLSearchParams(search);
  for (const name of ordering) params.delete(name);
  for (const [name, value] of [...params]) if (value === "") params.delete(name);
  params.sort();
  return params.toString();
}

type Kept = { ids: string[]; all: boolean };
const nothing: Kept = { ids: [], all: false };

function kept(key: string): Kept {
  try {
    return (JSON.parse(sessionStorage.getItem(key) ?? "null") as Kept | null) ?? nothing;
  } catch {
    return nothing;
  }
}

/** A selection that stays while its list is paged and sorted, and when one comes back to it; another search begins a new one. */
export function useSelection(at: { pathname: string; search: string }, ids: readonly string[]) {
  const search = matchOf(at.search);
  const key = `selection:${at.pathname.replace(/\/+$/, "")}?${search}`;
  const [state, setState] = useState<{ key: string } & Kept>({ key: "", ...nothing });
  useEffect(() => setState({ key, ...kept(key) }), [key]);
  const current = state.key === key ? state : nothing;
  const set = (next: Kept) => {
    setState({ key, ...next });
    try {
      if (next.ids.length || next.all) sessionStorage.setItem(key, JSON.stringify(next));
      else sessionStorage.removeItem(key);
    } catch {
      // Without storage the selection is lost with the page.
    }
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
    clear: () => set(nothing),
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
  const matching = total === null ? "" : ` ${number(total)}${capped ? "+" : ""}`;
  return (
    <section className="select-bar" aria-label="Selection">
      <span role="status">
        {all
          ? known === null
            ? "All that match selected"
            : `All ${number(known)} selected`
          : `${number(ids.length)} selected`}
      </span>
      {!selection.pageIsChosen && (
        <button
          className="btn btn-ghost btn-sm phone-only"
          type="button"
          onClick={() => selection.togglePage(true)}
        >
          Select this page
        </button>
      )}
      {!all && selection.pageIsChosen && more && (
        <button className="btn btn-ghost btn-sm" type="button" onClick={selection.selectAll}>
          Select all{matching} matching
        </button>
      )}
      <span className="end">
        {children({ ids, all, total: all ? known : ids.length, search, clear })}
        <button className="btn btn-ghost btn-sm" type="button" onClick={clear}>
          Clear selection
        </button>
      </span>
    </section>
  );
}
