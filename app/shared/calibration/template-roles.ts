import type { UnitCode } from "../metrology/units.ts";
import type { TemplateRole, TemplateTest } from "./device-template.ts";

type About = {
  /** In which units it is compared with. */
  units: readonly UnitCode[];
  /** It is set, and the device is read; otherwise it reads what the device delivers. */
  isSource?: true;
  /** Of several that fit, the one whose words stand in the test. */
  words?: RegExp;
};

/** What standards are compared with, by their roles. */
const abouts: Readonly<Record<string, About>> = {
  agent_analyser: { units: ["%vol"] },
  analytical_balance: { units: ["uL", "mg", "g"] },
  artificial_ear: { units: ["dB", "%"] },
  balance: { units: ["g", "kg", "mL/h"] },
  conductivity_meter: { units: ["mS/cm"] },
  defibrillator_analyser: { units: ["J", "s", "ms", "mA"] },
  ecg_simulator: { units: ["bpm", "mV"], isSource: true },
  electrical_safety_analyser: { units: ["uA", "ohm", "Mohm"] },
  esu_analyser: { units: ["W", "mA"] },
  flow_meter: { units: ["L/min", "mL/min"] },
  gas_flow_analyser: { units: ["mL", "1/min", "cmH2O", "%", "mL/min", "L/min"] },
  image_scanner: { units: ["mm", "mm/s"] },
  inclinometer: { units: ["deg"] },
  incubator_analyser: { units: ["degC", "%RH", "%", "m/s"] },
  infusion_analyser: { units: ["mL/h", "uL"] },
  kv_dose_meter: { units: ["kV", "ms", "1", "mAs", "mGy"] },
  lux_meter: { units: ["lx", "klx"] },
  mass_set_m1: { units: ["e", "g", "kg"], isSource: true },
  nibp_simulator: { units: ["mmHg", "mmHg/min"], isSource: true, words: /NIBP|dynamic/ },
  oxygen_analyser: { units: ["%vol", "%"] },
  patient_simulator: { units: ["bpm", "1/min", "degC", "mmHg"], isSource: true },
  phantom: { units: ["mm"], isSource: true },
  phototherapy_radiometer: { units: ["uW/cm2/nm"] },
  pressure_meter: { units: ["mmHg", "kPa", "cmH2O", "mmHg/min", "s"] },
  reference_thermometer: { units: ["degC"] },
  ruler: { units: ["mm", "mm/s"] },
  sensor_simulator: { units: ["degC"], isSource: true },
  sound_level_meter: { units: ["dBA", "dB"] },
  spo2_simulator: { units: ["%", "bpm"], isSource: true, words: /SpO2|Pulse/ },
  stirred_bath: { units: ["degC"], isSource: true },
  syringe_3l: { units: ["L"], isSource: true },
  tachometer: { units: ["rpm"] },
  tape_measure: { units: ["mm", "m"] },
  temperature_logger: { units: ["degC"] },
  temperature_pressure_logger: { units: ["degC", "min", "kPa", "mbar/min"] },
  temperature_reference: { units: ["degC"] },
  thermometer: { units: ["degC"] },
  timer: { units: ["s", "min", "h"] },
  ultrasound_power_meter: { units: ["W"] },
  vacuum_meter: { units: ["kPa"] },
};

/** Tests in which the indication of the device is compared, whatever the standard is. */
const READS_DEVICE = /static|display|indication|sensor|scale/i;

/** The roles of a template; of alternatives the first. */
export const firstRoles = (roles: readonly TemplateRole[]): string[] => [
  ...new Set(roles.flatMap((role) => (typeof role === "string" ? [role] : (role.any_of[0] ?? [])))),
];

/** The standard that a test is compared with; null where none of the template's fits. */
export function roleOf({ unit, test }: TemplateTest, roles: readonly string[]): string | null {
  const fitting = roles.filter((role) => abouts[role]?.units.includes(unit));
  return fitting.find((role) => abouts[role]!.words?.test(test)) ?? fitting[0] ?? null;
}

/** Whether the device or the standard is set. */
export const settingOf = ({ test }: TemplateTest, role: string | null) =>
  READS_DEVICE.test(test) || (role !== null && abouts[role]?.isSource)
    ? ("set_std_read_duc" as const)
    : ("set_duc_read_std" as const);
