import { disciplineChoices, disciplineWords } from "#app/shared/calibration/disciplines.ts";
import { Badge } from "#app/ui/page.tsx";
import { RecordDialogs } from "#app/ui/record-dialogs.tsx";
import { RecordList } from "#app/ui/record-list.tsx";
import { procedures } from "#worker/domain/procedures/procedures.ts";
import { entityActions, entityLoader } from "#worker/web/entity-page.ts";
import { ProcedureTabs } from "../calibration/procedure-tabs.tsx";
import type { Route } from "./+types/procedures";
import { ProcedureFields } from "./fields.tsx";
import { VersionBadge } from "./words.tsx";

export const loader = entityLoader({ ...procedures, list: procedures.rows });
export const action = entityActions(procedures);
export const meta = () => [{ title: "Procedures - Plumbline" }];

type Numbers = { activeNo: number | null; draftNo: number | null; reviewNo: number | null };
const Versions = ({ activeNo, draftNo, reviewNo }: Numbers) => (
  <span className="badges">
    {activeNo !== null && <VersionBadge status="active" number={activeNo} />}
    {reviewNo !== null && <VersionBadge status="in_review" number={reviewNo} />}
    {draftNo !== null && <VersionBadge status="draft" number={draftNo} />}
    {activeNo === null && reviewNo === null && draftNo === null && (
      <span className="quiet">None</span>
    )}
  </span>
);

export default function Procedures({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <>
      <RecordList
        list={loaderData}
        searchLabel="Code or name"
        about="How devices of a kind are calibrated: points, tolerances, and what is uncertain. Begin one from a template, and let a colleague approve it."
        formHref={{ add: "/procedure/create", edit: (row) => `/procedures?edit=${row.id}` }}
        rowHref={(row) => `/procedure/${row.id}`}
        filters={[
          {
            key: "version",
            label: "Versions",
            options: [
              { value: "active", label: "With an active version" },
              { value: "none", label: "Without an active version" },
              { value: "in_review", label: "In review" },
              { value: "draft", label: "With a draft" },
            ],
          },
          { key: "discipline", label: "Discipline", options: disciplineChoices },
        ]}
        columns={[
          { key: "code", label: "Code", card: "c-top", as: "code", sortable: true },
          { key: "name", label: "Name", card: "c-name", sortable: true },
          {
            key: "discipline",
            label: "Discipline",
            card: "c-meta",
            show: (row) => disciplineWords[row.discipline],
          },
          { key: "machineTypeName", label: "Machine type", keep: true },
          {
            key: "accredited",
            label: "Accredited",
            optional: true,
            show: (row) =>
              row.accredited ? (
                <Badge tone="info" icon="cert">
                  In scope
                </Badge>
              ) : (
                "No"
              ),
          },
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
        <ProcedureTabs current="/procedures" />
      </RecordList>
      <RecordDialogs
        list={loaderData}
        answer={actionData}
        archiving="It can no longer be chosen for machines. Certificates that name it keep it."
      >
        <ProcedureFields />
      </RecordDialogs>
    </>
  );
}
