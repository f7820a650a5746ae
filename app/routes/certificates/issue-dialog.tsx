import { type FormEvent, useContext, useRef, useState } from "react";
import { Link, useRevalidator } from "react-router";
import { certificateReportRules, MOST_ISSUED } from "#app/shared/flows/certificate-reports.ts";
import { plural } from "#app/shared/plural.ts";
import type { FieldErrors } from "#app/shared/refusal.ts";
import { ask, RefusedAnswer } from "#app/ui/ask.ts";
import { type BulkFailure, BulkProgress } from "#app/ui/bulk-progress.tsx";
import { useChosenIds } from "#app/ui/chosen-ids.ts";
import { FormContext, newKey } from "#app/ui/form-context.ts";
import type { Chosen } from "#app/ui/list-page.tsx";
import { Dialog } from "#app/ui/modal.tsx";
import { namedFailures } from "#app/ui/named-failures.ts";
import { ProofFields } from "#app/ui/proof-fields.tsx";
import type { IssuedMany } from "#worker/domain/certificates/issue-many.ts";

const OF = "certificate-reports";
const FORM = "issue-many";
const count = (n: number) => plural(n, "1 certificate", "{n} certificates");
const hrefOf = (id: string) => `/certificate-report/${id}`;

type Told = { issued: IssuedMany["issued"]; failed: BulkFailure[] };
type Props = { chosen: Chosen; onClose: () => void };

/** Asks for the password once, issues what is chosen, and tells of each certificate its number, or why it was not issued. */
export default function IssueDialog({ chosen, onClose }: Props) {
  const { ids, found, problem: unknown } = useChosenIds(`/moves?of=${OF}`, chosen);
  const [told, setTold] = useState<Told | null>(null);
  const [isRunning, setRunning] = useState(false);
  const [problem, setProblem] = useState<string>();
  const [errors, setErrors] = useState<FieldErrors>({});
  /** Of what was sent without an answer; it is sent again under the same key. */
  const key = useRef("");
  const { revalidate } = useRevalidator();
  const context = useContext(FormContext);
  const isTooMany = ids !== null && ids.length > MOST_ISSUED;

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!ids || isRunning) return;
    const password = String(new FormData(event.currentTarget).get("password") ?? "");
    key.current ||= newKey();
    setRunning(true);
    setProblem(undefined);
    setErrors({});
    try {
      const { data } = await ask<{ data: IssuedMany }>("/certificate-reports/issue", {
        form: { ids: ids.join(","), password },
        headers: { "Idempotency-Key": key.current },
      });
      setTold({ issued: data.issued, failed: await namedFailures(OF, data.failed) });
    } catch (error) {
      const isAnswered = error instanceof RefusedAnswer && error.status < 500;
      if (isAnswered) key.current = "";
      const wrong = (error instanceof RefusedAnswer && error.problem?.errors) || {};
      setErrors(wrong);
      if (!wrong.password)
        setProblem(
          isAnswered
            ? (Object.values(wrong).flat()[0] ?? (error as Error).message)
            : "The answer did not come. Nothing is issued twice: send it again.",
        );
    }
    setRunning(false);
    revalidate();
  };
  const close = () => {
    onClose();
    if (told) chosen.clear();
  };
  const { verb } = certificateReportRules.moves.issue;
  const said =
    problem ??
    unknown ??
    (isTooMany ? `At most ${MOST_ISSUED} certificates are issued at once. Choose fewer.` : null);
  return (
    <Dialog
      open
      title={`Issue ${ids ? count(ids.length) : "all that match"}`}
      onClose={close}
      className="dialog-form"
    >
      {said && (
        <p className="note overdue" role="alert">
          {said}
        </p>
      )}
      {told ? (
        <>
          <BulkProgress
            at={told.issued.length + told.failed.length}
            total={told.issued.length + told.failed.length}
            isDone
            changed={`${count(told.issued.length)} issued`}
            failed={told.failed}
            hrefOf={hrefOf}
          />
          {told.issued.length > 0 && (
            <ul className="fails" aria-label="Issued">
              {told.issued.map(({ id, certificateNo }) => (
                <li key={id}>
                  <Link to={hrefOf(id)}>{certificateNo}</Link>
                </li>
              ))}
            </ul>
          )}
        </>
      ) : (
        <form onSubmit={submit} id={FORM} className="stack">
          <p className="muted">
            Each takes the next number and can be checked by anybody. None is ever changed again: a
            correction is a new revision. You sign all of them with your password. What you sign is
            kept, with your name and the time.
          </p>
          <FormContext.Provider value={{ ...context, id: FORM, errors }}>
            <ProofFields />
          </FormContext.Provider>
          {!ids && !said && <p role="status">{`Counting what matches: ${found}`}</p>}
          {isRunning && <p role="status">They are being issued.</p>}
        </form>
      )}
      <div className="dialog-foot">
        <button className="btn" type="button" onClick={close}>
          {told ? "Close" : "Cancel"}
        </button>
        {!told && (
          <button
            className="btn btn-primary"
            type="submit"
            form={FORM}
            disabled={!ids || isTooMany || isRunning}
          >
            {verb}
          </button>
        )}
      </div>
    </Dialog>
  );
}
