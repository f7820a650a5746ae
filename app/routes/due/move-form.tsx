import { useRef } from "react";
import { useLocation, useNavigate } from "react-router";
import { occurrenceRules } from "#app/shared/flows/occurrences.ts";
import { isPossible } from "#app/shared/flows/rules.ts";
import { FormDialog } from "#app/ui/dialog.tsx";
import { TextArea } from "#app/ui/fields.tsx";
import type { Refused } from "#app/ui/form.tsx";
import type { OpenedDue } from "#worker/domain/due/opened.ts";
import { DeferFields } from "./defer-fields.tsx";
import { AssignFields, CauseField } from "./move-fields.tsx";
import { nameOf } from "./panel.tsx";
import { openUrl, shortDay } from "./words.ts";

type Move = keyof typeof occurrenceRules.moves;

/** The dialog of a move of the planned service that the address has open. It closes to the panel. */
export function DueMoveDialog({
  due,
  today,
  problem,
}: {
  due: OpenedDue;
  today: string;
  problem: Refused | undefined;
}) {
  const { search } = useLocation();
  const navigate = useNavigate();
  const asked = new URLSearchParams(search).get("do") ?? "";
  // One that was possible when it opened stays until it is answered.
  const opened = useRef("");
  const key = `${asked} ${due.id}`;
  if (asked && isPossible<string>(due.moves, asked)) opened.current = key;
  if (!asked || opened.current !== key) return null;
  const rule = occurrenceRules.moves[asked as Move];
  if (!("title" in rule)) return null;
  const closeTo = openUrl(search, {});
  const sent = { intent: asked, occurrence: due.id };
  const isRefused = problem?.values?.intent === asked && problem.values.occurrence === due.id;
  const says = "says" in rule ? rule.says : undefined;
  const reason = "reason" in rule ? rule.reason : undefined;
  return (
    <FormDialog
      open
      key={key}
      wide={asked === "defer"}
      title={rule.title(nameOf(due))}
      verb={rule.verb}
      keep={asked === "defer" ? `Keep ${shortDay(due.planOn)}` : "Cancel"}
      closeTo={closeTo}
      onClose={() => navigate(closeTo, { replace: true, preventScrollReset: true })}
      hidden={{ ...sent, version: due.version }}
      problem={isRefused ? problem : undefined}
    >
      {asked === "defer" ? (
        <DeferFields due={due} today={today} />
      ) : (
        says && <p className="muted">{says}</p>
      )}
      {asked === "assign" && <AssignFields due={due} />}
      {asked === "could-not-be-done" && <CauseField required />}
      {reason && (
        <TextArea
          name="reason"
          label={reason === "required" ? "Reason" : "Note"}
          required={reason === "required"}
          maxLength={500}
          rows={2}
        />
      )}
    </FormDialog>
  );
}
