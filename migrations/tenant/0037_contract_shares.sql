INSERT INTO "counters" ("company_id", "id", "value")
SELECT "company_id", 'contracts.shared:' || "contract_id", sum("value_share_minor") FROM "contract_assets"
WHERE "to_on" IS NULL AND "value_share_minor" IS NOT NULL GROUP BY "company_id", "contract_id"
ON CONFLICT ("company_id", "id") DO UPDATE SET "value" = excluded."value";
