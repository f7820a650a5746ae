import { kindChoices, kindNames } from "#app/shared/certificates/forms/kinds.ts";
import { Badge } from "#app/ui/page.tsx";
import { RecordDialogs } from "#app/ui/record-dialogs.tsx";
import { RecordList } from "#app/ui/record-list.tsx";
import { reportForms } from "#worker/domain/report-forms/forms.ts";
import { entityActions, entityLoader } from "#worker/web/entity-page.ts";
import type { Route } from "./+types/forms";
import { BuiltInForms } from "./built-in.tsx";
import { FormFields } from "./fields.tsx";
import { FormTabs, FormVersionBadge } from "./words.tsx";
import "../../css/report-forms.css";

export const loader = entityLoader({ ...reportForms, list: reportForms.rows });
export const action = entityActions(reportForms);
export const meta = () => [{ title: "Report forms - Plumbline" }];

type Numbers = { publishedNo: number | null; draftNo: number | null };
const Versions = ({ publishedNo, draftNo }: Numbers) => (
  <span className="badges">
    {publishedNo !== null && <FormVersionBadge status="published" number={publishedNo} />}
    {draftNo !== null && <FormVersionBadge status="draft" number={draftNo} />}
    {publishedNo === null && draftNo === null && <span className="quiet">None</span>}
  </span>
);

export default function ReportForms({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <>
      <RecordList
        list={loaderData}
        title="Report forms"
        searchLabel="Name"
        about="How certificates and reports are laid out. The built-in forms are always there; a form of your own begins as a copy."
        formHref={{
          add: "/report/form/create",
          edit: (row) => `/report/form/saved-templates?edit=${row.id}`,
        }}
        rowHref={(row) => `/report/form/update/${row.id}`}
        filters={[
          { key: "kind", label: "Kind", options: kindChoices },
          {
            key: "version",
            label: "Versions",
            options: [
              { value: "published", label: "Published" },
              { value: "draft", label: "With a draft" },
              { value: "none", label: "Never published, or retired" },
            ],
          },
        ]}
        columns={[
          { key: "name", label: "Name", card: "c-name", sortable: true },
          { key: "kind", label: "Kind", card: "c-meta", show: (row) => kindNames[row.kind] },
          { key: "machineTypeName", label: "Machine type", keep: true },
        ]}
        stateLabel="Versions"
        state={(row) =>
          row.archivedAt ? (
            <Badge tone="hold" icon="archive">
              Archived
            </Badge>
          ) : (
            <Versions {...row} />
          )
        }
      >
        <FormTabs current="/report/form/saved-templates" />
        <BuiltInForms mayCreate={loaderData.may.create} />
      </RecordList>
      <RecordDialogs
        list={loaderData}
        answer={actionData}
        archiving="It can no longer be chosen. Certificates and reports that use it keep it."
      >
        <FormFields />
      </RecordDialogs>
    </>
  );
}
