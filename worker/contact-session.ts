import type { Standing } from "./auth/factors/standing.ts";
import type { CompanyDb, ReadingDb } from "./db/company-db.ts";
import type { ContactHandle } from "./db/contact-scope.ts";
import type { Answer } from "./db/db.ts";
import { refuse } from "./refusals.ts";
import type { AnySession, Company } from "./session.ts";

type ContactActor = {
  sessionId: string;
  /** Of the account; it is nobody's among colleagues. */
  userId: string;
  contactId: string;
  name: string;
  email: string;
  consumerId: string;
  consumerName: string;
  secondFactor: Standing;
};

/**
 * A consumer's contact in the portal. It is no `Session`: no page, call or command of the company takes it, and its database holds
 * the portal's tables alone, of which it sees what is its consumer's. Commands on the own password and sessions take both.
 */
export class ContactSession {
  readonly #open: (handle?: ContactHandle) => CompanyDb;

  constructor(
    readonly actor: ContactActor,
    readonly company: Company,
    /** `https://host` for links in mail. */
    readonly origin: string,
    open: (handle?: ContactHandle) => CompanyDb,
  ) {
    this.#open = open;
  }

  reading(): ReadingDb {
    return this.#open();
  }

  /** @throws Response 402 while the company is suspended */
  writing(): CompanyDb {
    if (this.company.status === "suspended")
      refuse(402, "The laboratory takes no requests here at the moment");
    return this.#open();
  }

  /** The contact's account, sessions and links; no other table is there. */
  own(): CompanyDb {
    return this.#open("account");
  }

  /** The answer this request was given when it was first carried out. */
  firstAnswer<D>(): Promise<Answer<D> | null> {
    return this.#open().firstAnswer<D>();
  }
}

/** Whoever has signed in, in every realm. */
export type AnyPerson = AnySession | ContactSession;
