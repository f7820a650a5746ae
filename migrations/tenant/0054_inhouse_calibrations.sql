CREATE TABLE `inhouse_calibration_events` (
	`company_id` text NOT NULL,
	`id` text NOT NULL,
	`inhouse_calibration_id` text NOT NULL,
	`status` text NOT NULL,
	`note` text,
	`actor_id` text,
	`actor_name` text NOT NULL,
	`at` integer NOT NULL,
	PRIMARY KEY(`company_id`, `id`),
	FOREIGN KEY (`company_id`,`inhouse_calibration_id`) REFERENCES `inhouse_calibrations`(`company_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "inhouse_calibration_events_status_known" CHECK("inhouse_calibration_events"."status" is null or "inhouse_calibration_events"."status" in ('draft', 'verified', 'closed', 'cancelled'))
);
--> statement-breakpoint
CREATE INDEX `inhouse_calibration_events_by_calibration` ON `inhouse_calibration_events` (`company_id`,`inhouse_calibration_id`,`id`);--> statement-breakpoint
CREATE TABLE `inhouse_calibrations` (
	`company_id` text NOT NULL,
	`id` text NOT NULL,
	`created_at` integer NOT NULL,
	`created_by` text,
	`updated_at` integer NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`inhouse_no` text collate nocase NOT NULL,
	`asset_id` text NOT NULL,
	`measurement_set_id` text NOT NULL,
	`performed_on` text NOT NULL,
	`technician_id` text NOT NULL,
	`device` text NOT NULL,
	`decision_rule_id` text,
	`outcome` text,
	`outcome_reason` text,
	`contact_on_site` text,
	`action` text DEFAULT 'none' NOT NULL,
	`as_found_missing` text,
	`deviations` text,
	`cost_minor` integer,
	`next_due_on` text,
	`due_occurrence_id` text,
	`service_report_id` text,
	`certificate_report_id` text,
	`breakdown_id` text,
	`status` text DEFAULT 'draft' NOT NULL,
	`conformity` text,
	`as_found_conformity` text,
	`writer_ids` text DEFAULT '[]' NOT NULL,
	`verified_at` integer,
	`verified_by` text,
	`closed_at` integer,
	`closed_by` text,
	`cancelled_at` integer,
	`cancelled_by` text,
	PRIMARY KEY(`company_id`, `id`),
	FOREIGN KEY (`company_id`,`asset_id`) REFERENCES `assets`(`company_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`company_id`,`measurement_set_id`) REFERENCES `measurement_sets`(`company_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`company_id`,`technician_id`) REFERENCES `users`(`company_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`company_id`,`decision_rule_id`) REFERENCES `decision_rules`(`company_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`company_id`,`due_occurrence_id`) REFERENCES `due_occurrences`(`company_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`company_id`,`service_report_id`) REFERENCES `service_reports`(`company_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`company_id`,`certificate_report_id`) REFERENCES `certificate_reports`(`company_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`company_id`,`breakdown_id`) REFERENCES `breakdowns`(`company_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "inhouse_calibrations_status_known" CHECK("inhouse_calibrations"."status" is null or "inhouse_calibrations"."status" in ('draft', 'verified', 'closed', 'cancelled')),
	CONSTRAINT "inhouse_calibrations_outcome_known" CHECK("inhouse_calibrations"."outcome" is null or "inhouse_calibrations"."outcome" in ('pass', 'fail', 'limited', 'not_tested')),
	CONSTRAINT "inhouse_calibrations_action_known" CHECK("inhouse_calibrations"."action" is null or "inhouse_calibrations"."action" in ('none', 'adjusted', 'repaired', 'out_of_service')),
	CONSTRAINT "inhouse_calibrations_conformity_known" CHECK("inhouse_calibrations"."conformity" is null or "inhouse_calibrations"."conformity" in ('pass', 'conditional_pass', 'conditional_fail', 'fail', 'not_stated')),
	CONSTRAINT "inhouse_calibrations_as_found_known" CHECK("inhouse_calibrations"."as_found_conformity" is null or "inhouse_calibrations"."as_found_conformity" in ('pass', 'conditional_pass', 'conditional_fail', 'fail', 'not_stated')),
	CONSTRAINT "inhouse_calibrations_cost_not_negative" CHECK(coalesce("inhouse_calibrations"."cost_minor", 0) >= 0),
	CONSTRAINT "inhouse_calibrations_explained" CHECK("inhouse_calibrations"."status" in ('draft', 'cancelled') or "inhouse_calibrations"."outcome" = 'pass'
        or ("inhouse_calibrations"."outcome" is not null and "inhouse_calibrations"."outcome_reason" is not null and ("inhouse_calibrations"."outcome" <> 'not_tested' or "inhouse_calibrations"."contact_on_site" is not null))),
	CONSTRAINT "inhouse_calibrations_version_integer" CHECK(typeof("inhouse_calibrations"."version") in ('integer', 'null')),
	CONSTRAINT "inhouse_calibrations_cost_minor_integer" CHECK(typeof("inhouse_calibrations"."cost_minor") in ('integer', 'null'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `inhouse_calibrations_number` ON `inhouse_calibrations` (`company_id`,`inhouse_no`);--> statement-breakpoint
CREATE INDEX `inhouse_calibrations_by_status` ON `inhouse_calibrations` (`company_id`,`status`,`id`);--> statement-breakpoint
CREATE INDEX `inhouse_calibrations_by_asset` ON `inhouse_calibrations` (`company_id`,`asset_id`,`id`);--> statement-breakpoint
CREATE INDEX `inhouse_calibrations_by_set` ON `inhouse_calibrations` (`company_id`,`measurement_set_id`);--> statement-breakpoint
CREATE INDEX `inhouse_calibrations_by_technician` ON `inhouse_calibrations` (`company_id`,`technician_id`,`id`);--> statement-breakpoint
CREATE INDEX `inhouse_calibrations_by_rule` ON `inhouse_calibrations` (`company_id`,`decision_rule_id`) WHERE decision_rule_id is not null;--> statement-breakpoint
CREATE INDEX `inhouse_calibrations_by_occurrence` ON `inhouse_calibrations` (`company_id`,`due_occurrence_id`) WHERE due_occurrence_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX `one_calibration_per_occurrence` ON `inhouse_calibrations` (`company_id`,`due_occurrence_id`) WHERE due_occurrence_id is not null and status = 'closed';--> statement-breakpoint
CREATE INDEX `inhouse_calibrations_by_report` ON `inhouse_calibrations` (`company_id`,`service_report_id`) WHERE service_report_id is not null;--> statement-breakpoint
CREATE INDEX `inhouse_calibrations_by_certificate` ON `inhouse_calibrations` (`company_id`,`certificate_report_id`) WHERE certificate_report_id is not null;--> statement-breakpoint
CREATE INDEX `inhouse_calibrations_by_call` ON `inhouse_calibrations` (`company_id`,`breakdown_id`) WHERE breakdown_id is not null;
--> statement-breakpoint
CREATE TRIGGER inhouse_calibration_events_no_update BEFORE UPDATE ON inhouse_calibration_events BEGIN SELECT RAISE(ABORT, 'inhouse_calibration_events_no_update'); END;
--> statement-breakpoint
CREATE TRIGGER inhouse_calibration_events_no_delete BEFORE DELETE ON inhouse_calibration_events BEGIN SELECT RAISE(ABORT, 'inhouse_calibration_events_no_delete'); END;
--> statement-breakpoint
CREATE TRIGGER inhouse_calibration_frozen BEFORE UPDATE ON inhouse_calibrations WHEN OLD.status IN ('closed', 'cancelled') AND (
     NEW.inhouse_no IS NOT OLD.inhouse_no
  OR NEW.asset_id IS NOT OLD.asset_id
  OR NEW.measurement_set_id IS NOT OLD.measurement_set_id
  OR NEW.performed_on IS NOT OLD.performed_on
  OR NEW.technician_id IS NOT OLD.technician_id
  OR NEW.device IS NOT OLD.device
  OR NEW.decision_rule_id IS NOT OLD.decision_rule_id
  OR NEW.outcome IS NOT OLD.outcome
  OR NEW.outcome_reason IS NOT OLD.outcome_reason
  OR NEW.contact_on_site IS NOT OLD.contact_on_site
  OR NEW.action IS NOT OLD.action
  OR NEW.as_found_missing IS NOT OLD.as_found_missing
  OR NEW.deviations IS NOT OLD.deviations
  OR NEW.cost_minor IS NOT OLD.cost_minor
  OR NEW.next_due_on IS NOT OLD.next_due_on
  OR NEW.due_occurrence_id IS NOT OLD.due_occurrence_id
  OR NEW.service_report_id IS NOT OLD.service_report_id
  OR NEW.status IS NOT OLD.status
  OR NEW.conformity IS NOT OLD.conformity
  OR NEW.as_found_conformity IS NOT OLD.as_found_conformity
  OR NEW.writer_ids IS NOT OLD.writer_ids
  OR NEW.verified_at IS NOT OLD.verified_at
  OR NEW.verified_by IS NOT OLD.verified_by
  OR NEW.closed_at IS NOT OLD.closed_at
  OR NEW.closed_by IS NOT OLD.closed_by
  OR NEW.cancelled_at IS NOT OLD.cancelled_at
  OR NEW.cancelled_by IS NOT OLD.cancelled_by
  OR NEW.company_id IS NOT OLD.company_id)
BEGIN SELECT RAISE(ABORT, 'inhouse_calibration_frozen'); END;
--> statement-breakpoint
CREATE TRIGGER inhouse_calibration_kept BEFORE DELETE ON inhouse_calibrations WHEN OLD.status <> 'draft'
BEGIN SELECT RAISE(ABORT, 'inhouse_calibration_kept'); END;
--> statement-breakpoint
INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES
('inhouse_calibration_events','inhouse_calibration_events_by_calibration','800000 80000 4 1'),
('inhouse_calibration_events','sqlite_autoindex_inhouse_calibration_events_1','800000 80000 1'),
('inhouse_calibrations','inhouse_calibrations_by_asset','200000 20000 2 1'),
('inhouse_calibrations','inhouse_calibrations_by_call','100000 10000 1'),
('inhouse_calibrations','inhouse_calibrations_by_certificate','100000 10000 1'),
('inhouse_calibrations','inhouse_calibrations_by_occurrence','100000 10000 1'),
('inhouse_calibrations','inhouse_calibrations_by_report','100000 10000 1'),
('inhouse_calibrations','inhouse_calibrations_by_rule','100000 10000 20'),
('inhouse_calibrations','inhouse_calibrations_by_set','200000 20000 1'),
('inhouse_calibrations','inhouse_calibrations_by_status','200000 20000 4000 1'),
('inhouse_calibrations','inhouse_calibrations_by_technician','200000 20000 40 1'),
('inhouse_calibrations','inhouse_calibrations_number','200000 20000 1'),
('inhouse_calibrations','one_calibration_per_occurrence','10000 1000 1'),
('inhouse_calibrations','sqlite_autoindex_inhouse_calibrations_1','200000 20000 1');
--> statement-breakpoint
ANALYZE sqlite_schema;
