const controls = "input:not([type=hidden]), select, textarea, button";

/** Brings a control into sight and gives it the focus; sections that hide it are opened. */
export function focusControl(place: HTMLElement): void {
  for (let at = place.closest("details"); at; at = at.parentElement?.closest("details") ?? null)
    at.open = true;
  const inside = place.matches(controls) ? place : place.querySelector<HTMLElement>(controls);
  const control = inside ?? place;
  control.focus({ preventScroll: true });
  control.scrollIntoView({ block: "center" });
}

/**
 * Gives the focus to the first field of a form, in the order of the page, that was refused.
 * @returns whether there is one
 */
export function focusWrong(form: HTMLElement | null): boolean {
  // A group of choices is marked by its message alone.
  const wrong = form?.querySelector<HTMLElement>('[aria-invalid="true"], .field .error');
  if (!wrong) return false;
  const field = wrong.matches(".error") ? wrong.closest<HTMLElement>(".field") : wrong;
  focusControl(field ?? wrong);
  return true;
}
