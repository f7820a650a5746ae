CREATE INDEX `scim_tokens_by_end` ON `scim_tokens` (`company_id`,`expires_at`) WHERE revoked_at is null;
--> statement-breakpoint
-- By hand
INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES
('scim_tokens','scim_tokens_by_end','250 25 1');
--> statement-breakpoint
ANALYZE sqlite_schema;
