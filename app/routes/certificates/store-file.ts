import type { DocumentFile } from "#app/shared/certificates/document-file.ts";
import { ask, RefusedAnswer, WENT_WRONG } from "#app/ui/ask.ts";
import { newKey } from "#app/ui/form-context.ts";

/** Stores a file that something then names. @param field of the form that brings it @throws Error with a sentence for the person who chose it */
export async function storeFile(to: string, field: string, file: File): Promise<DocumentFile> {
  const form = new FormData();
  form.set(field, file);
  form.set("idempotency_key", newKey());
  try {
    return (await ask<{ data: DocumentFile }>(to, { form })).data;
  } catch (error) {
    if (error instanceof TypeError)
      throw new Error("There is no network. Add the file when it is back.");
    const said = error instanceof RefusedAnswer ? error.problem : null;
    throw new Error(said?.errors?.[field]?.[0] ?? said?.message ?? WENT_WRONG);
  }
}
