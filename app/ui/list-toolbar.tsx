import { type ReactNode, useContext, useEffect, useRef, useState } from "react";
import { Form, Link, useLocation, useNavigate } from "react-router";
import type { ListQuery } from "#app/shared/list.ts";
import { Icon } from "./icon.tsx";
import { type Filter, FilterChip } from "./list-filter.tsx";
import { listUrl, otherParams } from "./list-url.ts";
import { WholeContext } from "./menu.tsx";

/** The pause after which a word is searched for: a quick hand asks once a word, and with a round trip it feels at once. */
const TYPED_MS = 100;

type Props = {
  title: string;
  query: ListQuery;
  filters: Filter[];
  searchLabel?: string | undefined;
  scan?: ReactNode;
  /** Before the filters: how the list is sorted, where no table's head says so. */
  sort?: ReactNode;
  end?: ReactNode;
  /** Where Enter in the search box leads: the one row that was found. */
  onlyHref?: string | undefined;
};

/** Address without search and filters; sort and page size stay. */
export const clearUrl = (at: { pathname: string; search: string }, filters: Filter[]) =>
  listUrl(
    at,
    Object.fromEntries([
      ["q", null],
      ["typed", null],
      ...filters.map((filter) => [filter.key, null] as const),
    ]),
  );

/** Search and filter chips: a plain GET form, and with scripts live, everything in the address. */
export function ListToolbar(props: Props) {
  const { title, query, filters, searchLabel, scan, sort, end, onlyHref } = props;
  const at = useLocation();
  const isWhole = useContext(WholeContext);
  const [isOpen, setOpen] = useState(false);
  const more = useRef<HTMLElement>(null);
  // On a phone the row of chips is wider than the screen.
  useEffect(() => {
    if (isOpen) more.current?.scrollIntoView({ block: "nearest", inline: "start" });
  }, [isOpen]);
  const isRare = ({ key, rare }: Filter) => rare && !query.filters[key];
  const rare = filters.filter(isRare);
  const narrowed = query.q !== "" || filters.some((filter) => query.filters[filter.key]);
  return (
    <div className="toolbar">
      <Form
        method="get"
        action={at.pathname}
        role="search"
        className="toolbar-form"
        onSubmit={(event) => event.preventDefault()}
      >
        {otherParams(at.search, ["q", "typed", ...filters.map((filter) => filter.key)]).map(
          ([key, value]) => (
            <input key={key} type="hidden" name={key} value={value} />
          ),
        )}
        {searchLabel !== undefined && (
          <SearchBox
            {...{ q: query.q, label: `Search ${title}`, placeholder: searchLabel, scan, onlyHref }}
          />
        )}
        {(filters.length > 0 || narrowed || sort) && (
          <div className="chips">
            {sort}
            {filters
              .filter((filter) => !isRare(filter))
              .map((filter) => (
                <FilterChip key={filter.key} filter={filter} value={query.filters[filter.key]} />
              ))}
            {rare.length > 0 && (
              <details
                className="more-filters"
                onToggle={(event) => {
                  if (event.target === event.currentTarget) setOpen(event.currentTarget.open);
                }}
              >
                <summary className="chip" ref={more}>
                  More filters
                  <Icon name="down" size="s" />
                </summary>
                <div className="chips">
                  {(isOpen || isWhole) &&
                    rare.map((filter) => (
                      <FilterChip key={filter.key} filter={filter} value={undefined} />
                    ))}
                </div>
              </details>
            )}
            {narrowed && (
              <Link className="btn btn-ghost btn-sm" to={clearUrl(at, filters)} preventScrollReset>
                Clear
              </Link>
            )}
          </div>
        )}
      </Form>
      {end && <div className="end">{end}</div>}
    </div>
  );
}

/** Searches shortly after the last key, from two characters, and opens the only row found on Enter; the box is never rebuilt, so the focus stays. */
function SearchBox({
  q,
  label,
  placeholder,
  scan,
  onlyHref,
}: {
  q: string;
  label: string;
  placeholder: string;
  scan: ReactNode;
  onlyHref: string | undefined;
}) {
  const input = useRef<HTMLInputElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const at = useLocation();
  const navigate = useNavigate();

  const search = () => {
    clearTimeout(timer.current);
    timer.current = undefined;
    const text = input.current?.value.trim() ?? "";
    if (text === q || text.length === 1) return;
    navigate(listUrl(at, { q: text, typed: null }), {
      replace: q !== "",
      preventScrollReset: true,
    });
  };
  // What Enter was pressed for opens when it is found: the rows may be under way.
  const wanted = useRef<string | null>(null);
  const open = () => {
    const text = input.current?.value.trim() ?? "";
    if (text !== q || wanted.current !== q || q === "") return;
    wanted.current = null;
    if (onlyHref) navigate(onlyHref);
  };
  useEffect(open);
  const latest = useRef(search);
  latest.current = search;

  // The box follows the address (back, Clear) unless someone is typing in it.
  useEffect(() => {
    if (timer.current === undefined && input.current && input.current.value.trim() !== q)
      input.current.value = q;
  }, [q]);

  useEffect(() => {
    const slash = (event: KeyboardEvent) => {
      const typing =
        event.target instanceof Element &&
        event.target.closest("input, textarea, select, [contenteditable], dialog");
      if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey || typing) return;
      event.preventDefault();
      input.current?.focus();
      input.current?.select();
    };
    document.addEventListener("keydown", slash);
    return () => {
      document.removeEventListener("keydown", slash);
      clearTimeout(timer.current);
    };
  }, []);

  const box = (
    <label className="search affix">
      <Icon name="search" />
      <input
        ref={input}
        className="input"
        type="search"
        name="q"
        defaultValue={q}
        placeholder={placeholder}
        aria-label={label}
        aria-keyshortcuts="/"
        autoComplete="off"
        onChange={() => {
          wanted.current = null;
          clearTimeout(timer.current);
          timer.current = setTimeout(() => latest.current(), TYPED_MS);
        }}
        onKeyDown={(event) => {
          if (event.key !== "Enter") return;
          wanted.current = event.currentTarget.value.trim();
          latest.current();
          open();
        }}
      />
      <span className="end hide-phone" aria-hidden="true">
        <kbd>/</kbd>
      </span>
    </label>
  );
  return scan ? (
    <span className="search-scan">
      {box}
      {scan}
    </span>
  ) : (
    box
  );
}
