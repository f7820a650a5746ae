import { afterAll } from "vitest";
import { rest } from "#tests/support/world.ts";
import { closeBrowser } from "./browser.ts";

afterAll(closeBrowser);
afterAll(rest);
