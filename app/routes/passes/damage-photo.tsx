import { Icon } from "#app/ui/icon.tsx";
import { usePhoto } from "../movement/use-photo.ts";

/** A photo of the damage, kept before "In" is pressed; the form then names it. */
export function DamagePhoto({ name }: { name: string }) {
  const { answer, isSending, send } = usePhoto("picture");
  const isKept = answer?.success === true;
  return (
    <>
      {isKept && <input type="hidden" name={name} value={answer.data.id} />}
      <label className="btn btn-gate gate-photo">
        <Icon name={isSending ? "spin" : isKept ? "ok" : "camera"} spin={isSending} />
        <span role="status">
          {isSending ? "Sending the photo" : isKept ? "Photo kept" : "Photo of the damage"}
        </span>
        <input
          type="file"
          accept="image/jpeg,image/png"
          capture="environment"
          disabled={isSending}
          onChange={(event) => send(event.currentTarget.files?.[0])}
        />
      </label>
      {answer?.success === false && (
        <p className="error" role="alert">
          {answer.message}
        </p>
      )}
    </>
  );
}
