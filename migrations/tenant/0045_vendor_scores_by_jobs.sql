CREATE INDEX `vendor_scores_by_jobs` ON `vendor_scores` (`company_id`,`jobs`,`id`);
--> statement-breakpoint
INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES ('vendor_scores','vendor_scores_by_jobs','5000 500 100 1');
--> statement-breakpoint
ANALYZE sqlite_schema;
