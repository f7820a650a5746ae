import type { ReactNode } from "react";
import { Bob } from "#app/ui/brand.tsx";
import { ThemeLink } from "#app/ui/shell/theme-toggle.tsx";

type Props = {
  /** Whose page this is. */
  name: string;
  /** What says that they may: their accreditation. */
  by?: string | null;
  /** Where the page's facts are as JSON. */
  json?: string;
  children: ReactNode;
};

/** The page of a certificate's code: it is the laboratory's, so its name stands at the top. */
export const VerifyFrame = ({ name, by, json, children }: Props) => (
  <div className="public">
    <a className="skip" href="#main">
      Skip to content
    </a>
    <header className="pub-top">
      <div className="wrap">
        <p className="brand vf-lab">
          <svg viewBox="0 0 32 32" aria-hidden="true">
            <path
              className="mark-line"
              d="M4 28V12l12-8 12 8v16M4 28h24M16 13v8M12 17h8"
              fill="none"
            />
          </svg>
          <b>{name}</b>
        </p>
        {by && <p className="end hide-phone">{by}</p>}
      </div>
    </header>
    <main className="wrap hung" id="main">
      {children}
    </main>
    <div className="wrap the-bob">
      <Bob />
    </div>
    <footer className="pub-foot">
      <div className="wrap">
        <span>Kept with Plumbline</span>
        {json && <a href={json}>This page as JSON</a>}
        <span className="end">
          <ThemeLink />
        </span>
      </div>
    </footer>
  </div>
);

/** A part of the page that hangs on the line. */
export const Hung = ({ className, children }: { className?: string; children: ReactNode }) => (
  <section className={className ? `hang ${className}` : "hang"}>
    <div className="side" />
    <div>{children}</div>
  </section>
);
