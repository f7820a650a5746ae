import { Hero, Hung, Prose, SecHead, SheetList } from "./parts.tsx";

const cookies = [
  ["sid", "Who is signed in. Sent to the server alone, gone with the session."],
  ["device", "That you have signed in here before, so that others' tries do not lock you out."],
  ["company", "On this site: the address of the company you signed in to last. One year."],
  [
    "theme, sidebar, columns",
    "Light or dark, the width of the menu, the columns of a list. One year.",
  ],
  ["rounds", "That work was taken along on this device without a network."],
  [
    "welcome, flash, changed",
    "For seconds or minutes: a message to be shown once, and whether a page that was fetched ahead is still right.",
  ],
] as const;

/** What is kept, who sees it, and for how long. */
export default function Privacy() {
  return (
    <>
      <Hero lines={["What is kept,", "and for how long."]}>
        No trackers, no advertising, no visitor statistics by anybody else. What Plumbline keeps is
        what a company's work needs.
      </Hero>
      <Hung>
        <Prose
          entries={[
            [
              "These public pages",
              "They set no cookie and run no script of anybody else. If you choose light or dark, that choice is kept in a cookie. Like every web server, ours needs your network address to answer you.",
              "A message that you send by a form is kept with your name, your e-mail address or phone number, what you wrote, the page, and a hash of your network address that limits how many messages come. An application is kept with its PDF. Messages are read by our own people and sent to our own address, to answer you and for nothing else. Ask us, and we delete yours.",
            ],
            [
              "A company's data",
              "What a company enters belongs to the company, which decides who of its people sees what. It stands under the company's own address, apart from every other company's. We process it for the company and use it for nothing else.",
              "Our own people see it only after they have entered the company: for four hours at most, with a reason, and reading alone unless they asked to write. The company's Admins are told at once, and its log names who came, why, and what was changed.",
              "Plumbline is about machines. It is not meant for data of patients; forms that anybody can send say so.",
            ],
            [
              "People who work with it",
              "Name, e-mail address, phone number if given, a picture if uploaded, permissions, and the password as a hash that cannot be turned back.",
              "Every change is kept in the company's log with the name, the time, the network address and the browser. Sign-ins and failed tries are kept with the same. That log is the proof a hospital needs, so it is not deleted while the company is there.",
            ],
            [
              "People without an account",
              "Whoever reports a problem by a machine's label gives a name and, if they like, a phone number and a photo. The company that owns the machine sees them. Network addresses that limit such reports are kept for a day.",
            ],
            [
              "How long",
              "Ended sessions, used links and sent e-mails are deleted after 90 days. Deleted and replaced files are kept for 30 days, files of reports that were made in the background for 30 days, exports of all data for seven. Everything else stays while the company is a customer.",
              "When a company closes, its data is kept for 90 days, so that it can be exported or the closing taken back, and is deleted then. Logs that prove who did what are kept beyond that where the law asks for it.",
            ],
            [
              "Mail",
              "Plumbline writes to people of a company, to contacts of its customers and to its vendors, about their work alone: invitations, links for a new password, notices that can be turned off, reports they asked for. There is no newsletter.",
            ],
            [
              "Where it is stored",
              "Databases, files and mail run at Cloudflare, which processes them for us.",
              "Whoever pays an order online does so on the page of Stripe or Razorpay. They get the e-mail address, what is bought and its price; we never see what is typed there. Where a company asks for an address under its own domain, its DNS record is looked up at a public resolver. No other service gets anything.",
            ],
            [
              "In your browser",
              "After sign-in the browser also keeps an access token of 15 minutes, the company's address and your name, and, if you take work along, that work. Signing out removes them.",
            ],
          ]}
        />
        <SecHead title="Cookies">All are our own, none is for another site.</SecHead>
        <SheetList entries={cookies} />
        <SecHead title="Your rights">
          Ask us what is kept about you, have it corrected or deleted. If you work with a company's
          Plumbline, ask the company first: it decides. <a href="/contact-us">Write to us</a>
        </SecHead>
      </Hung>
    </>
  );
}
