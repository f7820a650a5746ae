import type { ReactNode } from "react";
import { Bob, Brand } from "./brand.tsx";
import { ThemeLink } from "./shell/theme-toggle.tsx";

type Props = {
  children: ReactNode;
  year: number;
  /** What stands in the header beside the mark; else the way to sign in. */
  top?: ReactNode;
  /** Links over the last line. */
  foot?: ReactNode;
  bob?: boolean;
  hung?: boolean;
  /** Where "Sign in" goes. */
  signIn?: string;
};

/** Every public page: the header, the line everything hangs on, the bob at its end, the footer. */
export function PublicFrame({
  children,
  year,
  top,
  foot,
  bob = true,
  hung = true,
  signIn = "/login",
}: Props) {
  return (
    <div className="public">
      <a className="skip" href="#main">
        Skip to content
      </a>
      <header className="pub-top">
        <div className="wrap">
          <Brand href="/" />
          {top ?? (
            <div className="acts">
              <a className="btn btn-sm" href={signIn}>
                Sign in
              </a>
            </div>
          )}
        </div>
      </header>
      <main className={hung ? "wrap hung" : "wrap"} id="main">
        {children}
      </main>
      {bob && (
        <div className="wrap the-bob">
          <Bob />
        </div>
      )}
      <footer className="pub-foot">
        {foot && <div className="wrap">{foot}</div>}
        <div className="wrap">
          <span>© {year} Plumbline</span>
          <span className="end">
            <ThemeLink />
          </span>
        </div>
      </footer>
    </div>
  );
}

type SignInProps = {
  title?: string;
  companyName?: string | null;
  host?: string | null;
  children: ReactNode;
  foot?: ReactNode;
};

/** The form hangs from the line; the company's name and host say whose door this is. */
export function SignInFrame({ title, companyName, host, children, foot }: SignInProps) {
  return (
    <div className="public">
      <main className="signin" id="main">
        <div className="signin-col">
          <div className="signin-drop">
            <span className="ln" />
            <Bob />
          </div>
          <div>
            <h1>{companyName ?? title ?? "Plumbline"}</h1>
            <p className="who">
              {companyName && title && <span className="who-title">{title}</span>}
              {host && <span className="code">{host}</span>}
            </p>
            {children}
          </div>
        </div>
        <footer className="signin-foot">
          <span>Plumbline</span>
          {foot}
          <ThemeLink />
        </footer>
      </main>
    </div>
  );
}
