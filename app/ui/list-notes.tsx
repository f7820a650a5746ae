import type { ReactNode } from "react";
import { EmptyState } from "./states.tsx";

/** Something is there, but the search and filters hide it. */
export function NoResult({
  title,
  text,
  action,
  panel = true,
}: {
  title?: string;
  text?: ReactNode;
  action: ReactNode;
  panel?: boolean;
}) {
  return (
    <EmptyState title={title ?? "Nothing matches"} text={text} action={action} panel={panel} />
  );
}

/** What a person must know to read a list, such as its order. */
export function ListNote({ children }: { children: ReactNode }) {
  if (!children) return null;
  return (
    <p className="list-note" role="status">
      {children}
    </p>
  );
}
