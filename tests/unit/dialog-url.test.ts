import { expect, test } from "vitest";
import { dialogUrl, withoutDialog } from "#app/shared/dialog-url.ts";

const at = (search: string) => ({ pathname: "/users", search });

test("a dialog opens where the list stands, in place of any other", () => {
  expect(dialogUrl(at("?q=asha&after=x&edit=1"), { archive: "2" })).toBe(
    "/users?q=asha&after=x&archive=2",
  );
  expect(dialogUrl(at("?do=leave&person=1"), { do: "edit", person: "2" })).toBe(
    "/users?do=edit&person=2",
  );
});

test("closed, it leaves nothing of itself and all of the list", () => {
  expect(withoutDialog(at("?state=all&new=1&in=7"))).toBe("/users?state=all");
  expect(withoutDialog(at("?do=suspend&person=1"))).toBe("/users");
  // A filter of the same name stays while no dialog is open.
  expect(withoutDialog(at("?tab=history&person=1"))).toBe("/users?tab=history&person=1");
});
