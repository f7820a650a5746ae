import { Link } from "react-router";
import { kindChoices, kindNames } from "#app/shared/certificates/forms/kinds.ts";
import { plural } from "#app/shared/plural.ts";
import { MenuLink } from "#app/ui/menu.tsx";
import { RecordDialogs } from "#app/ui/record-dialogs.tsx";
import { RecordList } from "#app/ui/record-list.tsx";
import { reportPresets } from "#worker/domain/report-forms/presets.ts";
import { sessionContext } from "#worker/web/context.ts";
import { entityActions, entityLoader } from "#worker/web/entity-page.ts";
import type { Route } from "./+types/presets";
import { PresetFields } from "./preset-fields.tsx";
import { FormTabs } from "./words.tsx";
import "../../css/measure.css";
import "../../css/report-forms.css";

const list = entityLoader({ ...reportPresets, list: reportPresets.rows });
export async function loader(args: Route.LoaderArgs) {
  const found = await list(args);
  const mayBegin = args.context.get(sessionContext).can("create-certificate-report");
  return { ...found, mayBegin };
}
export const action = entityActions(reportPresets);
export const meta = () => [{ title: "Presets - Plumbline" }];

export default function Presets({ loaderData, actionData }: Route.ComponentProps) {
  const { mayBegin, names, ...found } = loaderData;
  return (
    <>
      <RecordList
        list={found}
        title="Presets"
        searchLabel="Name"
        about="A preset starts a certificate with its form, procedure, standards and texts: what is left is the machine."
        filters={[{ key: "kind", label: "Kind", options: kindChoices }]}
        columns={[
          { key: "name", label: "Name", card: "c-name", sortable: true },
          { key: "kind", label: "Kind", card: "c-meta", show: (row) => kindNames[row.kind] },
          { key: "procedureName", label: "Procedure", card: "c-meta" },
          { key: "formName", label: "Form", show: (row) => row.formName ?? "Built in" },
          {
            key: "standards",
            label: "Standards",
            show: (row) =>
              row.standards.length === 0
                ? "By role"
                : plural(row.standards.length, "1 standard", "{n} standards"),
          },
          {
            key: "start",
            label: "Start",
            card: "c-due",
            keep: true,
            show: (row) =>
              mayBegin && !row.archivedAt ? (
                <Link
                  className="btn btn-sm"
                  to={`/certificate-report/create?preset=${row.id}`}
                  aria-label={`Start a certificate with ${row.name}`}
                >
                  Start
                </Link>
              ) : (
                ""
              ),
          },
        ]}
        rowMenu={(row) =>
          mayBegin &&
          !row.archivedAt && (
            <MenuLink to={`/certificate-report/create?preset=${row.id}`} icon="plus">
              Start a certificate
            </MenuLink>
          )
        }
      >
        <FormTabs current="/report/saved-templates" />
      </RecordList>
      <RecordDialogs
        list={found}
        answer={actionData}
        archiving="No certificate starts with it any more."
      >
        <PresetFields names={names} />
      </RecordDialogs>
    </>
  );
}
