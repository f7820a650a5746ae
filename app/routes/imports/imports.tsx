import { Link } from "react-router";
import { FileField } from "#app/ui/file-field.tsx";
import { PlainForm, type Refused, refusalOf, SubmitButton } from "#app/ui/form.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { ListPage } from "#app/ui/list-page.tsx";
import { EmptyState, PageHead, Panel, Tabs } from "#app/ui/states.tsx";
import { importable, listImports } from "#worker/domain/imports/jobs.ts";
import { sessionContext } from "#worker/web/context.ts";
import { uploadActions } from "#worker/web/import-actions.ts";
import type { Route } from "./+types/imports";
import { ArchiveUpload } from "./archive-upload.tsx";
import { PastedRows } from "./pasted-rows.tsx";
import { ImportState } from "./words.tsx";

export async function loader({ request, context }: Route.LoaderArgs) {
  const session = context.get(sessionContext);
  const params = new URL(request.url).searchParams;
  const kinds = importable(session);
  const kind = kinds.find(({ name }) => name === params.get("kind")) ?? kinds[0] ?? null;
  if (!kind) return { kinds, kind, list: null };
  params.set("kind", kind.name);
  return { kinds, kind, list: await listImports(session, params) };
}

export const action = uploadActions;
export const meta = () => [{ title: "Import - Plumbline" }];

export default function Imports({
  loaderData: { kinds, kind, list },
  actionData,
}: Route.ComponentProps) {
  if (!kind)
    return (
      <>
        <PageHead title="Import" />
        <EmptyState
          title="Nothing to import"
          text="Bringing in a spreadsheet needs the right to add or change what is in it."
        />
      </>
    );
  return (
    <>
      <PageHead
        title={`Import ${kind.things}`}
        crumbs={[{ label: kind.label, to: kind.path }, { label: "Import" }]}
        actions={
          <Link className="btn" to="/imports/moving-in">
            <Icon name="info" />
            Moving in from another program
          </Link>
        }
      />
      <div className="stack">
        {kinds.length > 1 && (
          <Tabs
            label="What to import"
            tabs={kinds.map(({ name, label }) => ({
              label,
              to: `/imports?kind=${name}`,
              current: name === kind.name,
            }))}
          />
        )}
        {kind.mostFiles === null ? (
          <Upload key={kind.name} kind={kind.name} problem={refusalOf(actionData)} />
        ) : (
          <ArchiveUpload
            key={kind.name}
            kind={kind.name}
            most={kind.mostFiles}
            problem={refusalOf(actionData)}
          />
        )}
        <ListPage
          title={`Imports of ${kind.things}`}
          head={false}
          result={list}
          rowHref={(row) => `/imports/${row.id}`}
          empty={{
            title: "Nothing was imported yet",
            text: `Files you bring in are listed here, with what they did to your ${kind.things}.`,
          }}
          columns={[
            { key: "file", label: "File", card: "c-name", field: "fileName" },
            {
              key: "state",
              label: "State",
              card: "c-state",
              show: (row) => <ImportState state={row.state} />,
            },
            { key: "rows", label: "Rows", card: "c-due", numeric: true, field: "rowCount" },
            {
              key: "added",
              label: "Added",
              keep: true,
              numeric: true,
              show: (row) => row.counts.created ?? 0,
            },
            {
              key: "changed",
              label: "Changed",
              keep: true,
              numeric: true,
              show: ({ counts }) => counts.updated ?? 0,
            },
            {
              key: "errors",
              label: "Errors",
              keep: true,
              numeric: true,
              show: ({ counts }) => (counts.error ?? 0) + (counts.failed ?? 0),
            },
            { key: "who", label: "By", card: "c-meta", field: "createdByName" },
            { key: "when", label: "When", card: "c-top", as: "time", field: "createdAt" },
          ]}
        />
      </div>
    </>
  );
}

function Upload({ kind, problem }: { kind: string; problem: Refused | undefined }) {
  const template = (as: string) => `/import-template?kind=${kind}&as=${as}`;
  return (
    <Panel
      title="Bring in a spreadsheet"
      actions={
        <>
          <a className="btn btn-sm" href={template("xlsx")} download>
            <Icon name="dl" />
            Template, Excel
          </a>
          <a className="btn btn-sm" href={template("csv")} download>
            <Icon name="dl" />
            CSV
          </a>
        </>
      }
    >
      <PlainForm
        className="form"
        encType="multipart/form-data"
        problem={problem}
        guard
        toldAtFields
      >
        <input type="hidden" name="kind" value={kind} />
        <FileField
          name="file"
          label="Spreadsheet"
          accept={["xlsx", "csv", "txt", "tsv"]}
          hint="Its first row names the columns. Nothing is written before you have seen what it would do."
        />
        <PastedRows />
        <div className="acts">
          <SubmitButton icon="upload">Read the file</SubmitButton>
        </div>
      </PlainForm>
    </Panel>
  );
}
