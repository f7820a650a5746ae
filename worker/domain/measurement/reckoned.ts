/** What a measurement comes to, whatever its record is. */
import type { Conformity } from "#app/shared/certificates/document.ts";
import { evaluatedChecks } from "#app/shared/measuring/checks.ts";
import { asFoundConformity, conformityOf } from "#app/shared/measuring/conformity.ts";
import { evaluatedEnvironment } from "#app/shared/measuring/environment.ts";
import { evaluated } from "#app/shared/measuring/evaluated.ts";
import type { Measured } from "#app/shared/measuring/measured.ts";
import type { MeasuringSetup } from "#app/shared/measuring/setup.ts";

/** Reckons every line, check and condition of a measurement, and what they come to as a whole. */
export function reckoned(setup: MeasuringSetup, measured: Measured) {
  const lines = evaluated(setup, measured);
  const checks = evaluatedChecks(setup, measured);
  const environment = evaluatedEnvironment(setup.content, measured);
  const { adjusted } = measured;
  const after = adjusted.length > 0 ? "as_left" : "as_found";
  return {
    ...{ lines, checks, environment },
    conformity: conformityOf(lines, checks, adjusted, after) as Conformity,
    asFound: asFoundConformity(lines, adjusted),
  };
}
