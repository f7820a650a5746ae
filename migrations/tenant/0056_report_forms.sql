CREATE TABLE `report_form_events` (
	`company_id` text NOT NULL,
	`id` text NOT NULL,
	`report_form_version_id` text NOT NULL,
	`status` text NOT NULL,
	`note` text,
	`actor_id` text,
	`actor_name` text NOT NULL,
	`at` integer NOT NULL,
	PRIMARY KEY(`company_id`, `id`),
	FOREIGN KEY (`company_id`,`report_form_version_id`) REFERENCES `report_form_versions`(`company_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "report_form_events_status_known" CHECK("report_form_events"."status" is null or "report_form_events"."status" in ('draft', 'published', 'retired'))
);
--> statement-breakpoint
CREATE INDEX `report_form_events_by_version` ON `report_form_events` (`company_id`,`report_form_version_id`,`id`);--> statement-breakpoint
CREATE TABLE `report_form_versions` (
	`company_id` text NOT NULL,
	`id` text NOT NULL,
	`created_at` integer NOT NULL,
	`created_by` text,
	`updated_at` integer NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`report_form_id` text NOT NULL,
	`version_no` integer NOT NULL,
	`name` text collate nocase NOT NULL,
	`status` text DEFAULT 'draft' NOT NULL,
	`layout` text NOT NULL,
	`published_at` integer,
	`published_by` text,
	`retired_at` integer,
	`retired_by` text,
	PRIMARY KEY(`company_id`, `id`),
	FOREIGN KEY (`company_id`,`report_form_id`) REFERENCES `report_forms`(`company_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "report_form_versions_status_known" CHECK("report_form_versions"."status" is null or "report_form_versions"."status" in ('draft', 'published', 'retired')),
	CONSTRAINT "report_form_versions_version_integer" CHECK(typeof("report_form_versions"."version") in ('integer', 'null')),
	CONSTRAINT "report_form_versions_version_no_integer" CHECK(typeof("report_form_versions"."version_no") in ('integer', 'null'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `report_form_versions_number` ON `report_form_versions` (`company_id`,`report_form_id`,`version_no`);--> statement-breakpoint
CREATE UNIQUE INDEX `one_published_form` ON `report_form_versions` (`company_id`,`report_form_id`) WHERE status = 'published';--> statement-breakpoint
CREATE UNIQUE INDEX `one_draft_of_form` ON `report_form_versions` (`company_id`,`report_form_id`) WHERE status = 'draft';--> statement-breakpoint
CREATE INDEX `report_form_versions_by_status` ON `report_form_versions` (`company_id`,`status`,`id`);--> statement-breakpoint
CREATE TABLE `report_forms` (
	`company_id` text NOT NULL,
	`id` text NOT NULL,
	`created_at` integer NOT NULL,
	`created_by` text,
	`updated_at` integer NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`archived_at` integer,
	`deleted_at` integer,
	`name` text collate nocase NOT NULL,
	`kind` text NOT NULL,
	`machine_type_id` text,
	`current_version_id` text,
	PRIMARY KEY(`company_id`, `id`),
	FOREIGN KEY (`company_id`,`current_version_id`) REFERENCES `report_form_versions`(`company_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "report_forms_kind_known" CHECK("report_forms"."kind" is null or "report_forms"."kind" in ('calibration', 'test_report', 'electrical_safety', 'pm_report')),
	CONSTRAINT "report_forms_version_integer" CHECK(typeof("report_forms"."version") in ('integer', 'null'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `report_forms_name` ON `report_forms` (`company_id`,`name`) WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX `report_forms_by_version` ON `report_forms` (`company_id`,`current_version_id`) WHERE current_version_id is not null;--> statement-breakpoint
CREATE TABLE `report_presets` (
	`company_id` text NOT NULL,
	`id` text NOT NULL,
	`created_at` integer NOT NULL,
	`created_by` text,
	`updated_at` integer NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`archived_at` integer,
	`deleted_at` integer,
	`name` text collate nocase NOT NULL,
	`kind` text NOT NULL,
	`report_form_id` text,
	`procedure_id` text NOT NULL,
	`standards` text DEFAULT '[]' NOT NULL,
	`title` text,
	`performed_at` text DEFAULT 'laboratory' NOT NULL,
	`condition_on_receipt` text,
	`deviations` text,
	`external_providers` text,
	PRIMARY KEY(`company_id`, `id`),
	FOREIGN KEY (`company_id`,`report_form_id`) REFERENCES `report_forms`(`company_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`company_id`,`procedure_id`) REFERENCES `procedures`(`company_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "report_presets_kind_known" CHECK("report_presets"."kind" is null or "report_presets"."kind" in ('calibration', 'test_report', 'electrical_safety', 'pm_report')),
	CONSTRAINT "report_presets_place_known" CHECK("report_presets"."performed_at" is null or "report_presets"."performed_at" in ('laboratory', 'customer', 'laboratoryBranch', 'customerBranch', 'other')),
	CONSTRAINT "report_presets_version_integer" CHECK(typeof("report_presets"."version") in ('integer', 'null'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `report_presets_name` ON `report_presets` (`company_id`,`name`) WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX `report_presets_by_form` ON `report_presets` (`company_id`,`report_form_id`) WHERE report_form_id is not null;--> statement-breakpoint
CREATE INDEX `report_presets_by_procedure` ON `report_presets` (`company_id`,`procedure_id`);--> statement-breakpoint
CREATE TRIGGER report_form_events_no_update BEFORE UPDATE ON report_form_events BEGIN SELECT RAISE(ABORT, 'report_form_events_no_update'); END;
--> statement-breakpoint
CREATE TRIGGER report_form_events_no_delete BEFORE DELETE ON report_form_events BEGIN SELECT RAISE(ABORT, 'report_form_events_no_delete'); END;
--> statement-breakpoint
CREATE TRIGGER report_form_version_frozen BEFORE UPDATE ON report_form_versions
WHEN OLD.status <> 'draft' AND (NEW.company_id IS NOT OLD.company_id
  OR NEW.report_form_id IS NOT OLD.report_form_id
  OR NEW.version_no IS NOT OLD.version_no
  OR NEW.name IS NOT OLD.name
  OR NEW.layout IS NOT OLD.layout)
BEGIN SELECT RAISE(ABORT, 'report_form_version_frozen'); END;
--> statement-breakpoint
CREATE TRIGGER report_form_version_kept BEFORE DELETE ON report_form_versions WHEN OLD.status <> 'draft'
BEGIN SELECT RAISE(ABORT, 'report_form_version_kept'); END;
--> statement-breakpoint
INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES
('report_form_events','report_form_events_by_version','5000 500 1 1'),
('report_form_events','sqlite_autoindex_report_form_events_1','5000 500 1'),
('report_form_versions','one_draft_of_form','250 25 1'),
('report_form_versions','one_published_form','250 25 1'),
('report_form_versions','report_form_versions_by_status','5000 500 100 1'),
('report_form_versions','report_form_versions_number','5000 500 1 1'),
('report_form_versions','sqlite_autoindex_report_form_versions_1','5000 500 1'),
('report_forms','report_forms_by_version','2500 250 1'),
('report_forms','report_forms_name','5000 500 1'),
('report_forms','sqlite_autoindex_report_forms_1','5000 500 1'),
('report_presets','report_presets_by_form','2500 250 1'),
('report_presets','report_presets_by_procedure','5000 500 1'),
('report_presets','report_presets_name','5000 500 1'),
('report_presets','sqlite_autoindex_report_presets_1','5000 500 1');
--> statement-breakpoint
ANALYZE sqlite_schema;
