import { sha256 } from "./auth/tokens.ts";
import { within } from "./bounded.ts";
import type { Visit } from "./env.ts";
import { rememberOnce } from "./once.ts";
import { invalid } from "./refusals.ts";

const BIGGEST_FORM = 27 * 1024 * 1024;

/**
 * Reads a posted form and remembers its idempotency key, from the header or the hidden field, for the command that follows.
 * @param otherwise makes a key from the form and its fingerprint when the client sent none
 */
export async function formOf(
  request: Request,
  visit: Visit,
  otherwise?: (form: FormData, text: string) => Promise<string | null>,
): Promise<FormData> {
  const form = await within(request, BIGGEST_FORM, "Files can have at most 25 MB", (read) =>
    read.formData().catch(() => invalid({ form: ["The request body must be a form"] })),
  );
  const posted = form.get("idempotency_key");
  form.delete("idempotency_key");
  const text = fingerprint(form);
  const key = request.headers.get("Idempotency-Key") || (typeof posted === "string" && posted) || null;
  await rememberOnce(visit, request, key ?? (otherwise ? await otherwise(form, text) : null), text);
  return form;
}

/** A field that is neither kept nor sent back. */
export const isSecret = (name: string) => /password|repeat/i.test(name);

/** The same form gives the same text; files count by name, type and size, and what is secret leaves no trace. */
function fingerprint(form: FormData): string {
  const entries = [...form.entries()].filter(([name]) => !isSecret(name));
  return JSON.stringify(entries.map(([name, value]) => [name, typeof value === "string" ? value : [value.name, value.type, value.size]]));
}

/** A posted service report. Without a key of its own, the person, the ticket and the content make one. */
export const reportFormOf = (request: Request, visit: Visit, userId: string) =>
  formOf(request, visit, async (form, text) => {
    const ticket = form.get("service_ticket");
    return typeof ticket === "string" ? sha256(`${userId}\n${ticket}\n${text}`) : null;
  });
