import { sha256 } from "./auth/tokens.ts";
import { type Bounds, markOf, within } from "./bounded.ts";
import type { Visit } from "./env.ts";
import { rememberOnce } from "./once.ts";
import { invalid, tooLarge } from "./refusals.ts";

const MEGABYTE = 1024 * 1024;
const FILE_TOO_LARGE = "Files can have at most 25 MB";
const TOO_LARGE = "The form is too large";
/** Characters of all names and texts of a form that anybody may send. */
const OPEN_LETTERS = 16 * 1024;
const LONGEST_NAME = 200;

/** Letters of other scripts are nine bytes each in a form without a file. */
const OPEN_BYTES = 64 * 1024;

/** How much a form may hold: of people at work, of anybody at a sign-in page, of anybody with a photo of a device, and of anybody with a message, alone or with a PDF. */
const sizes = {
  work: { bytes: 27 * MEGABYTE, fields: 5000, says: FILE_TOO_LARGE, letters: 27 * MEGABYTE },
  open: { bytes: OPEN_LETTERS, fields: 20, says: TOO_LARGE, letters: OPEN_LETTERS },
  photo: { bytes: 27 * MEGABYTE, fields: 20, says: FILE_TOO_LARGE, letters: OPEN_LETTERS },
  message: { bytes: OPEN_BYTES, fields: 20, says: TOO_LARGE, letters: OPEN_LETTERS },
  application: {
    bytes: 6 * MEGABYTE,
    fields: 20,
    says: "Files can have at most 5 MB",
    letters: OPEN_LETTERS,
  },
} satisfies Record<string, Bounds & { letters: number }>;

/**
 * Reads a posted form and remembers its idempotency key, from the header or the hidden field, for the command that follows.
 * @param otherwise makes a key from the form and its fingerprint when the client sent none
 * @throws Response 413 when it is too large, 422 when it is no form
 */
export async function formOf(
  request: Request,
  visit: Visit,
  size: keyof typeof sizes = "work",
  otherwise?: (form: FormData, text: string) => Promise<string | null>,
): Promise<FormData> {
  const noForm = () => invalid({ form: ["The request body must be a form"] });
  const form = await within(request, sizes[size], (read) =>
    markOf(read) ? read.formData().catch(noForm) : noForm(),
  );
  let letters = 0;
  for (const [name, value] of form) {
    if (name.length > LONGEST_NAME)
      invalid({ form: [`Names of fields can have at most ${LONGEST_NAME} characters`] });
    letters += name.length + (typeof value === "string" ? value.length : 0);
  }
  if (letters > sizes[size].letters) tooLarge(TOO_LARGE);
  const posted = form.get("idempotency_key");
  form.delete("idempotency_key");
  const text = fingerprint(form);
  const key =
    request.headers.get("Idempotency-Key") || (typeof posted === "string" && posted) || null;
  await rememberOnce(visit, request, key ?? (otherwise ? await otherwise(form, text) : null), text);
  return form;
}

/** Whether a field is neither stored nor sent back. */
export const isSecret = (name: string) =>
  /password|repeat|^(pin|seed|entryTicket|setUp|proof\w+)$/i.test(name);

/** The same form gives the same text; files count by name, type and size, secret fields not at all. */
function fingerprint(form: FormData): string {
  const entries = [...form.entries()].filter(([name]) => !isSecret(name));
  return JSON.stringify(
    entries.map(([name, value]) => [
      name,
      typeof value === "string" ? value : [value.name, value.type, value.size],
    ]),
  );
}

/** A posted service report. Without a key of its own, the person, the ticket and the content make one. */
export const reportFormOf = (request: Request, visit: Visit, userId: string) =>
  formOf(request, visit, "work", async (form, text) => {
    const ticket = form.get("service_ticket");
    return typeof ticket === "string" ? sha256(`${userId}\n${ticket}\n${text}`) : null;
  });
