import { type KeyboardEvent, useEffect } from "react";
import { Form, useLocation } from "react-router";
import type { ListPage, ListQuery } from "#app/shared/list.ts";
import { type Counted, lineKey, quantityOf } from "#app/shared/stock-count.ts";
import { Icon } from "#app/ui/icon.tsx";
import { NoResult } from "#app/ui/list-notes.tsx";
import { ListToolbar } from "#app/ui/list-toolbar.tsx";
import { pointedBy } from "#app/ui/list-url.ts";
import { Pager } from "#app/ui/pager.tsx";
import { EmptyState, Note } from "#app/ui/states.tsx";
import type { CountLine } from "#worker/domain/stock/count-list.ts";
import { ScanToLine } from "./scan-to-line.tsx";
import type { useCount } from "./use-count.ts";
import { useBatchName } from "./words.tsx";

type Props = {
  list: { rows: CountLine[]; page: ListPage; query: ListQuery };
  count: ReturnType<typeof useCount>;
  isLive: boolean;
};

/** What is to be counted, without what the books say. Without scripts the page is posted as it is. */
export function CountList({ list: { rows, page, query }, count, isLive }: Props) {
  const at = useLocation();
  const line = pointedBy(at.search);
  // Another scan of the same label points again.
  useEffect(() => {
    const box =
      line && at.key
        ? document.querySelector<HTMLInputElement>(`[data-item="${CSS.escape(line)}"] input`)
        : null;
    box?.scrollIntoView({ block: "center" });
    box?.focus({ preventScroll: true });
    box?.select();
  }, [line, at.key]);
  if (!rows.length && !query.q)
    return <EmptyState title="Nothing to count" text="This store has no items yet." />;
  return (
    <>
      <ListToolbar
        title="Items"
        query={query}
        filters={[]}
        searchLabel="Item, part no, rack or bin"
        scan={isLive && <ScanToLine at={{ pathname: at.pathname, search: "" }} />}
      />
      {line && !rows.some(({ id }) => id === line) && (
        <Note tone="amber">The item with this label is kept in another store.</Note>
      )}
      {rows.length === 0 && <NoResult title={`Nothing matches “${query.q}”`} action={null} />}
      {rows.length > 0 && (
        <div className="table-wrap count-sheet">
          <Form method="post" onSubmit={(event) => isLive && event.preventDefault()}>
            <ul className="count-lines">
              {rows.map((line) => (
                <CountRow key={lineKey(line)} line={line} count={count} isLive={isLive} />
              ))}
            </ul>
            {!isLive && (
              <p className="count-foot">
                <button className="btn btn-primary" type="submit">
                  Post this page
                </button>
              </p>
            )}
          </Form>
          <Pager page={page} size={query.size} />
        </div>
      )}
    </>
  );
}

/** Enter goes on to the next line, as on a till. */
function onEnter(event: KeyboardEvent<HTMLInputElement>) {
  if (event.key !== "Enter") return;
  event.preventDefault();
  const all = [
    ...(event.currentTarget.form?.querySelectorAll<HTMLInputElement>(".count-lines input") ?? []),
  ];
  const next = all[all.indexOf(event.currentTarget) + 1];
  next?.focus();
  next?.select();
}

function CountRow({
  line,
  count,
  isLive,
}: {
  line: CountLine;
  count: Props["count"];
  isLive: boolean;
}) {
  const batchName = useBatchName();
  const { key: name, partNo, place, ...shown } = line;
  const kept: Counted | undefined = count.draft.lines[lineKey(line)];
  const isWrong = Boolean(kept?.text) && quantityOf(kept!) === null;
  const id = `c-${name}`;
  const about = [partNo, place, (line.batchNo || line.expiryOn) && batchName(line)]
    .filter(Boolean)
    .join(", ");
  return (
    <li className={kept?.text ? "is-counted" : undefined} data-item={line.id}>
      <label htmlFor={id}>
        <b>{line.name}</b>
        <span className="muted">{about}</span>
        {kept?.isMoved && !kept.text && (
          <span className="error">
            <Icon name="refresh" size="s" />
            Moved meanwhile, count again
          </span>
        )}
        {isWrong && (
          <span className="error">
            <Icon name="alert" size="s" />A whole number of 0 or more
          </span>
        )}
      </label>
      <span className="count-qty">
        <input
          id={id}
          name={name}
          className="input num"
          inputMode="numeric"
          pattern="[0-9]*"
          maxLength={9}
          autoComplete="off"
          enterKeyHint="next"
          aria-invalid={isWrong || undefined}
          onKeyDown={onEnter}
          {...(isLive
            ? {
                value: kept?.text ?? "",
                onChange: (event) =>
                  count.type(keepingVersion(shown, kept), event.currentTarget.value),
              }
            : { defaultValue: "" })}
        />
        <span className="unit">{line.unit}</span>
      </span>
    </li>
  );
}

/** A line that was counted stays as it was seen then, also when the list has moved on. */
const keepingVersion = (
  now: Omit<Counted, "text">,
  kept: Counted | undefined,
): Omit<Counted, "text"> =>
  kept?.text ? { ...now, version: kept.version, booked: kept.booked } : now;
