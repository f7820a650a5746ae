CREATE TABLE `asset_downtimes` (
	`company_id` text NOT NULL,
	`id` text NOT NULL,
	`created_at` integer NOT NULL,
	`created_by` text,
	`updated_at` integer NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`asset_id` text NOT NULL,
	`breakdown_id` text,
	`kind` text NOT NULL,
	`started_at` integer NOT NULL,
	`ended_at` integer,
	`reason` text,
	PRIMARY KEY(`company_id`, `id`),
	FOREIGN KEY (`company_id`,`asset_id`) REFERENCES `assets`(`company_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`company_id`,`breakdown_id`) REFERENCES `breakdowns`(`company_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "asset_downtimes_kind_known" CHECK("asset_downtimes"."kind" is null or "asset_downtimes"."kind" in ('unplanned', 'planned')),
	CONSTRAINT "downtime_ends_after_start" CHECK("asset_downtimes"."ended_at" is null or "asset_downtimes"."ended_at" > "asset_downtimes"."started_at"),
	CONSTRAINT "asset_downtimes_version_integer" CHECK(typeof("asset_downtimes"."version") in ('integer', 'null')),
	CONSTRAINT "asset_downtimes_started_at_integer" CHECK(typeof("asset_downtimes"."started_at") in ('integer', 'null')),
	CONSTRAINT "asset_downtimes_ended_at_integer" CHECK(typeof("asset_downtimes"."ended_at") in ('integer', 'null'))
);
--> statement-breakpoint
CREATE INDEX `asset_downtimes_by_asset` ON `asset_downtimes` (`company_id`,`asset_id`,`started_at`);
--> statement-breakpoint
CREATE INDEX `asset_downtimes_by_time` ON `asset_downtimes` (`company_id`,`started_at`,`ended_at`);
--> statement-breakpoint
CREATE INDEX `asset_downtimes_by_breakdown` ON `asset_downtimes` (`company_id`,`breakdown_id`) WHERE breakdown_id is not null;
--> statement-breakpoint
CREATE UNIQUE INDEX `one_open_downtime_per_asset` ON `asset_downtimes` (`company_id`,`asset_id`) WHERE ended_at is null;
--> statement-breakpoint
CREATE TABLE `asset_comparison_assets` (
	`company_id` text NOT NULL,
	`id` text NOT NULL,
	`comparison_id` text NOT NULL,
	`asset_id` text NOT NULL,
	`position` integer NOT NULL,
	PRIMARY KEY(`company_id`, `id`),
	FOREIGN KEY (`company_id`,`comparison_id`) REFERENCES `asset_comparisons`(`company_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`company_id`,`asset_id`) REFERENCES `assets`(`company_id`,`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `asset_comparison_assets_pair` ON `asset_comparison_assets` (`company_id`,`comparison_id`,`asset_id`);
--> statement-breakpoint
CREATE INDEX `asset_comparison_assets_by_asset` ON `asset_comparison_assets` (`company_id`,`asset_id`);
--> statement-breakpoint
CREATE TABLE `asset_comparisons` (
	`company_id` text NOT NULL,
	`id` text NOT NULL,
	`created_at` integer NOT NULL,
	`created_by` text,
	`updated_at` integer NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`name` text collate nocase NOT NULL,
	`period_from` text NOT NULL,
	`period_to` text NOT NULL,
	`metrics` text NOT NULL,
	`is_shared` integer DEFAULT false NOT NULL,
	`deleted_at` integer,
	PRIMARY KEY(`company_id`, `id`),
	CONSTRAINT "asset_comparisons_period_in_order" CHECK("asset_comparisons"."period_to" >= "asset_comparisons"."period_from"),
	CONSTRAINT "asset_comparisons_version_integer" CHECK(typeof("asset_comparisons"."version") in ('integer', 'null'))
);
--> statement-breakpoint
CREATE INDEX `asset_comparisons_by_owner` ON `asset_comparisons` (`company_id`,`created_by`,`name`);
--> statement-breakpoint
CREATE INDEX `asset_comparisons_by_name` ON `asset_comparisons` (`company_id`,`name`,`id`) WHERE deleted_at is null;
--> statement-breakpoint
CREATE TABLE `asset_transfer_lines` (
	`company_id` text NOT NULL,
	`id` text NOT NULL,
	`created_at` integer NOT NULL,
	`created_by` text,
	`updated_at` integer NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`transfer_id` text NOT NULL,
	`asset_id` text NOT NULL,
	`asset_code` text NOT NULL,
	`asset_name` text NOT NULL,
	`is_open` integer DEFAULT true NOT NULL,
	`accessory_ids` text DEFAULT '[]' NOT NULL,
	`condition_out` text NOT NULL,
	`condition_in` text,
	`status` text DEFAULT 'pending' NOT NULL,
	`discrepancy` text,
	`from_location_id` text,
	`from_room` text,
	`photo_media_id` text,
	PRIMARY KEY(`company_id`, `id`),
	FOREIGN KEY (`company_id`,`transfer_id`) REFERENCES `asset_transfers`(`company_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`company_id`,`asset_id`) REFERENCES `assets`(`company_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`company_id`,`from_location_id`) REFERENCES `locations`(`company_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`company_id`,`photo_media_id`) REFERENCES `media`(`company_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "asset_transfer_lines_status_known" CHECK("asset_transfer_lines"."status" is null or "asset_transfer_lines"."status" in ('pending', 'accepted', 'rejected')),
	CONSTRAINT "asset_transfer_lines_condition_out_known" CHECK("asset_transfer_lines"."condition_out" is null or "asset_transfer_lines"."condition_out" in ('good', 'fair', 'damaged')),
	CONSTRAINT "asset_transfer_lines_condition_in_known" CHECK("asset_transfer_lines"."condition_in" is null or "asset_transfer_lines"."condition_in" in ('good', 'fair', 'damaged'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `asset_transfer_lines_pair` ON `asset_transfer_lines` (`company_id`,`transfer_id`,`asset_id`);
--> statement-breakpoint
CREATE INDEX `asset_transfer_lines_by_asset` ON `asset_transfer_lines` (`company_id`,`asset_id`);
--> statement-breakpoint
CREATE UNIQUE INDEX `one_open_transfer_per_asset` ON `asset_transfer_lines` (`company_id`,`asset_id`) WHERE is_open = 1;
--> statement-breakpoint
CREATE TABLE `gate_pass_approvals` (
	`company_id` text NOT NULL,
	`id` text NOT NULL,
	`gate_pass_id` text NOT NULL,
	`level` integer NOT NULL,
	`user_id` text NOT NULL,
	`user_name` text NOT NULL,
	`decision` text NOT NULL,
	`note` text,
	`at` integer NOT NULL,
	PRIMARY KEY(`company_id`, `id`),
	FOREIGN KEY (`company_id`,`gate_pass_id`) REFERENCES `gate_passes`(`company_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`company_id`,`user_id`) REFERENCES `users`(`company_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "gate_pass_approvals_decision_known" CHECK("gate_pass_approvals"."decision" is null or "gate_pass_approvals"."decision" in ('approved', 'rejected'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `gate_pass_approvals_level` ON `gate_pass_approvals` (`company_id`,`gate_pass_id`,`level`);
--> statement-breakpoint
CREATE INDEX `gate_pass_approvals_by_user` ON `gate_pass_approvals` (`company_id`,`user_id`);
--> statement-breakpoint
CREATE TABLE `gate_pass_events` (
	`company_id` text NOT NULL,
	`id` text NOT NULL,
	`gate_pass_id` text NOT NULL,
	`status` text NOT NULL,
	`note` text,
	`actor_id` text,
	`actor_name` text NOT NULL,
	`at` integer NOT NULL,
	PRIMARY KEY(`company_id`, `id`),
	FOREIGN KEY (`company_id`,`gate_pass_id`) REFERENCES `gate_passes`(`company_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "gate_pass_events_status_known" CHECK("gate_pass_events"."status" is null or "gate_pass_events"."status" in ('draft', 'pending_approval', 'approved', 'rejected', 'out', 'partially_returned', 'returned', 'closed', 'cancelled', 'written_off'))
);
--> statement-breakpoint
CREATE INDEX `gate_pass_events_by_pass` ON `gate_pass_events` (`company_id`,`gate_pass_id`,`id`);
--> statement-breakpoint
CREATE TABLE `gate_pass_extensions` (
	`company_id` text NOT NULL,
	`id` text NOT NULL,
	`gate_pass_id` text NOT NULL,
	`old_on` text NOT NULL,
	`new_on` text NOT NULL,
	`reason` text NOT NULL,
	`actor_id` text,
	`actor_name` text NOT NULL,
	`at` integer NOT NULL,
	PRIMARY KEY(`company_id`, `id`),
	FOREIGN KEY (`company_id`,`gate_pass_id`) REFERENCES `gate_passes`(`company_id`,`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `gate_pass_extensions_by_pass` ON `gate_pass_extensions` (`company_id`,`gate_pass_id`,`id`);
--> statement-breakpoint
CREATE TABLE `transfer_events` (
	`company_id` text NOT NULL,
	`id` text NOT NULL,
	`transfer_id` text NOT NULL,
	`status` text NOT NULL,
	`note` text,
	`actor_id` text,
	`actor_name` text NOT NULL,
	`at` integer NOT NULL,
	PRIMARY KEY(`company_id`, `id`),
	FOREIGN KEY (`company_id`,`transfer_id`) REFERENCES `asset_transfers`(`company_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "transfer_events_status_known" CHECK("transfer_events"."status" is null or "transfer_events"."status" in ('draft', 'requested', 'approved', 'rejected', 'dispatched', 'received', 'received_with_discrepancy', 'returned', 'cancelled'))
);
--> statement-breakpoint
CREATE INDEX `transfer_events_by_transfer` ON `transfer_events` (`company_id`,`transfer_id`,`id`);
--> statement-breakpoint
ALTER TABLE `asset_transfers` ADD `returned_by` text;
--> statement-breakpoint
ALTER TABLE `breakdown_events` ADD `kind` text DEFAULT 'move' NOT NULL;
--> statement-breakpoint
ALTER TABLE `breakdown_events` ADD `media_ids` text DEFAULT '[]' NOT NULL;
--> statement-breakpoint
ALTER TABLE `breakdowns` ADD `held_at` integer;
--> statement-breakpoint
ALTER TABLE `breakdowns` ADD `is_repeat` integer DEFAULT false NOT NULL;
--> statement-breakpoint
ALTER TABLE `breakdowns` ADD `rating_note` text;
--> statement-breakpoint
ALTER TABLE `breakdowns` ADD `follow_token_hash` text;
--> statement-breakpoint
ALTER TABLE `breakdowns` ADD `vendor_told_at` integer;
--> statement-breakpoint
ALTER TABLE `breakdowns` ADD `clock_by` integer;
--> statement-breakpoint
ALTER TABLE `breakdowns` ADD `wake_at` integer;
--> statement-breakpoint
ALTER TABLE `breakdowns` ADD `escalated` text DEFAULT '[]' NOT NULL;
--> statement-breakpoint
CREATE INDEX `breakdowns_by_team` ON `breakdowns` (`company_id`,`assigned_team_id`,`status`) WHERE assigned_team_id is not null;
--> statement-breakpoint
CREATE UNIQUE INDEX `breakdowns_follow_token` ON `breakdowns` (`company_id`,`follow_token_hash`) WHERE follow_token_hash is not null;
--> statement-breakpoint
CREATE INDEX `breakdowns_open_by_clock` ON `breakdowns` (`company_id`,`clock_by`,`id`) WHERE status in ('new','acknowledged','assigned','in_progress','on_hold');
--> statement-breakpoint
CREATE INDEX `breakdowns_to_wake` ON `breakdowns` (`company_id`,`wake_at`) WHERE wake_at is not null;
--> statement-breakpoint
CREATE INDEX `breakdowns_by_contract` ON `breakdowns` (`company_id`,`contract_id`) WHERE contract_id is not null;
--> statement-breakpoint
ALTER TABLE `contracts` ADD `remarks` text;
--> statement-breakpoint
ALTER TABLE `gate_pass_lines` ADD `name` text DEFAULT '' NOT NULL;
--> statement-breakpoint
ALTER TABLE `gate_pass_lines` ADD `photo_media_id` text;
--> statement-breakpoint
CREATE INDEX `gate_pass_lines_by_item` ON `gate_pass_lines` (`company_id`,`stock_item_id`) WHERE stock_item_id is not null;
--> statement-breakpoint
ALTER TABLE `gate_passes` ADD `levels` integer DEFAULT 0 NOT NULL;
--> statement-breakpoint
ALTER TABLE `gate_passes` ADD `approver_ids` text DEFAULT '[]' NOT NULL;
--> statement-breakpoint
ALTER TABLE `gate_passes` ADD `submitted_by` text;
--> statement-breakpoint
ALTER TABLE `gate_passes` ADD `submitted_at` integer;
--> statement-breakpoint
ALTER TABLE `gate_passes` ADD `closed_by` text;
--> statement-breakpoint
ALTER TABLE `gate_passes` ADD `decision_reason` text;
--> statement-breakpoint
ALTER TABLE `gate_passes` ADD `chased_on` text;
--> statement-breakpoint
CREATE INDEX `gate_passes_by_breakdown` ON `gate_passes` (`company_id`,`breakdown_id`) WHERE breakdown_id is not null;
--> statement-breakpoint
CREATE INDEX `gate_passes_by_transfer` ON `gate_passes` (`company_id`,`transfer_id`) WHERE transfer_id is not null;
--> statement-breakpoint
CREATE TRIGGER transfer_events_no_update BEFORE UPDATE ON transfer_events BEGIN SELECT RAISE(ABORT, 'transfer_events_no_update'); END;
--> statement-breakpoint
CREATE TRIGGER transfer_events_no_delete BEFORE DELETE ON transfer_events BEGIN SELECT RAISE(ABORT, 'transfer_events_no_delete'); END;
--> statement-breakpoint
CREATE TRIGGER gate_pass_events_no_update BEFORE UPDATE ON gate_pass_events BEGIN SELECT RAISE(ABORT, 'gate_pass_events_no_update'); END;
--> statement-breakpoint
CREATE TRIGGER gate_pass_events_no_delete BEFORE DELETE ON gate_pass_events BEGIN SELECT RAISE(ABORT, 'gate_pass_events_no_delete'); END;
--> statement-breakpoint
CREATE TRIGGER gate_pass_approvals_no_update BEFORE UPDATE ON gate_pass_approvals BEGIN SELECT RAISE(ABORT, 'gate_pass_approvals_no_update'); END;
--> statement-breakpoint
CREATE TRIGGER gate_pass_approvals_no_delete BEFORE DELETE ON gate_pass_approvals BEGIN SELECT RAISE(ABORT, 'gate_pass_approvals_no_delete'); END;
--> statement-breakpoint
CREATE TRIGGER gate_pass_extensions_no_update BEFORE UPDATE ON gate_pass_extensions BEGIN SELECT RAISE(ABORT, 'gate_pass_extensions_no_update'); END;
--> statement-breakpoint
CREATE TRIGGER gate_pass_extensions_no_delete BEFORE DELETE ON gate_pass_extensions BEGIN SELECT RAISE(ABORT, 'gate_pass_extensions_no_delete'); END;
--> statement-breakpoint
INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES
('asset_comparison_assets','asset_comparison_assets_by_asset','5000 500 1'),
('asset_comparison_assets','asset_comparison_assets_pair','5000 500 1 1'),
('asset_comparison_assets','sqlite_autoindex_asset_comparison_assets_1','5000 500 1'),
('asset_comparisons','asset_comparisons_by_name','5000 500 10 1'),
('asset_comparisons','asset_comparisons_by_owner','5000 500 100 2'),
('asset_comparisons','sqlite_autoindex_asset_comparisons_1','5000 500 1'),
('asset_downtimes','asset_downtimes_by_asset','200000 20000 2 1'),
('asset_downtimes','asset_downtimes_by_breakdown','100000 10000 1'),
('asset_downtimes','asset_downtimes_by_time','200000 20000 1 1'),
('asset_downtimes','one_open_downtime_per_asset','10000 1000 1'),
('asset_downtimes','sqlite_autoindex_asset_downtimes_1','200000 20000 1'),
('asset_transfer_lines','asset_transfer_lines_by_asset','500000 50000 5'),
('asset_transfer_lines','asset_transfer_lines_pair','500000 50000 3 1'),
('asset_transfer_lines','one_open_transfer_per_asset','25000 2500 1'),
('asset_transfer_lines','sqlite_autoindex_asset_transfer_lines_1','500000 50000 1'),
('breakdowns','breakdowns_by_contract','100000 10000 20'),
('breakdowns','breakdowns_by_team','100000 10000 20 4'),
('breakdowns','breakdowns_follow_token','100000 10000 1'),
('breakdowns','breakdowns_open_by_clock','10000 1000 200 1'),
('breakdowns','breakdowns_to_wake','100000 10000 1'),
('gate_pass_approvals','gate_pass_approvals_by_user','200000 20000 40'),
('gate_pass_approvals','gate_pass_approvals_level','200000 20000 1 1'),
('gate_pass_approvals','sqlite_autoindex_gate_pass_approvals_1','200000 20000 1'),
('gate_pass_events','gate_pass_events_by_pass','1000000 100000 5 1'),
('gate_pass_events','sqlite_autoindex_gate_pass_events_1','1000000 100000 1'),
('gate_pass_extensions','gate_pass_extensions_by_pass','5000 500 1 1'),
('gate_pass_extensions','sqlite_autoindex_gate_pass_extensions_1','5000 500 1'),
('gate_pass_lines','gate_pass_lines_by_item','250000 25000 5'),
('gate_passes','gate_passes_by_breakdown','100000 10000 1'),
('gate_passes','gate_passes_by_transfer','100000 10000 1'),
('transfer_events','sqlite_autoindex_transfer_events_1','1000000 100000 1'),
('transfer_events','transfer_events_by_transfer','1000000 100000 5 1');
--> statement-breakpoint
ANALYZE sqlite_schema;
