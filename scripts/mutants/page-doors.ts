import type { Mutant } from "./mutant.ts";

const once = ["tests/laws/once.test.ts"];
const masters = ["tests/e2e/masters.test.ts"];

/** The command door of pages, and the dialogs their addresses open. */
export const pageDoors: Mutant[] = [
  {
    name: "a form whose answer was lost is carried out anew",
    file: "worker/web/actions.ts",
    from: "await carriedOutOnce(asked.visit, () => door.run(asked, values));",
    to: "(void carriedOutOnce, await door.run(asked, values));",
    tests: once,
    only: "/vendor/update",
  },
  {
    name: "a form's refusal is answered as if it were done",
    file: "worker/web/forms.ts",
    from: "{ status: thrown.status, headers",
    to: "{ status: 200, headers",
    tests: ["tests/laws/strict-input.test.ts"],
    only: "from a page's form",
  },
  {
    name: "what is not allowed takes the person from the page",
    file: "worker/web/forms.ts",
    from: "401, 402, 403, 409",
    to: "401, 402, 409",
    tests: ["tests/e2e/people.test.ts"],
    only: "stronger colleague",
  },
  {
    name: "a form that anybody may send has the limits of people at work",
    file: "worker/web/actions.ts",
    from: 'formOf(request, visit, "open")',
    to: "formOf(request, visit)",
    tests: ["tests/laws/input-cost.test.ts"],
    only: "anybody may use",
  },
  {
    name: "an intent nobody declared is carried out",
    file: "worker/web/actions.ts",
    from: '(entryOf(commands, asked.intent) ?? notFound("action"))',
    to: '(entryOf(commands, asked.intent) ?? Object.values(commands)[0] ?? notFound("action"))',
    tests: ["tests/web/settings.test.ts"],
  },
  {
    name: "a closed dialog keeps the focus",
    file: "app/ui/modal.tsx",
    from: "      dialog.close();\n",
    to: "",
    tests: masters,
    only: "the focus goes back",
  },
  {
    name: "a deleted record's dialog goes unanswered",
    file: "app/ui/use-dialog.ts",
    from: "else if (opened.current?.id !== id) opened.current = null;",
    to: "else opened.current = null;",
    tests: masters,
    only: "what is deleted is told of",
  },
  {
    name: "a refused form's page loses its theme",
    file: "app/entry.server.tsx",
    from: 'theme === "dark" || theme === "light" ? theme : null',
    to: "null",
    tests: ["tests/laws/odd-input.test.ts"],
    only: "takes nothing",
  },
  {
    name: "a page that takes nothing does not say what it takes",
    file: "worker/web/whole-build.ts",
    from: 'headers: { Allow: "GET, HEAD" },',
    to: "",
    tests: ["tests/laws/odd-input.test.ts"],
    only: "takes nothing",
  },
  {
    name: "the key of a form is forgotten",
    file: "worker/forms.ts",
    from: "await rememberOnce(visit, request, key ?? (otherwise ? await otherwise(form, text) : null), text);",
    to: "void [key, otherwise, text];",
    tests: once,
    only: "/vendor/update",
  },
  {
    name: "the toast of a command is forgotten",
    file: "worker/web/actions.ts",
    from: "return redirectWith(visit, to, { kind, message: text });",
    to: "return redirect(to);",
    tests: once,
    only: "/vendor/update",
  },
  {
    name: "the warnings of a command are shown as its success",
    file: "worker/web/actions.ts",
    from: 'warnings.length ? "warning" : "success"',
    to: '"success"',
    tests: ["tests/web/command-door.test.ts"],
  },
  {
    name: "a browser without scripts comes back to an open dialog",
    file: "worker/web/actions.ts",
    from: "=> withoutDialog(new URL(request.url)));",
    to: "=> request.url);",
    tests: ["tests/web/command-door.test.ts"],
  },
];
