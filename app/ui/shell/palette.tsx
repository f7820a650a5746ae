import { type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from "react";
import { useNavigate } from "react-router";
import type { MenuSection } from "#app/shared/menu.ts";
import { Icon } from "../icon.tsx";
import { Marked } from "../marked.tsx";
import { ScanButton } from "../scanner.tsx";
import { type Found, type Search, screensFor, useFound } from "./palette-search.ts";

type Props = {
  open: boolean;
  onClose: () => void;
  menu: MenuSection[];
  search?: Search | undefined;
};

/** Go to a screen or find a thing, by typing; over the header on phones. */
export function Palette({ open, onClose, menu, search }: Props) {
  const box = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const dialog = box.current;
    if (open && dialog && !dialog.open) dialog.showModal();
    if (!open && dialog?.open) dialog.close();
  }, [open]);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: a press on the ground closes, as Escape does
    <dialog
      ref={box}
      className="palette"
      aria-label="Go to or find"
      onClose={onClose}
      onClick={(event) => event.target === event.currentTarget && onClose()}
    >
      {open && <Finder {...{ onClose, menu, search }} />}
    </dialog>
  );
}

function Finder({ onClose, menu, search }: Omit<Props, "open">) {
  const id = useId();
  const navigate = useNavigate();
  const [q, setQ] = useState("");
  const [active, setActive] = useState(0);
  const { found, state } = useFound(q.trim(), search);
  const screens = useMemo(() => screensFor(menu, q.trim()), [menu, q]);
  const all = [...found, ...screens];
  const at = Math.min(active, all.length - 1);
  const meant = found.find((one) => one.meant)?.meant;
  const isCut = found.some((one) => one.isCut);
  const groups = [...new Set(all.map(({ group }) => group))];

  useEffect(() => {
    document.getElementById(`${id}-${at}`)?.scrollIntoView({ block: "nearest" });
  }, [id, at]);

  const go = (one: Pick<Found, "href"> | undefined) => {
    if (!one) return;
    onClose();
    navigate(one.href);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const to = {
      ArrowDown: (at + 1) % all.length,
      ArrowUp: at <= 0 ? all.length - 1 : at - 1,
      Home: 0,
      End: all.length - 1,
    }[event.key];
    if (to !== undefined) setActive(to);
    else if (event.key === "Enter") go(all[at]);
    else return;
    event.preventDefault();
  };
  const status =
    state === "loading"
      ? "Loading..."
      : state === "failed"
        ? "Something went wrong. Please try again."
        : all.length === 0
          ? "Nothing found"
          : meant
            ? `Nothing is called “${q.trim()}”. This is what was found for “${meant}”.`
            : isCut
              ? `More than ${all.length} found`
              : "";

  return (
    <>
      <div className="palette-in">
        <Icon name="search" />
        <input
          // biome-ignore lint/a11y/noAutofocus: the dialog was opened to type here
          autoFocus
          type="text"
          role="combobox"
          aria-label="Go to or find"
          placeholder="A screen, a code, a serial or a name"
          aria-expanded={all.length > 0}
          aria-controls={id}
          aria-autocomplete="list"
          aria-activedescendant={at >= 0 ? `${id}-${at}` : undefined}
          autoComplete="off"
          spellCheck={false}
          value={q}
          onChange={(event) => {
            setQ(event.currentTarget.value);
            setActive(0);
          }}
          onKeyDown={onKeyDown}
        />
        <ScanButton onFound={(found) => void go(found)} />
        <button className="btn btn-ghost btn-sm" type="button" onClick={onClose}>
          <kbd className="hide-phone">Esc</kbd>
          <Icon name="x" className="phone-only" />
          <span className="sr-only">Close</span>
        </button>
      </div>
      <div
        className="palette-list"
        {...(all.length > 0 ? { role: "listbox", "aria-label": "Results" } : {})}
        id={id}
      >
        {groups.map((group) => (
          // biome-ignore lint/a11y/useSemanticElements: a group of options in a listbox
          <div role="group" aria-label={group} key={group}>
            <h3 role="presentation">{group}</h3>
            {all.map((one, place) =>
              one.group === group ? (
                // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are handled in the input, which keeps the focus
                <div
                  key={`${one.href} ${one.title}`}
                  id={`${id}-${place}`}
                  className="option"
                  role="option"
                  tabIndex={-1}
                  aria-selected={place === at}
                  data-active={place === at || undefined}
                  onClick={() => go(one)}
                >
                  {one.icon && <Icon name={one.icon} />}
                  <span className="t">
                    <Marked text={one.title} q={q.trim()} />
                  </span>
                  {one.hint && <small>{one.hint}</small>}
                </div>
              ) : null,
            )}
          </div>
        ))}
      </div>
      <p className={status ? "palette-note" : "sr-only"} role="status">
        {status || `${all.length} found`}
      </p>
      <div className="palette-foot hide-phone" aria-hidden="true">
        <span>
          <kbd>↑</kbd>
          <kbd>↓</kbd>move
        </span>
        <span>
          <kbd>Enter</kbd>open
        </span>
      </div>
    </>
  );
}
