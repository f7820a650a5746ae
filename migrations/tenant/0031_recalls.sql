CREATE TABLE `recall_asset_events` (
	`company_id` text NOT NULL,
	`id` text NOT NULL,
	`recall_asset_id` text NOT NULL,
	`status` text NOT NULL,
	`note` text,
	`actor_id` text,
	`actor_name` text NOT NULL,
	`at` integer NOT NULL,
	PRIMARY KEY(`company_id`, `id`),
	FOREIGN KEY (`company_id`,`recall_asset_id`) REFERENCES `recall_assets`(`company_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "recall_asset_events_status_known" CHECK("recall_asset_events"."status" is null or "recall_asset_events"."status" in ('to_decide', 'affected', 'not_affected', 'done', 'gone'))
);
--> statement-breakpoint
CREATE INDEX `recall_asset_events_by_line` ON `recall_asset_events` (`company_id`,`recall_asset_id`,`id`);--> statement-breakpoint
CREATE TABLE `recall_assets` (
	`company_id` text NOT NULL,
	`id` text NOT NULL,
	`created_at` integer NOT NULL,
	`created_by` text,
	`updated_at` integer NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`recall_id` text NOT NULL,
	`asset_id` text NOT NULL,
	`certainty` text NOT NULL,
	`reasons` text NOT NULL,
	`status` text DEFAULT 'to_decide' NOT NULL,
	`breakdown_id` text,
	`answered_by` text,
	`answered_at` integer,
	PRIMARY KEY(`company_id`, `id`),
	FOREIGN KEY (`company_id`,`recall_id`) REFERENCES `recalls`(`company_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`company_id`,`asset_id`) REFERENCES `assets`(`company_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`company_id`,`breakdown_id`) REFERENCES `breakdowns`(`company_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "recall_assets_status_known" CHECK("recall_assets"."status" is null or "recall_assets"."status" in ('to_decide', 'affected', 'not_affected', 'done', 'gone')),
	CONSTRAINT "recall_assets_certainty_known" CHECK("recall_assets"."certainty" is null or "recall_assets"."certainty" in ('certain', 'near')),
	CONSTRAINT "recall_assets_version_integer" CHECK(typeof("recall_assets"."version") in ('integer', 'null'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `recall_assets_pair` ON `recall_assets` (`company_id`,`recall_id`,`asset_id`);--> statement-breakpoint
CREATE INDEX `recall_assets_by_recall` ON `recall_assets` (`company_id`,`recall_id`,`id`);--> statement-breakpoint
CREATE INDEX `recall_assets_by_asset` ON `recall_assets` (`company_id`,`asset_id`,`status`);--> statement-breakpoint
CREATE INDEX `recall_assets_by_call` ON `recall_assets` (`company_id`,`breakdown_id`) WHERE breakdown_id is not null;--> statement-breakpoint
CREATE TABLE `recall_queue` (
	`company_id` text NOT NULL,
	`id` text NOT NULL,
	`at` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`company_id`, `id`)
);
--> statement-breakpoint
CREATE INDEX `recall_queue_waiting` ON `recall_queue` (`company_id`,`id`);--> statement-breakpoint
CREATE TABLE `recalls` (
	`company_id` text NOT NULL,
	`id` text NOT NULL,
	`created_at` integer NOT NULL,
	`created_by` text,
	`updated_at` integer NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`archived_at` integer,
	`deleted_at` integer,
	`source` text collate nocase NOT NULL,
	`number` text collate nocase NOT NULL,
	`title` text NOT NULL,
	`maker` text NOT NULL,
	`models` text,
	`serials` text,
	`lots` text,
	`software_versions` text,
	`advice` text,
	`link` text,
	`noticed_on` text NOT NULL,
	`due_on` text,
	`order_on` text NOT NULL,
	`matched_to` text DEFAULT '',
	`device_count` integer DEFAULT 0 NOT NULL,
	`open_count` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`company_id`, `id`),
	CONSTRAINT "recalls_version_integer" CHECK(typeof("recalls"."version") in ('integer', 'null')),
	CONSTRAINT "recalls_device_count_integer" CHECK(typeof("recalls"."device_count") in ('integer', 'null')),
	CONSTRAINT "recalls_open_count_integer" CHECK(typeof("recalls"."open_count") in ('integer', 'null'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `recalls_number` ON `recalls` (`company_id`,`source`,`number`) WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX `recalls_by_order` ON `recalls` (`company_id`,`order_on`,`id`) WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX `recalls_by_number` ON `recalls` (`company_id`,`number`,`id`) WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX `recalls_to_match` ON `recalls` (`company_id`,`id`) WHERE matched_to is not null;--> statement-breakpoint
ALTER TABLE `asset_comparisons` ADD `asset_codes` text DEFAULT '[]' NOT NULL;--> statement-breakpoint
CREATE TRIGGER recall_asset_events_no_update BEFORE UPDATE ON recall_asset_events BEGIN SELECT RAISE(ABORT, 'recall_asset_events_no_update'); END;
--> statement-breakpoint
CREATE TRIGGER recall_asset_events_no_delete BEFORE DELETE ON recall_asset_events BEGIN SELECT RAISE(ABORT, 'recall_asset_events_no_delete'); END;
--> statement-breakpoint
CREATE TRIGGER recall_queue_new_asset AFTER INSERT ON assets
WHEN EXISTS (SELECT 1 FROM recalls WHERE company_id = NEW.company_id AND deleted_at IS NULL)
BEGIN INSERT OR IGNORE INTO recall_queue (company_id, id) VALUES (NEW.company_id, NEW.id); END;
--> statement-breakpoint
CREATE TRIGGER recall_queue_changed_asset AFTER UPDATE OF make, model, serial_no, lifecycle, deleted_at ON assets
WHEN (NEW.make IS NOT OLD.make OR NEW.model IS NOT OLD.model OR NEW.serial_no IS NOT OLD.serial_no OR NEW.lifecycle IS NOT OLD.lifecycle OR NEW.deleted_at IS NOT OLD.deleted_at)
  AND EXISTS (SELECT 1 FROM recalls WHERE company_id = NEW.company_id AND deleted_at IS NULL)
BEGIN INSERT OR IGNORE INTO recall_queue (company_id, id) VALUES (NEW.company_id, NEW.id); END;
--> statement-breakpoint
CREATE TRIGGER recall_queue_changed_details AFTER UPDATE OF udi, software_version ON asset_details
WHEN (NEW.udi IS NOT OLD.udi OR NEW.software_version IS NOT OLD.software_version)
  AND EXISTS (SELECT 1 FROM recalls WHERE company_id = NEW.company_id AND deleted_at IS NULL)
BEGIN INSERT OR IGNORE INTO recall_queue (company_id, id) VALUES (NEW.company_id, NEW.id); END;
--> statement-breakpoint
CREATE TRIGGER recall_queue_moved_call AFTER UPDATE OF status ON breakdowns
WHEN NEW.status IS NOT OLD.status
  AND EXISTS (SELECT 1 FROM recall_assets WHERE company_id = NEW.company_id AND breakdown_id = NEW.id)
BEGIN INSERT OR IGNORE INTO recall_queue (company_id, id) VALUES (NEW.company_id, NEW.asset_id); END;
