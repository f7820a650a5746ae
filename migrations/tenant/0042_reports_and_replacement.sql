CREATE TABLE `condemn_proposals` (
	`company_id` text NOT NULL,
	`id` text NOT NULL,
	`created_at` integer NOT NULL,
	`created_by` text,
	`updated_at` integer NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`asset_id` text NOT NULL,
	`asset_code` text NOT NULL,
	`asset_name` text NOT NULL,
	`condemn_reason` text NOT NULL,
	`note` text NOT NULL,
	`figures` text NOT NULL,
	`status` text DEFAULT 'proposed' NOT NULL,
	`reviewed_by` text,
	`reviewed_at` integer,
	`decided_by` text,
	`decided_at` integer,
	`decision_reason` text,
	PRIMARY KEY(`company_id`, `id`),
	FOREIGN KEY (`company_id`,`asset_id`) REFERENCES `assets`(`company_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "condemn_proposals_status_known" CHECK("condemn_proposals"."status" is null or "condemn_proposals"."status" in ('proposed', 'reviewed', 'approved', 'declined', 'withdrawn')),
	CONSTRAINT "condemn_proposals_version_integer" CHECK(typeof("condemn_proposals"."version") in ('integer', 'null'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `one_open_proposal_per_asset` ON `condemn_proposals` (`company_id`,`asset_id`) WHERE status in ('proposed', 'reviewed');--> statement-breakpoint
CREATE INDEX `condemn_proposals_by_asset` ON `condemn_proposals` (`company_id`,`asset_id`,`id`);--> statement-breakpoint
CREATE INDEX `condemn_proposals_by_status` ON `condemn_proposals` (`company_id`,`status`,`id`);--> statement-breakpoint
CREATE TABLE `proposal_events` (
	`company_id` text NOT NULL,
	`id` text NOT NULL,
	`proposal_id` text NOT NULL,
	`status` text NOT NULL,
	`note` text,
	`actor_id` text,
	`actor_name` text NOT NULL,
	`at` integer NOT NULL,
	PRIMARY KEY(`company_id`, `id`),
	FOREIGN KEY (`company_id`,`proposal_id`) REFERENCES `condemn_proposals`(`company_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "proposal_events_status_known" CHECK("proposal_events"."status" is null or "proposal_events"."status" in ('proposed', 'reviewed', 'approved', 'declined', 'withdrawn'))
);
--> statement-breakpoint
CREATE INDEX `proposal_events_by_proposal` ON `proposal_events` (`company_id`,`proposal_id`,`id`);--> statement-breakpoint
CREATE TABLE `replacement_scores` (
	`company_id` text NOT NULL,
	`id` text NOT NULL,
	`asset_id` text NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`score` integer NOT NULL,
	`rank` integer NOT NULL,
	`grade` text NOT NULL,
	`parts` text NOT NULL,
	`cost_ratio_bp` integer,
	`ends_on` text,
	`ends_by` text,
	`replace_on` text,
	`price_minor` integer,
	`counted_on` text NOT NULL,
	PRIMARY KEY(`company_id`, `id`),
	FOREIGN KEY (`company_id`,`asset_id`) REFERENCES `assets`(`company_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "replacement_scores_grade_known" CHECK("replacement_scores"."grade" is null or "replacement_scores"."grade" in ('strong', 'flagged', 'none')),
	CONSTRAINT "replacement_scores_score_integer" CHECK(typeof("replacement_scores"."score") in ('integer', 'null')),
	CONSTRAINT "replacement_scores_rank_integer" CHECK(typeof("replacement_scores"."rank") in ('integer', 'null')),
	CONSTRAINT "replacement_scores_cost_ratio_bp_integer" CHECK(typeof("replacement_scores"."cost_ratio_bp") in ('integer', 'null')),
	CONSTRAINT "replacement_scores_price_minor_integer" CHECK(typeof("replacement_scores"."price_minor") in ('integer', 'null'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `replacement_scores_asset` ON `replacement_scores` (`company_id`,`asset_id`);--> statement-breakpoint
CREATE INDEX `replacement_scores_by_rank` ON `replacement_scores` (`company_id`,`rank`,`id`);--> statement-breakpoint
CREATE INDEX `replacement_scores_by_grade` ON `replacement_scores` (`company_id`,`grade`,`rank`,`id`);--> statement-breakpoint
CREATE INDEX `replacement_scores_due` ON `replacement_scores` (`company_id`,`replace_on`) WHERE replace_on is not null;--> statement-breakpoint
CREATE TABLE `model_reliability` (
	`company_id` text NOT NULL,
	`id` text NOT NULL,
	`make` text collate nocase NOT NULL,
	`model` text collate nocase NOT NULL,
	`devices` integer NOT NULL,
	`failed` integer NOT NULL,
	`failures` integer NOT NULL,
	`device_years` integer NOT NULL,
	`rate` integer,
	`rank` integer NOT NULL,
	`median_days` integer,
	`curve` text NOT NULL,
	`weibull` text,
	`counted_on` text NOT NULL,
	PRIMARY KEY(`company_id`, `id`),
	CONSTRAINT "model_reliability_devices_integer" CHECK(typeof("model_reliability"."devices") in ('integer', 'null')),
	CONSTRAINT "model_reliability_failed_integer" CHECK(typeof("model_reliability"."failed") in ('integer', 'null')),
	CONSTRAINT "model_reliability_failures_integer" CHECK(typeof("model_reliability"."failures") in ('integer', 'null')),
	CONSTRAINT "model_reliability_device_years_integer" CHECK(typeof("model_reliability"."device_years") in ('integer', 'null')),
	CONSTRAINT "model_reliability_rank_integer" CHECK(typeof("model_reliability"."rank") in ('integer', 'null'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `model_reliability_model` ON `model_reliability` (`company_id`,`make`,`model`);--> statement-breakpoint
CREATE INDEX `model_reliability_by_rank` ON `model_reliability` (`company_id`,`rank`,`id`);--> statement-breakpoint
CREATE TABLE `report_runs` (
	`company_id` text NOT NULL,
	`id` text NOT NULL,
	`created_at` integer NOT NULL,
	`created_by` text,
	`updated_at` integer NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`user_id` text NOT NULL,
	`kind` text NOT NULL,
	`title` text NOT NULL,
	`params` text DEFAULT '{}' NOT NULL,
	`format` text NOT NULL,
	`status` text DEFAULT 'queued' NOT NULL,
	`cursor` text,
	`parts` integer DEFAULT 0 NOT NULL,
	`progress` integer DEFAULT 0 NOT NULL,
	`sums` text DEFAULT '{}' NOT NULL,
	`file_name` text,
	`bytes` integer,
	`error` text,
	`finished_at` integer,
	`subscription_id` text,
	PRIMARY KEY(`company_id`, `id`),
	FOREIGN KEY (`company_id`,`user_id`) REFERENCES `users`(`company_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "report_runs_status_known" CHECK("report_runs"."status" is null or "report_runs"."status" in ('queued', 'running', 'done', 'failed')),
	CONSTRAINT "report_runs_format_known" CHECK("report_runs"."format" is null or "report_runs"."format" in ('csv', 'pdf', 'zip')),
	CONSTRAINT "report_runs_version_integer" CHECK(typeof("report_runs"."version") in ('integer', 'null')),
	CONSTRAINT "report_runs_parts_integer" CHECK(typeof("report_runs"."parts") in ('integer', 'null')),
	CONSTRAINT "report_runs_progress_integer" CHECK(typeof("report_runs"."progress") in ('integer', 'null')),
	CONSTRAINT "report_runs_bytes_integer" CHECK(typeof("report_runs"."bytes") in ('integer', 'null'))
);
--> statement-breakpoint
CREATE INDEX `report_runs_by_person` ON `report_runs` (`company_id`,`user_id`,`id`);--> statement-breakpoint
CREATE INDEX `report_runs_waiting` ON `report_runs` (`company_id`,`id`) WHERE status in ('queued', 'running');--> statement-breakpoint
CREATE TABLE `report_subscriptions` (
	`company_id` text NOT NULL,
	`id` text NOT NULL,
	`created_at` integer NOT NULL,
	`created_by` text,
	`updated_at` integer NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`user_id` text NOT NULL,
	`report` text NOT NULL,
	`params` text DEFAULT '{}' NOT NULL,
	`format` text NOT NULL,
	`sent_for` text,
	PRIMARY KEY(`company_id`, `id`),
	FOREIGN KEY (`company_id`,`user_id`) REFERENCES `users`(`company_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "report_subscriptions_format_known" CHECK("report_subscriptions"."format" is null or "report_subscriptions"."format" in ('csv', 'pdf')),
	CONSTRAINT "report_subscriptions_version_integer" CHECK(typeof("report_subscriptions"."version") in ('integer', 'null'))
);
--> statement-breakpoint
CREATE INDEX `report_subscriptions_by_person` ON `report_subscriptions` (`company_id`,`user_id`,`id`);--> statement-breakpoint
CREATE TABLE `vendor_scores` (
	`company_id` text NOT NULL,
	`id` text NOT NULL,
	`vendor_name` text collate nocase NOT NULL,
	`jobs` integer NOT NULL,
	`sla_counted` integer NOT NULL,
	`sla_met` integer NOT NULL,
	`repeats` integer NOT NULL,
	`passes` integer NOT NULL,
	`days_out` integer NOT NULL,
	`uptime_bp` integer,
	`promised_bp` integer,
	`counted_on` text NOT NULL,
	PRIMARY KEY(`company_id`, `id`),
	CONSTRAINT "vendor_scores_jobs_integer" CHECK(typeof("vendor_scores"."jobs") in ('integer', 'null')),
	CONSTRAINT "vendor_scores_sla_counted_integer" CHECK(typeof("vendor_scores"."sla_counted") in ('integer', 'null')),
	CONSTRAINT "vendor_scores_sla_met_integer" CHECK(typeof("vendor_scores"."sla_met") in ('integer', 'null')),
	CONSTRAINT "vendor_scores_repeats_integer" CHECK(typeof("vendor_scores"."repeats") in ('integer', 'null')),
	CONSTRAINT "vendor_scores_passes_integer" CHECK(typeof("vendor_scores"."passes") in ('integer', 'null')),
	CONSTRAINT "vendor_scores_days_out_integer" CHECK(typeof("vendor_scores"."days_out") in ('integer', 'null'))
);
--> statement-breakpoint
CREATE INDEX `vendor_scores_by_name` ON `vendor_scores` (`company_id`,`vendor_name`,`id`);--> statement-breakpoint
CREATE TRIGGER proposal_events_no_update BEFORE UPDATE ON proposal_events BEGIN SELECT RAISE(ABORT, 'proposal_events_no_update'); END;
--> statement-breakpoint
CREATE TRIGGER proposal_events_no_delete BEFORE DELETE ON proposal_events BEGIN SELECT RAISE(ABORT, 'proposal_events_no_delete'); END;
--> statement-breakpoint
INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES
('condemn_proposals','condemn_proposals_by_asset','5000 500 1 1'),
('condemn_proposals','condemn_proposals_by_status','5000 500 100 1'),
('condemn_proposals','one_open_proposal_per_asset','250 25 1'),
('condemn_proposals','sqlite_autoindex_condemn_proposals_1','5000 500 1'),
('model_reliability','model_reliability_by_rank','5000 500 100 1'),
('model_reliability','model_reliability_model','5000 500 100 1'),
('model_reliability','sqlite_autoindex_model_reliability_1','5000 500 1'),
('proposal_events','proposal_events_by_proposal','5000 500 1 1'),
('proposal_events','sqlite_autoindex_proposal_events_1','5000 500 1'),
('replacement_scores','replacement_scores_asset','100000 10000 1'),
('replacement_scores','replacement_scores_by_grade','100000 10000 2000 400 1'),
('replacement_scores','replacement_scores_by_rank','100000 10000 2000 1'),
('replacement_scores','replacement_scores_due','50000 5000 5'),
('replacement_scores','sqlite_autoindex_replacement_scores_1','100000 10000 1'),
('report_runs','report_runs_by_person','5000 500 1 1'),
('report_runs','report_runs_waiting','250 25 1'),
('report_runs','sqlite_autoindex_report_runs_1','5000 500 1'),
('report_subscriptions','report_subscriptions_by_person','5000 500 1 1'),
('report_subscriptions','sqlite_autoindex_report_subscriptions_1','5000 500 1'),
('vendor_scores','sqlite_autoindex_vendor_scores_1','5000 500 1'),
('vendor_scores','vendor_scores_by_name','5000 500 100 1');
--> statement-breakpoint
ANALYZE sqlite_schema;
