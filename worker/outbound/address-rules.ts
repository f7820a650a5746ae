/** An address has so many characters at most. */
export const LONGEST_ADDRESS = 2_000;
const LONGEST_HOST = 253;
const ports = ["", "443", "8443"];
const label = "[a-z\\d](?:[a-z\\d-]{0,61}[a-z\\d])?";
/** Two names at least, of which the last is letters, or letters in the notation of the DNS. */
const hostName = new RegExp(`^(?:${label}\\.)+(?:[a-z]{2,63}|xn--[a-z\\d-]{0,57}[a-z\\d])$`);
/** Last names that the public DNS does not have, so that only a network of its own would answer to them. */
const ownNames =
  /\.(?:localhost|local|localdomain|internal|intranet|private|corp|home|lan|arpa|onion|alt|test|example|invalid)$/;

/** Hosts that are asked without these rules, by plain http too: receivers of tests. There are none in production. */
const testHosts = ({ APP_ENV, OUTBOUND_TEST_HOSTS }: Env): string[] =>
  APP_ENV === "production" || !OUTBOUND_TEST_HOSTS
    ? []
    : OUTBOUND_TEST_HOSTS.split(",").map((host) => host.trim());

export const isTestHost = (env: Env, address: URL) => testHosts(env).includes(address.hostname);

/**
 * An address outside, by its form alone.
 * @param text as somebody has typed it, or as an answer leads to it
 * @param base what a relative one stands under
 * @returns it, or why it cannot be asked: a part of a sentence that goes on from the address
 */
export function addressOf(
  env: Env,
  text: string,
  base?: URL,
): { address: URL } | { refused: string } {
  if (text.length > LONGEST_ADDRESS) return { refused: "is too long" };
  if (!URL.canParse(text, base)) return { refused: "is not a web address" };
  const address = new URL(text, base);
  if (address.username || address.password) return { refused: "must not have a name or password" };
  address.hash = "";
  if (isTestHost(env, address)) return { address };
  const { protocol, hostname, port } = address;
  if (protocol !== "https:") return { refused: "must begin with https://" };
  if (!ports.includes(port)) return { refused: "can have the ports 443 and 8443 alone" };
  if (hostname.length > LONGEST_HOST || !hostName.test(hostname) || ownNames.test(hostname))
    return { refused: "must name a host on the public internet, such as hooks.example.com" };
  return { address };
}
