import { useFetcher } from "react-router";
import type { Refused } from "#app/ui/form.tsx";
import { newKey } from "#app/ui/form-context.ts";

type Answer =
  | { success: true; message: string; data: { id: string } }
  | (Refused & { success: false });

/**
 * Sends a photo as soon as it is taken, so that nothing is lost with the form around it.
 * @param field the name of the file in the page's form `photo`
 * @param besides what the form says besides the file
 */
export function usePhoto(field: string, besides: Record<string, string> = {}) {
  const fetcher = useFetcher<Answer>();
  const send = (file: File | undefined) => {
    if (!file) return;
    const form = new FormData();
    for (const [name, value] of Object.entries({ intent: "photo", ...besides }))
      form.set(name, value);
    form.set("idempotency_key", newKey());
    form.set(field, file);
    void fetcher.submit(form, { method: "post", encType: "multipart/form-data" });
  };
  return { answer: fetcher.data, isSending: fetcher.state !== "idle", send };
}
