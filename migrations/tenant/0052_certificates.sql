CREATE TABLE `certificate_report_events` (
	`company_id` text NOT NULL,
	`id` text NOT NULL,
	`certificate_report_id` text NOT NULL,
	`status` text NOT NULL,
	`note` text,
	`actor_id` text,
	`actor_name` text NOT NULL,
	`at` integer NOT NULL,
	`signature_id` text,
	`role` text,
	`meaning` text,
	`printed_name` text,
	`designation` text,
	`content_sha256` text,
	`auth_method` text,
	`zone_offset` integer,
	`ip` text,
	`user_agent` text,
	PRIMARY KEY(`company_id`, `id`),
	FOREIGN KEY (`company_id`,`certificate_report_id`) REFERENCES `certificate_reports`(`company_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`company_id`,`signature_id`) REFERENCES `signatures`(`company_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "certificate_report_events_status_known" CHECK("certificate_report_events"."status" is null or "certificate_report_events"."status" in ('draft', 'submitted', 'checked', 'approved', 'issued', 'superseded', 'voided', 'cancelled')),
	CONSTRAINT "certificate_report_events_role_known" CHECK("certificate_report_events"."role" is null or "certificate_report_events"."role" in ('calibrated_by', 'checked_by', 'approved_by', 'authorised_signatory', 'witness', 'customer_rep')),
	CONSTRAINT "certificate_report_events_meaning_known" CHECK("certificate_report_events"."meaning" is null or "certificate_report_events"."meaning" in ('performed', 'reviewed', 'approved', 'authorised', 'rejected'))
);
--> statement-breakpoint
CREATE INDEX `certificate_report_events_by_certificate` ON `certificate_report_events` (`company_id`,`certificate_report_id`,`id`);--> statement-breakpoint
CREATE INDEX `certificate_report_events_by_signature` ON `certificate_report_events` (`company_id`,`signature_id`,`id`) WHERE signature_id is not null;--> statement-breakpoint
CREATE TABLE `certificate_reports` (
	`company_id` text NOT NULL,
	`id` text NOT NULL,
	`created_at` integer NOT NULL,
	`created_by` text,
	`updated_at` integer NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`measurement_set_id` text NOT NULL,
	`name` text collate nocase NOT NULL,
	`certificate_no` text collate nocase,
	`base_no` text collate nocase,
	`revision_no` integer DEFAULT 0 NOT NULL,
	`revision_of_id` text,
	`replaced_by_id` text,
	`amendment_reason` text,
	`scheme_no` text,
	`kind` text DEFAULT 'calibration' NOT NULL,
	`title` text NOT NULL,
	`consumer_id` text,
	`consumer_site_id` text,
	`machine_id` text NOT NULL,
	`job_no` text,
	`request_no` text,
	`po_no` text,
	`received_on` text,
	`condition_on_receipt` text,
	`cal_start_on` text NOT NULL,
	`cal_end_on` text NOT NULL,
	`performed_at` text DEFAULT 'laboratory' NOT NULL,
	`performed_address` text,
	`accredited` integer DEFAULT false NOT NULL,
	`decision_rule_id` text,
	`adjustment` text DEFAULT 'none' NOT NULL,
	`as_found_missing` text,
	`deviations` text,
	`concessions` text DEFAULT '[]' NOT NULL,
	`external_providers` text,
	`opinion` text,
	`opinion_by` text,
	`show_due` integer DEFAULT false NOT NULL,
	`next_due_on` text,
	`form` text,
	`status` text DEFAULT 'draft' NOT NULL,
	`conformity` text,
	`as_found_conformity` text,
	`writer_ids` text DEFAULT '[]' NOT NULL,
	`submitted_at` integer,
	`submitted_by` text,
	`checked_at` integer,
	`checked_by` text,
	`approved_at` integer,
	`approved_by` text,
	`issued_on` text,
	`issued_at` integer,
	`issued_by` text,
	`voided_at` integer,
	`voided_by` text,
	`void_reason` text,
	`signatures` text DEFAULT '[]' NOT NULL,
	`content_sha256` text,
	`document_sha256` text,
	`pdf_sha256` text,
	`dcc_sha256` text,
	`files` text DEFAULT '{}' NOT NULL,
	`render_state` text DEFAULT 'none' NOT NULL,
	`verify_token` text NOT NULL,
	`public_level` text DEFAULT 'summary' NOT NULL,
	PRIMARY KEY(`company_id`, `id`),
	FOREIGN KEY (`company_id`,`measurement_set_id`) REFERENCES `measurement_sets`(`company_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`company_id`,`revision_of_id`) REFERENCES `certificate_reports`(`company_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`company_id`,`replaced_by_id`) REFERENCES `certificate_reports`(`company_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`company_id`,`consumer_id`) REFERENCES `consumers`(`company_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`company_id`,`consumer_site_id`) REFERENCES `consumer_sites`(`company_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`company_id`,`machine_id`) REFERENCES `machines`(`company_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`company_id`,`decision_rule_id`) REFERENCES `decision_rules`(`company_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "certificate_reports_status_known" CHECK("certificate_reports"."status" is null or "certificate_reports"."status" in ('draft', 'submitted', 'checked', 'approved', 'issued', 'superseded', 'voided', 'cancelled')),
	CONSTRAINT "certificate_reports_kind_known" CHECK("certificate_reports"."kind" is null or "certificate_reports"."kind" in ('calibration', 'test_report', 'electrical_safety', 'pm_report')),
	CONSTRAINT "certificate_reports_place_known" CHECK("certificate_reports"."performed_at" is null or "certificate_reports"."performed_at" in ('laboratory', 'customer', 'laboratoryBranch', 'customerBranch', 'other')),
	CONSTRAINT "certificate_reports_adjustment_known" CHECK("certificate_reports"."adjustment" is null or "certificate_reports"."adjustment" in ('none', 'adjusted', 'repaired', 'adjusted_and_repaired')),
	CONSTRAINT "certificate_reports_conformity_known" CHECK("certificate_reports"."conformity" is null or "certificate_reports"."conformity" in ('pass', 'conditional_pass', 'conditional_fail', 'fail', 'not_stated')),
	CONSTRAINT "certificate_reports_as_found_known" CHECK("certificate_reports"."as_found_conformity" is null or "certificate_reports"."as_found_conformity" in ('pass', 'conditional_pass', 'conditional_fail', 'fail', 'not_stated')),
	CONSTRAINT "certificate_reports_render_known" CHECK("certificate_reports"."render_state" is null or "certificate_reports"."render_state" in ('none', 'pending', 'done', 'failed')),
	CONSTRAINT "certificate_reports_level_known" CHECK("certificate_reports"."public_level" is null or "certificate_reports"."public_level" in ('status', 'summary', 'full')),
	CONSTRAINT "certificate_reports_dates_in_order" CHECK("certificate_reports"."cal_start_on" <= "certificate_reports"."cal_end_on"),
	CONSTRAINT "certificate_reports_numbered_when_issued" CHECK(("certificate_reports"."status" in ('issued', 'superseded', 'voided')) = ("certificate_reports"."certificate_no" is not null)
        and ("certificate_reports"."certificate_no" is null) = ("certificate_reports"."document_sha256" is null)),
	CONSTRAINT "certificate_reports_version_integer" CHECK(typeof("certificate_reports"."version") in ('integer', 'null')),
	CONSTRAINT "certificate_reports_revision_no_integer" CHECK(typeof("certificate_reports"."revision_no") in ('integer', 'null'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `certificate_reports_number` ON `certificate_reports` (`company_id`,`certificate_no`) WHERE certificate_no is not null;--> statement-breakpoint
CREATE UNIQUE INDEX `certificate_reports_token` ON `certificate_reports` (`company_id`,`verify_token`);--> statement-breakpoint
CREATE UNIQUE INDEX `one_open_certificate` ON `certificate_reports` (`company_id`,`machine_id`) WHERE status in ('draft', 'submitted', 'checked', 'approved');--> statement-breakpoint
CREATE UNIQUE INDEX `one_revision_after` ON `certificate_reports` (`company_id`,`revision_of_id`) WHERE revision_of_id is not null and status <> 'cancelled';--> statement-breakpoint
CREATE INDEX `certificate_reports_by_status` ON `certificate_reports` (`company_id`,`status`,`id`);--> statement-breakpoint
CREATE INDEX `certificate_reports_by_machine` ON `certificate_reports` (`company_id`,`machine_id`,`id`);--> statement-breakpoint
CREATE INDEX `certificate_reports_by_consumer` ON `certificate_reports` (`company_id`,`consumer_id`,`id`) WHERE consumer_id is not null;--> statement-breakpoint
CREATE INDEX `certificate_reports_by_set` ON `certificate_reports` (`company_id`,`measurement_set_id`);--> statement-breakpoint
CREATE INDEX `certificate_reports_to_render` ON `certificate_reports` (`company_id`,`id`) WHERE render_state = 'pending';--> statement-breakpoint
CREATE INDEX `certificate_reports_by_site` ON `certificate_reports` (`company_id`,`consumer_site_id`) WHERE consumer_site_id is not null;--> statement-breakpoint
CREATE INDEX `certificate_reports_by_rule` ON `certificate_reports` (`company_id`,`decision_rule_id`) WHERE decision_rule_id is not null;--> statement-breakpoint
CREATE TABLE `certificate_texts` (
	`company_id` text NOT NULL,
	`id` text NOT NULL,
	`certificate_report_id` text NOT NULL,
	`text` text NOT NULL,
	PRIMARY KEY(`company_id`, `id`),
	FOREIGN KEY (`company_id`,`certificate_report_id`) REFERENCES `certificate_reports`(`company_id`,`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `certificate_texts_once` ON `certificate_texts` (`company_id`,`certificate_report_id`);--> statement-breakpoint
CREATE TABLE `measurement_changes` (
	`company_id` text NOT NULL,
	`id` text NOT NULL,
	`measurement_set_id` text NOT NULL,
	`changes` text NOT NULL,
	`reason` text,
	`actor_id` text,
	`actor_name` text NOT NULL,
	`at` integer NOT NULL,
	PRIMARY KEY(`company_id`, `id`),
	FOREIGN KEY (`company_id`,`measurement_set_id`) REFERENCES `measurement_sets`(`company_id`,`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `measurement_changes_by_set` ON `measurement_changes` (`company_id`,`measurement_set_id`,`id`);--> statement-breakpoint
CREATE TABLE `measurement_sets` (
	`company_id` text NOT NULL,
	`id` text NOT NULL,
	`created_at` integer NOT NULL,
	`created_by` text,
	`updated_at` integer NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`procedure_version_id` text NOT NULL,
	`machine_id` text,
	`asset_id` text,
	`state` text DEFAULT 'open' NOT NULL,
	`measured` text NOT NULL,
	`was_signed` integer DEFAULT false NOT NULL,
	`results` text,
	`engine_version` text,
	`results_sha256` text,
	PRIMARY KEY(`company_id`, `id`),
	FOREIGN KEY (`company_id`,`procedure_version_id`) REFERENCES `procedure_versions`(`company_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`company_id`,`machine_id`) REFERENCES `machines`(`company_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`company_id`,`asset_id`) REFERENCES `assets`(`company_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "measurement_sets_state_known" CHECK("measurement_sets"."state" is null or "measurement_sets"."state" in ('open', 'locked', 'frozen')),
	CONSTRAINT "measurement_sets_version_integer" CHECK(typeof("measurement_sets"."version") in ('integer', 'null'))
);
--> statement-breakpoint
CREATE INDEX `measurement_sets_by_version` ON `measurement_sets` (`company_id`,`procedure_version_id`);--> statement-breakpoint
CREATE INDEX `measurement_sets_by_machine` ON `measurement_sets` (`company_id`,`machine_id`) WHERE machine_id is not null;--> statement-breakpoint
CREATE INDEX `measurement_sets_by_asset` ON `measurement_sets` (`company_id`,`asset_id`) WHERE asset_id is not null;--> statement-breakpoint
CREATE TABLE `measurement_standards` (
	`company_id` text NOT NULL,
	`id` text NOT NULL,
	`created_at` integer NOT NULL,
	`created_by` text,
	`updated_at` integer NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`measurement_set_id` text NOT NULL,
	`calibrator_id` text NOT NULL,
	`calibrator_certificate_id` text,
	`role` text NOT NULL,
	`sort` integer DEFAULT 0 NOT NULL,
	`calibrator_no` text NOT NULL,
	`name` text NOT NULL,
	`serial_no` text,
	`certificate_no` text,
	`due_on` text,
	`route` text,
	PRIMARY KEY(`company_id`, `id`),
	FOREIGN KEY (`company_id`,`measurement_set_id`) REFERENCES `measurement_sets`(`company_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`company_id`,`calibrator_id`) REFERENCES `calibrators`(`company_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`company_id`,`calibrator_certificate_id`) REFERENCES `calibrator_certificates`(`company_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "measurement_standards_route_known" CHECK("measurement_standards"."route" is null or "measurement_standards"."route" in ('accredited_lab', 'national_institute', 'certified_material', 'in_house', 'none')),
	CONSTRAINT "measurement_standards_version_integer" CHECK(typeof("measurement_standards"."version") in ('integer', 'null')),
	CONSTRAINT "measurement_standards_sort_integer" CHECK(typeof("measurement_standards"."sort") in ('integer', 'null'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `measurement_standards_once` ON `measurement_standards` (`company_id`,`measurement_set_id`,`calibrator_id`,`role`);--> statement-breakpoint
CREATE INDEX `measurement_standards_by_calibrator` ON `measurement_standards` (`company_id`,`calibrator_id`,`measurement_set_id`);--> statement-breakpoint
CREATE INDEX `measurement_standards_by_certificate` ON `measurement_standards` (`company_id`,`calibrator_certificate_id`) WHERE calibrator_certificate_id is not null;--> statement-breakpoint
CREATE INDEX `calibrator_events_by_day` ON `calibrator_events` (`company_id`,`calibrator_id`,`on_day`,`id`);
--> statement-breakpoint
CREATE TRIGGER certificate_report_events_no_update BEFORE UPDATE ON certificate_report_events BEGIN SELECT RAISE(ABORT, 'certificate_report_events_no_update'); END;
--> statement-breakpoint
CREATE TRIGGER certificate_report_events_no_delete BEFORE DELETE ON certificate_report_events BEGIN SELECT RAISE(ABORT, 'certificate_report_events_no_delete'); END;
--> statement-breakpoint
CREATE TRIGGER measurement_changes_no_update BEFORE UPDATE ON measurement_changes BEGIN SELECT RAISE(ABORT, 'measurement_changes_no_update'); END;
--> statement-breakpoint
CREATE TRIGGER measurement_changes_no_delete BEFORE DELETE ON measurement_changes BEGIN SELECT RAISE(ABORT, 'measurement_changes_no_delete'); END;
--> statement-breakpoint
CREATE TRIGGER measurement_changes_need_open_set BEFORE INSERT ON measurement_changes
WHEN (SELECT s.state FROM measurement_sets s WHERE s.company_id = NEW.company_id AND s.id = NEW.measurement_set_id) <> 'open'
BEGIN SELECT RAISE(ABORT, 'set_not_open'); END;
--> statement-breakpoint
CREATE TRIGGER measurement_set_frozen BEFORE UPDATE ON measurement_sets
WHEN OLD.state = 'frozen' OR (OLD.state <> 'open' AND (NEW.company_id IS NOT OLD.company_id
  OR NEW.measured IS NOT OLD.measured
  OR NEW.procedure_version_id IS NOT OLD.procedure_version_id
  OR NEW.machine_id IS NOT OLD.machine_id
  OR NEW.asset_id IS NOT OLD.asset_id))
BEGIN SELECT RAISE(ABORT, 'set_not_open'); END;
--> statement-breakpoint
CREATE TRIGGER measurement_set_kept BEFORE DELETE ON measurement_sets WHEN OLD.state <> 'open'
BEGIN SELECT RAISE(ABORT, 'measurement_set_kept'); END;
--> statement-breakpoint
CREATE TRIGGER measurement_standards_added_while_open BEFORE INSERT ON measurement_standards
WHEN (SELECT s.state FROM measurement_sets s WHERE s.company_id = NEW.company_id AND s.id = NEW.measurement_set_id) <> 'open'
BEGIN SELECT RAISE(ABORT, 'set_not_open'); END;
--> statement-breakpoint
CREATE TRIGGER measurement_standards_changed_while_open BEFORE UPDATE ON measurement_standards
WHEN (SELECT s.state FROM measurement_sets s WHERE s.company_id = OLD.company_id AND s.id = OLD.measurement_set_id) <> 'open'
BEGIN SELECT RAISE(ABORT, 'set_not_open'); END;
--> statement-breakpoint
CREATE TRIGGER measurement_standards_removed_while_open BEFORE DELETE ON measurement_standards
WHEN (SELECT s.state FROM measurement_sets s WHERE s.company_id = OLD.company_id AND s.id = OLD.measurement_set_id) <> 'open'
BEGIN SELECT RAISE(ABORT, 'set_not_open'); END;
--> statement-breakpoint
CREATE TRIGGER certificate_report_frozen BEFORE UPDATE ON certificate_reports
WHEN OLD.status IN ('issued', 'superseded', 'voided', 'cancelled') AND (NEW.company_id IS NOT OLD.company_id
  OR NEW.measurement_set_id IS NOT OLD.measurement_set_id
  OR NEW.machine_id IS NOT OLD.machine_id
  OR NEW.consumer_id IS NOT OLD.consumer_id
  OR NEW.certificate_no IS NOT OLD.certificate_no
  OR NEW.base_no IS NOT OLD.base_no
  OR NEW.revision_no IS NOT OLD.revision_no
  OR NEW.revision_of_id IS NOT OLD.revision_of_id
  OR NEW.amendment_reason IS NOT OLD.amendment_reason
  OR NEW.content_sha256 IS NOT OLD.content_sha256
  OR NEW.document_sha256 IS NOT OLD.document_sha256
  OR NEW.signatures IS NOT OLD.signatures
  OR NEW.concessions IS NOT OLD.concessions
  OR NEW.conformity IS NOT OLD.conformity
  OR NEW.as_found_conformity IS NOT OLD.as_found_conformity
  OR NEW.cal_start_on IS NOT OLD.cal_start_on
  OR NEW.cal_end_on IS NOT OLD.cal_end_on
  OR NEW.issued_on IS NOT OLD.issued_on
  OR NEW.issued_at IS NOT OLD.issued_at
  OR NEW.issued_by IS NOT OLD.issued_by
  OR NEW.next_due_on IS NOT OLD.next_due_on
  OR NEW.verify_token IS NOT OLD.verify_token
  OR (OLD.pdf_sha256 IS NOT NULL AND NEW.pdf_sha256 IS NOT OLD.pdf_sha256)
  OR (OLD.dcc_sha256 IS NOT NULL AND NEW.dcc_sha256 IS NOT OLD.dcc_sha256)
  OR NOT (NEW.status = OLD.status OR (OLD.status = 'issued' AND NEW.status IN ('superseded', 'voided'))))
BEGIN SELECT RAISE(ABORT, 'certificate_report_frozen'); END;
--> statement-breakpoint
CREATE TRIGGER certificate_report_kept BEFORE DELETE ON certificate_reports WHEN OLD.status <> 'draft' OR OLD.revision_no > 0
BEGIN SELECT RAISE(ABORT, 'certificate_report_kept'); END;

--> statement-breakpoint
INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES
('calibrator_events','calibrator_events_by_day','200000 20000 40 8 1'),
('certificate_report_events','certificate_report_events_by_certificate','2500000 250000 5 1'),
('certificate_report_events','certificate_report_events_by_signature','1250000 125000 250 1'),
('certificate_report_events','sqlite_autoindex_certificate_report_events_1','2500000 250000 1'),
('certificate_reports','certificate_reports_by_consumer','250000 25000 13 1'),
('certificate_reports','certificate_reports_by_machine','500000 50000 5 1'),
('certificate_reports','certificate_reports_by_rule','250000 25000 50'),
('certificate_reports','certificate_reports_by_set','500000 50000 1'),
('certificate_reports','certificate_reports_by_site','250000 25000 50'),
('certificate_reports','certificate_reports_by_status','500000 50000 10000 1'),
('certificate_reports','certificate_reports_number','250000 25000 1'),
('certificate_reports','certificate_reports_to_render','25000 2500 1'),
('certificate_reports','certificate_reports_token','500000 50000 1'),
('certificate_reports','one_open_certificate','25000 2500 1'),
('certificate_reports','one_revision_after','25000 2500 1'),
('certificate_reports','sqlite_autoindex_certificate_reports_1','500000 50000 1'),
('certificate_texts','certificate_texts_once','5000 500 1'),
('certificate_texts','sqlite_autoindex_certificate_texts_1','5000 500 1'),
('measurement_changes','measurement_changes_by_set','2500000 250000 4 1'),
('measurement_changes','sqlite_autoindex_measurement_changes_1','2500000 250000 1'),
('measurement_sets','measurement_sets_by_asset','300000 30000 3'),
('measurement_sets','measurement_sets_by_machine','300000 30000 3'),
('measurement_sets','measurement_sets_by_version','600000 60000 120'),
('measurement_sets','sqlite_autoindex_measurement_sets_1','600000 60000 1'),
('measurement_standards','measurement_standards_by_calibrator','1000000 100000 200 1'),
('measurement_standards','measurement_standards_by_certificate','500000 50000 10'),
('measurement_standards','measurement_standards_once','1000000 100000 2 1 1'),
('measurement_standards','sqlite_autoindex_measurement_standards_1','1000000 100000 1');
--> statement-breakpoint
ANALYZE sqlite_schema;
