import { Hero, Hung, SecHead, SheetList } from "./parts.tsx";
import { AskButton } from "./site-frame.tsx";

const apart = [
  [
    "Companies",
    "Each company has its own address and its own rows. A test asks every page and every call, with every id of another company, and expects the same “not found” as for an id that never was. It then compares the other company's data before and after.",
  ],
  [
    "People",
    "A person sees what their permissions, teams and Locations allow. A test tries every permission against every page and call: a denied one answers “no” and writes nothing.",
  ],
  [
    "Giving rights",
    "Nobody gives more than they hold, nor to themselves. The last Admin of a company cannot be removed.",
  ],
  [
    "Our own staff",
    "They read nothing of a company until they enter it, with a reason and for four hours at most. A test goes through every form and every call with a reader's access and expects a refusal, and through what they never do: passwords, signatures, issuing certificates, closing, paying.",
  ],
  [
    "Every statement",
    "Each statement that reaches a company's database names the company and uses an index that begins with it. A test reads the plan of all that the tests have sent.",
  ],
] as const;

const signIn = [
  [
    "Passwords",
    "12 to 128 characters, common ones refused, kept as argon2id. There are no rules of capitals and signs, and pasting is allowed.",
  ],
  [
    "Tries",
    "After ten wrong passwords in five minutes an account waits. Its owner still gets in on a device that is known. Whether an account exists is never told.",
  ],
  [
    "Sessions",
    "They end after 12 hours, and after 30 minutes without use unless the company chooses otherwise. Signing out, a new password or a lost right counts from the very next request.",
  ],
  [
    "Links in mail",
    "They are used once, kept as a hash, and lead to the company's own address whatever the request said.",
  ],
] as const;

const browser = [
  [
    "Scripts",
    "Pages run our own scripts alone, by a content security policy. These public pages run one small file. No page loads anything from another site.",
  ],
  [
    "Forms",
    "What changes something by a cookie must come from our own page, as the browser says it.",
  ],
  [
    "Files",
    "Name, declared type and content must agree. Nothing in a file runs, and each is served only to those who may see its record.",
  ],
  [
    "Caches",
    "A page of a signed-in person is kept by no cache. Only public pages like this one are.",
  ],
] as const;

const integrity = [
  [
    "All or nothing",
    "A change, its log entry and its answer are written together. Sent twice, it is carried out once.",
  ],
  [
    "Stock and money",
    "A stock below zero is refused by the database itself. Costs are computed on the server, in whole paise or cents.",
  ],
  [
    "Two at one record",
    "Whoever saves second is told, sees both versions, and loses nothing of what they typed.",
  ],
  [
    "The log",
    "Entries cannot be changed or deleted, and each carries the hash of the one before. A command names the first altered row.",
  ],
  [
    "Certificates",
    "What was issued, its readings and its signatures are refused any change by the database. A head of each company's ledger is published every night.",
  ],
] as const;

/** What is promised, and which tests would fail without it. */
export default function Security() {
  return (
    <>
      <Hero lines={["What is promised.", "And how it is tested."]}>
        Each line here is a rule of the product that automatic tests try to break, on the real
        server and database, before a new version goes out.
      </Hero>
      <Hung>
        <SecHead title="Keeping apart" />
        <SheetList entries={apart} />
        <SecHead title="Signing in" />
        <SheetList entries={signIn} />
        <SecHead title="In the browser" />
        <SheetList entries={browser} />
        <SecHead title="Integrity" />
        <SheetList entries={integrity} />
        <SecHead title="What is not promised">
          There is no certificate of an auditor for these pages, and no figure of availability.
          Signatures on certificates are those of people who prove their password, not of a trust
          service.
        </SecHead>
        <SecHead title="You found a weakness?">
          Write to us with the steps and the time. Do not read or change another company's data to
          prove it. You get an answer by a person.
        </SecHead>
        <p>
          <AskButton>Report a weakness</AskButton>
        </p>
      </Hung>
    </>
  );
}
