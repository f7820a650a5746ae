DROP INDEX `asset_transfers_by_status`;--> statement-breakpoint
DROP INDEX `asset_transfers_by_target`;--> statement-breakpoint
DROP INDEX `asset_transfers_by_source`;--> statement-breakpoint
ALTER TABLE `asset_transfers` ADD `asset_count` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `asset_transfers` ADD `first_asset` text DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE INDEX `asset_transfers_lent` ON `asset_transfers` (`company_id`,`id`) WHERE kind = 'temporary' and returned_at is null and status in ('received', 'received_with_discrepancy');--> statement-breakpoint
CREATE INDEX `asset_transfers_due_back` ON `asset_transfers` (`company_id`,`due_back_on`,`id`) WHERE kind = 'temporary' and returned_at is null and status in ('received', 'received_with_discrepancy');--> statement-breakpoint
CREATE INDEX `asset_transfers_by_status` ON `asset_transfers` (`company_id`,`status`,`id`);--> statement-breakpoint
CREATE INDEX `asset_transfers_by_target` ON `asset_transfers` (`company_id`,`to_department_id`,`status`,`id`);--> statement-breakpoint
CREATE INDEX `asset_transfers_by_source` ON `asset_transfers` (`company_id`,`from_department_id`,`status`,`id`);--> statement-breakpoint
ALTER TABLE `asset_transfer_lines` ADD `condition_back` text;--> statement-breakpoint
INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES
('asset_transfers','asset_transfers_by_source','200000 20000 200 40 1'),
('asset_transfers','asset_transfers_by_status','200000 20000 4000 1'),
('asset_transfers','asset_transfers_by_target','200000 20000 200 40 1'),
('asset_transfers','asset_transfers_due_back','10000 1000 1 1'),
('asset_transfers','asset_transfers_lent','10000 1000 1');--> statement-breakpoint
ANALYZE sqlite_schema;
