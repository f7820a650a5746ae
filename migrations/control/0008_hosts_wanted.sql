CREATE TABLE `purges` (
	`id` text PRIMARY KEY NOT NULL,
	`started_at` integer NOT NULL,
	`finished_at` integer,
	`rows` text DEFAULT '{}' NOT NULL,
	FOREIGN KEY (`id`) REFERENCES `companies`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
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
CREATE INDEX `domains_by_skeleton` ON `domains` (`skeleton`);