import { useEffect, useRef, useState } from "react";
import { Link, useLocation, useNavigate } from "react-router";
import type { Choice } from "#worker/domain/list.ts";
import { Combobox } from "./combobox.tsx";
import { usePopover } from "./hooks.ts";
import { Icon } from "./icon.tsx";
import { listUrl } from "./list-url.ts";

export type Filter = { key: string; label: string } & (
  | { options: Choice[]; load?: undefined }
  /** `selected` is the choice the address names, so that the chip can say it. */
  | { load: (q: string) => Promise<Choice[]>; selected?: Choice | null; options?: undefined }
);

/** One filter as a chip: dashed when off; when on, it names the value and can be taken off. */
export function FilterChip({ filter, value }: { filter: Filter; value: string | undefined }) {
  const box = useRef<HTMLDetailsElement>(null);
  const byKeys = useRef(false);
  const [picked, setPicked] = useState<Choice | null>(null);
  const at = useLocation();
  const navigate = useNavigate();
  usePopover(box);

  const known = filter.load ? [filter.selected, picked] : filter.options;
  const current = value ? (known.find((choice) => choice?.value === value) ?? { value, label: value }) : null;
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
      <details ref={box} name="list-filter">
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
      </details>
      {value && (
        <Link className="x" to={listUrl(at, { [filter.key]: null })} aria-label={`Remove filter ${filter.label}`} preventScrollReset>
          <Icon name="x" size="s" />
        </Link>
      )}
    </span>
  );
}
