import { FileField } from "#app/ui/file-field.tsx";
import { SubmitButton } from "#app/ui/form.tsx";
import { Panel } from "#app/ui/states.tsx";
import type { FormResult } from "#worker/web/forms.ts";
import { ProfileForm } from "./profile-form.tsx";

const MOST_BYTES = 2 * 1024 * 1024;

/** The picture others see beside the name; without one, the initials. */
export function PictureForm({
  href,
  actionData,
}: {
  href: string | null;
  actionData: FormResult | undefined;
}) {
  return (
    <Panel
      title="Picture"
      actions={
        href && (
          <ProfileForm intent="remove-picture" actionData={actionData} className="">
            <SubmitButton tone="plain" className="btn-sm">
              Remove picture
            </SubmitButton>
          </ProfileForm>
        )
      }
    >
      <ProfileForm intent="picture" actionData={actionData} encType="multipart/form-data">
        <FileField
          name="picture"
          label="New picture"
          accept={["jpg", "jpeg", "png"]}
          maxSize={MOST_BYTES}
          required
          thumbnails
          current={href ? { name: "Current picture", href, preview: `${href}?size=medium` } : null}
        />
        <div>
          <SubmitButton tone="plain">Save picture</SubmitButton>
        </div>
      </ProfileForm>
    </Panel>
  );
}
