import { createHash, generateKeyPairSync, randomBytes, sign } from "node:crypto";

/*
 * A passkey in software, as WebAuthn (level 3) describes one: it answers what a server asks, and answers wrongly where a test wants to see
 * it refused. It writes the little CBOR that it needs.
 */

const head = (major: number, n: number): Buffer =>
  n < 24
    ? Buffer.from([(major << 5) | n])
    : n < 256
      ? Buffer.from([(major << 5) | 24, n])
      : Buffer.from([(major << 5) | 25, n >> 8, n & 255]);
const int = (n: number) => (n < 0 ? head(1, -n - 1) : head(0, n));
const bytes = (value: Buffer) => Buffer.concat([head(2, value.length), value]);
const text = (value: string) => Buffer.concat([head(3, value.length), Buffer.from(value)]);
const map = (...entries: [Buffer, Buffer][]) =>
  Buffer.concat([head(5, entries.length), ...entries.flat()]);

const sha256 = (value: string | Buffer) => createHash("sha256").update(value).digest();
const PRESENT = 1;
const VERIFIED = 4;
const HAS_CREDENTIAL = 64;

/** What may be wrong with an answer. */
type Twists = {
  origin?: string;
  rpId?: string;
  type?: string;
  isVerified?: boolean;
  /** The counter it tells; it goes up by itself otherwise. */
  counter?: number;
};
type Asked = { options: { challenge: string } };

/** A passkey of a host. @param origin as the browser would tell it, such as `http://acme.localhost` */
export function softPasskey(origin: string) {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const id = randomBytes(32);
  const { x = "", y = "" } = publicKey.export({ format: "jwk" });
  let signed = 0;
  const client = (type: string, { challenge }: Asked["options"], twists: Twists) =>
    Buffer.from(
      JSON.stringify({
        type: twists.type ?? type,
        challenge,
        origin: twists.origin ?? origin,
        crossOrigin: false,
      }),
    );
  const authData = (flags: number, { rpId, isVerified = true, counter }: Twists, more?: Buffer) => {
    const n = Buffer.alloc(4);
    n.writeUInt32BE(counter ?? ++signed);
    return Buffer.concat([
      sha256(rpId ?? new URL(origin).hostname),
      Buffer.from([flags | PRESENT | (isVerified ? VERIFIED : 0)]),
      ...[n, more ?? Buffer.alloc(0)],
    ]);
  };
  const answer = (response: object) =>
    JSON.stringify({
      ...{ id: id.toString("base64url"), rawId: id.toString("base64url"), type: "public-key" },
      ...{ clientExtensionResults: {}, response },
    });
  return {
    id: id.toString("base64url"),
    /** The answer to creation options. */
    made({ options }: Asked, twists: Twists = {}): string {
      const key = map(
        ...([
          [int(1), int(2)],
          [int(3), int(-7)],
          [int(-1), int(1)],
          [int(-2), bytes(Buffer.from(x, "base64url"))],
          [int(-3), bytes(Buffer.from(y, "base64url"))],
        ] as [Buffer, Buffer][]),
      );
      const length = Buffer.from([id.length >> 8, id.length & 255]);
      const credential = Buffer.concat([Buffer.alloc(16), length, id, key]);
      const data = authData(HAS_CREDENTIAL, twists, credential);
      const attestation = map(
        [text("fmt"), text("none")],
        [text("attStmt"), map()],
        [text("authData"), bytes(data)],
      );
      return answer({
        clientDataJSON: client("webauthn.create", options, twists).toString("base64url"),
        attestationObject: attestation.toString("base64url"),
        transports: ["internal"],
      });
    },
    /** The answer to request options. */
    shown({ options }: Asked, twists: Twists = {}): string {
      const clientData = client("webauthn.get", options, twists);
      const data = authData(0, twists);
      const signature = sign("sha256", Buffer.concat([data, sha256(clientData)]), privateKey);
      return answer({
        clientDataJSON: clientData.toString("base64url"),
        authenticatorData: data.toString("base64url"),
        signature: signature.toString("base64url"),
        userHandle: null,
      });
    },
  };
}
