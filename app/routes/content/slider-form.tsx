import "../../css/content.css";
import { useEffect, useState } from "react";
import { CheckField, DateField, SelectField, TextField } from "#app/ui/fields.tsx";
import { FileField } from "#app/ui/file-field.tsx";
import { type Refused, SubmitButton } from "#app/ui/form.tsx";
import { Panel } from "#app/ui/page.tsx";
import { RecordForm } from "#app/ui/record-form.tsx";
import { type Typed, useTyped } from "#app/ui/typed-values.ts";
import { placements } from "./words.tsx";

type Slider = {
  version: number;
  title: string;
  subtitle: string | null;
  alt: string;
  mediaId: string | null;
};
type Props = { slider: Slider | null; problem: Refused | undefined };

export const pictureEndings = ["jpg", "jpeg", "png", "webp"];
export const MOST_PICTURE = 2 * 1024 * 1024;

/** A slider, and how it will stand. */
export function SliderForm({ slider, problem }: Props) {
  const current = slider?.mediaId ? `/platform-media/${slider.mediaId}` : null;
  return (
    <RecordForm
      title={slider ? `Edit ${slider.title}` : "Add slider"}
      crumbs={[{ label: "App Sliders", to: "/app-sliders" }]}
      back="/app-sliders"
      version={slider?.version}
      values={slider ?? { placement: "landing", isActive: true }}
      problem={problem}
      encType="multipart/form-data"
      verbs={<SubmitButton>{slider ? "Save slider" : "Add slider"}</SubmitButton>}
    >
      <Panel title="Picture">
        <div className="form form-2">
          <FileField
            name="picture"
            label="Picture"
            accept={pictureEndings}
            maxSize={MOST_PICTURE}
            required={!current}
            hint="16:9, such as 1600 × 900 pixels."
          />
          <TextField
            name="alt"
            label="What the picture shows"
            required
            maxLength={120}
            hint="Read out to people who do not see it."
          />
        </div>
      </Panel>
      <Panel title="Words">
        <div className="form form-2">
          <TextField name="title" label="Title" required maxLength={80} />
          <TextField name="subtitle" label="Subtitle" maxLength={160} />
          <TextField
            name="link"
            label="Link"
            maxLength={500}
            inputMode="url"
            autoCapitalize="none"
            spellCheck={false}
            hint="Where it leads: https://… or a path of this site, such as /products."
          />
          <SelectField
            name="placement"
            label="Placement"
            required
            options={placements}
            placeholder={false}
          />
          <DateField name="startsOn" label="From" hint="Empty: at once." />
          <DateField name="endsOn" label="Until" hint="The last day. Empty: for good." />
          <CheckField name="isActive" label="Active" off="0" hint="Off: it is not shown." />
        </div>
      </Panel>
      <Panel title="Preview">
        <Preview
          current={current}
          first={{
            title: slider?.title ?? "",
            subtitle: slider?.subtitle ?? "",
            alt: slider?.alt ?? "",
          }}
        />
      </Panel>
    </RecordForm>
  );
}

/** An address for the file that is chosen, as long as it is. */
function useChosen(file: FormDataEntryValue | undefined): string | null {
  const [address, setAddress] = useState<string | null>(null);
  useEffect(() => {
    if (!(file instanceof File) || file.size === 0) return setAddress(null);
    const made = URL.createObjectURL(file);
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);
  return address;
}

function Preview({ current, first }: { current: string | null; first: Typed }) {
  const { at, typed } = useTyped<HTMLDivElement>(first);
  const { title = "", subtitle = "", alt = "", picture } = typed;
  const shown = useChosen(picture) ?? current;
  return (
    <div className="slide" ref={at}>
      {shown ? (
        <img src={shown} alt={String(alt)} />
      ) : (
        <div className="none">Without a picture it is not shown.</div>
      )}
      <div className="words">
        <strong>{String(title) || "The title"}</strong>
        {String(subtitle)}
      </div>
    </div>
  );
}
