import { DateField, TextArea, TextField } from "#app/ui/fields.tsx";
import { Badge } from "#app/ui/page.tsx";
import { RecordDialogs } from "#app/ui/record-dialogs.tsx";
import { RecordList } from "#app/ui/record-list.tsx";
import { recalls } from "#worker/domain/recalls/recalls.ts";
import { entityActions, entityLoader } from "#worker/web/entity-page.ts";
import type { Route } from "./+types/recalls";
import { OpenCount, RecallDue } from "./words.tsx";

export const loader = entityLoader(recalls);
export const action = entityActions(recalls);
export const meta = () => [{ title: "Recalls - Plumbline" }];

export default function Recalls({ loaderData, actionData }: Route.ComponentProps) {
  const { limited = false } = loaderData.may;
  return (
    <>
      <RecordList
        list={loaderData}
        searchLabel="Source, number, title, maker or model"
        about="Field safety notices and recalls of makers and authorities. Each is compared with all assets, also with those that come later, and stays open until every asset it is about is answered."
        rowHref={(row) => `/recall/${row.id}`}
        columns={[
          { key: "number", label: "Number", card: "c-top", as: "code", sortable: true },
          { key: "name", label: "Title", card: "c-name", long: true },
          { key: "maker", label: "Maker", card: "c-meta" },
          { key: "source", label: "Source" },
          {
            key: "due",
            label: "Due",
            card: "c-due",
            sortable: true,
            show: (row) => <RecallDue on={row.dueOn} isOpen={row.openCount > 0} />,
          },
          {
            key: "open",
            label: "Open",
            card: "c-due",
            show: (row) => <OpenCount recall={row} isLimited={limited} />,
          },
        ]}
        state={(row) =>
          row.archivedAt ? (
            <Badge tone="hold" icon="archive">
              Closed
            </Badge>
          ) : (
            <Badge tone="in-date" icon="eye" calm>
              Watched
            </Badge>
          )
        }
      />
      <RecordDialogs
        list={loaderData}
        answer={actionData}
        wide
        archiving="It is compared with no more assets. Those that are open stay open."
        restoring="It is compared with new and changed assets again."
        deleting="Its assets are no longer asked about. Service calls that were made for it stay."
      >
        <div className="form form-2">
          <TextField
            name="source"
            label="Source"
            required
            maxLength={60}
            autoFocus
            hint="Who gave the notice: the maker, or an authority."
          />
          <TextField name="number" label="Number" required maxLength={60} mono />
          <TextField name="name" label="Title" required maxLength={200} className="span-all" />
          <TextField name="maker" label="Maker" required maxLength={100} />
          <TextField
            name="models"
            label="Models"
            maxLength={500}
            hint="With commas; * stands for anything. Empty: every model."
          />
          <TextArea
            name="serials"
            label="Serial numbers"
            maxLength={2000}
            rows={2}
            hint="With commas: 1000 to 1999, 2417, A12*. Empty: every one."
          />
          <TextArea name="lots" label="Lots" maxLength={500} rows={2} hint="As in the UDI." />
          <TextField
            name="softwareVersions"
            label="Software versions"
            maxLength={300}
            hint="2.*, 3.0 to 3.4, <= 4.1"
          />
          <TextField name="link" label="Link" type="url" maxLength={500} />
          <DateField name="noticedOn" label="Notice date" required />
          <DateField name="dueOn" label="Due date" />
          <TextArea
            name="advice"
            label="What to do"
            maxLength={4000}
            rows={4}
            className="span-all"
          />
        </div>
      </RecordDialogs>
    </>
  );
}
