import { useContext, useEffect, useRef, useState } from "react";
import { Link, useLocation, useNavigate } from "react-router";
import type { Choice, ListQuery } from "#app/shared/list.ts";
import { plural } from "#app/shared/plural.ts";
import { Combobox } from "./combobox.tsx";
import { usePopover } from "./hooks.ts";
import { Icon } from "./icon.tsx";
import { listUrl } from "./list-url.ts";
import { WholeContext } from "./menu.tsx";
import { useDates } from "./time.tsx";

export type Filter = {
  key: string;
  label: string /** Under "More filters" until it is set. */;
  rare?: boolean;
} & (
  | { options: Choice[]; load?: undefined }
  /** `selected` is the choice the address names, so that the chip can say it. */
  | { load: (q: string) => Promise<Choice[]>; selected?: Choice | null; options?: undefined }
  | { isDate: true; options?: undefined; load?: undefined }
);

/** One filter as a chip: dashed when off; when on, it names the value and can be taken off. */
export function FilterChip({ filter, value }: { filter: Filter; value: string | undefined }) {
  const box = useRef<HTMLDetailsElement>(null);
  const byKeys = useRef(false);
  const [isOpen, setOpen] = useState(false);
  // Without scripts the form sends the filters that are on again.
  const isBuilt = useContext(WholeContext) || isOpen || Boolean(value);
  const [picked, setPicked] = useState<Choice | null>(null);
  const at = useLocation();
  const navigate = useNavigate();
  const dates = useDates();
  usePopover(box);

  const known = filter.load ? [filter.selected, picked] : (filter.options ?? []);
  const named = known.find((choice) => choice?.value === value);
  const current = value
    ? (named ?? { value, label: filter.load || filter.options ? value : dates.date(value) })
    : null;
  const choose = (next: string) => {
    // With the arrow keys every step is a change: the sheet stays open for the next one.
    if (!byKeys.current && box.current) box.current.open = false;
    navigate(listUrl(at, { [filter.key]: next }), { preventScrollReset: true });
  };
  // The select is not controlled: it must post without scripts. It follows the address here.
  const select = useRef<HTMLSelectElement>(null);
  useEffect(() => {
    if (select.current) select.current.value = value ?? "";
  }, [value]);

  return (
    <span className={value ? "chip chip-box on" : "chip chip-box"}>
      <details ref={box} name="list-filter" onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary>
          {current ? (
            <>
              {filter.label}: <b>{current.label}</b>
            </>
          ) : (
            <>
              <Icon name="plus" size="s" />
              {filter.label}
            </>
          )}
        </summary>
        {isBuilt && (
          <div className="menu-sheet chip-sheet">
            {filter.load ? (
              <Combobox
                name={filter.key}
                label={filter.label}
                load={filter.load}
                value={current}
                clearable
                onChange={(choice) => {
                  setPicked(choice);
                  byKeys.current = false;
                  choose(choice?.value ?? "");
                }}
              />
            ) : !filter.options ? (
              <DateChoice filter={filter} value={value} onChoose={choose} />
            ) : (
              <label className="field">
                <span className="label">{filter.label}</span>
                <span className="pick">
                  <select
                    ref={select}
                    className="select"
                    name={filter.key}
                    defaultValue={value ?? ""}
                    onPointerDown={() => {
                      byKeys.current = false;
                    }}
                    onKeyDown={(event) => {
                      byKeys.current = event.key.startsWith("Arrow") || event.key.length === 1;
                    }}
                    onChange={(event) => choose(event.currentTarget.value)}
                  >
                    <option value="">{filter.options.length === 0 ? "No options" : "All"}</option>
                    {filter.options.map((option) => (
                      <option key={option.value} value={option.value}>
                        {option.label}
                      </option>
                    ))}
                  </select>
                  <Icon name="down" />
                </span>
              </label>
            )}
            <noscript>
              <button className="btn btn-sm" type="submit">
                Apply
              </button>
            </noscript>
          </div>
        )}
      </details>
      {value && (
        <Link
          className="x"
          to={listUrl(at, { [filter.key]: null })}
          aria-label={`Remove filter ${filter.label}`}
          preventScrollReset
        >
          <Icon name="x" size="s" />
        </Link>
      )}
    </span>
  );
}

/** A day; it counts once it is whole, which typing its parts makes it several times. */
function DateChoice({
  filter,
  value,
  onChoose,
}: {
  filter: Filter;
  value: string | undefined;
  onChoose: (value: string) => void;
}) {
  return (
    <label className="field">
      <span className="label">{filter.label}</span>
      <input
        key={value}
        className="input"
        type="date"
        name={filter.key}
        defaultValue={value ?? ""}
        onBlur={(event) =>
          event.currentTarget.value !== (value ?? "") && onChoose(event.currentTarget.value)
        }
        onKeyDown={(event) => event.key === "Enter" && onChoose(event.currentTarget.value)}
      />
    </label>
  );
}

/** "2 filters are on: Status Active, Place North." */
export function describeFilters(query: ListQuery, filters: Filter[]): string {
  const on = filters.flatMap((filter) => {
    const value = query.filters[filter.key];
    if (!value) return [];
    const known = filter.options ?? (filter.load && filter.selected ? [filter.selected] : []);
    return `${filter.label} ${known.find((choice) => choice.value === value)?.label ?? value}`;
  });
  if (on.length === 0) return "";
  return `${plural(on.length, "One filter is on", "{n} filters are on")}: ${on.join(", ")}.`;
}
