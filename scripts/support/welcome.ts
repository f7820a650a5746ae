import { PASSWORD } from "./password.ts";
import { port } from "./project.ts";

const at = (host: string) => `http://${host}:${port}`;

/** Where to go and whom to sign in as. */
export const welcome = () => `
  Plumbline is running. Stop it with Ctrl-C.

  ${at("demo.localhost")}     hospital     admin@demo.test    engineer@demo.test    viewer@demo.test
  ${at("clinic.localhost")}   clinic       admin@clinic.test  engineer@clinic.test  viewer@clinic.test
  ${at("lab.localhost")}      laboratory   admin@lab.test     engineer@lab.test     viewer@lab.test
  ${at("lab.localhost")}      its consumer customer@lab.test
  ${at("localhost")}/developer/login         super@plumbline.test

  Password of all: ${PASSWORD}
`;
