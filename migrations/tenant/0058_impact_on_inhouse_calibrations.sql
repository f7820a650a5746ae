CREATE TABLE `impact_inhouse_lines` (
	`company_id` text NOT NULL,
	`id` text NOT NULL,
	`created_at` integer NOT NULL,
	`created_by` text,
	`updated_at` integer NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`impact_review_id` text NOT NULL,
	`inhouse_calibration_id` text NOT NULL,
	`asset_id` text NOT NULL,
	`inhouse_no` text NOT NULL,
	`asset_code` text NOT NULL,
	`asset_name` text NOT NULL,
	`performed_on` text NOT NULL,
	`outcome` text,
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
	PRIMARY KEY(`company_id`, `id`),
	FOREIGN KEY (`company_id`,`impact_review_id`) REFERENCES `impact_reviews`(`company_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`company_id`,`inhouse_calibration_id`) REFERENCES `inhouse_calibrations`(`company_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`company_id`,`asset_id`) REFERENCES `assets`(`company_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "impact_inhouse_lines_action_known" CHECK("impact_inhouse_lines"."action" is null or "impact_inhouse_lines"."action" in ('undecided', 'none', 'recalibrate')),
	CONSTRAINT "impact_inhouse_lines_outcome_known" CHECK("impact_inhouse_lines"."outcome" is null or "impact_inhouse_lines"."outcome" in ('pass', 'fail', 'limited', 'not_tested')),
	CONSTRAINT "impact_inhouse_lines_verdict_known" CHECK("impact_inhouse_lines"."verdict" is null or "impact_inhouse_lines"."verdict" in ('pass', 'conditional_pass', 'conditional_fail', 'fail', 'not_stated')),
	CONSTRAINT "impact_inhouse_lines_shifted_known" CHECK("impact_inhouse_lines"."shifted_verdict" is null or "impact_inhouse_lines"."shifted_verdict" in ('pass', 'conditional_pass', 'conditional_fail', 'fail', 'not_stated')),
	CONSTRAINT "impact_inhouse_lines_shift_decimal" CHECK("impact_inhouse_lines"."shift" is null or ("impact_inhouse_lines"."shift" glob '*[0-9]*' and "impact_inhouse_lines"."shift" not glob '*[^0-9.eE+-]*' and length("impact_inhouse_lines"."shift") <= 24)),
	CONSTRAINT "impact_inhouse_lines_tolerance_ratio_decimal" CHECK("impact_inhouse_lines"."tolerance_ratio" is null or ("impact_inhouse_lines"."tolerance_ratio" glob '*[0-9]*' and "impact_inhouse_lines"."tolerance_ratio" not glob '*[^0-9.eE+-]*' and length("impact_inhouse_lines"."tolerance_ratio") <= 24)),
	CONSTRAINT "impact_inhouse_lines_uncertainty_ratio_decimal" CHECK("impact_inhouse_lines"."uncertainty_ratio" is null or ("impact_inhouse_lines"."uncertainty_ratio" glob '*[0-9]*' and "impact_inhouse_lines"."uncertainty_ratio" not glob '*[^0-9.eE+-]*' and length("impact_inhouse_lines"."uncertainty_ratio") <= 24)),
	CONSTRAINT "impact_inhouse_lines_version_integer" CHECK(typeof("impact_inhouse_lines"."version") in ('integer', 'null')),
	CONSTRAINT "impact_inhouse_lines_depth_integer" CHECK(typeof("impact_inhouse_lines"."depth") in ('integer', 'null'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `impact_inhouse_lines_once` ON `impact_inhouse_lines` (`company_id`,`impact_review_id`,`inhouse_calibration_id`);--> statement-breakpoint
CREATE INDEX `impact_inhouse_lines_by_review` ON `impact_inhouse_lines` (`company_id`,`impact_review_id`,`id`);--> statement-breakpoint
CREATE INDEX `impact_inhouse_lines_by_calibration` ON `impact_inhouse_lines` (`company_id`,`inhouse_calibration_id`);--> statement-breakpoint
CREATE INDEX `impact_inhouse_lines_by_asset` ON `impact_inhouse_lines` (`company_id`,`asset_id`);--> statement-breakpoint
INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES
('impact_inhouse_lines','impact_inhouse_lines_by_asset','5000 500 1'),
('impact_inhouse_lines','impact_inhouse_lines_by_calibration','5000 500 1'),
('impact_inhouse_lines','impact_inhouse_lines_by_review','5000 500 1 1'),
('impact_inhouse_lines','impact_inhouse_lines_once','5000 500 1 1'),
('impact_inhouse_lines','sqlite_autoindex_impact_inhouse_lines_1','5000 500 1');
--> statement-breakpoint
ANALYZE sqlite_schema;
