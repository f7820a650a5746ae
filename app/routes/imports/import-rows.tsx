import { Link, useLocation } from "react-router";
import { assetLabels } from "#app/shared/asset-labels.ts";
import { Icon } from "#app/ui/icon.tsx";
import { type Column, ListPage } from "#app/ui/list-page.tsx";
import { listUrl } from "#app/ui/list-url.ts";
import { Panel, Tabs } from "#app/ui/page.tsx";
import { Pager } from "#app/ui/pager.tsx";
import type { ImportPage, ImportRow } from "#worker/domain/imports/rows.ts";
import { CorrectForm } from "./correct-form.tsx";
import { showNames } from "./words.tsx";

/** How many rows there are of a kind; rows that failed while they were written are errors as well. */
const countOf = (counts: Record<string, number>, show: keyof typeof showNames) =>
  (counts[show] ?? 0) + (show === "error" ? (counts.failed ?? 0) : 0);

/** The rows of an import by what they are: refused, new, changed, the same. */
export function ImportRows({ data }: { data: ImportPage }) {
  const { rows, page, query, show, fields, progress, kind, titleLabel } = data;
  const at = useLocation();
  const sorts = Object.keys(showNames) as (keyof typeof showNames)[];
  const labelOf = (name: string) =>
    fields.find((field) => field.name === name)?.label ?? assetLabels[name] ?? name;
  const changes: Column<ImportRow> = {
    key: "changes",
    label: "Changes",
    card: "c-meta",
    show: (row) => (
      <ul className="changes">
        {row.changes.map(({ field, from, to }) => (
          <li key={field}>
            {labelOf(field)}: <del>{shown(from)}</del> <ins>{shown(to)}</ins>
          </li>
        ))}
      </ul>
    ),
  };
  const tabs = (
    <Tabs
      label="Rows"
      tabs={sorts
        .map((sort) => ({
          label: showNames[sort],
          to: listUrl(at, { show: sort, field: null }),
          current: sort === show,
          count: countOf(progress.counts, sort),
        }))
        .filter(({ count }) => count > 0)}
    />
  );
  if (show === "error") {
    const wrongFields = fields.filter(({ name }) => progress.counts[`error.${name}`]);
    const download = (as: string) => `/imports/${progress.id}/errors?as=${as}`;
    return (
      <>
        {tabs}
        <div className="toolbar">
          <div className="chips">
            {wrongFields.length > 1 &&
              wrongFields.map(({ name, label }) => (
                <Link
                  key={name}
                  className={query.filters.field === name ? "chip on" : "chip"}
                  to={listUrl(at, {
                    show: "error",
                    field: query.filters.field === name ? null : name,
                  })}
                  preventScrollReset
                >
                  {label} <b>{progress.counts[`error.${name}`]}</b>
                </Link>
              ))}
          </div>
          <div className="end">
            <a className="btn btn-sm" href={download("csv")} download>
              <Icon name="dl" />
              Download errors
            </a>
            <a className="btn btn-sm" href={download("xlsx")} download>
              Excel
            </a>
          </div>
        </div>
        <Panel flush label="Rows with errors">
          <CorrectForm
            key={rows.map(({ id }) => id).join()}
            rows={rows}
            isOpen={progress.state === "checked"}
          />
          <Pager page={page} size={query.size} />
        </Panel>
      </>
    );
  }
  return (
    <>
      {tabs}
      <ListPage
        title={showNames[show]}
        head={false}
        result={{ rows, page, query: { ...query, filters: {} } }}
        empty={{ title: "No such rows" }}
        columns={[
          { key: "row", label: "Row", card: "c-top", field: "rowNo" },
          {
            key: "key",
            label: kind.mostFiles === null ? "Code" : "File",
            card: "c-state",
            as: "code",
          },
          { key: "name", label: titleLabel, card: "c-name", field: "title" },
          ...(show === "update" ? [changes] : []),
          ...(show === "kept" ? [whyKept] : []),
        ]}
      />
    </>
  );
}

const whyKept: Column<ImportRow> = {
  key: "why",
  label: "Why it was kept",
  card: "c-meta",
  field: "kept",
};

function shown(value: unknown): string {
  if (value === null || value === undefined || value === "") return "nothing";
  if (typeof value === "boolean") return value ? "yes" : "no";
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}
