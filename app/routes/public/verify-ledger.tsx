import type {
  Verified,
  VerifiedEntry,
  VerifiedSummary,
} from "#app/shared/certificates/verified.ts";
import { instantText } from "#app/shared/dates.ts";
import type { IconName } from "#app/shared/icon-names.ts";
import { useFormat } from "#app/ui/format.ts";
import { Icon } from "#app/ui/icon.tsx";
import { Hung } from "./verify-frame.tsx";

const proofs: readonly [IconName, string, string][] = [
  [
    "check",
    "The paper is the laboratory's",
    "The number, the item and the result come from its own record, on its own address.",
  ],
  ["check", "Nothing was changed", "A file with one digit altered has another fingerprint."],
  [
    "check",
    "It was written then",
    "The event is chained to the one before it; moving it would break every later one.",
  ],
  [
    "minus",
    "Not that the device is good today",
    "The results hold for the day of the work and for this item only.",
  ],
];

/** What an entry's hash covers, as it is hashed: JSON with its names in order and without spaces. */
const coveredBy = ({ payload: _, prev_hash: __, hash: ___, ...covered }: VerifiedEntry) =>
  canonical(covered);
const canonical = (facts: Readonly<Record<string, string | number | null>>) =>
  JSON.stringify(Object.fromEntries(Object.entries(facts).sort(([a], [b]) => (a < b ? -1 : 1))));

function Entry({ entry, isFirst }: { entry: VerifiedEntry; isFirst: boolean }) {
  const { timeZone, dateFormat } = useFormat();
  return (
    <>
      <li>
        <span className="n">{entry.seq - 1}</span>
        <span className="what">
          {entry.seq === 1 ? "The beginning" : "The event before"}
          <small>{entry.seq === 1 ? "no event" : "not shown"}</small>
        </span>
        <span className="code">{entry.prev_hash}</span>
      </li>
      <li className={isFirst ? "me" : undefined}>
        <span className="n">{entry.seq}</span>
        <span className="what">
          <b>{entry.action}</b>
          <small>{instantText(entry.at, timeZone, dateFormat)}</small>
        </span>
        <span className="code">{entry.hash}</span>
      </li>
    </>
  );
}

const hashWords = [
  ["content", "Content", "what was signed"],
  ["document", "Document", "content, number and signatures"],
  ["pdf", "PDF", "what is printed"],
  ["dcc", "DCC XML", "for machines"],
] as const;

const Hashes = ({ hashes }: Pick<VerifiedSummary, "hashes">) => (
  <dl className="sheet-list vf-hashes">
    {hashWords.map(([name, title, what]) => (
      <div key={name}>
        <dt>
          {title}
          <small>{what}</small>
        </dt>
        <dd className={hashes[name] ? "code" : undefined}>{hashes[name] ?? "Still being made"}</dd>
      </div>
    ))}
  </dl>
);

/** Where the certificate stands in the chain of everything that its laboratory can prove, and its fingerprints. */
export function VerifyLedger({ summary }: { summary: NonNullable<Verified["summary"]> }) {
  const { ledger, hashes } = summary;
  return (
    <Hung>
      <div className="sec-head">
        <h2>What this page proves</h2>
      </div>
      <ul className="refuse vf-proves">
        {proofs.map(([icon, title, text]) => (
          <li key={title}>
            <h3>
              <Icon name={icon} />
              {title}
            </h3>
            <p>{text}</p>
          </li>
        ))}
      </ul>
      <div className="sec-head" id="ledger">
        <h2>Place in the ledger</h2>
        <p>
          Each event carries the fingerprint of the one before. Recompute it:{" "}
          <span className="code vf-rule">{'SHA-256(before + "\\n" + event)'}</span>, where the
          event's payload is <span className="code vf-rule">SHA-256(payload)</span>.
        </p>
      </div>
      <p className="vf-more">
        The last event of each day is kept where nothing replaces it:{" "}
        <a href="/verify/heads">the heads of this ledger</a>.
      </p>
      <ol className="ledger">
        {ledger.map((entry, nth) => (
          <Entry key={entry.seq} entry={entry} isFirst={nth === 0} />
        ))}
      </ol>
      {ledger.map((entry) => (
        <details className="vf-more" key={entry.seq}>
          <summary>{`Event ${entry.seq}, letter by letter`}</summary>
          <pre className="rid">{coveredBy(entry)}</pre>
          <p>Its payload:</p>
          <pre className="rid">{canonical(entry.payload)}</pre>
        </details>
      ))}
      <Hashes hashes={hashes} />
    </Hung>
  );
}
