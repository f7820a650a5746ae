import type { CompanyStatus } from "#app/shared/company-standing.ts";
import type { UserType } from "#app/shared/menu.ts";
import { allowed, type Person } from "./access.ts";
import type { Standing } from "./auth/factors/standing.ts";
import { type Inside, readsOnly } from "./auth/inside.ts";
import type { Catalogue } from "./db/catalogue.ts";
import type { CompanyDb, ReadingDb } from "./db/company-db.ts";
import type { CustomerDb } from "./db/customer-db.ts";
import type { Answer } from "./db/db.ts";
import type { ExportDb, OwnDb, OwnName } from "./db/own-rows.ts";
import type { PlatformDb, ReadingPlatformDb } from "./db/platform-db.ts";
import { inHouseRights } from "./inhouse-rights.ts";
import type { Gateways } from "./payments/port.ts";
import type { Permission, PlatformPermission, ServiceType, WirePermission } from "./permissions.ts";
import { forbidden, notFound, subscriptionEnded } from "./refusals.ts";
import type { Rule } from "./screens.ts";

/**
 * Opens the company's database: whole, for a person's own rows of a name, or for an export; `at` limits it to Locations, and `part`
 * names one of several commands of a request.
 */
type Open = (only?: OwnName | "export", at?: readonly string[], part?: string) => CompanyDb;
/** Opens the platform's database as the company's, for a part of a request where it has several commands. */
type OpenPlatform = (part?: string) => CustomerDb;
type Handle<P extends Permission> = P extends `view-${string}` | `export-${string}`
  ? ReadingDb
  : CompanyDb;

/** What every request must know about the company it is for. */
export type Company = {
  id: string;
  name: string;
  /** How it stands at the instant of the request. */
  status: CompanyStatus;
  /** The last day that is paid for or tried, and the days of grace after it; null without an end. */
  periodEnd: string | null;
  graceDays: number | null;
  serviceType: ServiceType;
  country: string;
  currency: string;
  timeZone: string;
  locale: string;
  logoMediaId: string | null;
  primaryHost: string;
  /** The version of how the platform has the company, as its shard has been told. */
  mapVersion: number;
  limits: Record<string, number>;
  assetCount: number;
  userCount: number;
  storageBytes: number;
  settings: Record<string, unknown>;
  /** The counters that the menu shows. */
  counts: Record<string, number>;
};

type CompanyActor = {
  sessionId: string;
  userId: string;
  name: string;
  email: string;
  type: "Admin" | "User";
  serviceType: ServiceType;
  avatarMediaId: string | null;
  /** Nothing but the profile opens until the person has chosen another password. */
  mustChangePassword: boolean;
  /** Unset where nobody signs in: staff inside, guests, jobs. */
  secondFactor?: Standing | undefined;
  permissions: WirePermission[];
  /** Permissions held in the app; `permissions` says which are held on the web. */
  appPermissions: readonly string[];
  /** Notices the person has not read, up to ten. */
  unread: number;
  /** Set for an API key, which is nobody of the company: `userId` is the key's id then. */
  isKey?: true | undefined;
  /** Set for a member of the platform's staff, who is nobody of the company: `userId` names no user then. */
  inside?: Inside | undefined;
};

const READS_ON = "Your subscription has ended. Data can be read and exported.";
const readOnly = new Set(["suspended"]);
const reads = (permission: string) => /^(view|export)-/.test(permission);
/** @throws Response 403 for what only a person does or has */
export const refuseKey = (): never => forbidden("An API key may not do this: it is for a person");

/** Whether a permission counts in a company: those of in-house calibration only while the company allows it. */
const switchedOn =
  ({ settings }: Pick<Company, "settings">) =>
  (permission: string): boolean =>
    Number(settings.is_allow_calibrator ?? 1) !== 0 || !permission.endsWith("-inhouse-calibration");

/** The caller in a company. Naming a permission is the only way to the company's data; a view permission cannot write. */
export class Session implements Person {
  readonly #open: Open;
  readonly #openPlatform: OpenPlatform;
  /** The platform's database, once this request has opened it: its commands are answered for there. */
  #lastOpened: CustomerDb | null = null;
  readonly #granted: ReadonlySet<string>;
  readonly #inApp: ReadonlySet<string>;

