import { Icon } from "#app/ui/icon.tsx";
import { usePhoto } from "../movement/use-photo.ts";

const NAME = "Photo of the damage";

/** A photo of the damage, kept before "In" is pressed; the form then names it. */
export function DamagePhoto({ name }: { name: string }) {
  const { answer, isSending, send } = usePhoto("picture");
  const isKept = answer?.success === true;
  const said = isSending ? "Sending the photo" : isKept ? "Photo kept" : "";
  return (
    <>
      {isKept && <input type="hidden" name={name} value={answer.data.id} />}
      <label className="btn btn-gate gate-photo">
        <Icon name={isSending ? "spin" : isKept ? "ok" : "camera"} spin={isSending} />
        {said || NAME}
        <input
          type="file"
          aria-label={NAME}
          accept="image/jpeg,image/png"
          capture="environment"
          disabled={isSending}
          onChange={(event) => send(event.currentTarget.files?.[0])}
        />
      </label>
      <span className="sr-only" role="status">
        {said}
      </span>
      {answer?.success === false && (
        <p className="error" role="alert">
          {answer.message}
        </p>
      )}
    </>
  );
}
