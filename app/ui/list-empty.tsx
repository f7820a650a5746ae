import type { ReactNode } from "react";
import { Link, useLocation } from "react-router";
import type { ListQuery } from "#app/shared/list.ts";
import { describeFilters, type Filter } from "./list-filter.tsx";
import { NoResult } from "./list-notes.tsx";
import { clearUrl } from "./list-toolbar.tsx";
import { EmptyState } from "./states.tsx";

export type EmptyText = { title: string; text?: ReactNode; action?: ReactNode };
type Props = {
  query: ListQuery;
  filters: Filter[];
  /** Something is searched or filtered for, so that there may be more. */
  narrowed: boolean;
  empty: EmptyText | undefined;
  /** The way to bring rows in. */
  importing: ReactNode;
};

/** A list without rows: what was looked for, and the way back to all; or what belongs here, and the ways to add it. */
export function ListEmpty({ query, filters, narrowed, empty, importing }: Props) {
  const at = useLocation();
  if (narrowed)
    return (
      <NoResult
        title={query.q ? `Nothing matches “${query.q}”` : "Nothing to show here"}
        text={describeFilters(query, filters)}
        action={
          <Link className="btn" to={clearUrl(at, filters)} preventScrollReset>
            Clear filters
          </Link>
        }
      />
    );
  return (
    <EmptyState
      title={empty?.title ?? "Nothing here yet"}
      text={empty?.text}
      action={
        importing ? (
          <>
            {empty?.action}
            {importing}
          </>
        ) : (
          empty?.action
        )
      }
    />
  );
}
