import { CheckField, NumberField, TextArea, TextField } from "#app/ui/fields.tsx";
import { FileField } from "#app/ui/file-field.tsx";
import { type Refused, SubmitButton } from "#app/ui/form.tsx";
import { Panel } from "#app/ui/page.tsx";
import { RecordForm } from "#app/ui/record-form.tsx";
import { MOST_PICTURE, pictureEndings } from "./slider-form.tsx";

type Testimonial = { version: number; name: string; mediaId: string | null };
type Props = { testimonial: Testimonial | null; problem: Refused | undefined };

/** What a customer says, with their consent. */
export function TestimonialForm({ testimonial, problem }: Props) {
  const address = testimonial?.mediaId ? `/platform-media/${testimonial.mediaId}` : null;
  return (
    <RecordForm
      title={testimonial ? `Edit ${testimonial.name}` : "Add testimonial"}
      crumbs={[{ label: "Testimonials", to: "/testimonials" }]}
      back="/testimonials"
      version={testimonial?.version}
      values={testimonial ?? { isActive: true }}
      problem={problem}
      encType="multipart/form-data"
      verbs={<SubmitButton>{testimonial ? "Save testimonial" : "Add testimonial"}</SubmitButton>}
    >
      <Panel title="Who says it">
        <div className="form form-2">
          <TextField name="name" label="Name" required maxLength={100} autoComplete="off" />
          <TextField name="designation" label="Designation" maxLength={80} autoComplete="off" />
          <TextField name="organisation" label="Organisation" maxLength={150} autoComplete="off" />
          <FileField
            name="picture"
            label="Picture"
            accept={pictureEndings}
            maxSize={MOST_PICTURE}
            current={address ? { name: "Picture", href: address, preview: address } : null}
          />
          {address && <CheckField name="withoutPicture" label="Remove the picture that is there" />}
        </div>
      </Panel>
      <Panel title="What they say">
        <div className="form form-2">
          <TextArea
            name="quote"
            label="Quote"
            required
            rows={4}
            maxLength={500}
            className="span-all"
          />
          <NumberField
            name="rating"
            label="Rating"
            min={1}
            max={5}
            hint="1 to 5, if they gave one."
          />
          <CheckField
            name="hasConsent"
            label="Consent"
            off="0"
            hint="They have agreed that it is shown. Without it, it never is."
          />
          <CheckField name="isActive" label="Active" off="0" hint="Off: it is not shown." />
        </div>
      </Panel>
    </RecordForm>
  );
}
