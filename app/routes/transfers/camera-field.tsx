import { useEffect, useRef } from "react";
import { useHydrated } from "#app/ui/hooks.ts";
import { Icon } from "#app/ui/icon.tsx";
import { notify } from "#app/ui/toaster.tsx";
import type { LineView } from "#worker/domain/transfers/read.ts";
import { usePhoto } from "../movement/use-photo.ts";

/** A photo of an asset: it is sent as soon as it is taken, so that nothing is lost with the line. */
export function CameraField({ line }: { line: LineView }) {
  const { answer, isSending, send } = usePhoto("photo", { line: line.id });
  const input = useRef<HTMLInputElement>(null);
  const hydrated = useHydrated();
  useEffect(() => {
    if (!answer) return;
    if (answer.success) notify.success(answer.message);
    else notify.error(answer.message);
  }, [answer]);
  const take = (file: File | undefined) => {
    send(file);
    if (input.current) input.current.value = "";
  };
  return (
    <div className={hydrated ? "chips" : "chips until-scripts"}>
      <label className="btn btn-sm">
        <Icon name={isSending ? "spin" : "camera"} spin={isSending} />
        {line.photoMediaId ? "Another photo" : "Photo"}
        <input
          ref={input}
          className="sr-only"
          type="file"
          accept="image/jpeg,image/png"
          capture="environment"
          aria-label={`Photo of ${line.assetCode}`}
          disabled={isSending}
          onChange={(event) => take(event.currentTarget.files?.[0])}
        />
      </label>
      {line.photoMediaId && (
        <a href={`/media/${line.photoMediaId}`} target="_blank" rel="noreferrer">
          Photo taken
        </a>
      )}
    </div>
  );
}
