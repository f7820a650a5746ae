import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { Link, useSearchParams } from "react-router";
import { coverWords } from "#app/shared/asset-words.ts";
import { callPriorities, patientImpacts, proposedPriority } from "#app/shared/call-words.ts";
import type { Choice } from "#app/shared/list.ts";
import { ask } from "#app/ui/ask.ts";
import { Combobox } from "#app/ui/combobox.tsx";
import { FormDialog } from "#app/ui/dialog.tsx";
import { SegmentedField, SelectField, TextArea, TextField } from "#app/ui/fields.tsx";
import { FileField } from "#app/ui/file-field.tsx";
import { type Refused, SubmitButton } from "#app/ui/form.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { AgeText, useDates } from "#app/ui/time.tsx";
import { useDialog } from "#app/ui/use-dialog.ts";
import type { Beginning } from "#worker/domain/service-calls/begin.ts";

const findAssets = (q: string) => ask<Choice[]>("/asset/choices", { query: { q } });
const known = (asset: string) =>
  ask<Beginning>("/asset-breakdowns/beginning", { query: { asset } });

/** Enter sends; Shift and Enter begin a new line. */
function sendOnEnter(event: KeyboardEvent<HTMLTextAreaElement>) {
  if (event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing) return;
  event.preventDefault();
  event.currentTarget.form?.requestSubmit();
}

/**
 * A new call: as soon as its device is chosen, what covers that and which calls are open about it.
 * @param first what the address names already
 */
export function NewCall({
  first,
  problem,
}: {
  first: Beginning | null;
  problem: Refused | undefined;
}) {
  const { shown } = useDialog();
  const calibration = useSearchParams()[0].get("calibration");
  const [about, setAbout] = useState<Beginning | null>(first);
  const [isDown, setDown] = useState("");
  const [priority, setPriority] = useState<string | null>(null);
  const [impact, setImpact] = useState("");
  const asked = useRef(first?.asset.id ?? "");
  const choose = (id: string) => {
    asked.current = id;
    if (!id) return setAbout(null);
    known(id).then(
      (answer) => asked.current === id && setAbout(answer),
      () => asked.current === id && setAbout(null),
    );
  };
  const criticality = about?.asset.criticality;
  const proposed = criticality && isDown ? proposedPriority(criticality, isDown === "yes") : "";
  return (
    <FormDialog
      {...shown}
      title="New call"
      verb="Send"
      hidden={{
        intent: "new",
        ...(calibration ? { raisedByCalibrationId: calibration } : {}),
      }}
      problem={problem?.values?.intent === "new" ? problem : undefined}
      encType="multipart/form-data"
      wide
    >
      <Combobox
        name="assetId"
        label="Asset"
        load={findAssets}
        scan="asset"
        required
        {...(first
          ? {
              defaultValue: {
                value: first.asset.id,
                label: `${first.asset.assetCode} ${first.asset.name}`,
              },
            }
          : {})}
        onChange={(asset) => choose(asset?.value ?? "")}
      />
      {about && <About about={about} />}
      <TextArea
        name="problem"
        label="What is the problem?"
        hint="No patient data. Enter sends, Shift and Enter begin a new line"
        required
        minLength={5}
        maxLength={2000}
        rows={2}
        onKeyDown={sendOnEnter}
      />
      <SegmentedField
        name="equipmentDown"
        label="Is the equipment down?"
        required
        value={isDown}
        onChange={setDown}
        options={[
          { value: "yes", label: "Yes, it cannot be used", tone: "no" },
          { value: "no", label: "No", tone: "yes" },
        ]}
      />
      <SelectField
        name="priority"
        label="Priority"
        options={callPriorities}
        placeholder="By the device"
        value={priority ?? proposed}
        onChange={(event) => setPriority(event.currentTarget.value)}
        hint="Proposed by how critical the device is, and whether it is down"
      />
      <details className="more">
        <summary>When it failed, impact, photo</summary>
        <div className="stack">
          <TextField name="failedAt" label="Failed at" type="datetime-local" hint="Empty: now" />
          <SelectField
            name="patientImpact"
            label="Impact on a patient"
            options={patientImpacts}
            value={impact}
            onChange={(event) => setImpact(event.currentTarget.value)}
          />
          {impact === "harm" && (
            <div className="note amber">
              <Icon name="alert" />
              <span>Follow your incident procedure, and keep the device as it is.</span>
            </div>
          )}
          <FileField name="file" label="Photo" accept={["jpg", "jpeg", "png"]} thumbnails />
        </div>
      </details>
    </FormDialog>
  );
}

/** What is known of the device: its cover, the team that gets the call, and the calls that are open already. */
function About({ about: { cover, open, team, now } }: { about: Beginning }) {
  const { date } = useDates();
  return (
    <div className="stack" aria-live="polite">
      <p className="muted">
        {cover
          ? [
              [coverWords[cover.kind] ?? cover.kind, cover.vendorName, cover.vendorPhone]
                .filter(Boolean)
                .join(", "),
              `until ${date(cover.until)}, spares ${cover.hasSpares ? "included" : "chargeable"}`,
            ].join(", ")
          : "No warranty or contract"}
        {team && `. It goes to ${team}`}
      </p>
      {open.length > 0 && (
        <ul className="open-calls">
          {open.map((call) => (
            <li key={call.id} className="note amber">
              <Icon name="call" />
              <span>
                Already reported <AgeText at={call.reportedAt} now={now} /> ago as{" "}
                <Link to={`/asset-breakdown/${call.id}`}>{call.number}</Link>: {call.problem}{" "}
                <SubmitButton name="joins" value={call.id} tone="plain" className="btn-sm">
                  {`Add to ${call.number}`}
                </SubmitButton>
              </span>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** Opens the form for a new call by the key N, where nothing is typed into. */
export function useNewCallKey(open: () => void) {
  const latest = useRef(open);
  latest.current = open;
  useEffect(() => {
    const pressed = (event: globalThis.KeyboardEvent) => {
      const { target } = event;
      if (event.key.toLowerCase() !== "n" || event.ctrlKey || event.metaKey || event.altKey) return;
      if (
        target instanceof Element &&
        target.closest("input, textarea, select, dialog, [contenteditable]")
      )
        return;
      event.preventDefault();
      latest.current();
    };
    addEventListener("keydown", pressed);
    return () => removeEventListener("keydown", pressed);
  }, []);
}
