import type { ReactNode } from "react";
import { Link } from "react-router";
import { Bob, Brand } from "./brand.tsx";
import { ThemeLink } from "./shell/theme-toggle.tsx";

type PublicLink = { label: string; to: string };

type Props = {
  children: ReactNode;
  year: number;
  nav?: PublicLink[];
  footNav?: PublicLink[];
  signedIn?: boolean;
  bob?: boolean;
  hung?: boolean;
  /** Where "Sign in" goes. */
  signIn?: string;
};

/** Every public page: the header, the line everything hangs on, the bob at its end, the footer. */
export function PublicFrame({
  children,
  year,
  nav = [],
  footNav = nav,
  signedIn,
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
          {nav.length > 0 && (
            <nav aria-label="Main">
              {nav.map((link) => (
                <Link key={link.to} to={link.to} prefetch="intent">
                  {link.label}
                </Link>
              ))}
            </nav>
          )}
          <div className="acts">
            {signedIn ? (
              <Link className="btn btn-sm" to="/dashboard" reloadDocument>
                To the dashboard
              </Link>
            ) : (
              <Link className="btn btn-sm" to={signIn} reloadDocument>
                Sign in
              </Link>
            )}
          </div>
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
        <div className="wrap">
          <span>© {year} Plumbline</span>
          {footNav.map((link) => (
            <Link key={link.to} to={link.to}>
              {link.label}
            </Link>
          ))}
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
