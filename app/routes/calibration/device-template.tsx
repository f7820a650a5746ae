import { Link } from "react-router";
import { roleText } from "#app/shared/calibration/template-text.ts";
import { plural } from "#app/shared/plural.ts";
import { refusalOf } from "#app/ui/form.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { Menu, MenuLink } from "#app/ui/menu.tsx";
import { DefinitionList, PageHead, Panel } from "#app/ui/page.tsx";
import { StateBadge } from "#app/ui/record-list.tsx";
import { useDialog } from "#app/ui/use-dialog.ts";
import { deviceTemplates, templateToShow } from "#worker/domain/calibration/device-templates.ts";
import { actions, goesOn } from "#worker/web/actions.ts";
import { sessionContext } from "#worker/web/context.ts";
import type { Route } from "./+types/device-template";
import { TemplateDialogs } from "./template-dialogs.tsx";
import { TemplateTests } from "./template-tests.tsx";
import { ToVerify } from "./words.tsx";

export const loader = ({ params, context }: Route.LoaderArgs) =>
  templateToShow(context.get(sessionContext), params.id);

export const action = actions({
  update: ({ session, id }, values) => deviceTemplates.updateHead(session, id, values),
  test: ({ session, id }, values) => deviceTemplates.saveTest(session, id, values),
  confirm: ({ session, id }, values) => deviceTemplates.confirmTest(session, id, values),
  remove: ({ session, id }, values) => deviceTemplates.removeTest(session, id, values),
  copy: {
    run: ({ session, id }, values) => deviceTemplates.begin(session, id, values),
    reply: goesOn(({ data }) => `/device-template/${data.id}`),
  },
});

export const meta = ({ loaderData }: Route.MetaArgs) => [
  { title: `${loaderData?.template.name ?? "Device template"} - Plumbline` },
];

export default function DeviceTemplatePage({ loaderData, actionData }: Route.ComponentProps) {
  const { template, may } = loaderData;
  const { content } = template;
  const { to } = useDialog();
  return (
    <div className="stack">
      <PageHead
        title={template.name}
        crumbs={[
          { label: "Device templates", to: "/device-templates" },
          { label: template.originKey ? "Built in" : "Own" },
        ]}
        badges={
          template.archivedAt ? (
            <StateBadge archivedAt={template.archivedAt} />
          ) : (
            <ToVerify count={template.unconfirmed} />
          )
        }
        actions={
          <>
            {may.edit && (
              <Menu label="More actions" className="btn btn-icon">
                <MenuLink to={to({ do: "edit" })} icon="edit">
                  Edit
                </MenuLink>
                <MenuLink to={to({ do: "copy" })} icon="plus">
                  Make your own from it
                </MenuLink>
              </Menu>
            )}
            {may.model && (
              <Link className="btn" to={`/machine-models?new=1&template=${template.id}`}>
                <Icon name="machine" />
                Make a model
              </Link>
            )}
            {may.procedure && (
              <Link className="btn btn-primary" to={`/procedure/create?template=${template.id}`}>
                <Icon name="book" />
                Make a procedure
              </Link>
            )}
          </>
        }
      />
      <Panel title="Device">
        <DefinitionList
          entries={[
            ["Standards", content.standards.join(", ")],
            ["Interval", plural(content.default_interval_months, "1 month", "{n} months")],
            ["Test equipment", content.test_equipment_roles.map(roleText).join(", ")],
            ["Note", content.note && <span className="said">{content.note}</span>],
          ]}
        />
      </Panel>
      <TemplateTests template={template} mayEdit={may.edit} />
      <Panel
        title="PM checks"
        actions={
          may.edit && (
            <Link className="btn btn-sm" to={to({ do: "edit" })} preventScrollReset>
              Edit
            </Link>
          )
        }
      >
        {content.pm_checks.length > 0 ? (
          <ul className="plain-list">
            {content.pm_checks.map((check) => (
              <li key={check}>{check}</li>
            ))}
          </ul>
        ) : (
          <p className="quiet">No checks yet. They are written under Edit, one a line.</p>
        )}
      </Panel>
      {may.edit && <TemplateDialogs template={template} problem={refusalOf(actionData)} />}
    </div>
  );
}
