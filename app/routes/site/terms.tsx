import { Hero, Hung, Prose } from "./parts.tsx";

/** What both sides may expect. */
export default function Terms() {
  return (
    <>
      <Hero lines={["What you may expect,", "and what we do."]}>
        Plain words for a plain agreement. What is agreed with you in writing goes before what
        stands here.
      </Hero>
      <Hung>
        <Prose
          entries={[
            [
              "What you get",
              "The use of Plumbline over the network, on an address of your company, within the limits of your plan. You get new versions as they come.",
            ],
            [
              "Your account",
              "Give true details of your company. Its Admins decide who of your people may do what, and answer for what is done with their accounts. Keep passwords to yourself.",
            ],
            [
              "Your data",
              "It stays yours. We process it to run Plumbline for you and for nothing else. You can export it at any time. Do not enter data of patients.",
            ],
            [
              "What you do not do",
              "You do not try to see or change another company's data, do not stop others from using the service, and upload nothing that you may not have.",
            ],
            [
              "Machines and people",
              "Plumbline keeps records and computes figures. Whether a machine is safe to use is decided by your qualified people, by the manufacturer's instructions and by the law of your place, not by a record.",
            ],
            [
              "Price",
              "Prices are those shown when you order, before tax. A plan holds for the time you paid for. A change of price counts from your next order.",
            ],
            [
              "If you do not pay",
              "You are told before a plan ends. After a time of grace the company can be read and not changed. Nothing is deleted for that.",
            ],
            [
              "If it fails",
              "We mend faults without delay, and tell you of a loss or leak of your data as soon as we know of it. No figure of availability is promised here; one can be agreed in writing.",
            ],
            [
              "What we answer for",
              "For intent, gross negligence and harm to people without limit, else for foreseeable damage up to what you paid in the twelve months before. Laws that cannot be agreed away stay as they are.",
            ],
            [
              "How it ends",
              "You can close your company at any time. Its data is kept for 90 days, so that you can export it or come back, and is deleted then. We can end the agreement at the end of a paid time, and at once where these terms are broken badly.",
            ],
            [
              "Changes",
              "If these terms change, your Admins are told before. What you paid for stays as it was until its end.",
            ],
          ]}
        />
        <p>
          Questions? <a href="/contact-us">Write to us</a>
        </p>
      </Hung>
    </>
  );
}
