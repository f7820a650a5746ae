CREATE TABLE `api_key_scopes` (
	`company_id` text NOT NULL,
	`id` text NOT NULL,
	`created_at` integer NOT NULL,
	`created_by` text,
	`updated_at` integer NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`api_key_id` text NOT NULL,
	`department_id` text NOT NULL,
	PRIMARY KEY(`company_id`, `id`),
	FOREIGN KEY (`company_id`,`api_key_id`) REFERENCES `api_keys`(`company_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`company_id`,`department_id`) REFERENCES `departments`(`company_id`,`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `api_key_scopes_pair` ON `api_key_scopes` (`company_id`,`api_key_id`,`department_id`);--> statement-breakpoint
CREATE INDEX `api_key_scopes_by_department` ON `api_key_scopes` (`company_id`,`department_id`);--> statement-breakpoint
CREATE TABLE `api_keys` (
	`company_id` text NOT NULL,
	`id` text NOT NULL,
	`created_at` integer NOT NULL,
	`created_by` text,
	`updated_at` integer NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`name` text collate nocase NOT NULL,
	`secret_hash` text NOT NULL,
	`former_hash` text,
	`former_until` integer,
	`permissions` text NOT NULL,
	`is_limited` integer DEFAULT false NOT NULL,
	`expires_at` integer NOT NULL,
	`revoked_at` integer,
	`last_used_at` integer,
	`last_used_ip` text,
	PRIMARY KEY(`company_id`, `id`),
	CONSTRAINT "api_keys_version_integer" CHECK(typeof("api_keys"."version") in ('integer', 'null')),
	CONSTRAINT "api_keys_expires_at_integer" CHECK(typeof("api_keys"."expires_at") in ('integer', 'null')),
	CONSTRAINT "api_keys_former_until_integer" CHECK(typeof("api_keys"."former_until") in ('integer', 'null'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `api_keys_name` ON `api_keys` (`company_id`,`name`) WHERE revoked_at is null;--> statement-breakpoint
CREATE INDEX `api_keys_by_end` ON `api_keys` (`company_id`,`expires_at`) WHERE revoked_at is null;--> statement-breakpoint
CREATE TABLE `api_uses` (
	`company_id` text NOT NULL,
	`id` text NOT NULL,
	`minute` integer NOT NULL,
	`used` integer NOT NULL,
	PRIMARY KEY(`company_id`, `id`),
	CONSTRAINT "api_uses_minute_integer" CHECK(typeof("api_uses"."minute") in ('integer', 'null')),
	CONSTRAINT "api_uses_used_integer" CHECK(typeof("api_uses"."used") in ('integer', 'null'))
);
--> statement-breakpoint
CREATE INDEX `assets_by_change` ON `assets` (`company_id`,`updated_at`,`id`);--> statement-breakpoint
CREATE INDEX `breakdowns_by_change` ON `breakdowns` (`company_id`,`updated_at`,`id`);--> statement-breakpoint
CREATE INDEX `calibrators_by_change` ON `calibrators` (`company_id`,`updated_at`,`id`);--> statement-breakpoint
CREATE INDEX `certificate_reports_by_change` ON `certificate_reports` (`company_id`,`updated_at`,`id`);--> statement-breakpoint
CREATE INDEX `consumer_contacts_by_change` ON `consumer_contacts` (`company_id`,`updated_at`,`id`);--> statement-breakpoint
CREATE INDEX `consumer_sites_by_change` ON `consumer_sites` (`company_id`,`updated_at`,`id`);--> statement-breakpoint
CREATE INDEX `consumers_by_change` ON `consumers` (`company_id`,`updated_at`,`id`);--> statement-breakpoint
CREATE INDEX `contract_reviews_by_change` ON `contract_reviews` (`company_id`,`updated_at`,`id`);--> statement-breakpoint
CREATE INDEX `instrument_maps_by_change` ON `instrument_maps` (`company_id`,`updated_at`,`id`);--> statement-breakpoint
CREATE INDEX `device_templates_by_change` ON `device_templates` (`company_id`,`updated_at`,`id`);--> statement-breakpoint
CREATE INDEX `machine_models_by_change` ON `machine_models` (`company_id`,`updated_at`,`id`);--> statement-breakpoint
CREATE INDEX `machines_by_change` ON `machines` (`company_id`,`updated_at`,`id`);--> statement-breakpoint
CREATE INDEX `safety_limits_by_change` ON `safety_limits` (`company_id`,`updated_at`,`id`);--> statement-breakpoint
CREATE INDEX `categories_by_change` ON `categories` (`company_id`,`updated_at`,`id`);--> statement-breakpoint
CREATE INDEX `departments_by_change` ON `departments` (`company_id`,`updated_at`,`id`);--> statement-breakpoint
CREATE INDEX `locations_by_change` ON `locations` (`company_id`,`updated_at`,`id`);--> statement-breakpoint
CREATE INDEX `sub_categories_by_change` ON `sub_categories` (`company_id`,`updated_at`,`id`);--> statement-breakpoint
CREATE INDEX `vendors_by_change` ON `vendors` (`company_id`,`updated_at`,`id`);--> statement-breakpoint
CREATE INDEX `teams_by_change` ON `teams` (`company_id`,`updated_at`,`id`);--> statement-breakpoint
CREATE INDEX `cmc_entries_by_change` ON `cmc_entries` (`company_id`,`updated_at`,`id`);--> statement-breakpoint
CREATE INDEX `decision_rules_by_change` ON `decision_rules` (`company_id`,`updated_at`,`id`);--> statement-breakpoint
CREATE INDEX `procedures_by_change` ON `procedures` (`company_id`,`updated_at`,`id`);--> statement-breakpoint
CREATE INDEX `recalls_by_change` ON `recalls` (`company_id`,`updated_at`,`id`);--> statement-breakpoint
CREATE INDEX `report_forms_by_change` ON `report_forms` (`company_id`,`updated_at`,`id`);--> statement-breakpoint
CREATE INDEX `report_presets_by_change` ON `report_presets` (`company_id`,`updated_at`,`id`);--> statement-breakpoint
CREATE INDEX `signatures_by_change` ON `signatures` (`company_id`,`updated_at`,`id`);--> statement-breakpoint
CREATE INDEX `stores_by_change` ON `stores` (`company_id`,`updated_at`,`id`);--> statement-breakpoint
INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES
('api_key_scopes','api_key_scopes_by_department','5000 500 5'),
('api_key_scopes','api_key_scopes_pair','5000 500 1 1'),
('api_key_scopes','sqlite_autoindex_api_key_scopes_1','5000 500 1'),
('api_keys','api_keys_by_end','250 25 1'),
('api_keys','api_keys_name','250 25 1'),
('api_keys','sqlite_autoindex_api_keys_1','5000 500 1'),
('api_uses','sqlite_autoindex_api_uses_1','5000 500 1'),
('assets','assets_by_change','100000 10000 1 1'),
('breakdowns','breakdowns_by_change','200000 20000 1 1'),
('calibrators','calibrators_by_change','5000 500 1 1'),
('categories','categories_by_change','500 50 1 1'),
('certificate_reports','certificate_reports_by_change','500000 50000 1 1'),
('cmc_entries','cmc_entries_by_change','5000 500 1 1'),
('consumer_contacts','consumer_contacts_by_change','5000 500 1 1'),
('consumer_sites','consumer_sites_by_change','5000 500 1 1'),
('consumers','consumers_by_change','20000 2000 1 1'),
('contract_reviews','contract_reviews_by_change','5000 500 1 1'),
('decision_rules','decision_rules_by_change','5000 500 1 1'),
('departments','departments_by_change','1000 100 1 1'),
('device_templates','device_templates_by_change','5000 500 1 1'),
('instrument_maps','instrument_maps_by_change','5000 500 1 1'),
('locations','locations_by_change','5000 500 1 1'),
('machine_models','machine_models_by_change','10000 1000 1 1'),
('machines','machines_by_change','100000 10000 1 1'),
('procedures','procedures_by_change','5000 500 1 1'),
('recalls','recalls_by_change','5000 500 1 1'),
('report_forms','report_forms_by_change','5000 500 1 1'),
('report_presets','report_presets_by_change','5000 500 1 1'),
('safety_limits','safety_limits_by_change','5000 500 1 1'),
('signatures','signatures_by_change','5000 500 1 1'),
('stores','stores_by_change','5000 500 1 1'),
('sub_categories','sub_categories_by_change','2000 200 1 1'),
('teams','teams_by_change','5000 500 1 1'),
('vendors','vendors_by_change','5000 500 1 1');
--> statement-breakpoint
ANALYZE sqlite_schema;
