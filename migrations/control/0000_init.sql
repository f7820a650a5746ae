CREATE TABLE `catalogue_versions` (
	`name` text PRIMARY KEY NOT NULL,
	`version` integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE `machine_types` (
	`id` text PRIMARY KEY NOT NULL,
	`created_at` integer NOT NULL,
	`created_by` text,
	`updated_at` integer NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`name` text collate nocase NOT NULL,
	`is_active` integer DEFAULT true NOT NULL,
	`archived_at` integer,
	CONSTRAINT "machine_types_version_integer" CHECK(typeof("machine_types"."version") in ('integer', 'null'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `machine_types_name` ON `machine_types` (`name`) WHERE archived_at is null;--> statement-breakpoint
CREATE TABLE `pm_checklists` (
	`id` text PRIMARY KEY NOT NULL,
	`created_at` integer NOT NULL,
	`created_by` text,
	`updated_at` integer NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`machine_type_id` text NOT NULL,
	`machine_name` text collate nocase NOT NULL,
	`lists` text NOT NULL,
	`frequency_hint` text,
	`est_minutes` integer,
	`source_ref` text,
	`revision` integer DEFAULT 1 NOT NULL,
	`is_active` integer DEFAULT true NOT NULL,
	`archived_at` integer,
	FOREIGN KEY (`machine_type_id`) REFERENCES `machine_types`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "pm_checklists_lists_json" CHECK(json_valid("pm_checklists"."lists")),
	CONSTRAINT "pm_checklists_version_integer" CHECK(typeof("pm_checklists"."version") in ('integer', 'null')),
	CONSTRAINT "pm_checklists_revision_integer" CHECK(typeof("pm_checklists"."revision") in ('integer', 'null'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `pm_checklists_machine_name` ON `pm_checklists` (`machine_type_id`,`machine_name`) WHERE archived_at is null;--> statement-breakpoint
CREATE INDEX `pm_checklists_by_type` ON `pm_checklists` (`machine_type_id`,`machine_name`);--> statement-breakpoint
CREATE INDEX `pm_checklists_by_name` ON `pm_checklists` (`machine_name`,`id`);--> statement-breakpoint
CREATE TABLE `companies` (
	`id` text PRIMARY KEY NOT NULL,
	`created_at` integer NOT NULL,
	`created_by` text,
	`updated_at` integer NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`name` text collate nocase NOT NULL,
	`slug` text collate nocase NOT NULL,
	`legal_name` text,
	`kind` text NOT NULL,
	`beds` integer,
	`email` text NOT NULL,
	`phone` text NOT NULL,
	`address` text,
	`city` text,
	`region` text,
	`postal_code` text,
	`country` text NOT NULL,
	`tax_ids` text DEFAULT '[]' NOT NULL,
	`currency` text NOT NULL,
	`time_zone` text NOT NULL,
	`service_type` integer NOT NULL,
	`shard_id` text NOT NULL,
	`map_version` integer DEFAULT 1 NOT NULL,
	`status` text NOT NULL,
	`owner_user_id` text,
	`trial_ends_on` text,
	`suspended_reason` text,
	`closed_at` integer,
	`asset_count` integer DEFAULT 0 NOT NULL,
	`user_count` integer DEFAULT 0 NOT NULL,
	`storage_bytes` integer DEFAULT 0 NOT NULL,
	`last_active_at` integer,
	FOREIGN KEY (`shard_id`) REFERENCES `shards`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "companies_service_type_known" CHECK("companies"."service_type" in (0, 1, 2)),
	CONSTRAINT "companies_status_known" CHECK("companies"."status" is null or "companies"."status" in ('pending_verification', 'trial', 'active', 'grace', 'suspended', 'closed')),
	CONSTRAINT "companies_kind_known" CHECK("companies"."kind" is null or "companies"."kind" in ('hospital', 'clinic', 'diagnostic', 'service_company', 'other')),
	CONSTRAINT "companies_version_integer" CHECK(typeof("companies"."version") in ('integer', 'null')),
	CONSTRAINT "companies_map_version_integer" CHECK(typeof("companies"."map_version") in ('integer', 'null'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `companies_slug` ON `companies` (`slug`);--> statement-breakpoint
CREATE INDEX `companies_by_name` ON `companies` (`name`,`id`);--> statement-breakpoint
CREATE INDEX `companies_by_status` ON `companies` (`status`,`name`);--> statement-breakpoint
CREATE INDEX `companies_by_shard` ON `companies` (`shard_id`);--> statement-breakpoint
CREATE TABLE `domains` (
	`id` text PRIMARY KEY NOT NULL,
	`created_at` integer NOT NULL,
	`created_by` text,
	`updated_at` integer NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`hostname` text collate nocase NOT NULL,
	`company_id` text NOT NULL,
	`kind` text NOT NULL,
	`status` text NOT NULL,
	`is_primary` integer DEFAULT false NOT NULL,
	`verification_token` text,
	`verified_at` integer,
	`redirects_to` text,
	FOREIGN KEY (`company_id`) REFERENCES `companies`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "domains_status_known" CHECK("domains"."status" is null or "domains"."status" in ('reserved', 'dns_pending', 'active', 'retired'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `domains_hostname` ON `domains` (`hostname`);--> statement-breakpoint
CREATE UNIQUE INDEX `domains_one_primary` ON `domains` (`company_id`) WHERE is_primary = 1;--> statement-breakpoint
CREATE TABLE `shards` (
	`id` text PRIMARY KEY NOT NULL,
	`created_at` integer NOT NULL,
	`created_by` text,
	`updated_at` integer NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`name` text collate nocase NOT NULL,
	`binding` text NOT NULL,
	`jurisdiction` text DEFAULT 'none' NOT NULL,
	`is_open` integer DEFAULT true NOT NULL,
	`company_count` integer DEFAULT 0 NOT NULL,
	`schema_version` text
);
--> statement-breakpoint
CREATE UNIQUE INDEX `shards_name` ON `shards` (`name`);--> statement-breakpoint
CREATE UNIQUE INDEX `shards_binding` ON `shards` (`binding`);--> statement-breakpoint
CREATE TABLE `applied_messages` (
	`id` text PRIMARY KEY NOT NULL,
	`applied_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `assertions` (
	`id` text PRIMARY KEY NOT NULL,
	`rule` text DEFAULT 'state' NOT NULL,
	`ok` integer NOT NULL,
	CONSTRAINT "state_as_expected" CHECK("assertions"."rule" <> 'state' or "assertions"."ok" = 1),
	CONSTRAINT "assert_asset_limit" CHECK("assertions"."rule" <> 'asset_limit' or "assertions"."ok" = 1),
	CONSTRAINT "assert_user_limit" CHECK("assertions"."rule" <> 'user_limit' or "assertions"."ok" = 1),
	CONSTRAINT "assert_storage_limit" CHECK("assertions"."rule" <> 'storage_limit' or "assertions"."ok" = 1),
	CONSTRAINT "assert_last_admin" CHECK("assertions"."rule" <> 'last_admin' or "assertions"."ok" = 1),
	CONSTRAINT "assert_unreferenced" CHECK("assertions"."rule" <> 'unreferenced' or "assertions"."ok" = 1),
	CONSTRAINT "assert_usable_reference" CHECK("assertions"."rule" <> 'usable_reference' or "assertions"."ok" = 1),
	CONSTRAINT "assert_not_locked" CHECK("assertions"."rule" <> 'not_locked' or "assertions"."ok" = 1),
	CONSTRAINT "assert_no_overlap" CHECK("assertions"."rule" <> 'no_overlap' or "assertions"."ok" = 1),
	CONSTRAINT "assert_all_found" CHECK("assertions"."rule" <> 'all_found' or "assertions"."ok" = 1)
);
--> statement-breakpoint
CREATE TABLE `idempotency_keys` (
	`id` text PRIMARY KEY NOT NULL,
	`actor_id` text NOT NULL,
	`route` text NOT NULL,
	`request_hash` text NOT NULL,
	`status` integer NOT NULL,
	`response_json` text NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `outbox` (
	`id` text PRIMARY KEY NOT NULL,
	`created_at` integer NOT NULL,
	`created_by` text,
	`updated_at` integer NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`topic` text NOT NULL,
	`payload` text NOT NULL,
	`dedupe_key` text NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`next_at` integer,
	`sent_at` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `outbox_dedupe_key` ON `outbox` (`dedupe_key`);--> statement-breakpoint
CREATE INDEX `outbox_waiting` ON `outbox` (`next_at`) WHERE sent_at is null;--> statement-breakpoint
CREATE TABLE `platform_activity_log` (
	`id` text PRIMARY KEY NOT NULL,
	`at` integer NOT NULL,
	`company_id` text,
	`actor_kind` text NOT NULL,
	`actor_id` text,
	`actor_name` text NOT NULL,
	`via` text NOT NULL,
	`action` text NOT NULL,
	`entity_kind` text NOT NULL,
	`entity_id` text NOT NULL,
	`entity_label` text NOT NULL,
	`changes` text DEFAULT '[]' NOT NULL,
	`reason` text,
	`ip` text,
	`user_agent` text,
	`request_id` text NOT NULL,
	`seq` integer,
	`prev_hash` text,
	`hash` text
);
--> statement-breakpoint
CREATE INDEX `platform_activity_log_by_entity` ON `platform_activity_log` (`entity_id`,`id`);--> statement-breakpoint
CREATE INDEX `platform_activity_log_by_time` ON `platform_activity_log` (`at`);--> statement-breakpoint
CREATE TABLE `role_permissions` (
	`id` text PRIMARY KEY NOT NULL,
	`created_at` integer NOT NULL,
	`created_by` text,
	`updated_at` integer NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`role_id` text NOT NULL,
	`permission` text NOT NULL,
	`value` integer DEFAULT false NOT NULL,
	FOREIGN KEY (`role_id`) REFERENCES `roles`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `role_permissions_pair` ON `role_permissions` (`role_id`,`permission`);--> statement-breakpoint
CREATE TABLE `roles` (
	`id` text PRIMARY KEY NOT NULL,
	`created_at` integer NOT NULL,
	`created_by` text,
	`updated_at` integer NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`name` text collate nocase NOT NULL,
	`description` text,
	`is_system` integer DEFAULT false NOT NULL,
	`archived_at` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `roles_name` ON `roles` (`name`) WHERE archived_at is null;--> statement-breakpoint
CREATE TABLE `staff` (
	`id` text PRIMARY KEY NOT NULL,
	`created_at` integer NOT NULL,
	`created_by` text,
	`updated_at` integer NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`name` text NOT NULL,
	`email` text collate nocase NOT NULL,
	`phone` text,
	`role_id` text NOT NULL,
	`password_hash` text,
	`totp_secret` text,
	`status` text DEFAULT 'invited' NOT NULL,
	`session_epoch` integer DEFAULT 0 NOT NULL,
	`last_login_at` integer,
	FOREIGN KEY (`role_id`) REFERENCES `roles`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "staff_status_known" CHECK("staff"."status" is null or "staff"."status" in ('invited', 'active', 'suspended', 'left')),
	CONSTRAINT "staff_version_integer" CHECK(typeof("staff"."version") in ('integer', 'null')),
	CONSTRAINT "staff_session_epoch_integer" CHECK(typeof("staff"."session_epoch") in ('integer', 'null'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `staff_email` ON `staff` (`email`);--> statement-breakpoint
CREATE INDEX `staff_by_role` ON `staff` (`role_id`);--> statement-breakpoint
CREATE TABLE `staff_login_log` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text,
	`email_tried` text collate nocase NOT NULL,
	`at` integer NOT NULL,
	`result` text NOT NULL,
	`ip` text,
	`country` text,
	`user_agent` text,
	`session_id` text,
	`signed_out_at` integer
);
--> statement-breakpoint
CREATE INDEX `staff_login_log_by_email` ON `staff_login_log` (`email_tried`,`at`);--> statement-breakpoint
CREATE INDEX `staff_login_log_by_ip` ON `staff_login_log` (`ip`,`at`);--> statement-breakpoint
CREATE INDEX `staff_login_log_by_session` ON `staff_login_log` (`session_id`);--> statement-breakpoint
CREATE TABLE `staff_sessions` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`token_hash` text NOT NULL,
	`epoch` integer NOT NULL,
	`created_at` integer NOT NULL,
	`last_seen_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`revoked_at` integer,
	`ip` text,
	`user_agent` text,
	FOREIGN KEY (`user_id`) REFERENCES `staff`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `staff_sessions_token_hash` ON `staff_sessions` (`token_hash`);--> statement-breakpoint
CREATE INDEX `staff_sessions_by_user` ON `staff_sessions` (`user_id`);--> statement-breakpoint
CREATE TABLE `staff_tokens` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`purpose` text NOT NULL,
	`token_hash` text NOT NULL,
	`new_email` text collate nocase,
	`expires_at` integer NOT NULL,
	`used_at` integer,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `staff`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `staff_tokens_token_hash` ON `staff_tokens` (`token_hash`);--> statement-breakpoint
CREATE INDEX `staff_tokens_by_user` ON `staff_tokens` (`user_id`);