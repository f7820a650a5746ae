/** Where mail of a test world goes: it takes its time and keeps nothing. */
export const postOffice = `
import { WorkerEntrypoint } from "cloudflare:workers";
export class PostOffice extends WorkerEntrypoint {
  async send() {
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
export default { fetch: () => new Response(null, { status: 404 }) };`;
