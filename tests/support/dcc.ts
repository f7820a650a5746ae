type Parts = {
  head?: string;
  serial?: string;
  unit?: string;
  lists?: Partial<Lists>;
  more?: string;
};
type Lists = Record<"nominal" | "reference" | "measured" | "u", string>;

const list = (refType: string, values: string, unit: string, u = "") =>
  `<dcc:quantity refType="${refType}"><si:realListXMLList><si:valueXMLList>${values}</si:valueXMLList><si:unitXMLList>${unit}</si:unitXMLList>${u}</si:realListXMLList></dcc:quantity>`;
const uOf = (values: string) =>
  `<si:measurementUncertaintyUnivariateXMLList><si:expandedMUXMLList><si:valueExpandedMUXMLList>${values}</si:valueExpandedMUXMLList><si:coverageFactorXMLList>2</si:coverageFactorXMLList><si:coverageProbabilityXMLList>0.9545</si:coverageProbabilityXMLList></si:expandedMUXMLList></si:measurementUncertaintyUnivariateXMLList>`;
const influence = (refType: string, value: string, unit: string) =>
  `<dcc:influenceCondition refType="${refType}"><dcc:data><dcc:quantity><si:real><si:value>${value}</si:value><si:unit>${unit}</si:unit></si:real></dcc:quantity></dcc:data></dcc:influenceCondition>`;

/** A digital calibration certificate with one table of two points. All of it is invented. */
export function dccOf({
  head = "",
  serial = "SN-0001",
  unit = "\\joule",
  lists,
  more = "",
}: Parts) {
  const { nominal, reference, measured, u } = {
    ...{ nominal: "100 200", reference: "100.0 200.1", measured: "100.3 200.4", u: "1.0 2.0" },
    ...lists,
  };
  return `<?xml version="1.0" encoding="UTF-8"?>${head}
<dcc:digitalCalibrationCertificate schemaVersion="3.3.0" xmlns:dcc="https://ptb.de/dcc" xmlns:si="https://ptb.de/si">
<dcc:administrativeData>
<dcc:coreData><dcc:uniqueIdentifier>EXAMPLE-0001</dcc:uniqueIdentifier><dcc:beginPerformanceDate>2026-03-04</dcc:beginPerformanceDate><dcc:endPerformanceDate>2026-03-05</dcc:endPerformanceDate><dcc:issueDate>2026-03-06</dcc:issueDate></dcc:coreData>
<dcc:items><dcc:item><dcc:name><dcc:content lang="en">Analyser</dcc:content></dcc:name><dcc:identifications><dcc:identification><dcc:issuer>manufacturer</dcc:issuer><dcc:value>${serial}</dcc:value></dcc:identification></dcc:identifications></dcc:item></dcc:items>
<dcc:calibrationLaboratory><dcc:contact><dcc:name><dcc:content lang="en">Example &amp; Laboratory</dcc:content></dcc:name></dcc:contact></dcc:calibrationLaboratory>
</dcc:administrativeData>
<dcc:measurementResults><dcc:measurementResult>
<dcc:influenceConditions>${influence("basic_temperatureMin", "22.8", "\\degreecelsius")}${influence("basic_temperatureMax", "23.2", "\\degreecelsius")}${influence("basic_humidityRelative", "0.45", "\\one")}</dcc:influenceConditions>
<dcc:results><dcc:result><dcc:name><dcc:content lang="en">Energy</dcc:content></dcc:name><dcc:data><dcc:list>
${list("basic_nominalValue", nominal, unit)}${list("basic_referenceValue", reference, unit)}${list("basic_measuredValue", measured, unit)}${list("basic_measurementError", "0.3 0.3", unit, uOf(u))}
</dcc:list></dcc:data></dcc:result>${more}</dcc:results>
</dcc:measurementResult></dcc:measurementResults></dcc:digitalCalibrationCertificate>`;
}
