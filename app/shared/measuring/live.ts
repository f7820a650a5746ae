/** What a measuring page reckons while one types. Loaded on demand: it brings the whole engine. */
export { evaluatedChecks } from "./checks.ts";
export { evaluatedEnvironment } from "./environment.ts";
export { datasetsOf, evaluatedLine, parametersOf } from "./evaluated.ts";
export { gatesOf } from "./gates.ts";
