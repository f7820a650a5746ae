import { Link } from "react-router";
import { ruleText, type StoredRule } from "#app/shared/calibration/rule-limits.ts";
import { Dialog } from "#app/ui/modal.tsx";
import { DefinitionList } from "#app/ui/page.tsx";
import { Note } from "#app/ui/states.tsx";
import { useDialog, useOpenedRow } from "#app/ui/use-dialog.ts";
import { RulePicture } from "./rule-picture.tsx";

type Rule = StoredRule & {
  id: string;
  code: string;
  name: string;
  certificateText: string;
  minTur: string | null;
  builtIn: boolean;
};

/** A rule with what it says, and where its limits lie. */
export function RuleDialog({ rules, mayEdit }: { rules: readonly Rule[]; mayEdit: boolean }) {
  const { asked, shown, to } = useDialog();
  const rule = useOpenedRow("on", rules);
  if (!rule || asked("do") !== "show") return null;
  return (
    <Dialog
      open
      title={rule.name}
      onClose={shown.onClose}
      footer={
        <>
          <Link className="btn" to={shown.closeTo} replace preventScrollReset>
            Close
          </Link>
          {mayEdit && !rule.builtIn && (
            <Link className="btn btn-primary" to={to({ edit: rule.id })} preventScrollReset>
              Edit
            </Link>
          )}
        </>
      }
    >
      <div className="stack">
        {rule.builtIn && (
          <Note tone="info" icon="lock">
            This rule is built in and cannot be changed, so that certificates can be compared. Add a
            rule of your own where you need another one.
          </Note>
        )}
        <RulePicture rule={rule} />
        <DefinitionList
          entries={[
            [
              "Code",
              <span key="code" className="code">
                {rule.code}
              </span>,
            ],
            ["Rule", ruleText(rule)],
            ["Least TUR", rule.minTur],
            ["Text on certificates", rule.certificateText],
          ]}
        />
      </div>
    </Dialog>
  );
}
