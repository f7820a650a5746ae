import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { addressOf } from "#worker/outbound/address-rules.ts";
import { isPublicAddress } from "#worker/outbound/public-address.ts";

const production = { APP_ENV: "production", OUTBOUND_TEST_HOSTS: "127.0.0.1" } as unknown as Env;
const testing = { APP_ENV: "test", OUTBOUND_TEST_HOSTS: "127.0.0.1" } as unknown as Env;

describe("the form of an address", () => {
  test.each([
    ["https://hooks.example.com/in?a=1", "https://hooks.example.com/in?a=1"],
    ["https://HOOKS.example.com:443/#x", "https://hooks.example.com/"],
    ["https://hooks.example.com:8443", "https://hooks.example.com:8443/"],
    ["https://xn--mnchen-3ya.example.xn--p1ai/", "https://xn--mnchen-3ya.example.xn--p1ai/"],
    ["https://münchen.example.de/", "https://xn--mnchen-3ya.example.de/"],
  ])("%s can be asked", (text, href) => {
    const found = addressOf(production, text);
    expect("address" in found && found.address.href).toBe(href);
  });

  test.each([
    "",
    "hooks.example.com",
    "http://hooks.example.com/",
    "ftp://hooks.example.com/",
    "file:///etc/passwd",
    "javascript:alert(1)",
    "data:text/plain,hello",
    "https://user@hooks.example.com/",
    "https://:secret@hooks.example.com/",
    "https://hooks.example.com:80/",
    "https://hooks.example.com:22/",
    "https://hooks.example.com:6379/",
    "https://hooks.example.com./",
    "https://hooks/",
    "https://localhost/",
    "https://a.localhost/",
    "https://metadata.google.internal/",
    "https://printer.local/",
    "https://router.lan/",
    "https://db.corp/",
    "https://1.0.0.127.in-addr.arpa/",
    "https://hidden.onion/",
    "https://127.0.0.1/",
    "https://127.1/",
    "https://2130706433/",
    "https://0x7f000001/",
    "https://0x7f.0.0.1/",
    "https://0177.0.0.1/",
    "https://017700000001/",
    "https://①②⑦.⓪.⓪.①/",
    "https://127.0.0.1./",
    "https://8.8.8.8/",
    "https://169.254.169.254/latest/meta-data",
    "https://[::1]/",
    "https://[::]/",
    "https://[::ffff:127.0.0.1]/",
    "https://[::ffff:7f00:1]/",
    "https://[fd00:ec2::254]/",
    "https://[2606:4700::1111]/",
    "https://[64:ff9b::a00:1]/",
    "https://a_b.example.com/",
    "https://-a.example.com/",
    "https://example.c/",
    "https://example.123/",
    `https://${"a".repeat(64)}.example.com/`,
    `https://${"a.".repeat(130)}example.com/`,
    `https://hooks.example.com/${"a".repeat(2000)}`,
  ])("%s cannot", (text) => {
    expect(addressOf(production, text)).toHaveProperty("refused");
  });

  test("a receiver of tests is one outside production alone", () => {
    const text = "http://127.0.0.1:4711/in";
    expect(addressOf(testing, text)).toHaveProperty("address");
    expect(addressOf(production, text)).toHaveProperty("refused");
    expect(addressOf(testing, "http://127.0.0.2:4711/in")).toHaveProperty("refused");
    expect(addressOf(testing, "http://a:b@127.0.0.1/")).toHaveProperty("refused");
  });
});

describe("an address of the internet", () => {
  test.each([
    "8.8.8.8",
    "1.1.1.1",
    "9.255.255.255",
    "11.0.0.0",
    "100.63.255.255",
    "100.128.0.0",
    "172.15.255.255",
    "172.32.0.0",
    "192.167.255.255",
    "198.17.255.255",
    "198.20.0.0",
    "223.255.255.255",
    "2606:4700:4700::1111",
    "2a00:1450:4001:82a::200e",
    "2001:4860:4860::8888",
  ])("%s is one", (text) => expect(isPublicAddress(text)).toBe(true));

  test.each([
    ...[
      "",
      "x",
      "8.8.8",
      "8.8.8.8.8",
      "8.8.8.256",
      "08.8.8.8",
      "0x8.8.8.8",
      "8.8.8.8.",
      "134744072",
    ],
    ...["0.0.0.0", "0.1.2.3", "10.0.0.1", "100.64.0.1", "100.100.100.200", "100.127.255.255"],
    ...["127.0.0.1", "127.255.255.255", "169.254.169.254", "172.16.0.1", "172.31.255.255"],
    ...["192.0.0.8", "192.0.2.1", "192.88.99.1", "192.168.0.1", "198.18.0.1", "198.19.255.255"],
    ...["198.51.100.1", "203.0.113.1", "224.0.0.1", "239.255.255.250", "240.0.0.1"],
    ...["255.255.255.255", "::", "::1", "::ffff:8.8.8.8", "::ffff:7f00:1", "::7f00:1", "::8.8.8.8"],
    ...["64:ff9b::a00:1", "64:ff9b::808:808", "64:ff9b:1::1", "100::1", "2001::1", "2001:20::1"],
    ...["2001:db8::1", "2002:7f00:1::", "2002:a9fe:a9fe::1", "2002:808:808::1", "3fff::1"],
    ...["4000::1", "fc00::1", "fd00:ec2::254", "fe80::1", "fe80::1%eth0", "fec0::1", "ff02::1"],
    ...["1::2::3", "1:2:3:4:5:6:7", "1:2:3:4:5:6:7:8:9", "2606:4700::g", "2606:4700:::1"],
    ...["[2606:4700::1]", "2606:47000::1", "2606:4700:1:2:3:4:5:6::"],
  ])("%s is none", (text) => expect(isPublicAddress(text)).toBe(false));

  test("no address of a private network is, however IPv6 wraps it", () => {
    const byte = fc.integer({ min: 0, max: 255 });
    const hex = (high: number, low: number) => ((high << 8) | low).toString(16);
    fc.assert(
      fc.property(fc.tuple(byte, byte, byte), ([b, c, d]) => {
        expect(isPublicAddress(`10.${b}.${c}.${d}`)).toBe(false);
        const groups = `${hex(10, b)}:${hex(c, d)}`;
        for (const text of [
          `::ffff:${groups}`,
          `::${groups}`,
          `64:ff9b::${groups}`,
          `2002:${groups}::1`,
        ])
          expect(isPublicAddress(text)).toBe(false);
      }),
    );
  });
});
