import { useRef } from "react";
import { useLocation, useNavigate } from "react-router";
import { dialogUrl, withoutDialog } from "#app/shared/dialog-url.ts";

/**
 * The dialogs of a page, which its address opens: `?new=1`, `?edit={id}`, `?do={move}`.
 * @param page the path of another page, whose dialogs are linked to
 */
export function useDialog(page?: string) {
  const here = useLocation();
  const at = page === undefined || page === here.pathname ? here : { pathname: page, search: "" };
  const navigate = useNavigate();
  const params = new URLSearchParams(at.search);
  const closeTo = withoutDialog(at);
  return {
    /** What the address says under a name; empty where it says nothing. */
    asked: (name: string) => params.get(name) ?? "",
    /** The address with a dialog open. */
    to: (opened: Readonly<Record<string, string>>) => dialogUrl(at, opened),
    /** What the open dialog is given: how it is closed. */
    shown: {
      open: true as const,
      closeTo,
      onClose: () => navigate(closeTo, { replace: true, preventScrollReset: true }),
    },
  };
}

/** The record a dialog is open on. It stays until the dialog is answered, though the list has lost it meanwhile. */
export function useOpened<R extends { id: string }>(
  id: string,
  record: R | null | undefined,
): R | null {
  const opened = useRef<R | null>(null);
  if (record?.id === id) opened.current = record;
  else if (opened.current?.id !== id) opened.current = null;
  return opened.current;
}

/** The row of a list whose id the address gives under a name, until its dialog is answered. */
export function useOpenedRow<R extends { id: string }>(name: string, rows: readonly R[]): R | null {
  const id = useDialog().asked(name);
  return useOpened(
    id,
    rows.find((row) => row.id === id),
  );
}
