CREATE TABLE `admin_directory` (
	`id` text PRIMARY KEY NOT NULL,
	`company_id` text NOT NULL,
	`user_id` text NOT NULL,
	`name` text collate nocase NOT NULL,
	`email` text collate nocase NOT NULL,
	`phone` text,
	`status` text NOT NULL,
	`last_login_at` integer,
	`user_version` integer NOT NULL,
	`refusal` text,
	FOREIGN KEY (`company_id`) REFERENCES `companies`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "admin_directory_status_known" CHECK("admin_directory"."status" is null or "admin_directory"."status" in ('invited', 'active', 'suspended', 'left')),
	CONSTRAINT "admin_directory_user_version_integer" CHECK(typeof("admin_directory"."user_version") in ('integer', 'null'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `admin_directory_pair` ON `admin_directory` (`company_id`,`user_id`);--> statement-breakpoint
CREATE INDEX `admin_directory_by_name` ON `admin_directory` (`name`,`id`);--> statement-breakpoint
CREATE INDEX `admin_directory_by_status` ON `admin_directory` (`status`,`name`,`id`);--> statement-breakpoint
CREATE INDEX `admin_directory_by_company` ON `admin_directory` (`company_id`,`name`,`id`);--> statement-breakpoint
CREATE TABLE `company_usage` (
	`id` text PRIMARY KEY NOT NULL,
	`company_id` text NOT NULL,
	`day` text NOT NULL,
	`asset_count` integer NOT NULL,
	`user_count` integer NOT NULL,
	`storage_bytes` integer NOT NULL,
	FOREIGN KEY (`company_id`) REFERENCES `companies`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "company_usage_asset_count_integer" CHECK(typeof("company_usage"."asset_count") in ('integer', 'null')),
	CONSTRAINT "company_usage_user_count_integer" CHECK(typeof("company_usage"."user_count") in ('integer', 'null')),
	CONSTRAINT "company_usage_storage_bytes_integer" CHECK(typeof("company_usage"."storage_bytes") in ('integer', 'null'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `company_usage_day` ON `company_usage` (`company_id`,`day`);--> statement-breakpoint
CREATE TABLE `domain_requests` (
	`id` text PRIMARY KEY NOT NULL,
	`created_at` integer NOT NULL,
	`created_by` text,
	`updated_at` integer NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`kind` text NOT NULL,
	`company_id` text,
	`requested_by` text,
	`requester_name` text NOT NULL,
	`requester_email` text collate nocase NOT NULL,
	`requester_phone` text,
	`company_name` text collate nocase,
	`company_kind` text,
	`country` text,
	`hostname` text collate nocase NOT NULL,
	`skeleton` text GENERATED ALWAYS AS (replace(replace(replace(replace(replace(replace(replace(lower("hostname"), '-', ''), '0', 'o'), '1', 'l'), 'i', 'l'), '5', 's'), 'rn', 'm'), 'vv', 'w')) VIRTUAL,
	`service_type` integer,
	`note` text,
	`status` text NOT NULL,
	`proof` text,
	`dns_target` text,
	`dns_checked_at` integer,
	`verified_at` integer,
	`decided_by` text,
	`decided_at` integer,
	`reason` text,
	`expires_at` integer NOT NULL,
	`ip_hash` text,
	FOREIGN KEY (`company_id`) REFERENCES `companies`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "domain_requests_kind_known" CHECK("domain_requests"."kind" is null or "domain_requests"."kind" in ('new_company', 'subdomain', 'custom_domain')),
	CONSTRAINT "domain_requests_status_known" CHECK("domain_requests"."status" is null or "domain_requests"."status" in ('pending', 'approved', 'dns_pending', 'active', 'rejected', 'cancelled', 'expired')),
	CONSTRAINT "domain_requests_version_integer" CHECK(typeof("domain_requests"."version") in ('integer', 'null'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `domain_requests_one_open` ON `domain_requests` (`company_id`) WHERE status in ('pending', 'approved', 'dns_pending');--> statement-breakpoint
CREATE UNIQUE INDEX `domain_requests_one_open_host` ON `domain_requests` (`hostname`) WHERE status in ('pending', 'approved', 'dns_pending');--> statement-breakpoint
CREATE INDEX `domain_requests_by_company` ON `domain_requests` (`company_id`,`id`) WHERE company_id is not null;--> statement-breakpoint
CREATE INDEX `domain_requests_by_status` ON `domain_requests` (`status`,`id`);--> statement-breakpoint
CREATE INDEX `domain_requests_by_skeleton` ON `domain_requests` (`skeleton`);--> statement-breakpoint
CREATE INDEX `domain_requests_by_network` ON `domain_requests` (`ip_hash`,`id`) WHERE ip_hash is not null;--> statement-breakpoint
CREATE INDEX `domain_requests_by_end` ON `domain_requests` (`expires_at`) WHERE status in ('pending', 'approved', 'dns_pending');--> statement-breakpoint
CREATE TABLE `signups` (
	`id` text PRIMARY KEY NOT NULL,
	`created_at` integer NOT NULL,
	`created_by` text,
	`updated_at` integer NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`company_name` text collate nocase NOT NULL,
	`hostname` text collate nocase NOT NULL,
	`skeleton` text GENERATED ALWAYS AS (replace(replace(replace(replace(replace(replace(replace(lower("hostname"), '-', ''), '0', 'o'), '1', 'l'), 'i', 'l'), '5', 's'), 'rn', 'm'), 'vv', 'w')) VIRTUAL,
	`admin_name` text NOT NULL,
	`email` text collate nocase NOT NULL,
	`country` text NOT NULL,
	`currency` text NOT NULL,
	`time_zone` text NOT NULL,
	`service_type` integer NOT NULL,
	`token_hash` text NOT NULL,
	`expires_at` integer NOT NULL,
	`verified_at` integer,
	`company_id` text,
	`ip_hash` text NOT NULL,
	FOREIGN KEY (`company_id`) REFERENCES `companies`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "signups_service_type_known" CHECK("signups"."service_type" in (0, 1, 2)),
	CONSTRAINT "signups_version_integer" CHECK(typeof("signups"."version") in ('integer', 'null'))
);
--> statement-breakpoint
CREATE INDEX `signups_by_hostname` ON `signups` (`hostname`);--> statement-breakpoint
CREATE INDEX `signups_by_skeleton` ON `signups` (`skeleton`);--> statement-breakpoint
CREATE INDEX `signups_by_email` ON `signups` (`email`,`id`);--> statement-breakpoint
CREATE INDEX `signups_by_network` ON `signups` (`ip_hash`,`id`);--> statement-breakpoint
CREATE INDEX `signups_by_company` ON `signups` (`company_id`) WHERE company_id is not null;--> statement-breakpoint
ALTER TABLE `domains` ADD `skeleton` text GENERATED ALWAYS AS (replace(replace(replace(replace(replace(replace(replace(lower("hostname"), '-', ''), '0', 'o'), '1', 'l'), 'i', 'l'), '5', 's'), 'rn', 'm'), 'vv', 'w')) VIRTUAL;--> statement-breakpoint
CREATE INDEX `domains_by_skeleton` ON `domains` (`skeleton`);--> statement-breakpoint
CREATE INDEX `companies_by_storage` ON `companies` (`storage_bytes`);--> statement-breakpoint
CREATE INDEX `platform_activity_log_by_company` ON `platform_activity_log` (`company_id`,`id`) WHERE company_id is not null;--> statement-breakpoint
CREATE INDEX `subscriptions_by_price` ON `subscriptions` (`status`,`plan_version_id`,`billing`);--> statement-breakpoint
CREATE INDEX `support_tickets_of_company` ON `support_tickets` (`company_id`,`id`);