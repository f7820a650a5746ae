/** An address within the app, with its query. */
export const addressOf = ({ pathname, search }: { pathname: string; search: string }) =>
  pathname + search;

/**
 * What was typed into a form that was sent but not answered, kept in the tab until it is saved or the person leaves. A draft belongs to
 * an address with its query: that of one template is not that of another.
 */
export const currentAddress = () => addressOf(location);
const keyOf = (at: string, form: string) => `draft:${at}:${form}`;

/** Drafts that are given up with the page they are on, which is about to be loaded again. */
const givenUp = new Set<string>();
export function giveUpDraft(form: string): void {
  givenUp.add(keyOf(currentAddress(), form));
  dropDraft(form);
}

export function keepDraft(at: string, form: HTMLFormElement): void {
  if (givenUp.has(keyOf(at, form.id))) return;
  const values: Record<string, string> = {};
  for (const [field, value] of new FormData(form))
    if (typeof value === "string") values[field] = value;
  for (const secret of form.querySelectorAll<HTMLInputElement>("input[type=password]"))
    delete values[secret.name];
  saveDraft(form.id, values, at);
}

export function saveDraft(
  form: string,
  values: Record<string, string>,
  at = currentAddress(),
): void {
  try {
    sessionStorage.setItem(keyOf(at, form), JSON.stringify(values));
  } catch {
    // Storage may be full or switched off; the form itself still holds the text.
  }
}

export function readDraft(at: string, form: string): Record<string, unknown> | null {
  try {
    const text = sessionStorage.getItem(keyOf(at, form));
    return text === null ? null : (JSON.parse(text) as Record<string, unknown>);
  } catch {
    return null;
  }
}

export function dropDraft(form: string, at = currentAddress()): void {
  try {
    sessionStorage.removeItem(keyOf(at, form));
  } catch {
    // Nothing was kept.
  }
}

/** The addresses of pages whose forms have a draft in this tab. */
export function draftAddresses(): string[] {
  try {
    const found = Object.keys(sessionStorage).flatMap(
      (key) => /^draft:(\/.*):/.exec(key)?.[1] ?? [],
    );
    return [...new Set(found)];
  } catch {
    return [];
  }
}
