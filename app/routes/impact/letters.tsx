import { BackLink } from "#app/ui/back-link.tsx";
import { PlainForm, refusalOf, SubmitButton } from "#app/ui/form.tsx";
import { PrintDesk, SlipTexts } from "#app/ui/slip.tsx";
import { EmptyState, Note } from "#app/ui/states.tsx";
import { DateText, TimeText } from "#app/ui/time.tsx";
import { impactReviewFlow } from "#worker/domain/impact/flow.ts";
import { impactLetters } from "#worker/domain/impact/list.ts";
import { paperLogoAddress } from "#worker/domain/settings/paper.ts";
import { actions } from "#worker/web/actions.ts";
import { sessionContext } from "#worker/web/context.ts";
import { slipOf } from "#worker/web/slip.ts";
import type { Route } from "./+types/letters";
import "../../css/passes.css";

export async function loader({ params, context }: Route.LoaderArgs) {
  const session = context.get(sessionContext);
  return {
    ...(await impactLetters(session, params.id)),
    sender: slipOf(session.company),
    logo: paperLogoAddress(session.company),
  };
}

export const action = actions({
  tell: ({ session, id }, values) => impactReviewFlow.move(session, id, "tell", values),
});
export const meta = ({ loaderData }: Route.MetaArgs) => [
  { title: `Letters about ${loaderData?.review.calibratorNo ?? "a calibrator"} - Plumbline` },
];

/** The letters of a review on paper, a page for each consumer; each can be sent by mail as well. */
export default function ImpactLetters({ loaderData, actionData }: Route.ComponentProps) {
  const { review, letters, may } = loaderData;
  const problem = refusalOf(actionData);
  return (
    <PrintDesk
      back={
        <BackLink className="btn btn-ghost" to={`/impact-review/${review.id}`} icon>
          Back
        </BackLink>
      }
    >
      {letters.length === 0 && (
        <EmptyState
          title="No letter is to be written"
          text="A consumer gets a letter once a certificate of theirs is notified or recalled."
        />
      )}
      {letters.map((letter) => (
        <section key={letter.consumerId} aria-label={letter.consumerName}>
          {may.edit && (
            <div className="desk-bar">
              {letter.email ? (
                <PlainForm
                  {...(problem?.values?.consumerId === letter.consumerId ? { problem } : {})}
                >
                  <input type="hidden" name="intent" value="tell" />
                  <input type="hidden" name="consumerId" value={letter.consumerId} />
                  <SubmitButton tone="plain" icon="mail">
                    {`Send to ${letter.email}`}
                  </SubmitButton>
                </PlainForm>
              ) : (
                <Note tone="amber">{`${letter.consumerName} has no e-mail address.`}</Note>
              )}
              {letter.mailedAt !== null && (
                <p className="end">
                  Sent by mail <TimeText at={letter.mailedAt} />
                </p>
              )}
            </div>
          )}
          <Letter letter={letter} sender={loaderData.sender} logo={loaderData.logo} />
        </section>
      ))}
    </PrintDesk>
  );
}

type Data = Route.ComponentProps["loaderData"];
type LetterProps = Pick<Data, "sender" | "logo"> & { letter: Data["letters"][number] };

function Letter({ letter, sender, logo }: LetterProps) {
  const { consumerName, address, subject, said, asked, rows } = letter;
  return (
    <article className="slip">
      <header className="slip-head">
        <div>
          {logo && <img className="slip-logo" src={logo} alt="" />}
          <div className="co">{sender.company}</div>
          <small className="slip-text">{sender.header || sender.host}</small>
        </div>
      </header>
      <p className="slip-text">{[consumerName, address].filter(Boolean).join("\n")}</p>
      <div className="slip-title">
        <h2>{subject}</h2>
      </div>
      <SlipTexts
        texts={[
          { title: "What was found", text: said },
          { title: "What we ask you to do", text: asked },
        ]}
      />
      <table>
        <thead>
          <tr>
            {["Certificate", "Device", "Calibrated", "What it means"].map((head) => (
              <th scope="col" key={head}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ id, certificateNo, device, calEndOn, asked: wanted, effect }) => (
            <tr key={id}>
              <td>{certificateNo}</td>
              <td className="slip-text">{device}</td>
              <td>
                <DateText on={calEndOn} />
              </td>
              <td>{`${wanted}. ${effect}`}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <div className="slip-last">
        <div className="slip-sign">
          <div>
            For {sender.company}
            <small>{"\u00a0"}</small>
          </div>
        </div>
        {sender.footer && <p className="slip-text slip-end">{sender.footer}</p>}
      </div>
    </article>
  );
}
