import { type KeyboardEvent, useEffect, useId, useState } from "react";
import type { Choice } from "#app/shared/list.ts";
import { type Load, useChoices } from "./use-choices.ts";

type Options = {
  options: Choice[] | undefined;
  load: Load | undefined;
  loading: boolean | undefined;
  chosen: Choice | null;
  disabled: boolean | undefined;
  onPick: (choice: Choice | null) => void;
};

/** What a combobox does with keys and typing: which choices are shown, and which of them is active. The focus stays in its input. */
export function useCombobox({ options, load, loading, chosen, disabled, onPick }: Options) {
  const listId = useId();
  const [open, setOpen] = useState(false);
  // Null while nothing is typed: then the box shows the chosen label and the list shows everything.
  const [typed, setTyped] = useState<string | null>(null);
  const [active, setActive] = useState(-1);
  const q = typed?.trim() ?? "";
  const { list, state } = useChoices(open, q, options, load, loading);
  const at = Math.min(active, list.length - 1);

  useEffect(() => {
    if (open && at >= 0)
      document.getElementById(`${listId}-${at}`)?.scrollIntoView({ block: "nearest" });
  }, [open, at, listId]);

  const show = (first = -1) => {
    if (disabled) return;
    setOpen(true);
    setActive(first);
  };
  const hide = () => {
    setOpen(false);
    setTyped(null);
    setActive(-1);
  };
  const pick = (choice: Choice | null) => {
    hide();
    onPick(choice);
  };
  const type = (text: string) => {
    setTyped(text);
    show(text.trim() === "" ? -1 : 0);
  };

  const onKeyDown = (event: KeyboardEvent) => {
    const last = list.length - 1;
    const move = (to: number) => {
      event.preventDefault();
      if (!open)
        return show(chosen ? list.findIndex((choice) => choice.value === chosen.value) : 0);
      setActive(to > last ? 0 : to < 0 ? last : to);
    };
    const choice = list[at];
    if (event.key === "ArrowDown") move(at + 1);
    else if (event.key === "ArrowUp") move(at < 0 ? last : at - 1);
    else if (event.key === "Home" && open) move(0);
    else if (event.key === "End" && open) move(last);
    else if (event.key === "Enter" && open) {
      event.preventDefault();
      if (choice && state !== "loading") pick(choice);
    } else if (event.key === "Escape" && open) {
      // Only the list closes, not the dialog around it.
      event.preventDefault();
      event.stopPropagation();
      hide();
    } else if (event.key === "Tab" && open) {
      if (choice && state !== "loading") pick(choice);
      else hide();
    }
  };

  return { listId, open, typed, q, list, state, at, show, hide, pick, type, onKeyDown };
}
