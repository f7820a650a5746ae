import { data, Link, redirect } from "react-router";
import { PublicFrame } from "#app/ui/public-frame.tsx";
import { visitContext } from "#worker/web/context.ts";
import type { Route } from "./+types/landing";
import { MachineHistory } from "./machine-history.tsx";

/** A company's host has no public front: its root is the way in. */
export function loader({ request, context }: Route.LoaderArgs) {
  const { place, session } = context.get(visitContext);
  if (place.kind === "company") throw redirect(session ? "/dashboard" : "/login");
  // A cookie may change what is shown: the theme, who is signed in.
  const isPlain = !request.headers.has("Cookie");
  return data(
    { signedIn: session !== null, year: new Date().getUTCFullYear() },
    { headers: { Vary: "Cookie", ...(isPlain && { "Cache-Control": "public, max-age=300" }) } },
  );
}

export const headers = ({ loaderHeaders }: Route.HeadersArgs) => loaderHeaders;
export const meta = () => [
  { title: "Plumbline: asset management for hospitals" },
  {
    name: "description",
    content:
      "The register a biomedical department works from: every machine in the hospital, what is due on it, what was done to it, by whom, with which parts, and at what cost.",
  },
];

export default function Landing({ loaderData }: Route.ComponentProps) {
  const { signedIn, year } = loaderData;
  const wayIn = signedIn ? (
    <Link className="btn btn-primary" to="/dashboard">
      To the dashboard
    </Link>
  ) : (
    <Link className="btn btn-primary" to="/login">
      Sign in to your hospital
    </Link>
  );
  return (
    <PublicFrame year={year} signedIn={signedIn}>
      <section className="hang hero">
        <div className="side" />
        <div>
          <h1>
            <span>Every machine in date.</span> <span>And the paper to prove it.</span>
          </h1>
          <p className="lede">
            Plumbline is the register a biomedical department works from: every machine in the
            hospital, what is due on it, what was done to it, by whom, with which parts, and at what
            cost.
          </p>
          <div className="acts">{wayIn}</div>
          <p className="fine">Each hospital has its own address and its own data.</p>
        </div>
      </section>
      <MachineHistory />
      <section className="hang">
        <div className="side" />
        <div>
          <div className="sec-head">
            <h2>What it keeps</h2>
          </div>
          <dl className="sheet-list">
            {keeps.map(([name, text]) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{text}</dd>
              </div>
            ))}
          </dl>
          <div className="sec-head">
            <h2>What it refuses</h2>
            <p>An instrument is trusted for what it will not do.</p>
          </div>
          <ul className="refuse">
            {refuses.map(([name, text]) => (
              <li key={name}>
                <h3>{name}</h3>
                <p>{text}</p>
              </li>
            ))}
          </ul>
          <div className="plumb-end">
            <h2>Hang your first hundred machines on it.</h2>
            <p>For hospitals, clinics and the service companies that look after them.</p>
            {wayIn}
          </div>
        </div>
      </section>
    </PublicFrame>
  );
}

const keeps = [
  [
    "Assets",
    "Code, serial, model, place, cover, accessories, documents. A QR label on the machine opens its page on any phone.",
  ],
  [
    "What is due",
    "Next PM and next calibration of every machine: in date, due or overdue, in the list and on the dashboard.",
  ],
  [
    "Service and PM reports",
    "Checklists by machine type, Yes, No or N/A with a remark. Parts, cost and a file. A4 on paper and as PDF.",
  ],
  [
    "Service calls",
    "Anyone at the machine scans its label and reports a problem. Those who look after it are told at once.",
  ],
  [
    "Stores",
    "Stock by store, issued by the report that used it, counted blind, with a ledger of every movement.",
  ],
  [
    "Who did what",
    "A log of every change that nobody can edit or delete, and permissions for each person and team.",
  ],
] as const;

const refuses = [
  ["To issue a part that is not there", "Stock cannot fall below zero, whoever is in a hurry."],
  [
    "To lose what you typed",
    "A lost line, an expired session or a colleague's change costs no word of a report.",
  ],
  [
    "To change a report in silence",
    "Every change stays in the log, with the name, the time, and what stood there before.",
  ],
  [
    "To show your register to anyone else",
    "Each hospital has its own address and its own data. Another's page does not exist.",
  ],
] as const;
