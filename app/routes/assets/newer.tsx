import { useState } from "react";
import { saveDraft } from "#app/ui/form-draft.ts";
import { useFormat } from "#app/ui/format.ts";
import { useHydrated } from "#app/ui/hooks.ts";
import { Panel } from "#app/ui/page.tsx";
import { TakeTheirs } from "#app/ui/take-theirs.tsx";
import { Version } from "#app/ui/version.tsx";
import { VersionsDialog } from "#app/ui/versions-dialog.tsx";
import type { FormChoices } from "#worker/domain/assets/choices.ts";
import { differences, merged, type Version as Saved } from "./versions.ts";

type Props = {
  formId: string;
  opened: Saved;
  newer: Saved;
  choices: FormChoices;
  onGoOn: (newer: Saved) => void;
};

/** Shows what someone else saved while this form was open. Without scripts, saving again replaces it. */
export function Newer({ formId, opened, newer, choices, onGoOn }: Props) {
  const { dateFormat } = useFormat();
  const hydrated = useHydrated();
  const [dismissed, setDismissed] = useState<Saved | null>(null);
  const form = hydrated ? (document.getElementById(formId) as HTMLFormElement) : null;
  if (!form)
    return (
      <>
        <input type="hidden" name="version" value={newer.version} />
        <Panel title="Saved meanwhile by someone else">
          <TakeTheirs />
        </Panel>
      </>
    );
  const goOn = (theirs: ReadonlySet<string>) => {
    saveDraft(formId, merged(form, newer, theirs));
    onGoOn(newer);
  };
  return (
    <>
      <Version of={opened.version} />
      {dismissed !== newer && (
        <VersionsDialog
          rows={differences(form, opened, newer, choices, dateFormat)}
          onKeep={() => setDismissed(newer)}
          onGoOn={goOn}
        />
      )}
    </>
  );
}
