import { Link } from "react-router";
import type { Ending } from "#app/shared/company-standing.ts";
import { plural } from "#app/shared/plural.ts";
import { Note } from "#app/ui/states.tsx";
import { DateText } from "#app/ui/time.tsx";

const PLANS = "/subscription#plans";
const OrderLink = () => (
  <>
    {" "}
    <Link to={PLANS}>Order a plan</Link>
  </>
);

/** What the company's people are told of the end of its trial or subscription. */
export default function EndingNote({ ending }: { ending: Ending }) {
  if (ending.kind === "trial")
    return (
      <Note tone="info" icon="clock">
        {ending.daysLeft === 0
          ? "Your trial ends today."
          : plural(
              ending.daysLeft,
              "1 day of your trial is left.",
              "{n} days of your trial are left.",
            )}{" "}
        <Link to={PLANS}>Choose a plan</Link>
      </Note>
    );
  if (ending.kind === "grace")
    return (
      <Note tone="amber">
        Your subscription ended on <DateText on={ending.endedOn} />. Everything works until{" "}
        <DateText on={ending.worksUntil} />.{ending.hasPage && <OrderLink />}
      </Note>
    );
  return (
    <Note tone="overdue" icon="lock">
      Your subscription has ended. Data can be read and exported.
      {ending.hasPage && <OrderLink />}
    </Note>
  );
}
