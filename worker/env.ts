import type { ExpectedSession } from "./auth/expected-session.ts";
import type { ContactSession } from "./contact-session.ts";
import type { Message, Stamp } from "./db/db.ts";
import type { Meter } from "./db/meter.ts";
import type { Expected } from "./precondition.ts";
import type { AnySession } from "./session.ts";
import type { Place } from "./tenancy/hosts.ts";

/** Secrets and switches that are not in wrangler.toml. */
declare global {
  interface Env {
    /** JSON {"active": kid, "keys": {kid: private EC P-256 JWK}}: signs sessions and access tokens. */
    TOKEN_KEYS: string;
    /** JSON {"active": kid, "keys": {kid: 32 bytes in base64url}}: seals secrets that the databases keep and must read back. A key stays as long as anything is sealed under it. */
    SECRET_KEYS: string;
    /** Addresses, or domains as "@example.test", of staff who need no second factor; never heeded in production. */
    SECOND_FACTOR_FREE?: string;
    /** "1" counts D1 round trips into a Server-Timing header; tests and bench only. */
    METER?: string;
    /** Keys of payment gateways, and the secrets they sign events with; one without them is not offered. */
    RAZORPAY_KEY_ID?: string;
    RAZORPAY_KEY_SECRET?: string;
    RAZORPAY_WEBHOOK_SECRET?: string;
    STRIPE_SECRET_KEY?: string;
    STRIPE_WEBHOOK_SECRET?: string;
    /** Where gateways are asked, where that is not their own address: tests have a stand-in. */
    RAZORPAY_API?: string;
    STRIPE_API?: string;
    /** Host names, comma separated, that may be asked like an outside address without its rules; of no effect in production. */
    OUTBOUND_TEST_HOSTS?: string;
    /** How often the token of a session may call the API in a minute, where tests ask more often; of no effect in production. */
    SESSION_REQUESTS?: string;
    /** Sends mail where one is configured. */
    SEND_EMAIL?: {
      send(message: {
        from: string;
        to: string;
        subject: string;
        text: string;
        html: string;
      }): Promise<unknown>;
    };
  }
}

/** How much of its limit for a minute somebody has used with this request. */
export type Used = {
  by: "key" | "session";
  used: number;
  most: number;
  seconds: number;
  secondsLeft: number;
};

/** One request, as the pages and the API see it. */
export type Visit = {
  env: Env;
  url: URL;
  place: Place;
  control: D1Database;
  /** The company's shard; null on the platform's hosts. */
  shard: D1Database | null;
  meter: Meter | null;
  requestId: string;
  ip: string;
  userAgent: string | null;
  nonce: string | undefined;
  /** Schedules work that runs after the answer was sent. */
  defer: (work: () => Promise<unknown>) => void;
  /** The mails this request has written, by their ids; they are sent once it is answered. */
  letters: string[];
  /** The same of mails that a company's request wrote into the platform's outbox. */
  platformLetters: string[];
  /** What this request has decided about companies: it takes effect before the answer. */
  messages: Message[];
  /** The idempotency key of this request, once its body is known. */
  once?: Stamp["once"];
  session: AnySession | null;
  /** A consumer's contact in the portal; nobody who is one has a session besides. */
  contact: ContactSession | null;
  /** Whether its session may be taken as it was read last, until it is read again: where nothing is to be changed. */
  mayExpect: boolean;
  /** What the session is taken for, where it is. */
  expected: ExpectedSession | null;
  /** The company was moved to another shard: nothing was done, and the request is answered anew from there. */
  isElsewhere: boolean;
  /**
   * Why a credential that was sent is refused: "ended" is the subscription, "overused" too many requests or wrong keys, "unread" where no
   * database answered for it. Null otherwise.
   */
  refusedCredential: "foreign" | "dead" | "ended" | "overused" | "unread" | null;
  /** What a call that changes a record expects of it. */
  precondition?: { expected: Expected | null };
  /** How much of its limit a key, or the session of a person's token, has used, where a live one was sent. */
  used?: Used;
};
