import { useCallback, useContext, useEffect, useRef, useState } from "react";
import type { BlockType, FormBlock, FormLayout } from "#app/shared/certificates/form.ts";
import {
  beforeEnding,
  blockNames,
  blocksOf,
  freshId,
  inserted,
  LAYOUT_LIMITS,
  moved,
  newBlock,
  type Place,
  placeOf,
  removed,
  replaced,
  stepped,
} from "#app/shared/certificates/forms/layout.ts";
import { FormContext } from "#app/ui/form-context.ts";

/** So many changes can be taken back. */
const MOST_KEPT = 100;

function firstLayout(kept: unknown, saved: FormLayout): FormLayout {
  if (typeof kept !== "string" || !kept.startsWith("{")) return saved;
  try {
    return JSON.parse(kept) as FormLayout;
  } catch {
    // What was kept cannot be read: the stored draft stands.
    return saved;
  }
}

export type Layout = ReturnType<typeof useLayout>;

/** A layout that is being changed: which part is chosen, what can be taken back, and what a screen reader is told. */
export function useLayout(saved: FormLayout) {
  const { values, touch } = useContext(FormContext);
  const [layout, setLayout] = useState(() => firstLayout(values.layout, saved));
  const [chosen, choose] = useState<string | null>(null);
  const [told, tell] = useState("");
  const before = useRef<FormLayout[]>([]);
  const focused = useRef("");

  const change = useCallback(
    (next: FormLayout) => {
      touch("layout");
      setLayout((now) => {
        before.current = [...before.current.slice(1 - MOST_KEPT), now];
        return next;
      });
    },
    [touch],
  );
  const undo = () => {
    const last = before.current.pop();
    if (!last) return tell("There is nothing to take back");
    touch("layout");
    setLayout(last);
    tell("Taken back");
  };
  // What was moved keeps the focus, and what was added gets it.
  useEffect(() => {
    if (!focused.current) return;
    document.getElementById(`fd-${focused.current}`)?.focus();
    focused.current = "";
  });

  const add = (type: BlockType, at?: Place) => {
    if (blocksOf(layout).length >= LAYOUT_LIMITS.blocks) return tell("There is no more room");
    const block = newBlock(type, freshId(layout, type));
    const beside = chosen ? placeOf(layout, chosen) : null;
    const place = at ?? (beside ? { ...beside, at: beside.at + 1 } : beforeEnding(layout));
    change(inserted(layout, place, block));
    choose(block.id);
    focused.current = block.id;
    tell(`${blockNames[type]} added`);
  };
  const step = (id: string, by: -1 | 1) => {
    const next = stepped(layout, id, by);
    change(next);
    focused.current = id;
    const all = blocksOf(next);
    const at = all.findIndex((block) => block.id === id) + 1;
    tell(`Moved to place ${at} of ${all.length}`);
  };
  const put = (id: string, to: Place) => {
    change(moved(layout, id, to));
    choose(id);
  };
  const remove = (id: string) => {
    const all = blocksOf(layout);
    const at = all.findIndex((block) => block.id === id);
    const next = all[at + 1] ?? all[at - 1];
    change(removed(layout, id));
    choose(null);
    focused.current = next?.id ?? "";
    tell("Block removed");
  };
  const edit = (block: FormBlock) => change(replaced(layout, block));
  return { layout, chosen, choose, told, change, undo, add, step, put, remove, edit };
}
