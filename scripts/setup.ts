import { prepare } from "./support/prepare.ts";
import { main } from "./support/project.ts";

main(prepare);
