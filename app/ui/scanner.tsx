import { createContext, lazy, Suspense, useContext, useState } from "react";
import { createPortal } from "react-dom";
import { useNavigate } from "react-router";
import { useHydrated } from "./hooks.ts";
import { Icon } from "./icon.tsx";

/** A thing a code names. */
type Scanned = { kind: string; value: string; label: string; href: string };
/** Finds what a code names; the words say why it names nothing. */
export type ResolveCode = (text: string) => Promise<{ found: Scanned } | { problem: string }>;

/** How codes are understood here; without it nothing offers to scan. */
export const ScanContext = createContext<ResolveCode | null>(null);

const ScanDialog = lazy(() => import("./scan-dialog.tsx"));

type Props = {
  /** Takes what was scanned; words mean that it is not what is wanted here, and scanning goes on. */
  onFound: (found: Scanned) => string | undefined;
  className?: string;
  /** Words beside the icon. */
  text?: string;
};

/** Opens the camera to read a label. Everything behind it is fetched when it is pressed. */
export function ScanButton({ onFound, className = "btn btn-ghost btn-sm btn-icon", text }: Props) {
  const resolve = useContext(ScanContext);
  const hydrated = useHydrated();
  const [open, setOpen] = useState(false);
  if (!resolve) return null;
  const take = async (text: string) => {
    const answer = await resolve(text);
    const problem = "problem" in answer ? answer.problem : onFound(answer.found);
    if (problem === undefined) setOpen(false);
    return problem;
  };
  return (
    <>
      <button
        className={hydrated ? className : `${className} until-scripts`}
        type="button"
        aria-label={text ? undefined : "Scan"}
        title={text ? undefined : "Scan a label"}
        onClick={() => setOpen(true)}
      >
        <Icon name="scan" />
        {text}
      </button>
      {open &&
        createPortal(
          <Suspense>
            <ScanDialog take={take} onClose={() => setOpen(false)} />
          </Suspense>,
          document.body,
        )}
    </>
  );
}

/** Opens what a label names: in a search box on phones, among a page's actions elsewhere. */
export function ScanToOpen({ text }: { text?: string }) {
  const navigate = useNavigate();
  const look = text ? "btn hide-phone" : "btn btn-icon phone-only";
  return (
    <ScanButton
      className={look}
      {...(text ? { text } : {})}
      onFound={({ href }) => void navigate(href)}
    />
  );
}
