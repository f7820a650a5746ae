CREATE TABLE `webhook_deliveries` (
	`company_id` text NOT NULL,
	`id` text NOT NULL,
	`created_at` integer NOT NULL,
	`created_by` text,
	`updated_at` integer NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`endpoint_id` text NOT NULL,
	`event_id` text NOT NULL,
	`event` text NOT NULL,
	`payload` text NOT NULL,
	`status` text DEFAULT 'waiting' NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`next_at` integer,
	`last_at` integer,
	`last_status` integer,
	`last_ms` integer,
	`last_error` text,
	`last_answer` text,
	PRIMARY KEY(`company_id`, `id`),
	FOREIGN KEY (`company_id`,`endpoint_id`) REFERENCES `webhook_endpoints`(`company_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "webhook_deliveries_status_known" CHECK("webhook_deliveries"."status" is null or "webhook_deliveries"."status" in ('waiting', 'delivered', 'failed')),
	CONSTRAINT "webhook_deliveries_version_integer" CHECK(typeof("webhook_deliveries"."version") in ('integer', 'null')),
	CONSTRAINT "webhook_deliveries_attempts_integer" CHECK(typeof("webhook_deliveries"."attempts") in ('integer', 'null')),
	CONSTRAINT "webhook_deliveries_last_status_integer" CHECK(typeof("webhook_deliveries"."last_status") in ('integer', 'null')),
	CONSTRAINT "webhook_deliveries_last_ms_integer" CHECK(typeof("webhook_deliveries"."last_ms") in ('integer', 'null'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `webhook_deliveries_once` ON `webhook_deliveries` (`company_id`,`endpoint_id`,`event_id`);--> statement-breakpoint
CREATE INDEX `webhook_deliveries_newest` ON `webhook_deliveries` (`company_id`,`endpoint_id`,`id`);--> statement-breakpoint
CREATE INDEX `webhook_deliveries_by_status` ON `webhook_deliveries` (`company_id`,`endpoint_id`,`status`,`id`);--> statement-breakpoint
CREATE INDEX `webhook_deliveries_due` ON `webhook_deliveries` (`company_id`,`next_at`) WHERE next_at is not null;--> statement-breakpoint
CREATE INDEX `webhook_deliveries_due_at` ON `webhook_deliveries` (`company_id`,`endpoint_id`,`next_at`) WHERE next_at is not null;--> statement-breakpoint
CREATE TABLE `webhook_endpoints` (
	`company_id` text NOT NULL,
	`id` text NOT NULL,
	`created_at` integer NOT NULL,
	`created_by` text,
	`updated_at` integer NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`name` text collate nocase NOT NULL,
	`url` text NOT NULL,
	`events` text DEFAULT '[]' NOT NULL,
	`secret` text NOT NULL,
	`former_secret` text,
	`former_until` integer,
	`disabled_at` integer,
	`disabled_reason` text,
	`failing_since` integer,
	`deleted_at` integer,
	PRIMARY KEY(`company_id`, `id`),
	CONSTRAINT "webhook_endpoints_reason_known" CHECK("webhook_endpoints"."disabled_reason" is null or "webhook_endpoints"."disabled_reason" in ('by_admin', 'gone', 'failing')),
	CONSTRAINT "webhook_endpoints_version_integer" CHECK(typeof("webhook_endpoints"."version") in ('integer', 'null'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `webhook_endpoints_name` ON `webhook_endpoints` (`company_id`,`name`) WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX `webhook_endpoints_listening` ON `webhook_endpoints` (`company_id`,`id`) WHERE disabled_at is null and deleted_at is null;--> statement-breakpoint
INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES
('webhook_deliveries','sqlite_autoindex_webhook_deliveries_1','500000 50000 1'),
('webhook_deliveries','webhook_deliveries_by_status','500000 50000 2500 500 1'),
('webhook_deliveries','webhook_deliveries_due','250000 25000 1'),
('webhook_deliveries','webhook_deliveries_due_at','250000 25000 1250 1'),
('webhook_deliveries','webhook_deliveries_newest','500000 50000 2500 1'),
('webhook_deliveries','webhook_deliveries_once','500000 50000 2500 1'),
('webhook_endpoints','sqlite_autoindex_webhook_endpoints_1','200 20 1'),
('webhook_endpoints','webhook_endpoints_listening','10 1 1'),
('webhook_endpoints','webhook_endpoints_name','200 20 1');
--> statement-breakpoint
ANALYZE sqlite_schema;
