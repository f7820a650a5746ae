/** The networks of IPv4 that are nobody's on the public internet: this host, private, carriers', link-local, documentation, multicast and reserved ones. */
const closed4 = [
  "0.0.0.0/8",
  "10.0.0.0/8",
  "100.64.0.0/10",
  "127.0.0.0/8",
  "169.254.0.0/16",
  "172.16.0.0/12",
  "192.0.0.0/24",
  "192.0.2.0/24",
  "192.31.196.0/24",
  "192.52.193.0/24",
  "192.88.99.0/24",
  "192.168.0.0/16",
  "192.175.48.0/24",
  "198.18.0.0/15",
  "198.51.100.0/24",
  "203.0.113.0/24",
  "224.0.0.0/3",
] as const;
/** The networks among IPv6's global ones that are not: protocols' own, documentation, and 6to4, which wraps any IPv4 address. */
const closed6 = ["2001::/23", "2001:db8::/32", "2002::/16", "3ffe::/16", "3fff::/20"] as const;
/** All others are local, mapped, translated (NAT64) or not given out. */
const GLOBAL_6 = "2000::/3";

const bits = (parts: readonly number[], size: bigint) =>
  parts.reduce((sum, part) => (sum << size) | BigInt(part), 0n);

/** An IPv4 address in its one usual notation, as a number; null for any other text. */
function number4(text: string): bigint | null {
  const parts = /^(?:(?:0|[1-9]\d{0,2})(?:\.(?!$)|$)){4}$/.test(text)
    ? text.split(".").map(Number)
    : [];
  return parts.length === 4 && parts.every((part) => part <= 255) ? bits(parts, 8n) : null;
}

const groupsOf = (text: string) =>
  text === "" ? [] : text.split(":").map((part) => (/^[\da-f]{1,4}$/i.test(part) ? part : null));

/** An IPv6 address as a number; null for any other text, also for one that ends in the notation of IPv4. */
function number6(text: string): bigint | null {
  const halves = text.split("::");
  if (halves.length > 2) return null;
  const [head = [], tail = []] = halves.map(groupsOf);
  const missing = 8 - head.length - tail.length;
  if (halves.length === 2 ? missing < 1 : missing !== 0) return null;
  const groups = [...head, ...Array<string>(missing).fill("0"), ...tail];
  if (groups.includes(null)) return null;
  return bits(
    groups.map((group) => Number.parseInt(group ?? "", 16)),
    16n,
  );
}

const network = (text: string, numberOf: (text: string) => bigint | null, size: number) => {
  const [start = "", length = ""] = text.split("/");
  const rest = BigInt(size - Number(length));
  const prefix = (numberOf(start) ?? 0n) >> rest;
  return (address: bigint) => address >> rest === prefix;
};
const isClosed4 = closed4.map((text) => network(text, number4, 32));
const isClosed6 = closed6.map((text) => network(text, number6, 128));
const isGlobal6 = network(GLOBAL_6, number6, 128);

/** Whether a text is an IP address that anybody on the internet may have; false for what is no address in its usual notation. */
export function isPublicAddress(text: string): boolean {
  const four = number4(text);
  if (four !== null) return !isClosed4.some((holds) => holds(four));
  const six = number6(text);
  return six !== null && isGlobal6(six) && !isClosed6.some((holds) => holds(six));
}
