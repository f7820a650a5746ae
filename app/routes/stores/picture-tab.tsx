import { FileField } from "#app/ui/file-field.tsx";
import { PlainForm, SubmitButton } from "#app/ui/form.tsx";
import { EmptyState, Panel } from "#app/ui/states.tsx";
import { useSender } from "#app/ui/use-sender.ts";
import type { FormResult } from "#worker/web/forms.ts";

const MOST_BYTES = 2 * 1024 * 1024;

type Props = {
  id: string | null;
  name: string;
  mayEdit: boolean;
  actionData: FormResult | undefined;
};

/** What the item looks like, for whoever fetches it from the shelf. */
export function PictureTab({ id, name, mayEdit, actionData }: Props) {
  const { fetcher, problem } = useSender(actionData);
  if (!mayEdit && !id) return <EmptyState title="No picture yet" />;
  return (
    <Panel title="Picture">
      {id && (
        <p>
          <img className="item-picture" src={`/media/${id}?size=medium`} alt={name} />
        </p>
      )}
      {mayEdit && (
        <PlainForm
          key={id ?? "none"}
          fetcher={fetcher}
          problem={problem}
          className="stack"
          encType="multipart/form-data"
        >
          <FileField
            name="picture"
            label="New picture"
            accept={["jpg", "jpeg", "png"]}
            maxSize={MOST_BYTES}
            thumbnails
          />
          <div className="chips">
            <SubmitButton name="intent" value="picture">
              Save picture
            </SubmitButton>{" "}
            {id && (
              <SubmitButton name="intent" value="remove-picture" tone="plain">
                Remove picture
              </SubmitButton>
            )}
          </div>
        </PlainForm>
      )}
    </Panel>
  );
}
