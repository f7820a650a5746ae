CREATE TABLE `calibrator_certificate_sources` (
	`company_id` text NOT NULL,
	`id` text NOT NULL,
	`calibrator_certificate_id` text NOT NULL,
	`certificate_report_id` text NOT NULL,
	PRIMARY KEY(`company_id`, `id`),
	FOREIGN KEY (`company_id`,`calibrator_certificate_id`) REFERENCES `calibrator_certificates`(`company_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`company_id`,`certificate_report_id`) REFERENCES `certificate_reports`(`company_id`,`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `calibrator_certificate_sources_once` ON `calibrator_certificate_sources` (`company_id`,`calibrator_certificate_id`);--> statement-breakpoint
CREATE INDEX `calibrator_certificate_sources_by_report` ON `calibrator_certificate_sources` (`company_id`,`certificate_report_id`);--> statement-breakpoint
CREATE TABLE `impact_lines` (
	`company_id` text NOT NULL,
	`id` text NOT NULL,
	`created_at` integer NOT NULL,
	`created_by` text,
	`updated_at` integer NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`impact_review_id` text NOT NULL,
	`certificate_report_id` text NOT NULL,
	`certificate_no` text NOT NULL,
	`depth` integer NOT NULL,
	`point` text,
	`unit` text,
	`shift` decimal text,
	`tolerance_ratio` decimal text,
	`uncertainty_ratio` decimal text,
	`verdict` text,
	`shifted_verdict` text,
	`is_changed` integer DEFAULT false NOT NULL,
	`action` text DEFAULT 'undecided' NOT NULL,
	`note` text,
	`decided_at` integer,
	`decided_by` text,
	`mailed_at` integer,
	PRIMARY KEY(`company_id`, `id`),
	FOREIGN KEY (`company_id`,`impact_review_id`) REFERENCES `impact_reviews`(`company_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`company_id`,`certificate_report_id`) REFERENCES `certificate_reports`(`company_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "impact_lines_action_known" CHECK("impact_lines"."action" is null or "impact_lines"."action" in ('undecided', 'none', 'notify', 'recall')),
	CONSTRAINT "impact_lines_verdict_known" CHECK("impact_lines"."verdict" is null or "impact_lines"."verdict" in ('pass', 'conditional_pass', 'conditional_fail', 'fail', 'not_stated')),
	CONSTRAINT "impact_lines_shifted_known" CHECK("impact_lines"."shifted_verdict" is null or "impact_lines"."shifted_verdict" in ('pass', 'conditional_pass', 'conditional_fail', 'fail', 'not_stated')),
	CONSTRAINT "impact_lines_shift_decimal" CHECK("impact_lines"."shift" is null or ("impact_lines"."shift" glob '*[0-9]*' and "impact_lines"."shift" not glob '*[^0-9.eE+-]*' and length("impact_lines"."shift") <= 24)),
	CONSTRAINT "impact_lines_tolerance_ratio_decimal" CHECK("impact_lines"."tolerance_ratio" is null or ("impact_lines"."tolerance_ratio" glob '*[0-9]*' and "impact_lines"."tolerance_ratio" not glob '*[^0-9.eE+-]*' and length("impact_lines"."tolerance_ratio") <= 24)),
	CONSTRAINT "impact_lines_uncertainty_ratio_decimal" CHECK("impact_lines"."uncertainty_ratio" is null or ("impact_lines"."uncertainty_ratio" glob '*[0-9]*' and "impact_lines"."uncertainty_ratio" not glob '*[^0-9.eE+-]*' and length("impact_lines"."uncertainty_ratio") <= 24)),
	CONSTRAINT "impact_lines_version_integer" CHECK(typeof("impact_lines"."version") in ('integer', 'null')),
	CONSTRAINT "impact_lines_depth_integer" CHECK(typeof("impact_lines"."depth") in ('integer', 'null'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `impact_lines_once` ON `impact_lines` (`company_id`,`impact_review_id`,`certificate_report_id`);--> statement-breakpoint
CREATE INDEX `impact_lines_by_review` ON `impact_lines` (`company_id`,`impact_review_id`,`id`);--> statement-breakpoint
CREATE INDEX `impact_lines_by_certificate` ON `impact_lines` (`company_id`,`certificate_report_id`);--> statement-breakpoint
CREATE TABLE `impact_reviews` (
	`company_id` text NOT NULL,
	`id` text NOT NULL,
	`created_at` integer NOT NULL,
	`created_by` text,
	`updated_at` integer NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`calibrator_id` text NOT NULL,
	`calibrator_no` text NOT NULL,
	`calibrator_name` text NOT NULL,
	`since_on` text NOT NULL,
	`shifts` text NOT NULL,
	`reason` text NOT NULL,
	`status` text DEFAULT 'open' NOT NULL,
	`line_count` integer NOT NULL,
	`undecided_count` integer NOT NULL,
	`has_more` integer DEFAULT false NOT NULL,
	`conclusion` text,
	`closed_at` integer,
	`closed_by` text,
	PRIMARY KEY(`company_id`, `id`),
	FOREIGN KEY (`company_id`,`calibrator_id`) REFERENCES `calibrators`(`company_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "impact_reviews_status_known" CHECK("impact_reviews"."status" is null or "impact_reviews"."status" in ('open', 'closed')),
	CONSTRAINT "impact_reviews_closed_when_decided" CHECK("impact_reviews"."status" = 'open' or "impact_reviews"."undecided_count" = 0),
	CONSTRAINT "impact_reviews_version_integer" CHECK(typeof("impact_reviews"."version") in ('integer', 'null')),
	CONSTRAINT "impact_reviews_line_count_integer" CHECK(typeof("impact_reviews"."line_count") in ('integer', 'null')),
	CONSTRAINT "impact_reviews_undecided_count_integer" CHECK(typeof("impact_reviews"."undecided_count") in ('integer', 'null'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `one_open_impact_review` ON `impact_reviews` (`company_id`,`calibrator_id`) WHERE status = 'open';--> statement-breakpoint
CREATE INDEX `impact_reviews_by_status` ON `impact_reviews` (`company_id`,`status`,`id`);--> statement-breakpoint
CREATE INDEX `impact_reviews_by_calibrator` ON `impact_reviews` (`company_id`,`calibrator_id`,`id`);
--> statement-breakpoint
CREATE TRIGGER calibrator_certificate_sources_inserted_while_entered BEFORE INSERT ON calibrator_certificate_sources WHEN (SELECT c.status FROM calibrator_certificates c WHERE c.company_id = NEW.company_id AND c.id = NEW.calibrator_certificate_id) <> 'entered'
BEGIN SELECT RAISE(ABORT, 'calibrator_certificate_frozen'); END;
--> statement-breakpoint
CREATE TRIGGER calibrator_certificate_sources_changed_while_entered BEFORE UPDATE ON calibrator_certificate_sources WHEN (SELECT c.status FROM calibrator_certificates c WHERE c.company_id = OLD.company_id AND c.id = OLD.calibrator_certificate_id) <> 'entered'
BEGIN SELECT RAISE(ABORT, 'calibrator_certificate_frozen'); END;
--> statement-breakpoint
CREATE TRIGGER calibrator_certificate_sources_deleted_while_entered BEFORE DELETE ON calibrator_certificate_sources WHEN (SELECT c.status FROM calibrator_certificates c WHERE c.company_id = OLD.company_id AND c.id = OLD.calibrator_certificate_id) <> 'entered'
BEGIN SELECT RAISE(ABORT, 'calibrator_certificate_frozen'); END;
--> statement-breakpoint
INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES
('calibrator_certificate_sources','calibrator_certificate_sources_by_report','5000 500 1'),
('calibrator_certificate_sources','calibrator_certificate_sources_once','5000 500 1'),
('calibrator_certificate_sources','sqlite_autoindex_calibrator_certificate_sources_1','5000 500 1'),
('impact_lines','impact_lines_by_certificate','5000 500 1'),
('impact_lines','impact_lines_by_review','5000 500 1 1'),
('impact_lines','impact_lines_once','5000 500 1 1'),
('impact_lines','sqlite_autoindex_impact_lines_1','5000 500 1'),
('impact_reviews','impact_reviews_by_calibrator','5000 500 1 1'),
('impact_reviews','impact_reviews_by_status','5000 500 100 1'),
('impact_reviews','one_open_impact_review','250 25 1'),
('impact_reviews','sqlite_autoindex_impact_reviews_1','5000 500 1');
--> statement-breakpoint
ANALYZE sqlite_schema;
