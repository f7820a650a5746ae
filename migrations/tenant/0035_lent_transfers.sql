ALTER TABLE `asset_transfer_lines` ADD `condition_back` text;--> statement-breakpoint
CREATE INDEX `asset_transfers_lent` ON `asset_transfers` (`company_id`,`due_back_on`,`id`) WHERE kind = 'temporary' and returned_at is null and status in ('received', 'received_with_discrepancy');--> statement-breakpoint
INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES
('asset_transfers','asset_transfers_lent','10000 1000 1 1');
--> statement-breakpoint
ANALYZE sqlite_schema;
