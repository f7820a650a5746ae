import { prepare } from "./lib/prepare.ts";
import { main } from "./lib/project.ts";

main(prepare);
