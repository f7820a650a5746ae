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
  { title: "Plumbline: asset management, testing and calibration for hospitals" },
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
            <p>
              For hospitals, clinics and the service companies that look after them. Asset
              management, testing and calibration, or both.
            </p>
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
    "Due services",
    "PM and calibration from one calendar. In date, due, overdue or on hold, and why.",
  ],
  [
    "Service and PM reports",
    "Checklists by machine type, Yes, No or N/A with a reading. Parts, cost, photo, signature. One page of A4.",
  ],
  [
    "Service calls",
    "From the ward's phone to the closed report. Response, repair and down time fall out of the work itself.",
  ],
  [
    "Testing and calibration",
    "Machine DUC, calibrators, procedures, readings with uncertainty, certificates with a signature that can be checked.",
  ],
  [
    "Stores and movements",
    "Stock by store, transfers between departments, gate passes for what leaves the building and must come back.",
  ],
] as const;

const refuses = [
  ["To issue a part that is not there", "Stock cannot fall below zero, whoever is in a hurry."],
  [
    "To lose a machine between two doors",
    "An asset changes place when the receiver accepts it, not when the sender says so.",
  ],
  [
    "To rewrite a verified report",
    "It can be amended. The first version stays, with the name and the reason.",
  ],
  [
    "To show your register to anyone else",
    "Each hospital has its own address and its own data. Another's page does not exist.",
  ],
] as const;
