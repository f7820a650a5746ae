import fc from "fast-check";
import { expect, test } from "vitest";
import { networkOf } from "#worker/auth/attempts.ts";

test("an IPv4 address stands for itself", () => {
  fc.assert(
    fc.property(fc.ipV4(), (ip) => {
      expect(networkOf(ip)).toBe(ip);
    }),
  );
});

test("an IPv6 address counts by its /64, however it is written", () => {
  expect(networkOf("2001:db8::1")).toBe("2001:db8:0:0::/64");
  expect(networkOf("2001:0DB8:0000:0000:ffff:ffff:ffff:ffff")).toBe("2001:db8:0:0::/64");
  expect(networkOf("2001:db8:0:1::1")).toBe("2001:db8:0:1::/64");
  expect(networkOf("::1")).toBe("0:0:0:0::/64");
  const part = fc.integer({ min: 0, max: 0xffff });
  fc.assert(
    fc.property(
      fc.tuple(part, part, part, part),
      fc.tuple(part, part, part, part),
      fc.tuple(part, part, part, part),
      (net, a, b) => {
        const write = (host: number[], pad: number) =>
          [...net, ...host].map((n) => n.toString(16).padStart(pad, "0")).join(":");
        expect(networkOf(write(a, 0))).toBe(networkOf(write(b, 4)));
      },
    ),
  );
});

test("an IPv4 address in IPv6 clothes is not everybody's", () => {
  expect(networkOf("::ffff:192.0.2.1")).toBe("192.0.2.1");
  expect(networkOf("::ffff:192.0.2.2")).toBe("192.0.2.2");
});
