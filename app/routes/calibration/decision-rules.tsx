import { ruleKindNames, ruleText } from "#app/shared/calibration/rule-limits.ts";
import { type RuleKind, ruleKinds } from "#app/shared/metrology/decision.ts";
import { SelectField, TextArea, TextField } from "#app/ui/fields.tsx";
import { MenuLink } from "#app/ui/menu.tsx";
import { Badge } from "#app/ui/page.tsx";
import { RecordDialogs } from "#app/ui/record-dialogs.tsx";
import { RecordList, StateBadge } from "#app/ui/record-list.tsx";
import { useDialog } from "#app/ui/use-dialog.ts";
import { decisionRules } from "#worker/domain/calibration/decision-rules.ts";
import { entityActions, entityLoader } from "#worker/web/entity-page.ts";
import type { Route } from "./+types/decision-rules";
import { ProcedureTabs } from "./procedure-tabs.tsx";
import { RuleDialog } from "./rule-dialog.tsx";
import { RulePicture } from "./rule-picture.tsx";

export const loader = entityLoader(decisionRules);
export const action = entityActions(decisionRules);
export const meta = () => [{ title: "Decision rules - Plumbline" }];

const kindChoices = ruleKinds.map((value: RuleKind) => ({ value, label: ruleKindNames[value] }));

export default function DecisionRules({ loaderData, actionData }: Route.ComponentProps) {
  const { may, rows } = loaderData;
  const { to } = useDialog();
  return (
    <>
      <RecordList
        list={loaderData}
        searchLabel="Name or code"
        about="How a result and its uncertainty become a verdict."
        filters={[{ key: "kind", label: "Kind", options: kindChoices }]}
        rowHref={(row) => to({ do: "show", on: row.id })}
        fixed={(row) => row.builtIn}
        columns={[
          { key: "code", label: "Code", card: "c-top", as: "code", sortable: true },
          {
            key: "name",
            label: "Name",
            card: "c-name",
            sortable: true,
            wraps: true,
            under: (row) => <div className="muted">{ruleText(row)}</div>,
          },
          {
            key: "limits",
            label: "Accepted at TUR 2, 4, 10",
            card: "c-due",
            keep: true,
            show: (row) => <RulePicture rule={row} isSmall />,
          },
          { key: "minTur", label: "Least TUR", numeric: true, wide: 2 },
        ]}
        state={(row) =>
          row.builtIn && !row.archivedAt ? (
            <Badge tone="in-date" icon="lock" calm>
              Built in
            </Badge>
          ) : (
            <StateBadge archivedAt={row.archivedAt} />
          )
        }
        rowMenu={(row) => (
          <>
            <MenuLink to={to({ do: "show", on: row.id })} icon="eye">
              Show
            </MenuLink>
            {row.builtIn && may.edit && (
              <MenuLink
                to={to({ [row.archivedAt ? "restore" : "archive"]: row.id })}
                icon="archive"
              >
                {row.archivedAt ? "Restore" : "Archive"}
              </MenuLink>
            )}
          </>
        )}
      >
        <ProcedureTabs current="/decision-rules" />
      </RecordList>
      <RuleDialog rules={rows} mayEdit={may.edit} />
      <RecordDialogs
        list={loaderData}
        answer={actionData}
        archiving="It can no longer be chosen. Procedures and consumers that name it keep it."
        wide
      >
        <div className="form form-2">
          <TextField name="code" label="Code" required maxLength={20} mono autoFocus />
          <TextField name="name" label="Name" required maxLength={120} />
          <SelectField name="kind" label="Kind" required options={kindChoices} />
          <TextField
            name="minTur"
            label="Least ratio"
            inputMode="decimal"
            maxLength={24}
            mono
            hint="The least test uncertainty ratio (TUR) it may be used with."
          />
          <TextField
            name="guardFactor"
            label="Factor r"
            inputMode="decimal"
            maxLength={24}
            mono
            hint="Of a guard band r · U, such as 0.83."
          />
          <TextField
            name="riskLimit"
            label="Largest risk"
            inputMode="decimal"
            maxLength={24}
            mono
            hint="Of a rule by specific risk, such as 0.025 for 2.5 %."
          />
          <TextArea
            name="certificateText"
            label="Text on certificates"
            required
            maxLength={1000}
            rows={3}
            className="span-all"
          />
        </div>
      </RecordDialogs>
    </>
  );
}
