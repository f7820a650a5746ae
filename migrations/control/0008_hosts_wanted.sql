CREATE TABLE `access_grants` (
	`id` text PRIMARY KEY NOT NULL,
	`created_at` integer NOT NULL,
	`created_by` text,
	`updated_at` integer NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`staff_id` text NOT NULL,
	`company_id` text NOT NULL,
	`session_id` text NOT NULL,
	`reason` text NOT NULL,
	`is_write` integer DEFAULT false NOT NULL,
	`starts_at` integer NOT NULL,
	`ends_at` integer NOT NULL,
	`ticket_hash` text,
	`ticket_ends_at` integer,
	`revoked_at` integer,
	`ending` text,
	FOREIGN KEY (`staff_id`) REFERENCES `staff`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`company_id`) REFERENCES `companies`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "access_grants_reason_length" CHECK(length("access_grants"."reason") between 10 and 500),
	CONSTRAINT "access_grants_four_hours_at_most" CHECK("access_grants"."ends_at" > "access_grants"."starts_at" and "access_grants"."ends_at" - "access_grants"."starts_at" <= 14400000),
	CONSTRAINT "access_grants_ended_in_a_way" CHECK(("access_grants"."revoked_at" is null) = ("access_grants"."ending" is null)),
	CONSTRAINT "access_grants_ending_known" CHECK("access_grants"."ending" is null or "access_grants"."ending" in ('left', 'revoked', 'ran_out')),
	CONSTRAINT "access_grants_version_integer" CHECK(typeof("access_grants"."version") in ('integer', 'null')),
	CONSTRAINT "access_grants_starts_at_integer" CHECK(typeof("access_grants"."starts_at") in ('integer', 'null')),
	CONSTRAINT "access_grants_ends_at_integer" CHECK(typeof("access_grants"."ends_at") in ('integer', 'null')),
	CONSTRAINT "access_grants_ticket_ends_at_integer" CHECK(typeof("access_grants"."ticket_ends_at") in ('integer', 'null')),
	CONSTRAINT "access_grants_revoked_at_integer" CHECK(typeof("access_grants"."revoked_at") in ('integer', 'null'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `access_grants_one_open` ON `access_grants` (`staff_id`,`company_id`) WHERE revoked_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX `access_grants_ticket_hash` ON `access_grants` (`ticket_hash`) WHERE ticket_hash is not null;--> statement-breakpoint
CREATE INDEX `access_grants_by_end` ON `access_grants` (`ends_at`,`id`) WHERE revoked_at is null;--> statement-breakpoint
CREATE INDEX `access_grants_by_staff` ON `access_grants` (`staff_id`,`id`);--> statement-breakpoint
CREATE INDEX `access_grants_by_company` ON `access_grants` (`company_id`,`id`);--> statement-breakpoint
CREATE TABLE `company_closings` (
	`id` text PRIMARY KEY NOT NULL,
	`created_at` integer NOT NULL,
	`created_by` text,
	`updated_at` integer NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`company_id` text NOT NULL,
	`kind` text NOT NULL,
	`status` text NOT NULL,
	`is_by_company` integer DEFAULT false NOT NULL,
	`asked_by` text NOT NULL,
	`asked_by_name` text NOT NULL,
	`reason` text,
	`expires_at` integer NOT NULL,
	`decided_by` text,
	`decided_by_name` text,
	`decided_at` integer,
	`before` text,
	FOREIGN KEY (`company_id`) REFERENCES `companies`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "company_closings_kind_known" CHECK("company_closings"."kind" is null or "company_closings"."kind" in ('close', 'reopen')),
	CONSTRAINT "company_closings_status_known" CHECK("company_closings"."status" is null or "company_closings"."status" in ('open', 'confirmed', 'withdrawn', 'lapsed')),
	CONSTRAINT "company_closings_two_people" CHECK("company_closings"."status" <> 'confirmed' or "company_closings"."is_by_company" = 1 or ("company_closings"."decided_by" is not null and "company_closings"."decided_by" <> "company_closings"."asked_by")),
	CONSTRAINT "company_closings_version_integer" CHECK(typeof("company_closings"."version") in ('integer', 'null'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `company_closings_one_open` ON `company_closings` (`company_id`) WHERE status = 'open';--> statement-breakpoint
CREATE INDEX `company_closings_by_company` ON `company_closings` (`company_id`,`id`);--> statement-breakpoint
CREATE TABLE `company_exports` (
	`id` text PRIMARY KEY NOT NULL,
	`created_at` integer NOT NULL,
	`created_by` text,
	`updated_at` integer NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`company_id` text NOT NULL,
	`requested_by` text NOT NULL,
	`requester_name` text NOT NULL,
	`requester_email` text NOT NULL,
	`status` text NOT NULL,
	`cursor` text,
	`parts` integer DEFAULT 0 NOT NULL,
	`bytes` integer DEFAULT 0 NOT NULL,
	`counts` text DEFAULT '{}' NOT NULL,
	`failures` integer DEFAULT 0 NOT NULL,
	`error` text,
	`finished_at` integer,
	`ready_until` integer,
	FOREIGN KEY (`company_id`) REFERENCES `companies`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "company_exports_status_known" CHECK("company_exports"."status" is null or "company_exports"."status" in ('queued', 'running', 'ready', 'failed', 'expired')),
	CONSTRAINT "company_exports_version_integer" CHECK(typeof("company_exports"."version") in ('integer', 'null')),
	CONSTRAINT "company_exports_parts_integer" CHECK(typeof("company_exports"."parts") in ('integer', 'null')),
	CONSTRAINT "company_exports_bytes_integer" CHECK(typeof("company_exports"."bytes") in ('integer', 'null')),
	CONSTRAINT "company_exports_failures_integer" CHECK(typeof("company_exports"."failures") in ('integer', 'null'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `company_exports_one_at_work` ON `company_exports` (`company_id`) WHERE status in ('queued', 'running');--> statement-breakpoint
CREATE INDEX `company_exports_by_company` ON `company_exports` (`company_id`,`id`);--> statement-breakpoint
CREATE INDEX `company_exports_at_work` ON `company_exports` (`id`) WHERE status in ('queued', 'running');--> statement-breakpoint
CREATE INDEX `company_exports_by_end` ON `company_exports` (`ready_until`) WHERE status = 'ready';--> statement-breakpoint
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
CREATE INDEX `admin_directory_by_email` ON `admin_directory` (`email`);--> statement-breakpoint
CREATE INDEX `admin_directory_by_company` ON `admin_directory` (`company_id`,`name`,`id`);--> statement-breakpoint
CREATE TABLE `company_usage` (
	`id` text PRIMARY KEY NOT NULL,
	`company_id` text NOT NULL,
	`day` text NOT NULL,
	`asset_count` integer NOT NULL,
	`user_count` integer NOT NULL,
	`storage_bytes` integer NOT NULL,
	`certificate_count` integer DEFAULT 0 NOT NULL,
	FOREIGN KEY (`company_id`) REFERENCES `companies`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "company_usage_asset_count_integer" CHECK(typeof("company_usage"."asset_count") in ('integer', 'null')),
	CONSTRAINT "company_usage_user_count_integer" CHECK(typeof("company_usage"."user_count") in ('integer', 'null')),
	CONSTRAINT "company_usage_storage_bytes_integer" CHECK(typeof("company_usage"."storage_bytes") in ('integer', 'null')),
	CONSTRAINT "company_usage_certificate_count_integer" CHECK(typeof("company_usage"."certificate_count") in ('integer', 'null'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `company_usage_day` ON `company_usage` (`company_id`,`day`);--> statement-breakpoint
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
	CONSTRAINT "domain_requests_status_known" CHECK("domain_requests"."status" is null or "domain_requests"."status" in ('pending', 'dns_pending', 'active', 'rejected', 'cancelled', 'expired')),
	CONSTRAINT "domain_requests_company_kind_known" CHECK("domain_requests"."company_kind" is null or "domain_requests"."company_kind" in ('hospital', 'clinic', 'diagnostic', 'service_company', 'other')),
	CONSTRAINT "domain_requests_service_type_known" CHECK("domain_requests"."service_type" in (0, 1, 2)),
	CONSTRAINT "domain_requests_proved" CHECK(not ("domain_requests"."kind" = 'custom_domain' and "domain_requests"."status" = 'active' and "domain_requests"."verified_at" is null)),
	CONSTRAINT "domain_requests_version_integer" CHECK(typeof("domain_requests"."version") in ('integer', 'null'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `domain_requests_one_open` ON `domain_requests` (`company_id`) WHERE status in ('pending', 'dns_pending');--> statement-breakpoint
CREATE UNIQUE INDEX `domain_requests_one_open_host` ON `domain_requests` (`hostname`) WHERE status in ('pending', 'dns_pending');--> statement-breakpoint
CREATE INDEX `domain_requests_by_company` ON `domain_requests` (`company_id`,`id`) WHERE company_id is not null;--> statement-breakpoint
CREATE INDEX `domain_requests_by_status` ON `domain_requests` (`status`,`id`);--> statement-breakpoint
CREATE INDEX `domain_requests_by_kind` ON `domain_requests` (`kind`,`id`);--> statement-breakpoint
CREATE INDEX `domain_requests_by_skeleton` ON `domain_requests` (`skeleton`);--> statement-breakpoint
CREATE INDEX `domain_requests_by_address` ON `domain_requests` (`requester_email`) WHERE status in ('pending', 'dns_pending');--> statement-breakpoint
CREATE INDEX `domain_requests_by_network` ON `domain_requests` (`ip_hash`,`id`) WHERE ip_hash is not null;--> statement-breakpoint
CREATE INDEX `domain_requests_by_end` ON `domain_requests` (`expires_at`) WHERE status in ('pending', 'dns_pending');--> statement-breakpoint
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
DROP INDEX `companies_by_status`;--> statement-breakpoint
DROP INDEX `companies_by_shard`;--> statement-breakpoint
ALTER TABLE `companies` ADD `plan_id` text REFERENCES plans(id);--> statement-breakpoint
CREATE INDEX `companies_by_plan` ON `companies` (`plan_id`,`name`,`id`);--> statement-breakpoint
CREATE INDEX `companies_by_country` ON `companies` (`country`,`name`,`id`);--> statement-breakpoint
CREATE INDEX `companies_of_status` ON `companies` (`status`,`id`);--> statement-breakpoint
CREATE INDEX `companies_of_plan` ON `companies` (`plan_id`,`id`);--> statement-breakpoint
CREATE INDEX `companies_of_country` ON `companies` (`country`,`id`);--> statement-breakpoint
CREATE INDEX `companies_of_shard` ON `companies` (`shard_id`,`id`);--> statement-breakpoint
CREATE INDEX `companies_by_storage` ON `companies` (`storage_bytes`);--> statement-breakpoint
CREATE INDEX `companies_by_status` ON `companies` (`status`,`name`,`id`);--> statement-breakpoint
CREATE INDEX `companies_by_shard` ON `companies` (`shard_id`,`name`,`id`);--> statement-breakpoint
ALTER TABLE `domains` ADD `skeleton` text GENERATED ALWAYS AS (replace(replace(replace(replace(replace(replace(replace(lower("hostname"), '-', ''), '0', 'o'), '1', 'l'), 'i', 'l'), '5', 's'), 'rn', 'm'), 'vv', 'w')) VIRTUAL;--> statement-breakpoint
CREATE INDEX `domains_by_skeleton` ON `domains` (`skeleton`);--> statement-breakpoint
CREATE INDEX `contact_queries_by_kind` ON `contact_queries` (`status`,`kind`,`id`);--> statement-breakpoint
CREATE INDEX `contact_queries_by_person` ON `contact_queries` (`status`,`assigned_to`,`id`);--> statement-breakpoint
CREATE INDEX `contact_queries_by_file` ON `contact_queries` (`media_id`) WHERE media_id is not null;--> statement-breakpoint
CREATE INDEX `sliders_by_file` ON `sliders` (`media_id`) WHERE media_id is not null;--> statement-breakpoint
CREATE INDEX `testimonials_by_file` ON `testimonials` (`media_id`) WHERE media_id is not null;--> statement-breakpoint
CREATE INDEX `orders_by_payment_ref` ON `orders` (`payment_ref`) WHERE payment_ref is not null;--> statement-breakpoint
CREATE INDEX `orders_by_gateway` ON `orders` (`gateway`,`id`);--> statement-breakpoint
CREATE INDEX `platform_activity_log_by_person` ON `platform_activity_log` (`actor_id`,`id`);--> statement-breakpoint
CREATE INDEX `platform_activity_log_by_company` ON `platform_activity_log` (`company_id`,`id`) WHERE company_id is not null;--> statement-breakpoint
CREATE INDEX `subscriptions_by_price` ON `subscriptions` (`status`,`plan_version_id`,`billing`);--> statement-breakpoint
CREATE INDEX `support_tickets_of_company` ON `support_tickets` (`company_id`,`id`);
--> statement-breakpoint
DROP TRIGGER support_replies_no_delete;
--> statement-breakpoint
CREATE TRIGGER support_replies_no_delete BEFORE DELETE ON support_replies WHEN NOT EXISTS (SELECT 1 FROM purges WHERE id = OLD.company_id AND finished_at IS NULL)
BEGIN SELECT RAISE(ABORT, 'support_replies_no_delete'); END;
--> statement-breakpoint
-- The plan of a company is that of the subscription that counts.
CREATE TRIGGER companies_plan_of_a_new_subscription AFTER INSERT ON subscriptions BEGIN
  UPDATE companies SET plan_id = (SELECT plan_versions.plan_id FROM subscriptions JOIN plan_versions ON plan_versions.id = subscriptions.plan_version_id
    WHERE subscriptions.company_id = NEW.company_id AND subscriptions.status <> 'cancelled') WHERE id = NEW.company_id;
END;
--> statement-breakpoint
CREATE TRIGGER companies_plan_of_a_changed_subscription AFTER UPDATE OF plan_version_id, status ON subscriptions BEGIN
  UPDATE companies SET plan_id = (SELECT plan_versions.plan_id FROM subscriptions JOIN plan_versions ON plan_versions.id = subscriptions.plan_version_id
    WHERE subscriptions.company_id = NEW.company_id AND subscriptions.status <> 'cancelled') WHERE id = NEW.company_id;
END;
--> statement-breakpoint
UPDATE companies SET plan_id = (SELECT plan_versions.plan_id FROM subscriptions JOIN plan_versions ON plan_versions.id = subscriptions.plan_version_id
  WHERE subscriptions.company_id = companies.id AND subscriptions.status <> 'cancelled');