  constructor(
    readonly actor: CompanyActor,
    readonly company: Company,
    /** `https://host` for links in mail. */
    readonly origin: string,
    open: Open,
    /** What all companies share. */
    readonly catalogue: Catalogue,
    /** The Locations to which the person is limited; null without a limit. The database handle enforces it. */
    readonly departments: readonly string[] | null,
    openPlatform: OpenPlatform = () => forbidden(),
    /** Payment gateways that have keys. */
    readonly gateways: Gateways = () => null,
    /** The origin of the platform's own host, for links in letters to its staff. */
    readonly site: () => string = () => forbidden(),
  ) {
    this.#open = open;
    this.#openPlatform = openPlatform;
    const isOn = switchedOn(company);
    this.#granted = new Set(
      actor.permissions.filter((p) => p.is_web_permission && isOn(p.name)).map((p) => p.name),
    );
    this.#inApp = new Set(actor.appPermissions.filter(isOn));
  }

  get type(): UserType {
    return this.actor.type;
  }
  get serviceType(): ServiceType {
    return this.actor.serviceType;
  }
  /** The company is suspended, or one of the platform's staff came to read: it reads and exports. */
  get isReadOnly(): boolean {
    return readOnly.has(this.company.status) || this.actor.inside?.isWrite === false;
  }
  /** One of the company's people, who can have files, mail and notices of their own. */
  get isMember(): boolean {
    return !this.actor.inside && !this.actor.isKey;
  }
  /** The id by which a row names the writer as one of the company's people; null for a key, where the row may leave it out. */
  get writerId(): string | null {
    return this.actor.isKey ? null : this.actor.userId;
  }
  #refuseWriting(): never {
    return readOnly.has(this.company.status) ? subscriptionEnded(READS_ON) : readsOnly();
  }

  /** Whether the person holds a permission on the web. */
  may = (permission: string) => this.#granted.has(permission);
  /** Whether it is worth offering what a permission is for: it is held, and the company does not only read. */
  can = (permission: Permission) => this.may(permission) && (reads(permission) || !this.isReadOnly);
  /** Whether the person holds a permission on a channel, which decides what they may grant or take away. */
  holds = (permission: string, channel: "web" | "app") =>
    (channel === "web" ? this.#granted : this.#inApp).has(permission);
  opens = (rule: Rule) => allowed(rule, this);

  /** @throws Response 403 without the permission, or for a write of staff who came to read; 402 for a write while the company is suspended */
  authorize<P extends Permission>(permission: P): Handle<P> {
    if (!this.may(permission)) forbidden();
    if (!reads(permission) && this.isReadOnly) this.#refuseWriting();
    return this.#open() as Handle<P>;
  }

  /** Reads with any one of several permissions. */
  authorizeAny(...permissions: Permission[]): ReadingDb {
    return permissions.some(this.may) ? this.#open() : forbidden();
  }

  /** Reads what is of one Location, as somebody limited to it does. @throws Response 404 for one beyond the person's own */
  readingAt(departmentId: string, ...permissions: Permission[]): ReadingDb {
    if (this.departments && !this.departments.includes(departmentId)) notFound("Location");
    return permissions.some(this.may) ? this.#open(undefined, [departmentId]) : forbidden();
  }

  /**
   * The platform's database as the company's, which reads and writes what the company has with the platform. It stays open
   * while the company is suspended, so that it can pay and ask.
   * @throws Response 403 without the permission, or for anybody but an Admin where none is named
   */
  asCustomer(permission: Permission | null): CustomerDb {
    const may = permission === null ? this.type === "Admin" : this.may(permission);
    if (!may) forbidden();
    this.#lastOpened = this.#openPlatform();
    return this.#lastOpened;
  }

  /** Reads everything and writes only its entry in the log. @throws Response 403 without the permission */
  exporting(permission: Extract<Permission, `export-${string}`>): ExportDb {
    return this.may(permission) ? this.#open("export") : forbidden();
  }

  /** The person's own rows of a name; no other table is there. */
  own<N extends OwnName>(name: N): OwnDb<N> {
    if (this.actor.isKey && name !== "files") refuseKey();
    return this.#open(name);
  }

  /** The same for rows that are part of the work, such as saved views. @throws Response 402 while the company is suspended */
  ownWork<N extends OwnName>(name: N): OwnDb<N> {
    if (this.actor.isKey) refuseKey();
    return this.isReadOnly ? this.#refuseWriting() : this.#open(name);
  }

  /** The same person at one of several commands of a request, each of which is carried out once. */
  part(name: string): Session {
    return new Session(
      this.actor,
      this.company,
      this.origin,
      (only, at) => this.#open(only, at, name),
      this.catalogue,
      this.departments,
      () => this.#openPlatform(name),
      this.gateways,
      this.site,
    );
  }

  /** The same person in the form of an in-house calibration, where a company without the laboratory keeps its standards. */
  inHouse(): Session {
    const more = inHouseRights(this).map((name) => ({
      ...{ name, value: true, is_web_permission: true },
    }));
    if (more.length === 0) return this;
    const actor = { ...this.actor, permissions: [...this.actor.permissions, ...more] };
    const { company, origin, catalogue, departments } = this;
    return new Session(
      ...([actor, company, origin, this.#open, catalogue, departments] as const),
      this.#openPlatform,
      this.gateways,
      this.site,
    );
  }

  /** The answer this request was given when it was first carried out. */
  firstAnswer<D>(): Promise<Answer<D> | null> {
    return (this.#lastOpened ?? this.#open("answers")).firstAnswer<D>();
  }
}

type StaffActor = {
  sessionId: string;
  userId: string;
  name: string;
  email: string;
  secondFactor: Standing;
  permissions: WirePermission[];
  /** What waits for the platform's staff, as the menu shows it. */
  counts: Readonly<Record<string, number>>;
};

/** The caller on the platform. Staff hold no company permission. */
export class StaffSession implements Person {
  readonly #open: () => PlatformDb;
  readonly #granted: ReadonlySet<string>;
  readonly type = "Super Admin" as const;
  readonly serviceType = null;

  constructor(
    readonly actor: StaffActor,
    readonly origin: string,
    open: () => PlatformDb,
    /** Payment gateways that have keys. */
    readonly gateways: Gateways = () => null,
  ) {
    this.#open = open;
    this.#granted = new Set(actor.permissions.filter((p) => p.value).map((p) => p.name));
  }

  may = (permission: string) => this.#granted.has(permission);
  can = this.may;
  opens = (rule: Rule) => allowed(rule, this);

  authorize(permission: PlatformPermission): PlatformDb {
    return this.may(permission) ? this.#open() : forbidden();
  }

  own(): PlatformDb {
    return this.#open();
  }

  /** The answer this request was given when it was first carried out. */
  firstAnswer<D>(): Promise<Answer<D> | null> {
    return this.#open().firstAnswer<D>();
  }
}

/** Stops a command of staff who came to a company to read; both doors ask it before any work. @throws Response 403 */
export function refuseReaders(session: unknown): void {
  if (session instanceof Session && session.actor.inside?.isWrite === false) readsOnly();
}

export type AnySession = Session | StaffSession;

export type { ReadingPlatformDb };
