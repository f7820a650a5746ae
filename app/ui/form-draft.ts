/** What was typed into a form that was sent but not answered, kept in the tab until it is saved or the person leaves. */
const keyOf = (form: string) => `draft:${location.pathname}:${form}`;

export function keepDraft(name: string, form: HTMLFormElement): void {
  const values: Record<string, string> = {};
  for (const [field, value] of new FormData(form))
    if (typeof value === "string") values[field] = value;
  for (const secret of form.querySelectorAll<HTMLInputElement>("input[type=password]"))
    delete values[secret.name];
  saveDraft(name, values);
}

export function saveDraft(name: string, values: Record<string, string>): void {
  try {
    sessionStorage.setItem(keyOf(name), JSON.stringify(values));
  } catch {
    // Storage may be full or switched off; the form itself still holds the text.
  }
}

export function readDraft(name: string): Record<string, unknown> | null {
  try {
    const text = sessionStorage.getItem(keyOf(name));
    return text === null ? null : (JSON.parse(text) as Record<string, unknown>);
  } catch {
    return null;
  }
}

export function dropDraft(name: string, pathname = location.pathname): void {
  try {
    sessionStorage.removeItem(`draft:${pathname}:${name}`);
  } catch {
    // Nothing was kept.
  }
}

/** The paths of pages whose forms have a draft in this tab. */
export function draftPaths(): string[] {
  try {
    const paths = Object.keys(sessionStorage).flatMap(
      (key) => /^draft:(\/.*):/.exec(key)?.[1] ?? [],
    );
    return [...new Set(paths)];
  } catch {
    return [];
  }
}
