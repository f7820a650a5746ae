import { letter, quoted } from "./letters.ts";
import type { Mail } from "./outbox.ts";

type Asked = { requesterName: string; hostname: string };
type Letter = Omit<Mail, "to">;

/** To whoever asks for an account: it has come. @param origin of the platform */
export const requestedLetter = (
  { requesterName, hostname, companyName }: Asked & { companyName: string },
  origin: string,
): Letter =>
  letter(
    origin,
    "Your request has come",
    requesterName,
    `You asked for an account of ${companyName} on ${hostname}. A person looks at it; the answer comes to this address.`,
    "",
    "If it was not you, nothing needs to be done: nothing is founded until we have answered.",
  );

/** To the platform's own address: somebody waits for an answer. @param origin of the platform */
export const requestToAnswerLetter = (
  { requesterName, hostname, companyName }: Asked & { companyName: string },
  origin: string,
): Letter =>
  letter(
    origin,
    `A new request: ${hostname}`,
    "team",
    `${requesterName} of ${companyName} asks for ${hostname}. Decide it here:`,
    `${origin}/request-domains?status=pending`,
  );

/** To whoever asked for another host: it is the company's now. @param origin of the new host */
export const hostReadyLetter = ({ requesterName, hostname }: Asked, origin: string): Letter =>
  letter(
    origin,
    "Your new address is ready",
    requesterName,
    `Your company is on ${hostname} from now on. The address it had leads there:`,
    `${origin}/login`,
  );

/** To whoever asked for a host of their own zone: what is to be written into it. @param origin of the company's host */
export const proveHostLetter = (
  {
    requesterName,
    hostname,
    record,
    proof,
    target,
  }: Asked & Record<"record" | "proof" | "target", string>,
  origin: string,
): Letter =>
  letter(
    origin,
    `Prove that ${hostname} is yours`,
    requesterName,
    `Add two records to the DNS of ${hostname}, then check them in Settings:`,
    "",
    `${record} TXT ${proof}`,
    `${hostname} CNAME ${target}`,
    "",
    `${origin}/settings/address`,
  );

/** To whoever asked for a host, and does not get it. */
export const hostRejectedLetter = (
  { requesterName, hostname, reason }: Asked & { reason: string },
  origin: string,
): Letter =>
  letter(
    origin,
    `Your request for ${hostname}`,
    requesterName,
    `Your request for ${hostname} was rejected:`,
    ...quoted(reason),
  );

/** To whoever asked for a host that nobody decided on, or whose record was never found. */
export const hostExpiredLetter = ({ requesterName, hostname }: Asked, origin: string): Letter =>
  letter(
    origin,
    `Your request for ${hostname}`,
    requesterName,
    `Your request for ${hostname} has expired after 30 days, and the host is free again. You can ask anew.`,
  );
