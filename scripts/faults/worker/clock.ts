let aheadMs = 0;
const Real = Date;
const now = () => Real.now() + aheadMs;

/** The application's clock; it is loaded before the application. */
globalThis.Date = new Proxy(Real, {
  construct: (target, args) => (args.length ? Reflect.construct(target, args) : new target(now())),
  apply: () => new Real(now()).toString(),
  get: (target, name) => (name === "now" ? now : Reflect.get(target, name)),
});

/** Sets the application's clock, by milliseconds ahead of the machine's. */
export const setClock = (ms: number) => {
  aheadMs = ms;
};
