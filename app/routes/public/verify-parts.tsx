import type { ReactNode } from "react";
import { Link } from "react-router";
import type { Verified, VerifiedSummary } from "#app/shared/certificates/verified.ts";
import { dayIn } from "#app/shared/company-time.ts";
import { instantText, offsetText, timeText } from "#app/shared/dates.ts";
import { sizeText } from "#app/shared/size-text.ts";
import { useFormat } from "#app/ui/format.ts";
import { Icon } from "#app/ui/icon.tsx";
import { useDates } from "#app/ui/time.tsx";
import { CheckFile } from "./check-file.tsx";
import {
  conformityWords,
  fileWords,
  judgedWords,
  kindWords,
  leftWords,
  looks,
  meaningWords,
  placeWords,
  revisionWords,
  signedWords,
  stateWords,
} from "./verify-words.ts";

/** The day of an instant where the laboratory is. */
function useDay() {
  const { timeZone } = useFormat();
  const { date } = useDates();
  return (at: number) => date(dayIn(timeZone, at));
}

/** Whether it holds, what it is known by, and when that was looked up. */
export function Verdict({ certificate }: { certificate: Verified }) {
  const { timeZone, dateFormat } = useFormat();
  const { date } = useDates();
  const day = useDay();
  const [tone, icon] = looks[certificate.state];
  const { title, text } = stateWords(certificate, date, day);
  const { replaced_by: next, checked_at: at } = certificate;
  return (
    <>
      <div className={`vf-verdict ${tone}`}>
        <Icon name={icon} />
        <div>
          <h1>{title}</h1>
          <p>
            {text}
            {next && (
              <>
                {" "}
                <Link
                  className="code"
                  to={new URL(next.verify_url).pathname}
                  reloadDocument
                  prefetch="none"
                >
                  {next.certificate_no}
                </Link>
              </>
            )}
          </p>
        </div>
      </div>
      <dl className="vf-id">
        <div>
          <dt>Number</dt>
          <dd className="code">{certificate.certificate_no}</dd>
        </div>
        <div>
          <dt>Revision</dt>
          <dd>{revisionWords(certificate.revision_no)}</dd>
        </div>
        <div>
          <dt>Checked</dt>
          <dd>
            <time dateTime={new Date(at).toISOString()}>
              {instantText(at, timeZone, dateFormat)}
            </time>
          </dd>
        </div>
      </dl>
    </>
  );
}

const Fact = ({ name, title, children }: { name: string; title: string; children?: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>
      <b>{title}</b>
      {children}
    </dd>
  </div>
);

function useDays({ calibrated_from: from, calibrated_to: to }: Verified) {
  const { date } = useDates();
  return from === to ? date(to) : `${date(from)} to ${date(to)}`;
}

/** Dates alone, where the laboratory shows no more. */
export function Dates({ certificate }: { certificate: Verified }) {
  const { date } = useDates();
  return (
    <section className="panel" aria-label="Dates">
      <dl className="vf-dl">
        <Fact name="Performed" title={useDays(certificate)} />
        <Fact name="Issued" title={date(certificate.issued_on)} />
      </dl>
    </section>
  );
}

/** What was calibrated, where, when and with which result. */
export function Facts({ certificate, of }: { certificate: Verified; of: VerifiedSummary }) {
  const { date } = useDates();
  const days = useDays(certificate);
  const { item, laboratory: lab, as_found: found, as_left: left } = of;
  const results = [judgedWords(left.points, "point"), judgedWords(left.checks, "check")];
  return (
    <section className="panel" aria-label={of.title}>
      <dl className="vf-dl">
        <Fact name="Item" title={item.name}>
          <span>{`${item.manufacturer} ${item.model}`}</span>
          {item.serial_no && (
            <span>
              Serial <span className="code">{item.serial_no}</span>
            </span>
          )}
        </Fact>
        <Fact name={kindWords[of.kind].done} title={days}>
          <span>{placeWords[of.performed_at]}</span>
        </Fact>
        {found && (
          <Fact name="As found" title={conformityWords[found.conformity]}>
            {judgedWords(found.points, "point")}
          </Fact>
        )}
        <Fact name={leftWords[of.adjustment]} title={conformityWords[left.conformity]}>
          {results.filter(Boolean).map((result) => (
            <span key={result}>{result}</span>
          ))}
        </Fact>
        <Fact name="Laboratory" title={lab.name}>
          <span>{lab.address.join(", ")}</span>
        </Fact>
        <Fact name="Issued" title={date(certificate.issued_on)}>
          <span>{of.title}</span>
        </Fact>
      </dl>
    </section>
  );
}

/** Compares a file with those that were issued, and gives them where the laboratory does. */
export function Files({ certificate }: { certificate: Verified }) {
  return (
    <div className="vf-file">
      <h2>Check a file</h2>
      <CheckFile certificate={certificate} />
      {certificate.files.length > 0 && (
        <p className="vf-dl-links">
          {certificate.files.map(({ file, bytes, url }) => (
            <a key={file} href={new URL(url).pathname} download>
              <Icon name="dl" size="s" />
              {`${fileWords[file]}, ${sizeText(bytes)}`}
            </a>
          ))}
        </p>
      )}
    </div>
  );
}

type StepProps = { at: number; name: string; what: string; className?: string };
function Step({ at, name, what, className }: StepProps) {
  const { timeZone, dateFormat } = useFormat();
  const day = useDay();
  const time = timeText(at, timeZone, dateFormat).slice(-"09:41".length);
  return (
    <li className={className ? `ev hang ${className}` : "ev hang"}>
      <div className="side">
        <b>{day(at)}</b>
        {`${time} ${offsetText(at, timeZone)}`}
      </div>
      <div className="vf-step">
        <b>{name}</b>
        <span>{what}</span>
      </div>
    </li>
  );
}

/** Who signed, in which sense, and what came after. */
export function Signed({ certificate, of }: { certificate: Verified; of: VerifiedSummary }) {
  const { state, state_since: since, checked_at: now, replaced_by: next } = certificate;
  return (
    <section>
      <div className="hang sec-head">
        <div className="side" />
        <div>
          <h2>Who signed, and for what</h2>
        </div>
      </div>
      <ol>
        {of.signatures.map(({ meaning, name, designation, signed_at: at }) => (
          <Step
            key={meaning}
            at={at}
            name={name}
            what={signedWords(meaningWords[meaning], designation)}
          />
        ))}
        {state === "valid" && (
          <Step at={now} className="now" name="Valid" what="No later revision, not withdrawn" />
        )}
        {state === "superseded" && next && (
          <Step
            at={since ?? now}
            className="now"
            name="Replaced"
            what={`${next.certificate_no} holds instead`}
          />
        )}
        {state === "void" && (
          <Step
            at={since ?? now}
            className="bad"
            name={of.void?.name ?? "The laboratory"}
            what={signedWords("Voided", of.void?.designation ?? null)}
          />
        )}
      </ol>
    </section>
  );
}
