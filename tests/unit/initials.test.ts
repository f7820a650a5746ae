import { expect, test } from "vitest";
import { initialsOf } from "#app/ui/initials.tsx";

test.each([
  ["Asha Menon", "AM"],
  ["Infusion pump, syringe", "IS"],
  ["  dräger   evita ", "DE"],
  ["ventilator", "V"],
  ["(spare) X-ray - 2", "S2"],
  ["आशा मेनन", "आमे"],
  ["---", "?"],
  ["", "?"],
])("the initials of %j are %s", (name, initials) => {
  expect(initialsOf(name)).toBe(initials);
});
