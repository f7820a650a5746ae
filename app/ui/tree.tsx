import {
  type DragEvent,
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useRef,
  useState,
} from "react";
import { Link } from "react-router";
import { useHydrated } from "./hooks.ts";
import { Icon } from "./icon.tsx";

type TreeItem = { id: string; name: string; hasMore: boolean };
export type Branch<N extends TreeItem> = { nodes: N[]; next: string | null };
type Props<N extends TreeItem> = {
  label: string;
  /** What the server has opened: the branches by the id they are in; "" is the top. */
  branches: Record<string, Branch<N>>;
  /** Moves on when something changed: what was read before is read again. */
  epoch: number;
  load: (inside: string, after: string | null) => Promise<Branch<N>>;
  selected: string;
  hrefOf: (node: N) => string;
  /** Beside the name: a badge, a count. */
  aside?: (node: N) => ReactNode;
  /** A node was dropped on another. */
  onDrop?: (id: string, into: string) => void;
};

/** A tree that reads its branches as they are opened. Arrow keys walk it; without scripts every name is a link that opens it. */
export function Tree<N extends TreeItem>({
  label,
  branches,
  epoch,
  load,
  selected,
  hrefOf,
  aside,
  onDrop,
}: Props<N>) {
  const [own, setOwn] = useState<Record<string, Branch<N>>>({});
  const [open, setOpen] = useState<ReadonlySet<string>>(() => new Set(Object.keys(branches)));
  const [focus, setFocus] = useState(selected);
  const box = useRef<HTMLUListElement>(null);
  const hydrated = useHydrated();
  const all = { ...own, ...branches };

  const read = async (inside: string, after: string | null = null) => {
    const more = await load(inside, after).catch(() => null);
    if (!more) return;
    setOwn((before) => {
      const nodes =
        after === null
          ? []
          : (before[inside] ?? branches[inside])?.nodes.filter(
              ({ id }) => !more.nodes.some((node) => node.id === id),
            );
      return { ...before, [inside]: { nodes: [...(nodes ?? []), ...more.nodes], next: more.next } };
    });
  };
  // What the server has just sent is newer than what was read here.
  useEffect(() => {
    setOpen((before) => new Set([...before, ...Object.keys(branches)]));
    setOwn((before) =>
      Object.fromEntries(
        Object.entries(before).filter(
          ([id]) => !(id in branches) || before[id]!.nodes.length > branches[id]!.nodes.length,
        ),
      ),
    );
  }, [branches]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the tree has changed
  useEffect(() => {
    for (const id of Object.keys(own)) void read(id);
  }, [epoch]);
  useEffect(() => setFocus(selected), [selected]);

  const toggle = (node: N, wanted = !open.has(node.id)) => {
    if (!node.hasMore) return;
    setOpen(
      (before) =>
        new Set(wanted ? [...before, node.id] : [...before].filter((id) => id !== node.id)),
    );
    if (wanted && !all[node.id]) void read(node.id);
  };
  const shown = {
    ...all,
    ...Object.fromEntries(
      Object.entries(own).filter(
        ([id, branch]) => branch.nodes.length > (branches[id]?.nodes.length ?? -1),
      ),
    ),
  };
  const find = (id: string) =>
    Object.values(shown)
      .flatMap(({ nodes }) => nodes)
      .find((node) => node.id === id);

  const onKeyDown = (event: KeyboardEvent) => {
    const items = [...(box.current?.querySelectorAll<HTMLElement>("[role=treeitem]") ?? [])];
    const at = items.indexOf(document.activeElement as HTMLElement);
    const item = items[at];
    if (!item || event.ctrlKey || event.metaKey || event.altKey) return;
    const node = find(item.dataset.id ?? "");
    const go = (to: HTMLElement | null | undefined) => {
      if (!to) return;
      setFocus(to.dataset.id ?? "");
      to.focus();
    };
    const letter = event.key.length === 1 && event.key !== " " ? event.key.toLowerCase() : "";
    const moves: Record<string, () => void> = {
      ArrowDown: () => go(items[at + 1]),
      ArrowUp: () => go(items[at - 1]),
      Home: () => go(items[0]),
      End: () => go(items.at(-1)),
      ArrowRight: () =>
        node?.hasMore && !open.has(node.id)
          ? toggle(node, true)
          : go(item.querySelector<HTMLElement>("[role=treeitem]")),
      ArrowLeft: () =>
        node?.hasMore && open.has(node.id)
          ? toggle(node, false)
          : go(item.parentElement?.closest<HTMLElement>("[role=treeitem]")),
      Enter: () => item.querySelector("a")?.click(),
      " ": () => item.querySelector("a")?.click(),
    };
    const typed = () =>
      go(
        [...items.slice(at + 1), ...items].find((other) =>
          other.querySelector("a")?.textContent?.toLowerCase().startsWith(letter),
        ),
      );
    const work = moves[event.key] ?? (letter ? typed : undefined);
    if (!work) return;
    event.preventDefault();
    work();
  };

  const first = shown[""]?.nodes[0]?.id;
  const reachable = find(focus) ? focus : first;
  const level = (inside: string, depth: number): ReactNode =>
    shown[inside]?.nodes.map((node) => {
      const isOpen = node.hasMore && open.has(node.id);
      const drag = onDrop && hydrated ? dragging(node.id, onDrop) : {};
      return (
        <li
          key={node.id}
          role="treeitem"
          data-id={node.id}
          aria-level={depth}
          aria-expanded={node.hasMore ? isOpen : undefined}
          aria-selected={node.id === selected}
          tabIndex={hydrated ? (node.id === reachable ? 0 : -1) : undefined}
          onFocus={(event) => event.target === event.currentTarget && setFocus(node.id)}
        >
          <div className="tree-row" {...drag}>
            {node.hasMore ? (
              <button
                className="tree-twist"
                type="button"
                tabIndex={-1}
                aria-hidden="true"
                onClick={() => toggle(node)}
              >
                <Icon name={isOpen ? "down" : "right"} size="s" />
              </button>
            ) : (
              <span className="tree-twist" />
            )}
            <Link
              to={hrefOf(node)}
              tabIndex={hydrated ? -1 : undefined}
              preventScrollReset
              onClick={() => toggle(node, true)}
            >
              {node.name}
            </Link>
            {aside && <span className="tree-aside">{aside(node)}</span>}
          </div>
          {/* biome-ignore lint/a11y/useSemanticElements: a branch of a tree is a group */}
          {isOpen && <ul role="group">{level(node.id, depth + 1)}</ul>}
        </li>
      );
    }) ?? null;

  const parts = Object.entries(shown).filter(
    ([id, { next }]) => next !== null && (id === "" || open.has(id)),
  );
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a list is what a tree is without its role */}
      <ul className="tree" role="tree" aria-label={label} ref={box} onKeyDown={onKeyDown}>
        {level("", 1)}
      </ul>
      {parts.map(([id, { nodes, next }]) => (
        <p key={id} className="tree-more">
          <button className="btn btn-sm" type="button" onClick={() => void read(id, next)}>
            Show more{id ? ` in ${find(id)?.name}` : ""}
          </button>{" "}
          <span className="muted">{nodes.length} shown</span>
        </p>
      ))}
    </>
  );
}

/** A pointer's way to move a node; its dialog is the way for keys. */
function dragging(id: string, drop: (id: string, into: string) => void) {
  return {
    draggable: true,
    onDragStart: (event: DragEvent) => event.dataTransfer.setData("text/plain", id),
    onDragOver: (event: DragEvent) => event.preventDefault(),
    onDrop: (event: DragEvent) => {
      event.preventDefault();
      const moved = event.dataTransfer.getData("text/plain");
      if (moved && moved !== id) drop(moved, id);
    },
  };
}
