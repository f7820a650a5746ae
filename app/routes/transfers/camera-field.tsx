import { useEffect, useRef } from "react";
import { useFetcher } from "react-router";
import type { Refused } from "#app/ui/form.tsx";
import { newKey } from "#app/ui/form-context.ts";
import { useHydrated } from "#app/ui/hooks.ts";
import { Icon } from "#app/ui/icon.tsx";
import { notify } from "#app/ui/toaster.tsx";
import type { LineView } from "#worker/domain/transfers/read.ts";

/** A photo of an asset: it is sent as soon as it is taken, so that nothing is lost with the line. */
export function CameraField({ line }: { line: LineView }) {
  const fetcher = useFetcher<Refused | { success: true; message: string }>();
  const input = useRef<HTMLInputElement>(null);
  const hydrated = useHydrated();
  const answer = fetcher.data;
  useEffect(() => {
    if (!answer) return;
    if (answer.success) notify.success(answer.message);
    else notify.error(answer.message);
  }, [answer]);
  const send = (file: File | undefined) => {
    if (!file) return;
    const form = new FormData();
    form.set("intent", "photo");
    form.set("line", line.id);
    form.set("idempotency_key", newKey());
    form.set("photo", file);
    void fetcher.submit(form, { method: "post", encType: "multipart/form-data" });
    if (input.current) input.current.value = "";
  };
  const isBusy = fetcher.state !== "idle";
  return (
    <div className={hydrated ? "chips" : "chips until-scripts"}>
      <label className="btn btn-sm">
        <Icon name={isBusy ? "spin" : "camera"} spin={isBusy} />
        {line.photoMediaId ? "Another photo" : "Photo"}
        <input
          ref={input}
          className="sr-only"
          type="file"
          accept="image/jpeg,image/png"
          capture="environment"
          aria-label={`Photo of ${line.assetCode}`}
          disabled={isBusy}
          onChange={(event) => send(event.currentTarget.files?.[0])}
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
