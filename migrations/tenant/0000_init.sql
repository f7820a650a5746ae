CREATE TABLE `asset_accessories` (
	`company_id` text NOT NULL,
	`id` text NOT NULL,
	`created_at` integer NOT NULL,
	`created_by` text,
	`updated_at` integer NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`archived_at` integer,
	`asset_id` text NOT NULL,
	`name` text NOT NULL,
	`kind` text NOT NULL,
	`part_no` text,
	`serial_no` text,
	`qty` integer DEFAULT 1 NOT NULL,
	`condition` text DEFAULT 'good' NOT NULL,
	`cost_minor` integer,
	`installed_on` text,
	`warranty_end_on` text,
	`replace_every_months` integer,
	`stock_item_id` text,
	`remarks` text,
	PRIMARY KEY(`company_id`, `id`),
	FOREIGN KEY (`company_id`,`asset_id`) REFERENCES `assets`(`company_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`company_id`,`stock_item_id`) REFERENCES `stock_items`(`company_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "accessory_qty_fits_serial" CHECK("asset_accessories"."qty" >= 1 and ("asset_accessories"."serial_no" is null or "asset_accessories"."qty" = 1)),
	CONSTRAINT "asset_accessories_qty_integer" CHECK(typeof("asset_accessories"."qty") in ('integer', 'null')),
	CONSTRAINT "asset_accessories_cost_minor_integer" CHECK(typeof("asset_accessories"."cost_minor") in ('integer', 'null'))
);
--> statement-breakpoint
CREATE INDEX `asset_accessories_by_asset` ON `asset_accessories` (`company_id`,`asset_id`);--> statement-breakpoint
CREATE INDEX `asset_accessories_by_stock_item` ON `asset_accessories` (`company_id`,`stock_item_id`);--> statement-breakpoint
CREATE TABLE `asset_details` (
	`company_id` text NOT NULL,
	`id` text NOT NULL,
	`created_at` integer NOT NULL,
	`created_by` text,
	`updated_at` integer NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`po_no` text,
	`invoice_no` text,
	`invoice_on` text,
	`tax_minor` integer,
	`funding` text,
	`manufactured_on` text,
	`installed_on` text,
	`commissioned_on` text,
	`expected_life_years` integer,
	`dep_method` text,
	`useful_life_months` integer,
	`salvage_minor` integer,
	`dep_rate_bp` integer,
	`udi` text,
	`nomenclature_system` text,
	`nomenclature_code` text,
	`device_class` text,
	`power` text,
	`voltage` text,
	`software_version` text,
	`ip` text,
	`mac` text,
	`applied_part` text,
	`protection_class` text,
	`spec_json` text DEFAULT '{}' NOT NULL,
	`remarks` text,
	`condemned_on` text,
	`condemn_reason` text,
	`condemn_approved_by` text,
	`disposed_on` text,
	`disposal_mode` text,
	`disposal_value_minor` integer,
	`disposal_ref` text,
	PRIMARY KEY(`company_id`, `id`),
	FOREIGN KEY (`company_id`,`id`) REFERENCES `assets`(`company_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`company_id`,`condemn_approved_by`) REFERENCES `users`(`company_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "asset_details_tax_minor_integer" CHECK(typeof("asset_details"."tax_minor") in ('integer', 'null')),
	CONSTRAINT "asset_details_salvage_minor_integer" CHECK(typeof("asset_details"."salvage_minor") in ('integer', 'null')),
	CONSTRAINT "asset_details_dep_rate_bp_integer" CHECK(typeof("asset_details"."dep_rate_bp") in ('integer', 'null')),
	CONSTRAINT "asset_details_useful_life_months_integer" CHECK(typeof("asset_details"."useful_life_months") in ('integer', 'null')),
	CONSTRAINT "asset_details_disposal_value_minor_integer" CHECK(typeof("asset_details"."disposal_value_minor") in ('integer', 'null'))
);
--> statement-breakpoint
CREATE TABLE `assets` (
	`company_id` text NOT NULL,
	`id` text NOT NULL,
	`created_at` integer NOT NULL,
	`created_by` text,
	`updated_at` integer NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`asset_code` text collate nocase NOT NULL,
	`name` text collate nocase NOT NULL,
	`make` text collate nocase,
	`model` text collate nocase,
	`serial_no` text collate nocase,
	`qr_token` text NOT NULL,
	`category_id` text NOT NULL,
	`sub_category_id` text,
	`machine_type_id` text,
	`criticality` text DEFAULT 'medium' NOT NULL,
	`em_function` integer,
	`em_risk` integer,
	`em_maint` integer,
	`em_score` integer,
	`department_id` text NOT NULL,
	`location_id` text,
	`room` text,
	`in_charge_name` text,
	`in_charge_phone` text,
	`custodian_user_id` text,
	`team_id` text,
	`lifecycle` text DEFAULT 'received' NOT NULL,
	`condition` text DEFAULT 'working' NOT NULL,
	`not_located_since` text,
	`ownership` text DEFAULT 'owned' NOT NULL,
	`vendor_id` text,
	`purchase_on` text,
	`purchase_cost_minor` integer,
	`is_cost_estimated` integer DEFAULT false NOT NULL,
	`put_to_use_on` text,
	`warranty_start_on` text,
	`warranty_end_on` text,
	`end_of_support_on` text,
	`pm_required` integer DEFAULT true NOT NULL,
	`cal_required` integer DEFAULT false NOT NULL,
	`last_pm_on` text,
	`next_pm_on` text,
	`last_cal_on` text,
	`next_cal_on` text,
	`last_service_on` text,
	`cover_kind` text,
	`cover_until` text,
	`open_breakdown_count` integer DEFAULT 0 NOT NULL,
	`is_down` integer DEFAULT false NOT NULL,
	`open_gate_pass_id` text,
	`open_transfer_id` text,
	`service_cost_minor` integer DEFAULT 0 NOT NULL,
	`failed_checks` integer DEFAULT 0 NOT NULL,
	`photo_media_id` text,
	`deleted_at` integer,
	PRIMARY KEY(`company_id`, `id`),
	FOREIGN KEY (`company_id`,`category_id`) REFERENCES `categories`(`company_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`company_id`,`sub_category_id`) REFERENCES `sub_categories`(`company_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`company_id`,`department_id`) REFERENCES `departments`(`company_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`company_id`,`location_id`) REFERENCES `locations`(`company_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`company_id`,`custodian_user_id`) REFERENCES `users`(`company_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`company_id`,`team_id`) REFERENCES `teams`(`company_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`company_id`,`vendor_id`) REFERENCES `vendors`(`company_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`company_id`,`open_gate_pass_id`) REFERENCES `gate_passes`(`company_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`company_id`,`open_transfer_id`) REFERENCES `asset_transfers`(`company_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`company_id`,`photo_media_id`) REFERENCES `media`(`company_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "assets_criticality_known" CHECK("assets"."criticality" is null or "assets"."criticality" in ('life_support', 'high', 'medium', 'low')),
	CONSTRAINT "assets_lifecycle_known" CHECK("assets"."lifecycle" is null or "assets"."lifecycle" in ('received', 'in_service', 'standby', 'condemned', 'disposed')),
	CONSTRAINT "assets_condition_known" CHECK("assets"."condition" is null or "assets"."condition" in ('working', 'working_limited', 'not_working')),
	CONSTRAINT "assets_ownership_known" CHECK("assets"."ownership" is null or "assets"."ownership" in ('owned', 'leased', 'rental', 'demo', 'donated', 'placement')),
	CONSTRAINT "assets_cost_not_negative" CHECK(coalesce("assets"."purchase_cost_minor", 0) >= 0),
	CONSTRAINT "assets_warranty_in_order" CHECK("assets"."warranty_end_on" is null or "assets"."warranty_start_on" is null or "assets"."warranty_end_on" >= "assets"."warranty_start_on"),
	CONSTRAINT "assets_version_integer" CHECK(typeof("assets"."version") in ('integer', 'null')),
	CONSTRAINT "assets_purchase_cost_minor_integer" CHECK(typeof("assets"."purchase_cost_minor") in ('integer', 'null')),
	CONSTRAINT "assets_service_cost_minor_integer" CHECK(typeof("assets"."service_cost_minor") in ('integer', 'null')),
	CONSTRAINT "assets_open_breakdown_count_integer" CHECK(typeof("assets"."open_breakdown_count") in ('integer', 'null')),
	CONSTRAINT "assets_failed_checks_integer" CHECK(typeof("assets"."failed_checks") in ('integer', 'null')),
	CONSTRAINT "assets_em_score_integer" CHECK(typeof("assets"."em_score") in ('integer', 'null'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `assets_asset_code` ON `assets` (`company_id`,`asset_code`) WHERE deleted_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX `assets_qr_token` ON `assets` (`company_id`,`qr_token`);--> statement-breakpoint
CREATE UNIQUE INDEX `assets_serial_no` ON `assets` (`company_id`,`make`,`model`,`serial_no`) WHERE serial_no is not null and deleted_at is null;--> statement-breakpoint
CREATE INDEX `assets_by_name` ON `assets` (`company_id`,`name`,`id`) WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX `assets_by_category` ON `assets` (`company_id`,`category_id`,`asset_code`) WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX `assets_by_category_name` ON `assets` (`company_id`,`category_id`,`name`,`id`) WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX `assets_by_department` ON `assets` (`company_id`,`department_id`,`asset_code`) WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX `assets_by_department_name` ON `assets` (`company_id`,`department_id`,`name`,`id`) WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX `assets_by_condition` ON `assets` (`company_id`,`condition`,`asset_code`) WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX `assets_by_department_category` ON `assets` (`company_id`,`department_id`,`category_id`,`asset_code`) WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX `assets_by_failed_checks` ON `assets` (`company_id`,`asset_code`) WHERE failed_checks > 0 and deleted_at is null;--> statement-breakpoint
CREATE INDEX `assets_by_sub_category` ON `assets` (`company_id`,`sub_category_id`,`id`) WHERE sub_category_id is not null;--> statement-breakpoint
CREATE INDEX `assets_by_location` ON `assets` (`company_id`,`location_id`,`id`) WHERE location_id is not null;--> statement-breakpoint
CREATE INDEX `assets_by_team` ON `assets` (`company_id`,`team_id`,`id`) WHERE team_id is not null;--> statement-breakpoint
CREATE INDEX `assets_by_vendor` ON `assets` (`company_id`,`vendor_id`,`id`) WHERE vendor_id is not null;--> statement-breakpoint
CREATE INDEX `assets_by_machine_type` ON `assets` (`company_id`,`machine_type_id`,`id`) WHERE machine_type_id is not null;--> statement-breakpoint
CREATE TABLE `applied_messages` (
	`company_id` text NOT NULL,
	`id` text NOT NULL,
	`applied_at` integer NOT NULL,
	PRIMARY KEY(`company_id`, `id`)
);
--> statement-breakpoint
CREATE TABLE `assertions` (
	`company_id` text NOT NULL,
	`id` text NOT NULL,
	`rule` text DEFAULT 'state' NOT NULL,
	`ok` integer NOT NULL,
	PRIMARY KEY(`company_id`, `id`),
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
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `company_profiles` (
	`company_id` text NOT NULL,
	`id` text NOT NULL,
	`created_at` integer NOT NULL,
	`created_by` text,
	`updated_at` integer NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`name` text NOT NULL,
	`slug` text NOT NULL,
	`primary_host` text NOT NULL,
	`status` text NOT NULL,
	`service_type` integer NOT NULL,
	`currency` text NOT NULL,
	`time_zone` text NOT NULL,
	`country` text NOT NULL,
	`trial_ends_on` text,
	`period_end` text,
	`grace_days` integer,
	`limits` text DEFAULT '{}' NOT NULL,
	`features` text DEFAULT '[]' NOT NULL,
	`map_version` integer DEFAULT 1 NOT NULL,
	`asset_count` integer DEFAULT 0 NOT NULL,
	`user_count` integer DEFAULT 0 NOT NULL,
	`storage_bytes` integer DEFAULT 0 NOT NULL,
	`logo_media_id` text,
	`address` text,
	`phone` text,
	`email` text,
	`tax_ids` text DEFAULT '[]' NOT NULL,
	PRIMARY KEY(`company_id`, `id`),
	FOREIGN KEY (`company_id`,`logo_media_id`) REFERENCES `media`(`company_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "company_profiles_one_row" CHECK("company_profiles"."id" = "company_profiles"."company_id"),
	CONSTRAINT "company_profiles_version_integer" CHECK(typeof("company_profiles"."version") in ('integer', 'null')),
	CONSTRAINT "company_profiles_asset_count_integer" CHECK(typeof("company_profiles"."asset_count") in ('integer', 'null')),
	CONSTRAINT "company_profiles_user_count_integer" CHECK(typeof("company_profiles"."user_count") in ('integer', 'null')),
	CONSTRAINT "company_profiles_storage_bytes_integer" CHECK(typeof("company_profiles"."storage_bytes") in ('integer', 'null'))
);
--> statement-breakpoint
CREATE TABLE `company_settings` (
	`company_id` text NOT NULL,
	`id` text NOT NULL,
	`created_at` integer NOT NULL,
	`created_by` text,
	`updated_at` integer NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`value_json` text NOT NULL,
	PRIMARY KEY(`company_id`, `id`)
);
--> statement-breakpoint
CREATE TABLE `counters` (
	`company_id` text NOT NULL,
	`id` text NOT NULL,
	`value` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`company_id`, `id`),
	CONSTRAINT "counters_value_integer" CHECK(typeof("counters"."value") in ('integer', 'null'))
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `idempotency_keys` (
	`company_id` text NOT NULL,
	`id` text NOT NULL,
	`actor_id` text NOT NULL,
	`route` text NOT NULL,
	`request_hash` text NOT NULL,
	`status` integer NOT NULL,
	`response_json` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`company_id`, `id`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `import_jobs` (
	`company_id` text NOT NULL,
	`id` text NOT NULL,
	`created_at` integer NOT NULL,
	`created_by` text,
	`updated_at` integer NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`kind` text NOT NULL,
	`file_name` text NOT NULL,
	`mapping` text DEFAULT '{}' NOT NULL,
	`mode` text DEFAULT 'create' NOT NULL,
	`status` text DEFAULT 'uploaded' NOT NULL,
	`counts` text DEFAULT '{}' NOT NULL,
	`result_media_id` text,
	PRIMARY KEY(`company_id`, `id`),
	FOREIGN KEY (`company_id`,`result_media_id`) REFERENCES `media`(`company_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "import_jobs_status_known" CHECK("import_jobs"."status" is null or "import_jobs"."status" in ('uploaded', 'checked', 'running', 'done', 'failed', 'undone'))
);
--> statement-breakpoint
CREATE TABLE `number_formats` (
	`company_id` text NOT NULL,
	`id` text NOT NULL,
	`created_at` integer NOT NULL,
	`created_by` text,
	`updated_at` integer NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`key` text NOT NULL,
	`format` text NOT NULL,
	`reset` text DEFAULT 'never' NOT NULL,
	PRIMARY KEY(`company_id`, `id`)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `number_formats_key` ON `number_formats` (`company_id`,`key`);--> statement-breakpoint
CREATE TABLE `number_sequences` (
	`company_id` text NOT NULL,
	`id` text NOT NULL,
	`created_at` integer NOT NULL,
	`created_by` text,
	`updated_at` integer NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`key` text NOT NULL,
	`period` text DEFAULT '-' NOT NULL,
	`next_value` integer DEFAULT 1 NOT NULL,
	PRIMARY KEY(`company_id`, `id`),
	CONSTRAINT "number_sequences_next_value_integer" CHECK(typeof("number_sequences"."next_value") in ('integer', 'null'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `number_sequences_key` ON `number_sequences` (`company_id`,`key`,`period`);--> statement-breakpoint
CREATE TABLE `outbox` (
	`company_id` text NOT NULL,
	`id` text NOT NULL,
	`created_at` integer NOT NULL,
	`created_by` text,
	`updated_at` integer NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`topic` text NOT NULL,
	`payload` text NOT NULL,
	`dedupe_key` text NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`next_at` integer,
	`sent_at` integer,
	PRIMARY KEY(`company_id`, `id`)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `outbox_dedupe_key` ON `outbox` (`company_id`,`dedupe_key`);--> statement-breakpoint
CREATE INDEX `outbox_waiting` ON `outbox` (`company_id`,`next_at`) WHERE sent_at is null;--> statement-breakpoint
CREATE TABLE `activity_log` (
	`company_id` text NOT NULL,
	`id` text NOT NULL,
	`at` integer NOT NULL,
	`actor_kind` text NOT NULL,
	`actor_id` text,
	`actor_name` text NOT NULL,
	`via` text NOT NULL,
	`action` text NOT NULL,
	`entity_kind` text NOT NULL,
	`entity_id` text NOT NULL,
	`entity_label` text NOT NULL,
	`asset_id` text,
	`changes` text DEFAULT '[]' NOT NULL,
	`reason` text,
	`ip` text,
	`user_agent` text,
	`request_id` text NOT NULL,
	`seq` integer,
	`prev_hash` text,
	`hash` text,
	PRIMARY KEY(`company_id`, `id`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `activity_log_by_asset` ON `activity_log` (`company_id`,`asset_id`,`id`) WHERE asset_id is not null;--> statement-breakpoint
CREATE INDEX `activity_log_by_entity` ON `activity_log` (`company_id`,`entity_id`,`id`) WHERE asset_id is null;--> statement-breakpoint
CREATE INDEX `activity_log_unsealed` ON `activity_log` (`company_id`,`id`) WHERE seq is null;--> statement-breakpoint
CREATE UNIQUE INDEX `activity_log_seq` ON `activity_log` (`company_id`,`seq`) WHERE seq is not null;--> statement-breakpoint
CREATE UNIQUE INDEX `activity_log_prev_hash` ON `activity_log` (`company_id`,`prev_hash`) WHERE prev_hash is not null;--> statement-breakpoint
CREATE TABLE `media` (
	`company_id` text NOT NULL,
	`id` text NOT NULL,
	`created_at` integer NOT NULL,
	`created_by` text,
	`updated_at` integer NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`kind` text NOT NULL,
	`owner_kind` text NOT NULL,
	`asset_id` text,
	`breakdown_id` text,
	`service_report_id` text,
	`contract_id` text,
	`vendor_id` text,
	`gate_pass_id` text,
	`transfer_id` text,
	`stock_item_id` text,
	`user_id` text,
	`profile_id` text,
	`object_key` text NOT NULL,
	`file_name` text NOT NULL,
	`mime` text NOT NULL,
	`bytes` integer NOT NULL,
	`sha256` text NOT NULL,
	`valid_until` text,
	`is_current` integer DEFAULT true NOT NULL,
	`uploaded_by` text,
	`uploaded_at` integer NOT NULL,
	`deleted_at` integer,
	PRIMARY KEY(`company_id`, `id`),
	FOREIGN KEY (`company_id`,`asset_id`) REFERENCES `assets`(`company_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`company_id`,`breakdown_id`) REFERENCES `breakdowns`(`company_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`company_id`,`service_report_id`) REFERENCES `service_reports`(`company_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`company_id`,`contract_id`) REFERENCES `contracts`(`company_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`company_id`,`vendor_id`) REFERENCES `vendors`(`company_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`company_id`,`gate_pass_id`) REFERENCES `gate_passes`(`company_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`company_id`,`transfer_id`) REFERENCES `asset_transfers`(`company_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`company_id`,`stock_item_id`) REFERENCES `stock_items`(`company_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`company_id`,`user_id`) REFERENCES `users`(`company_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`company_id`,`profile_id`) REFERENCES `company_profiles`(`company_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`company_id`,`uploaded_by`) REFERENCES `users`(`company_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "media_kind_known" CHECK("media"."kind" is null or "media"."kind" in ('photo', 'document', 'report_media', 'avatar', 'logo', 'licence', 'manual', 'invoice', 'calibration', 'other')),
	CONSTRAINT "media_one_owner" CHECK("media"."owner_kind" in ('asset','breakdown','service_report','contract','vendor','gate_pass','transfer','stock_item','user','profile','calibration')
      and ("media"."asset_id" is not null) = ("media"."owner_kind" = 'asset')
      and ("media"."breakdown_id" is not null) = ("media"."owner_kind" = 'breakdown')
      and ("media"."service_report_id" is not null) = ("media"."owner_kind" = 'service_report')
      and ("media"."contract_id" is not null) = ("media"."owner_kind" = 'contract')
      and ("media"."vendor_id" is not null) = ("media"."owner_kind" = 'vendor')
      and ("media"."gate_pass_id" is not null) = ("media"."owner_kind" = 'gate_pass')
      and ("media"."transfer_id" is not null) = ("media"."owner_kind" = 'transfer')
      and ("media"."stock_item_id" is not null) = ("media"."owner_kind" = 'stock_item')
      and ("media"."user_id" is not null) = ("media"."owner_kind" = 'user')
      and ("media"."profile_id" is not null) = ("media"."owner_kind" = 'profile')),
	CONSTRAINT "media_version_integer" CHECK(typeof("media"."version") in ('integer', 'null')),
	CONSTRAINT "media_bytes_integer" CHECK(typeof("media"."bytes") in ('integer', 'null'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `media_object_key` ON `media` (`company_id`,`object_key`);--> statement-breakpoint
CREATE INDEX `media_by_asset` ON `media` (`company_id`,`asset_id`) WHERE asset_id is not null;--> statement-breakpoint
CREATE INDEX `media_by_breakdown` ON `media` (`company_id`,`breakdown_id`) WHERE breakdown_id is not null;--> statement-breakpoint
CREATE INDEX `media_by_service_report` ON `media` (`company_id`,`service_report_id`) WHERE service_report_id is not null;--> statement-breakpoint
CREATE INDEX `media_by_contract` ON `media` (`company_id`,`contract_id`) WHERE contract_id is not null;--> statement-breakpoint
CREATE INDEX `media_by_vendor` ON `media` (`company_id`,`vendor_id`) WHERE vendor_id is not null;--> statement-breakpoint
CREATE INDEX `media_by_gate_pass` ON `media` (`company_id`,`gate_pass_id`) WHERE gate_pass_id is not null;--> statement-breakpoint
CREATE INDEX `media_by_transfer` ON `media` (`company_id`,`transfer_id`) WHERE transfer_id is not null;--> statement-breakpoint
CREATE INDEX `media_by_stock_item` ON `media` (`company_id`,`stock_item_id`) WHERE stock_item_id is not null;--> statement-breakpoint
CREATE INDEX `media_by_user` ON `media` (`company_id`,`user_id`) WHERE user_id is not null;--> statement-breakpoint
CREATE INDEX `media_to_purge` ON `media` (`company_id`,`deleted_at`) WHERE deleted_at is not null;--> statement-breakpoint
CREATE TABLE `breakdowns` (
	`company_id` text NOT NULL,
	`id` text NOT NULL,
	`created_at` integer NOT NULL,
	`created_by` text,
	`updated_at` integer NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`number` text collate nocase NOT NULL,
	`asset_id` text NOT NULL,
	`department_id` text NOT NULL,
	`source` text NOT NULL,
	`reported_by_name` text NOT NULL,
	`reported_by_phone` text,
	`reporter_user_id` text,
	`reported_at` integer NOT NULL,
	`failed_at` integer,
	`problem` text NOT NULL,
	`problem_code` text,
	`equipment_down` integer DEFAULT false NOT NULL,
	`patient_impact` text,
	`priority` text NOT NULL,
	`assigned_team_id` text,
	`assigned_user_id` text,
	`vendor_id` text,
	`contract_id` text,
	`cover_snapshot` text,
	`sla_respond_by` integer,
	`sla_resolve_by` integer,
	`sla_paused_ms` integer DEFAULT 0 NOT NULL,
	`acknowledged_at` integer,
	`first_response_at` integer,
	`work_started_at` integer,
	`resolved_at` integer,
	`restored_at` integer,
	`closed_at` integer,
	`hold_reason` text,
	`cause_code` text,
	`resolution` text,
	`rating` integer,
	`duplicate_of_id` text,
	`reopen_count` integer DEFAULT 0 NOT NULL,
	`status` text DEFAULT 'new' NOT NULL,
	PRIMARY KEY(`company_id`, `id`),
	FOREIGN KEY (`company_id`,`asset_id`) REFERENCES `assets`(`company_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`company_id`,`department_id`) REFERENCES `departments`(`company_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`company_id`,`reporter_user_id`) REFERENCES `users`(`company_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`company_id`,`assigned_team_id`) REFERENCES `teams`(`company_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`company_id`,`assigned_user_id`) REFERENCES `users`(`company_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`company_id`,`vendor_id`) REFERENCES `vendors`(`company_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`company_id`,`contract_id`) REFERENCES `contracts`(`company_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`company_id`,`duplicate_of_id`) REFERENCES `breakdowns`(`company_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "breakdowns_status_known" CHECK("breakdowns"."status" is null or "breakdowns"."status" in ('new', 'acknowledged', 'assigned', 'in_progress', 'on_hold', 'resolved', 'closed', 'cancelled', 'closed_duplicate', 'closed_condemned'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `breakdowns_number` ON `breakdowns` (`company_id`,`number`);--> statement-breakpoint
CREATE INDEX `breakdowns_by_status` ON `breakdowns` (`company_id`,`status`,`id`);--> statement-breakpoint
CREATE INDEX `breakdowns_by_asset` ON `breakdowns` (`company_id`,`asset_id`,`id`);--> statement-breakpoint
CREATE TABLE `due_occurrences` (
	`company_id` text NOT NULL,
	`id` text NOT NULL,
	`created_at` integer NOT NULL,
	`created_by` text,
	`updated_at` integer NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`schedule_id` text NOT NULL,
	`asset_id` text NOT NULL,
	`kind` text NOT NULL,
	`due_on` text NOT NULL,
	`status` text DEFAULT 'scheduled' NOT NULL,
	`defer_to` text,
	`exception` text,
	`reason` text,
	`attempts` integer DEFAULT 0 NOT NULL,
	`done_on` text,
	`on_time` integer,
	`service_report_id` text,
	`assigned_user_id` text,
	`assigned_team_id` text,
	PRIMARY KEY(`company_id`, `id`),
	FOREIGN KEY (`company_id`,`schedule_id`) REFERENCES `schedules`(`company_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`company_id`,`asset_id`) REFERENCES `assets`(`company_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`company_id`,`service_report_id`) REFERENCES `service_reports`(`company_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`company_id`,`assigned_user_id`) REFERENCES `users`(`company_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`company_id`,`assigned_team_id`) REFERENCES `teams`(`company_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "due_occurrences_status_known" CHECK("due_occurrences"."status" is null or "due_occurrences"."status" in ('scheduled', 'in_progress', 'done', 'deferred', 'missed', 'cancelled'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `one_occurrence_per_date` ON `due_occurrences` (`company_id`,`schedule_id`,`due_on`);--> statement-breakpoint
CREATE INDEX `due_occurrences_by_date` ON `due_occurrences` (`company_id`,`due_on`,`status`);--> statement-breakpoint
CREATE INDEX `due_occurrences_by_asset` ON `due_occurrences` (`company_id`,`asset_id`,`kind`,`due_on`);--> statement-breakpoint
CREATE TABLE `schedules` (
	`company_id` text NOT NULL,
	`id` text NOT NULL,
	`created_at` integer NOT NULL,
	`created_by` text,
	`updated_at` integer NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`asset_id` text NOT NULL,
	`kind` text NOT NULL,
	`title` text NOT NULL,
	`interval_unit` text NOT NULL,
	`interval_count` integer NOT NULL,
	`mode` text NOT NULL,
	`anchor_on` text NOT NULL,
	`window_before_days` integer,
	`window_after_days` integer,
	`lead_days` integer DEFAULT 30 NOT NULL,
	`team_id` text,
	`vendor_id` text,
	`accessory_id` text,
	`contract_id` text,
	`machine_type_id` text,
	`pm_checklist_id` text,
	`source` text NOT NULL,
	`source_reason` text,
	`needs_signature` integer DEFAULT false NOT NULL,
	`hold_from` text,
	`hold_until` text,
	`hold_reason` text,
	`ends_on` text,
	`is_active` integer DEFAULT true NOT NULL,
	PRIMARY KEY(`company_id`, `id`),
	FOREIGN KEY (`company_id`,`asset_id`) REFERENCES `assets`(`company_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`company_id`,`team_id`) REFERENCES `teams`(`company_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`company_id`,`vendor_id`) REFERENCES `vendors`(`company_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`company_id`,`accessory_id`) REFERENCES `asset_accessories`(`company_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`company_id`,`contract_id`) REFERENCES `contracts`(`company_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "schedules_kind_known" CHECK("schedules"."kind" is null or "schedules"."kind" in ('pm', 'calibration', 'electrical_safety', 'radiation_qa', 'contract_visit', 'accessory', 'licence', 'other')),
	CONSTRAINT "schedules_interval_positive" CHECK("schedules"."interval_count" >= 1),
	CONSTRAINT "schedule_hold_complete" CHECK(("schedules"."hold_from" is null) = ("schedules"."hold_until" is null) and ("schedules"."hold_from" is null) = ("schedules"."hold_reason" is null))
);
--> statement-breakpoint
CREATE INDEX `schedules_by_asset` ON `schedules` (`company_id`,`asset_id`,`kind`);--> statement-breakpoint
CREATE INDEX `schedules_by_state` ON `schedules` (`company_id`,`is_active`,`kind`);--> statement-breakpoint
CREATE TABLE `service_report_parts` (
	`company_id` text NOT NULL,
	`id` text NOT NULL,
	`created_at` integer NOT NULL,
	`created_by` text,
	`updated_at` integer NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`service_report_id` text NOT NULL,
	`stock_item_id` text NOT NULL,
	`name` text NOT NULL,
	`unit` text NOT NULL,
	`qty` integer NOT NULL,
	`cost_minor` integer NOT NULL,
	`total_minor` integer NOT NULL,
	`removed_at` integer,
	`removed_by` text,
	PRIMARY KEY(`company_id`, `id`),
	FOREIGN KEY (`company_id`,`service_report_id`) REFERENCES `service_reports`(`company_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`company_id`,`stock_item_id`) REFERENCES `stock_items`(`company_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`company_id`,`removed_by`) REFERENCES `users`(`company_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "part_qty_positive" CHECK("service_report_parts"."qty" >= 1),
	CONSTRAINT "part_total_adds_up" CHECK("service_report_parts"."total_minor" = "service_report_parts"."qty" * "service_report_parts"."cost_minor"),
	CONSTRAINT "service_report_parts_version_integer" CHECK(typeof("service_report_parts"."version") in ('integer', 'null')),
	CONSTRAINT "service_report_parts_qty_integer" CHECK(typeof("service_report_parts"."qty") in ('integer', 'null')),
	CONSTRAINT "service_report_parts_cost_minor_integer" CHECK(typeof("service_report_parts"."cost_minor") in ('integer', 'null')),
	CONSTRAINT "service_report_parts_total_minor_integer" CHECK(typeof("service_report_parts"."total_minor") in ('integer', 'null'))
) WITHOUT ROWID;
--> statement-breakpoint
CREATE UNIQUE INDEX `one_live_line_per_part` ON `service_report_parts` (`company_id`,`service_report_id`,`stock_item_id`) WHERE removed_at is null;--> statement-breakpoint
CREATE TABLE `service_reports` (
	`company_id` text NOT NULL,
	`id` text NOT NULL,
	`created_at` integer NOT NULL,
	`created_by` text,
	`updated_at` integer NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`asset_id` text NOT NULL,
	`service_ticket` text collate nocase NOT NULL,
	`service_on` text NOT NULL,
	`service_type` text DEFAULT 'pm' NOT NULL,
	`breakdown_id` text,
	`due_occurrence_id` text,
	`machine_type_id` text,
	`pm_checklist_id` text,
	`pm_checklist_name` text,
	`pm_checklist_revision` integer,
	`problem_description` text,
	`action_taken` text,
	`remark` text,
	`done_by` text NOT NULL,
	`done_by_user_id` text,
	`service_cost_minor` integer DEFAULT 0 NOT NULL,
	`parts_cost_minor` integer DEFAULT 0 NOT NULL,
	`total_cost_minor` integer DEFAULT 0 NOT NULL,
	`pm_lists` text DEFAULT '[]' NOT NULL,
	`checks_yes` integer DEFAULT 0 NOT NULL,
	`checks_no` integer DEFAULT 0 NOT NULL,
	`checks_na` integer DEFAULT 0 NOT NULL,
	`billed_to` text DEFAULT 'internal' NOT NULL,
	`condition_after` text,
	`verified_by` text,
	`verified_at` integer,
	`locked_at` integer,
	`amended_count` integer DEFAULT 0 NOT NULL,
	`cancelled_by` text,
	`cancelled_at` integer,
	`cancel_reason` text,
	PRIMARY KEY(`company_id`, `id`),
	FOREIGN KEY (`company_id`,`asset_id`) REFERENCES `assets`(`company_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`company_id`,`breakdown_id`) REFERENCES `breakdowns`(`company_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`company_id`,`due_occurrence_id`) REFERENCES `due_occurrences`(`company_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`company_id`,`done_by_user_id`) REFERENCES `users`(`company_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`company_id`,`verified_by`) REFERENCES `users`(`company_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`company_id`,`cancelled_by`) REFERENCES `users`(`company_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "service_reports_service_type_known" CHECK("service_reports"."service_type" is null or "service_reports"."service_type" in ('pm', 'other')),
	CONSTRAINT "service_reports_billed_to_known" CHECK("service_reports"."billed_to" is null or "service_reports"."billed_to" in ('internal', 'vendor', 'contract')),
	CONSTRAINT "service_reports_condition_known" CHECK("service_reports"."condition_after" is null or "service_reports"."condition_after" in ('working', 'working_limited', 'not_working')),
	CONSTRAINT "report_total_adds_up" CHECK("service_reports"."total_cost_minor" = "service_reports"."parts_cost_minor" + "service_reports"."service_cost_minor"),
	CONSTRAINT "service_reports_money_not_negative" CHECK("service_reports"."parts_cost_minor" >= 0 and "service_reports"."service_cost_minor" >= 0),
	CONSTRAINT "service_reports_pm_lists_json" CHECK(json_valid("service_reports"."pm_lists")),
	CONSTRAINT "service_reports_version_integer" CHECK(typeof("service_reports"."version") in ('integer', 'null')),
	CONSTRAINT "service_reports_service_cost_minor_integer" CHECK(typeof("service_reports"."service_cost_minor") in ('integer', 'null')),
	CONSTRAINT "service_reports_parts_cost_minor_integer" CHECK(typeof("service_reports"."parts_cost_minor") in ('integer', 'null')),
	CONSTRAINT "service_reports_total_cost_minor_integer" CHECK(typeof("service_reports"."total_cost_minor") in ('integer', 'null')),
	CONSTRAINT "service_reports_checks_no_integer" CHECK(typeof("service_reports"."checks_no") in ('integer', 'null'))
) WITHOUT ROWID;
--> statement-breakpoint
CREATE UNIQUE INDEX `service_reports_ticket` ON `service_reports` (`company_id`,`service_ticket`);--> statement-breakpoint
CREATE INDEX `service_reports_by_asset` ON `service_reports` (`company_id`,`asset_id`,`service_on`,`id`);--> statement-breakpoint
CREATE INDEX `service_reports_by_breakdown` ON `service_reports` (`company_id`,`breakdown_id`) WHERE breakdown_id is not null;--> statement-breakpoint
CREATE TABLE `categories` (
	`company_id` text NOT NULL,
	`id` text NOT NULL,
	`created_at` integer NOT NULL,
	`created_by` text,
	`updated_at` integer NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`archived_at` integer,
	`deleted_at` integer,
	`name` text collate nocase NOT NULL,
	`code` text collate nocase,
	`description` text,
	`icon` text,
	`default_criticality` text,
	`default_pm_months` integer,
	`default_cal_months` integer,
	`default_dep_method` text,
	`default_life_months` integer,
	`field_schema` text DEFAULT '[]' NOT NULL,
	PRIMARY KEY(`company_id`, `id`),
	CONSTRAINT "categories_default_criticality_known" CHECK("categories"."default_criticality" is null or "categories"."default_criticality" in ('life_support', 'high', 'medium', 'low')),
	CONSTRAINT "categories_intervals_in_range" CHECK(coalesce("categories"."default_pm_months", 1) between 1 and 120 and coalesce("categories"."default_cal_months", 1) between 1 and 120),
	CONSTRAINT "categories_version_integer" CHECK(typeof("categories"."version") in ('integer', 'null')),
	CONSTRAINT "categories_default_pm_months_integer" CHECK(typeof("categories"."default_pm_months") in ('integer', 'null')),
	CONSTRAINT "categories_default_cal_months_integer" CHECK(typeof("categories"."default_cal_months") in ('integer', 'null')),
	CONSTRAINT "categories_default_life_months_integer" CHECK(typeof("categories"."default_life_months") in ('integer', 'null'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `categories_name` ON `categories` (`company_id`,`name`) WHERE deleted_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX `categories_code` ON `categories` (`company_id`,`code`) WHERE code is not null and deleted_at is null;--> statement-breakpoint
CREATE INDEX `categories_by_state` ON `categories` (`company_id`,`archived_at`,`name`);--> statement-breakpoint
CREATE TABLE `contract_assets` (
	`company_id` text NOT NULL,
	`id` text NOT NULL,
	`created_at` integer NOT NULL,
	`created_by` text,
	`updated_at` integer NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`contract_id` text NOT NULL,
	`asset_id` text NOT NULL,
	`value_share_minor` integer,
	`from_on` text,
	`to_on` text,
	PRIMARY KEY(`company_id`, `id`),
	FOREIGN KEY (`company_id`,`contract_id`) REFERENCES `contracts`(`company_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`company_id`,`asset_id`) REFERENCES `assets`(`company_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "contract_assets_value_share_minor_integer" CHECK(typeof("contract_assets"."value_share_minor") in ('integer', 'null'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `contract_assets_pair` ON `contract_assets` (`company_id`,`contract_id`,`asset_id`);--> statement-breakpoint
CREATE INDEX `contract_assets_by_asset` ON `contract_assets` (`company_id`,`asset_id`);--> statement-breakpoint
CREATE TABLE `contracts` (
	`company_id` text NOT NULL,
	`id` text NOT NULL,
	`created_at` integer NOT NULL,
	`created_by` text,
	`updated_at` integer NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`number` text collate nocase NOT NULL,
	`kind` text NOT NULL,
	`vendor_id` text NOT NULL,
	`start_on` text NOT NULL,
	`end_on` text NOT NULL,
	`value_minor` integer,
	`billing` text,
	`has_labour` integer DEFAULT false NOT NULL,
	`has_spares` integer DEFAULT false NOT NULL,
	`exclusions` text,
	`pm_visits_per_year` integer,
	`response_hours` integer,
	`resolve_hours` integer,
	`uptime_bp` integer,
	`penalty_note` text,
	`notice_days` integer,
	`renewed_from_id` text,
	`terminated_on` text,
	`terminate_reason` text,
	PRIMARY KEY(`company_id`, `id`),
	FOREIGN KEY (`company_id`,`vendor_id`) REFERENCES `vendors`(`company_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`company_id`,`renewed_from_id`) REFERENCES `contracts`(`company_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "contracts_kind_known" CHECK("contracts"."kind" is null or "contracts"."kind" in ('warranty', 'amc', 'cmc', 'rental', 'calibration', 'insurance')),
	CONSTRAINT "contracts_dates_in_order" CHECK("contracts"."end_on" >= "contracts"."start_on"),
	CONSTRAINT "contracts_version_integer" CHECK(typeof("contracts"."version") in ('integer', 'null')),
	CONSTRAINT "contracts_value_minor_integer" CHECK(typeof("contracts"."value_minor") in ('integer', 'null'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `contracts_number` ON `contracts` (`company_id`,`number`);--> statement-breakpoint
CREATE INDEX `contracts_by_end` ON `contracts` (`company_id`,`end_on`);--> statement-breakpoint
CREATE INDEX `contracts_by_vendor` ON `contracts` (`company_id`,`vendor_id`);--> statement-breakpoint
CREATE INDEX `contracts_by_renewed` ON `contracts` (`company_id`,`renewed_from_id`);--> statement-breakpoint
CREATE TABLE `departments` (
	`company_id` text NOT NULL,
	`id` text NOT NULL,
	`created_at` integer NOT NULL,
	`created_by` text,
	`updated_at` integer NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`archived_at` integer,
	`deleted_at` integer,
	`name` text collate nocase NOT NULL,
	`code` text collate nocase,
	`location_id` text,
	`kind` text,
	`head_name` text,
	`head_phone` text,
	`head_email` text,
	`cost_centre` text,
	`pm_base_month` integer,
	PRIMARY KEY(`company_id`, `id`),
	FOREIGN KEY (`company_id`,`location_id`) REFERENCES `locations`(`company_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "departments_kind_known" CHECK("departments"."kind" is null or "departments"."kind" in ('clinical', 'diagnostic', 'support', 'admin', 'store')),
	CONSTRAINT "departments_pm_base_month_in_year" CHECK(coalesce("departments"."pm_base_month", 1) between 1 and 12),
	CONSTRAINT "departments_version_integer" CHECK(typeof("departments"."version") in ('integer', 'null')),
	CONSTRAINT "departments_pm_base_month_integer" CHECK(typeof("departments"."pm_base_month") in ('integer', 'null'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `departments_name` ON `departments` (`company_id`,`name`) WHERE deleted_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX `departments_code` ON `departments` (`company_id`,`code`) WHERE code is not null and deleted_at is null;--> statement-breakpoint
CREATE INDEX `departments_by_state` ON `departments` (`company_id`,`archived_at`,`name`);--> statement-breakpoint
CREATE INDEX `departments_by_location` ON `departments` (`company_id`,`location_id`);--> statement-breakpoint
CREATE TABLE `locations` (
	`company_id` text NOT NULL,
	`id` text NOT NULL,
	`created_at` integer NOT NULL,
	`created_by` text,
	`updated_at` integer NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`archived_at` integer,
	`deleted_at` integer,
	`parent_id` text,
	`level` text NOT NULL,
	`name` text collate nocase NOT NULL,
	`code` text collate nocase,
	`address` text,
	`postal_code` text,
	`lat` real,
	`lng` real,
	`path` text NOT NULL,
	`path_ids` text NOT NULL,
	`depth` integer NOT NULL,
	PRIMARY KEY(`company_id`, `id`),
	FOREIGN KEY (`company_id`,`parent_id`) REFERENCES `locations`(`company_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "locations_level_known" CHECK("locations"."level" is null or "locations"."level" in ('city', 'site', 'building', 'floor', 'room'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `locations_name` ON `locations` (`company_id`,`parent_id`,`name`) WHERE parent_id is not null and deleted_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX `locations_root_name` ON `locations` (`company_id`,`name`) WHERE parent_id is null and deleted_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX `locations_code` ON `locations` (`company_id`,`code`) WHERE code is not null and deleted_at is null;--> statement-breakpoint
CREATE INDEX `locations_by_path` ON `locations` (`company_id`,`path_ids`);--> statement-breakpoint
CREATE TABLE `sub_categories` (
	`company_id` text NOT NULL,
	`id` text NOT NULL,
	`created_at` integer NOT NULL,
	`created_by` text,
	`updated_at` integer NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`archived_at` integer,
	`deleted_at` integer,
	`category_id` text NOT NULL,
	`name` text collate nocase NOT NULL,
	`default_criticality` text,
	`default_pm_months` integer,
	`default_cal_months` integer,
	`default_dep_method` text,
	`default_life_months` integer,
	PRIMARY KEY(`company_id`, `id`),
	FOREIGN KEY (`company_id`,`category_id`) REFERENCES `categories`(`company_id`,`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `sub_categories_name` ON `sub_categories` (`company_id`,`category_id`,`name`) WHERE deleted_at is null;--> statement-breakpoint
CREATE TABLE `vendors` (
	`company_id` text NOT NULL,
	`id` text NOT NULL,
	`created_at` integer NOT NULL,
	`created_by` text,
	`updated_at` integer NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`archived_at` integer,
	`deleted_at` integer,
	`name` text collate nocase NOT NULL,
	`code` text collate nocase,
	`is_manufacturer` integer DEFAULT false NOT NULL,
	`is_supplier` integer DEFAULT false NOT NULL,
	`is_service` integer DEFAULT false NOT NULL,
	`is_calibration_lab` integer DEFAULT false NOT NULL,
	`is_amc_provider` integer DEFAULT false NOT NULL,
	`is_transporter` integer DEFAULT false NOT NULL,
	`tax_ids` text DEFAULT '[]' NOT NULL,
	`contact_name` text,
	`phone` text NOT NULL,
	`email` text,
	`alt_contact_name` text,
	`alt_phone` text,
	`alt_email` text,
	`address` text,
	`city` text,
	`region` text,
	`postal_code` text,
	`country` text,
	`website` text,
	`bank_note` text,
	`accreditation_no` text,
	`accreditation_valid_until` text,
	`rating` integer,
	PRIMARY KEY(`company_id`, `id`),
	CONSTRAINT "vendor_has_kind" CHECK("vendors"."is_manufacturer" + "vendors"."is_supplier" + "vendors"."is_service" + "vendors"."is_calibration_lab" + "vendors"."is_amc_provider" + "vendors"."is_transporter" > 0),
	CONSTRAINT "vendors_version_integer" CHECK(typeof("vendors"."version") in ('integer', 'null')),
	CONSTRAINT "vendors_rating_integer" CHECK(typeof("vendors"."rating") in ('integer', 'null'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `vendors_name` ON `vendors` (`company_id`,`name`) WHERE deleted_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX `vendors_code` ON `vendors` (`company_id`,`code`) WHERE code is not null and deleted_at is null;--> statement-breakpoint
CREATE INDEX `vendors_by_state` ON `vendors` (`company_id`,`archived_at`,`name`);--> statement-breakpoint
CREATE TABLE `asset_transfers` (
	`company_id` text NOT NULL,
	`id` text NOT NULL,
	`created_at` integer NOT NULL,
	`created_by` text,
	`updated_at` integer NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`number` text collate nocase NOT NULL,
	`kind` text NOT NULL,
	`from_department_id` text NOT NULL,
	`to_department_id` text NOT NULL,
	`from_location_id` text,
	`to_location_id` text,
	`reason` text NOT NULL,
	`due_back_on` text,
	`status` text DEFAULT 'draft' NOT NULL,
	`requested_by` text,
	`requested_at` integer,
	`approved_by` text,
	`approved_at` integer,
	`dispatched_by` text,
	`dispatched_at` integer,
	`received_by` text,
	`received_at` integer,
	`returned_at` integer,
	`decision_reason` text,
	`remarks` text,
	PRIMARY KEY(`company_id`, `id`),
	FOREIGN KEY (`company_id`,`from_department_id`) REFERENCES `departments`(`company_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`company_id`,`to_department_id`) REFERENCES `departments`(`company_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`company_id`,`from_location_id`) REFERENCES `locations`(`company_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`company_id`,`to_location_id`) REFERENCES `locations`(`company_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`company_id`,`requested_by`) REFERENCES `users`(`company_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`company_id`,`approved_by`) REFERENCES `users`(`company_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`company_id`,`dispatched_by`) REFERENCES `users`(`company_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`company_id`,`received_by`) REFERENCES `users`(`company_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "asset_transfers_status_known" CHECK("asset_transfers"."status" is null or "asset_transfers"."status" in ('draft', 'requested', 'approved', 'rejected', 'dispatched', 'received', 'received_with_discrepancy', 'returned', 'cancelled')),
	CONSTRAINT "transfer_goes_somewhere" CHECK("asset_transfers"."from_department_id" <> "asset_transfers"."to_department_id" or coalesce("asset_transfers"."from_location_id", '') <> coalesce("asset_transfers"."to_location_id", ''))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `asset_transfers_number` ON `asset_transfers` (`company_id`,`number`);--> statement-breakpoint
CREATE INDEX `asset_transfers_by_status` ON `asset_transfers` (`company_id`,`status`,`requested_at`);--> statement-breakpoint
CREATE INDEX `asset_transfers_by_target` ON `asset_transfers` (`company_id`,`to_department_id`,`status`);--> statement-breakpoint
CREATE INDEX `asset_transfers_by_source` ON `asset_transfers` (`company_id`,`from_department_id`,`status`);--> statement-breakpoint
CREATE TABLE `gate_pass_lines` (
	`company_id` text NOT NULL,
	`id` text NOT NULL,
	`created_at` integer NOT NULL,
	`created_by` text,
	`updated_at` integer NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`gate_pass_id` text NOT NULL,
	`asset_id` text,
	`stock_item_id` text,
	`description` text,
	`serial_no` text,
	`qty` integer DEFAULT 1 NOT NULL,
	`est_value_minor` integer,
	`accessory_ids` text DEFAULT '[]' NOT NULL,
	`condition_out` text NOT NULL,
	`returned_qty` integer DEFAULT 0 NOT NULL,
	`condition_in` text,
	`returned_at` integer,
	`received_by` text,
	`is_open` integer DEFAULT true NOT NULL,
	`remark` text,
	PRIMARY KEY(`company_id`, `id`),
	FOREIGN KEY (`company_id`,`gate_pass_id`) REFERENCES `gate_passes`(`company_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`company_id`,`asset_id`) REFERENCES `assets`(`company_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`company_id`,`stock_item_id`) REFERENCES `stock_items`(`company_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`company_id`,`received_by`) REFERENCES `users`(`company_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "pass_line_one_thing" CHECK(("gate_pass_lines"."asset_id" is not null) + ("gate_pass_lines"."stock_item_id" is not null) + ("gate_pass_lines"."description" is not null) = 1),
	CONSTRAINT "returned_within_qty" CHECK("gate_pass_lines"."returned_qty" between 0 and "gate_pass_lines"."qty"),
	CONSTRAINT "gate_pass_lines_qty_integer" CHECK(typeof("gate_pass_lines"."qty") in ('integer', 'null')),
	CONSTRAINT "gate_pass_lines_returned_qty_integer" CHECK(typeof("gate_pass_lines"."returned_qty") in ('integer', 'null')),
	CONSTRAINT "gate_pass_lines_est_value_minor_integer" CHECK(typeof("gate_pass_lines"."est_value_minor") in ('integer', 'null'))
);
--> statement-breakpoint
CREATE INDEX `gate_pass_lines_by_pass` ON `gate_pass_lines` (`company_id`,`gate_pass_id`);--> statement-breakpoint
CREATE INDEX `gate_pass_lines_by_asset` ON `gate_pass_lines` (`company_id`,`asset_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `one_open_pass_per_asset` ON `gate_pass_lines` (`company_id`,`asset_id`) WHERE asset_id is not null and is_open = 1;--> statement-breakpoint
CREATE TABLE `gate_passes` (
	`company_id` text NOT NULL,
	`id` text NOT NULL,
	`created_at` integer NOT NULL,
	`created_by` text,
	`updated_at` integer NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`number` text collate nocase NOT NULL,
	`kind` text NOT NULL,
	`purpose` text NOT NULL,
	`vendor_id` text,
	`party_name` text,
	`party_address` text,
	`carrier_name` text NOT NULL,
	`carrier_phone` text,
	`carrier_id_proof` text,
	`vehicle_no` text,
	`expected_return_on` text,
	`breakdown_id` text,
	`transfer_id` text,
	`status` text DEFAULT 'draft' NOT NULL,
	`out_by` text,
	`out_at` integer,
	`closed_at` integer,
	`remarks` text,
	`printed_count` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`company_id`, `id`),
	FOREIGN KEY (`company_id`,`vendor_id`) REFERENCES `vendors`(`company_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`company_id`,`breakdown_id`) REFERENCES `breakdowns`(`company_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`company_id`,`transfer_id`) REFERENCES `asset_transfers`(`company_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`company_id`,`out_by`) REFERENCES `users`(`company_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "gate_passes_status_known" CHECK("gate_passes"."status" is null or "gate_passes"."status" in ('draft', 'pending_approval', 'approved', 'rejected', 'out', 'partially_returned', 'returned', 'closed', 'cancelled', 'written_off')),
	CONSTRAINT "pass_has_party" CHECK("gate_passes"."vendor_id" is not null or "gate_passes"."party_name" is not null)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `gate_passes_number` ON `gate_passes` (`company_id`,`number`);--> statement-breakpoint
CREATE INDEX `gate_passes_by_status` ON `gate_passes` (`company_id`,`status`,`expected_return_on`);--> statement-breakpoint
CREATE INDEX `gate_passes_by_vendor` ON `gate_passes` (`company_id`,`vendor_id`);--> statement-breakpoint
CREATE TABLE `login_log` (
	`company_id` text NOT NULL,
	`id` text NOT NULL,
	`user_id` text,
	`email_tried` text collate nocase NOT NULL,
	`at` integer NOT NULL,
	`result` text NOT NULL,
	`ip` text,
	`country` text,
	`user_agent` text,
	`session_id` text,
	`signed_out_at` integer,
	PRIMARY KEY(`company_id`, `id`)
);
--> statement-breakpoint
CREATE INDEX `login_log_by_email` ON `login_log` (`company_id`,`email_tried`,`at`);--> statement-breakpoint
CREATE INDEX `login_log_by_ip` ON `login_log` (`company_id`,`ip`,`at`);--> statement-breakpoint
CREATE INDEX `login_log_by_session` ON `login_log` (`company_id`,`session_id`);--> statement-breakpoint
CREATE TABLE `sessions` (
	`company_id` text NOT NULL,
	`id` text NOT NULL,
	`user_id` text NOT NULL,
	`token_hash` text NOT NULL,
	`epoch` integer NOT NULL,
	`created_at` integer NOT NULL,
	`last_seen_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`revoked_at` integer,
	`ip` text,
	`user_agent` text,
	PRIMARY KEY(`company_id`, `id`),
	FOREIGN KEY (`company_id`,`user_id`) REFERENCES `users`(`company_id`,`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `sessions_token_hash` ON `sessions` (`company_id`,`token_hash`);--> statement-breakpoint
CREATE INDEX `sessions_by_user` ON `sessions` (`company_id`,`user_id`);--> statement-breakpoint
CREATE TABLE `team_members` (
	`company_id` text NOT NULL,
	`id` text NOT NULL,
	`created_at` integer NOT NULL,
	`created_by` text,
	`updated_at` integer NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`team_id` text NOT NULL,
	`user_id` text NOT NULL,
	PRIMARY KEY(`company_id`, `id`),
	FOREIGN KEY (`company_id`,`team_id`) REFERENCES `teams`(`company_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`company_id`,`user_id`) REFERENCES `users`(`company_id`,`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `team_members_pair` ON `team_members` (`company_id`,`user_id`,`team_id`);--> statement-breakpoint
CREATE INDEX `team_members_by_team` ON `team_members` (`company_id`,`team_id`);--> statement-breakpoint
CREATE TABLE `team_permissions` (
	`company_id` text NOT NULL,
	`id` text NOT NULL,
	`created_at` integer NOT NULL,
	`created_by` text,
	`updated_at` integer NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`team_id` text NOT NULL,
	`permission` text NOT NULL,
	`is_web_permission` integer DEFAULT false NOT NULL,
	`is_app_permission` integer DEFAULT false NOT NULL,
	PRIMARY KEY(`company_id`, `id`),
	FOREIGN KEY (`company_id`,`team_id`) REFERENCES `teams`(`company_id`,`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `team_permissions_pair` ON `team_permissions` (`company_id`,`team_id`,`permission`);--> statement-breakpoint
CREATE TABLE `teams` (
	`company_id` text NOT NULL,
	`id` text NOT NULL,
	`created_at` integer NOT NULL,
	`created_by` text,
	`updated_at` integer NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`archived_at` integer,
	`deleted_at` integer,
	`name` text collate nocase NOT NULL,
	`description` text,
	`leader_user_id` text,
	PRIMARY KEY(`company_id`, `id`),
	FOREIGN KEY (`company_id`,`leader_user_id`) REFERENCES `users`(`company_id`,`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `teams_name` ON `teams` (`company_id`,`name`) WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX `teams_by_leader` ON `teams` (`company_id`,`leader_user_id`);--> statement-breakpoint
CREATE TABLE `user_permissions` (
	`company_id` text NOT NULL,
	`id` text NOT NULL,
	`created_at` integer NOT NULL,
	`created_by` text,
	`updated_at` integer NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`user_id` text NOT NULL,
	`permission` text NOT NULL,
	`web` text,
	`app` text,
	PRIMARY KEY(`company_id`, `id`),
	FOREIGN KEY (`company_id`,`user_id`) REFERENCES `users`(`company_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "user_permissions_web_known" CHECK("user_permissions"."web" is null or "user_permissions"."web" in ('allow', 'deny')),
	CONSTRAINT "user_permissions_app_known" CHECK("user_permissions"."app" is null or "user_permissions"."app" in ('allow', 'deny'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `user_permissions_pair` ON `user_permissions` (`company_id`,`user_id`,`permission`);--> statement-breakpoint
CREATE TABLE `user_tokens` (
	`company_id` text NOT NULL,
	`id` text NOT NULL,
	`user_id` text NOT NULL,
	`purpose` text NOT NULL,
	`token_hash` text NOT NULL,
	`new_email` text collate nocase,
	`expires_at` integer NOT NULL,
	`used_at` integer,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`company_id`, `id`),
	FOREIGN KEY (`company_id`,`user_id`) REFERENCES `users`(`company_id`,`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `user_tokens_token_hash` ON `user_tokens` (`company_id`,`token_hash`);--> statement-breakpoint
CREATE INDEX `user_tokens_by_user` ON `user_tokens` (`company_id`,`user_id`);--> statement-breakpoint
CREATE TABLE `users` (
	`company_id` text NOT NULL,
	`id` text NOT NULL,
	`created_at` integer NOT NULL,
	`created_by` text,
	`updated_at` integer NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`email` text collate nocase NOT NULL,
	`name` text NOT NULL,
	`phone` text,
	`type` text NOT NULL,
	`service_type` integer NOT NULL,
	`department_id` text,
	`designation` text,
	`employee_code` text collate nocase,
	`avatar_media_id` text,
	`password_hash` text,
	`email_verified_at` integer,
	`must_change_password` integer DEFAULT false NOT NULL,
	`totp_secret` text,
	`locale` text,
	`status` text DEFAULT 'invited' NOT NULL,
	`last_login_at` integer,
	`session_epoch` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`company_id`, `id`),
	FOREIGN KEY (`company_id`,`department_id`) REFERENCES `departments`(`company_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`company_id`,`avatar_media_id`) REFERENCES `media`(`company_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "users_type_known" CHECK("users"."type" is null or "users"."type" in ('admin', 'user')),
	CONSTRAINT "users_status_known" CHECK("users"."status" is null or "users"."status" in ('invited', 'active', 'suspended', 'left')),
	CONSTRAINT "users_service_type_known" CHECK("users"."service_type" in (0, 1, 2)),
	CONSTRAINT "users_version_integer" CHECK(typeof("users"."version") in ('integer', 'null')),
	CONSTRAINT "users_session_epoch_integer" CHECK(typeof("users"."session_epoch") in ('integer', 'null'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `users_email` ON `users` (`company_id`,`email`) WHERE status <> 'left';--> statement-breakpoint
CREATE UNIQUE INDEX `users_employee_code` ON `users` (`company_id`,`employee_code`) WHERE employee_code is not null;--> statement-breakpoint
CREATE INDEX `users_by_status` ON `users` (`company_id`,`status`,`name`);--> statement-breakpoint
CREATE INDEX `users_by_department` ON `users` (`company_id`,`department_id`);--> statement-breakpoint
CREATE TABLE `stock_items` (
	`company_id` text NOT NULL,
	`id` text NOT NULL,
	`created_at` integer NOT NULL,
	`created_by` text,
	`updated_at` integer NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`archived_at` integer,
	`deleted_at` integer,
	`store_id` text NOT NULL,
	`name` text collate nocase NOT NULL,
	`part_no` text collate nocase,
	`kind` text DEFAULT 'spare' NOT NULL,
	`unit` text DEFAULT 'pcs' NOT NULL,
	`rate_minor` integer DEFAULT 0 NOT NULL,
	`quantity` integer DEFAULT 0 NOT NULL,
	`min_qty` integer,
	`max_qty` integer,
	`reorder_qty` integer,
	`rack` text,
	`bin` text,
	`has_batches` integer DEFAULT false NOT NULL,
	`has_expiry` integer DEFAULT false NOT NULL,
	`vendor_id` text,
	`is_active` integer DEFAULT true NOT NULL,
	`low_stock_notified_at` integer,
	`image_media_id` text,
	PRIMARY KEY(`company_id`, `id`),
	FOREIGN KEY (`company_id`,`store_id`) REFERENCES `stores`(`company_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`company_id`,`vendor_id`) REFERENCES `vendors`(`company_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`company_id`,`image_media_id`) REFERENCES `media`(`company_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "stock_not_negative" CHECK("stock_items"."quantity" >= 0),
	CONSTRAINT "stock_items_rate_not_negative" CHECK("stock_items"."rate_minor" >= 0),
	CONSTRAINT "stock_items_kind_known" CHECK("stock_items"."kind" is null or "stock_items"."kind" in ('spare', 'consumable', 'accessory', 'tool')),
	CONSTRAINT "stock_items_version_integer" CHECK(typeof("stock_items"."version") in ('integer', 'null')),
	CONSTRAINT "stock_items_rate_minor_integer" CHECK(typeof("stock_items"."rate_minor") in ('integer', 'null')),
	CONSTRAINT "stock_items_quantity_integer" CHECK(typeof("stock_items"."quantity") in ('integer', 'null')),
	CONSTRAINT "stock_items_min_qty_integer" CHECK(typeof("stock_items"."min_qty") in ('integer', 'null')),
	CONSTRAINT "stock_items_max_qty_integer" CHECK(typeof("stock_items"."max_qty") in ('integer', 'null')),
	CONSTRAINT "stock_items_reorder_qty_integer" CHECK(typeof("stock_items"."reorder_qty") in ('integer', 'null'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `stock_items_name` ON `stock_items` (`company_id`,`store_id`,`name`) WHERE deleted_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX `stock_items_part_no` ON `stock_items` (`company_id`,`store_id`,`part_no`) WHERE part_no is not null and deleted_at is null;--> statement-breakpoint
CREATE INDEX `stock_items_by_name` ON `stock_items` (`company_id`,`name`,`id`) WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX `stock_items_by_vendor` ON `stock_items` (`company_id`,`vendor_id`) WHERE vendor_id is not null;--> statement-breakpoint
CREATE INDEX `stock_items_low` ON `stock_items` (`company_id`,`id`) WHERE quantity <= min_qty;--> statement-breakpoint
CREATE TABLE `stock_movements` (
	`company_id` text NOT NULL,
	`id` text NOT NULL,
	`stock_item_id` text NOT NULL,
	`kind` text NOT NULL,
	`qty` integer NOT NULL,
	`unit_cost_minor` integer NOT NULL,
	`balance_after` integer NOT NULL,
	`seq` integer NOT NULL,
	`service_report_part_id` text,
	`gate_pass_line_id` text,
	`pair_id` text,
	`import_job_id` text,
	`batch_no` text,
	`expiry_on` text,
	`reason` text,
	`actor_id` text,
	`actor_name` text NOT NULL,
	`at` integer NOT NULL,
	PRIMARY KEY(`company_id`, `id`),
	FOREIGN KEY (`company_id`,`stock_item_id`) REFERENCES `stock_items`(`company_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`company_id`,`service_report_part_id`) REFERENCES `service_report_parts`(`company_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`company_id`,`gate_pass_line_id`) REFERENCES `gate_pass_lines`(`company_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`company_id`,`pair_id`) REFERENCES `stock_movements`(`company_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`company_id`,`import_job_id`) REFERENCES `import_jobs`(`company_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "movement_qty_positive" CHECK("stock_movements"."qty" > 0),
	CONSTRAINT "stock_movements_balance_not_negative" CHECK("stock_movements"."balance_after" >= 0),
	CONSTRAINT "stock_movements_kind_known" CHECK("stock_movements"."kind" is null or "stock_movements"."kind" in ('opening', 'receipt', 'return_service', 'adjust_plus', 'transfer_in', 'issue', 'issue_service', 'adjust_minus', 'transfer_out', 'scrap', 'return_vendor')),
	CONSTRAINT "stock_movements_qty_integer" CHECK(typeof("stock_movements"."qty") in ('integer', 'null')),
	CONSTRAINT "stock_movements_unit_cost_minor_integer" CHECK(typeof("stock_movements"."unit_cost_minor") in ('integer', 'null')),
	CONSTRAINT "stock_movements_balance_after_integer" CHECK(typeof("stock_movements"."balance_after") in ('integer', 'null')),
	CONSTRAINT "stock_movements_seq_integer" CHECK(typeof("stock_movements"."seq") in ('integer', 'null'))
) WITHOUT ROWID;
--> statement-breakpoint
CREATE UNIQUE INDEX `stock_movements_seq` ON `stock_movements` (`company_id`,`stock_item_id`,`seq`);--> statement-breakpoint
CREATE TABLE `stores` (
	`company_id` text NOT NULL,
	`id` text NOT NULL,
	`created_at` integer NOT NULL,
	`created_by` text,
	`updated_at` integer NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`archived_at` integer,
	`deleted_at` integer,
	`name` text collate nocase NOT NULL,
	`code` text collate nocase,
	`department_id` text,
	`keeper_user_id` text,
	`is_default` integer DEFAULT false NOT NULL,
	PRIMARY KEY(`company_id`, `id`),
	FOREIGN KEY (`company_id`,`department_id`) REFERENCES `departments`(`company_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`company_id`,`keeper_user_id`) REFERENCES `users`(`company_id`,`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `stores_name` ON `stores` (`company_id`,`name`) WHERE deleted_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX `stores_code` ON `stores` (`company_id`,`code`) WHERE code is not null and deleted_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX `stores_one_default` ON `stores` (`company_id`) WHERE is_default = 1 and deleted_at is null;--> statement-breakpoint
CREATE INDEX `stores_by_department` ON `stores` (`company_id`,`department_id`);--> statement-breakpoint
CREATE INDEX `stores_by_keeper` ON `stores` (`company_id`,`keeper_user_id`);