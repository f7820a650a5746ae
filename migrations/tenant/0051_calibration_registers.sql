CREATE TABLE `calibrator_certificate_events` (
	`company_id` text NOT NULL,
	`id` text NOT NULL,
	`calibrator_certificate_id` text NOT NULL,
	`status` text NOT NULL,
	`note` text,
	`actor_id` text,
	`actor_name` text NOT NULL,
	`at` integer NOT NULL,
	PRIMARY KEY(`company_id`, `id`),
	FOREIGN KEY (`company_id`,`calibrator_certificate_id`) REFERENCES `calibrator_certificates`(`company_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "calibrator_certificate_events_status_known" CHECK("calibrator_certificate_events"."status" is null or "calibrator_certificate_events"."status" in ('entered', 'accepted', 'rejected', 'superseded'))
);
--> statement-breakpoint
CREATE INDEX `calibrator_certificate_events_by_certificate` ON `calibrator_certificate_events` (`company_id`,`calibrator_certificate_id`,`id`);--> statement-breakpoint
CREATE TABLE `calibrator_certificates` (
	`company_id` text NOT NULL,
	`id` text NOT NULL,
	`created_at` integer NOT NULL,
	`created_by` text,
	`updated_at` integer NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`calibrator_id` text NOT NULL,
	`certificate_no` text collate nocase NOT NULL,
	`issued_by` text NOT NULL,
	`accreditation_body` text,
	`accreditation_no` text,
	`route` text NOT NULL,
	`calibrated_on` text NOT NULL,
	`issued_on` text NOT NULL,
	`due_on` text NOT NULL,
	`as_found` text NOT NULL,
	`adjusted` integer DEFAULT false NOT NULL,
	`env_temp` decimal text,
	`env_rh` decimal text,
	`media_id` text,
	`dcc_media_id` text,
	`status` text DEFAULT 'entered' NOT NULL,
	`entered_by` text DEFAULT '[]' NOT NULL,
	`accepted_at` integer,
	`accepted_by` text,
	`rejected_at` integer,
	`rejected_by` text,
	`valid_from` text,
	`valid_until` text,
	`note` text,
	PRIMARY KEY(`company_id`, `id`),
	FOREIGN KEY (`company_id`,`calibrator_id`) REFERENCES `calibrators`(`company_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`company_id`,`media_id`) REFERENCES `media`(`company_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`company_id`,`dcc_media_id`) REFERENCES `media`(`company_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "calibrator_certificates_route_known" CHECK("calibrator_certificates"."route" is null or "calibrator_certificates"."route" in ('accredited_lab', 'national_institute', 'certified_material', 'in_house', 'none')),
	CONSTRAINT "calibrator_certificates_as_found_known" CHECK("calibrator_certificates"."as_found" is null or "calibrator_certificates"."as_found" in ('in_tolerance', 'out_of_tolerance', 'not_stated')),
	CONSTRAINT "calibrator_certificates_status_known" CHECK("calibrator_certificates"."status" is null or "calibrator_certificates"."status" in ('entered', 'accepted', 'rejected', 'superseded')),
	CONSTRAINT "calibrator_certificates_dates_in_order" CHECK("calibrator_certificates"."issued_on" >= "calibrator_certificates"."calibrated_on" and "calibrator_certificates"."due_on" > "calibrator_certificates"."calibrated_on"),
	CONSTRAINT "calibrator_certificates_accepted_with_paper" CHECK("calibrator_certificates"."status" not in ('accepted', 'superseded') or ("calibrator_certificates"."media_id" is not null and "calibrator_certificates"."accepted_by" is not null)),
	CONSTRAINT "calibrator_certificates_env_temp_decimal" CHECK("calibrator_certificates"."env_temp" is null or ("calibrator_certificates"."env_temp" glob '*[0-9]*' and "calibrator_certificates"."env_temp" not glob '*[^0-9.eE+-]*' and length("calibrator_certificates"."env_temp") <= 24)),
	CONSTRAINT "calibrator_certificates_env_rh_decimal" CHECK("calibrator_certificates"."env_rh" is null or ("calibrator_certificates"."env_rh" glob '*[0-9]*' and "calibrator_certificates"."env_rh" not glob '*[^0-9.eE+-]*' and length("calibrator_certificates"."env_rh") <= 24)),
	CONSTRAINT "calibrator_certificates_version_integer" CHECK(typeof("calibrator_certificates"."version") in ('integer', 'null'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `calibrator_certificates_number` ON `calibrator_certificates` (`company_id`,`calibrator_id`,`certificate_no`) WHERE status <> 'rejected';--> statement-breakpoint
CREATE UNIQUE INDEX `one_accepted_certificate` ON `calibrator_certificates` (`company_id`,`calibrator_id`) WHERE status = 'accepted';--> statement-breakpoint
CREATE INDEX `calibrator_certificates_by_calibrator` ON `calibrator_certificates` (`company_id`,`calibrator_id`,`calibrated_on`,`id`);--> statement-breakpoint
CREATE INDEX `calibrator_certificates_to_accept` ON `calibrator_certificates` (`company_id`,`id`) WHERE status = 'entered';--> statement-breakpoint
CREATE INDEX `calibrator_certificates_by_file` ON `calibrator_certificates` (`company_id`,`media_id`) WHERE media_id is not null;--> statement-breakpoint
CREATE INDEX `calibrator_certificates_by_dcc` ON `calibrator_certificates` (`company_id`,`dcc_media_id`) WHERE dcc_media_id is not null;--> statement-breakpoint
CREATE TABLE `calibrator_checks` (
	`company_id` text NOT NULL,
	`id` text NOT NULL,
	`calibrator_id` text NOT NULL,
	`check_standard_id` text,
	`checked_on` text NOT NULL,
	`parameter` text collate nocase NOT NULL,
	`unit` text NOT NULL,
	`nominal` decimal text,
	`value` decimal text NOT NULL,
	`reference` decimal text NOT NULL,
	`limit_value` decimal text NOT NULL,
	`result` text NOT NULL,
	`note` text,
	`actor_id` text,
	`actor_name` text NOT NULL,
	`at` integer NOT NULL,
	PRIMARY KEY(`company_id`, `id`),
	FOREIGN KEY (`company_id`,`calibrator_id`) REFERENCES `calibrators`(`company_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`company_id`,`check_standard_id`) REFERENCES `calibrators`(`company_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "calibrator_checks_result_known" CHECK("calibrator_checks"."result" is null or "calibrator_checks"."result" in ('ok', 'warn', 'fail')),
	CONSTRAINT "calibrator_checks_nominal_decimal" CHECK("calibrator_checks"."nominal" is null or ("calibrator_checks"."nominal" glob '*[0-9]*' and "calibrator_checks"."nominal" not glob '*[^0-9.eE+-]*' and length("calibrator_checks"."nominal") <= 24)),
	CONSTRAINT "calibrator_checks_value_decimal" CHECK("calibrator_checks"."value" is null or ("calibrator_checks"."value" glob '*[0-9]*' and "calibrator_checks"."value" not glob '*[^0-9.eE+-]*' and length("calibrator_checks"."value") <= 24)),
	CONSTRAINT "calibrator_checks_reference_decimal" CHECK("calibrator_checks"."reference" is null or ("calibrator_checks"."reference" glob '*[0-9]*' and "calibrator_checks"."reference" not glob '*[^0-9.eE+-]*' and length("calibrator_checks"."reference") <= 24)),
	CONSTRAINT "calibrator_checks_limit_value_decimal" CHECK("calibrator_checks"."limit_value" is null or ("calibrator_checks"."limit_value" glob '*[0-9]*' and "calibrator_checks"."limit_value" not glob '*[^0-9.eE+-]*' and length("calibrator_checks"."limit_value") <= 24))
);
--> statement-breakpoint
CREATE INDEX `calibrator_checks_by_calibrator` ON `calibrator_checks` (`company_id`,`calibrator_id`,`checked_on`,`id`);--> statement-breakpoint
CREATE INDEX `calibrator_checks_by_standard` ON `calibrator_checks` (`company_id`,`check_standard_id`) WHERE check_standard_id is not null;--> statement-breakpoint
CREATE TABLE `calibrator_events` (
	`company_id` text NOT NULL,
	`id` text NOT NULL,
	`calibrator_id` text NOT NULL,
	`kind` text NOT NULL,
	`status` text NOT NULL,
	`on_day` text NOT NULL,
	`note` text,
	`media_id` text,
	`actor_id` text,
	`actor_name` text NOT NULL,
	`at` integer NOT NULL,
	PRIMARY KEY(`company_id`, `id`),
	FOREIGN KEY (`company_id`,`calibrator_id`) REFERENCES `calibrators`(`company_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`company_id`,`media_id`) REFERENCES `media`(`company_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "calibrator_events_kind_known" CHECK("calibrator_events"."kind" is null or "calibrator_events"."kind" in ('sent', 'returned', 'repair', 'adjust', 'transport_check', 'quarantine', 'release', 'damage', 'retire', 'concession')),
	CONSTRAINT "calibrator_events_status_known" CHECK("calibrator_events"."status" is null or "calibrator_events"."status" in ('in_service', 'out_for_calibration', 'quarantined', 'damaged', 'retired'))
);
--> statement-breakpoint
CREATE INDEX `calibrator_events_by_calibrator` ON `calibrator_events` (`company_id`,`calibrator_id`,`id`);--> statement-breakpoint
CREATE INDEX `calibrator_events_by_file` ON `calibrator_events` (`company_id`,`media_id`) WHERE media_id is not null;--> statement-breakpoint
CREATE TABLE `calibrator_ranges` (
	`company_id` text NOT NULL,
	`id` text NOT NULL,
	`created_at` integer NOT NULL,
	`created_by` text,
	`updated_at` integer NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`calibrator_certificate_id` text NOT NULL,
	`calibrator_id` text NOT NULL,
	`sort` integer DEFAULT 0 NOT NULL,
	`parameter` text collate nocase NOT NULL,
	`quantity` text NOT NULL,
	`unit` text NOT NULL,
	`range_lo` decimal text,
	`range_lo_num` real,
	`range_hi` decimal text,
	`range_hi_num` real,
	`frequency_lo` decimal text,
	`frequency_lo_num` real,
	`frequency_hi` decimal text,
	`frequency_hi_num` real,
	`resolution` decimal text,
	`u_kind` text NOT NULL,
	`u_abs` decimal text,
	`u_pct` decimal text,
	`u_equation` text,
	`u_k` decimal text DEFAULT '2' NOT NULL,
	`u_p` decimal text,
	`u_dof` decimal text,
	`spec_abs` decimal text,
	`spec_pct` decimal text,
	`drift_kind` text DEFAULT 'none' NOT NULL,
	`drift_value` decimal text,
	`correction` text DEFAULT 'none' NOT NULL,
	`correction_equation` text,
	`points` text DEFAULT '[]' NOT NULL,
	PRIMARY KEY(`company_id`, `id`),
	FOREIGN KEY (`company_id`,`calibrator_certificate_id`) REFERENCES `calibrator_certificates`(`company_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`company_id`,`calibrator_id`) REFERENCES `calibrators`(`company_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "calibrator_ranges_u_kind_known" CHECK("calibrator_ranges"."u_kind" is null or "calibrator_ranges"."u_kind" in ('abs', 'pct_reading', 'pct_plus_abs', 'table', 'equation')),
	CONSTRAINT "calibrator_ranges_drift_kind_known" CHECK("calibrator_ranges"."drift_kind" is null or "calibrator_ranges"."drift_kind" in ('per_year_abs', 'per_year_pct', 'from_history', 'spec_only', 'none')),
	CONSTRAINT "calibrator_ranges_correction_known" CHECK("calibrator_ranges"."correction" is null or "calibrator_ranges"."correction" in ('none', 'linear', 'equation')),
	CONSTRAINT "calibrator_ranges_have_range" CHECK("calibrator_ranges"."range_lo" is not null and "calibrator_ranges"."range_hi" is not null),
	CONSTRAINT "calibrator_ranges_range_lo_decimal" CHECK(("calibrator_ranges"."range_lo" is null) = ("calibrator_ranges"."range_lo_num" is null) and ("calibrator_ranges"."range_lo" is null or "calibrator_ranges"."range_lo" glob '*[0-9]*' and "calibrator_ranges"."range_lo" not glob '*[^0-9.eE+-]*' and length("calibrator_ranges"."range_lo") <= 24)),
	CONSTRAINT "calibrator_ranges_range_hi_decimal" CHECK(("calibrator_ranges"."range_hi" is null) = ("calibrator_ranges"."range_hi_num" is null) and ("calibrator_ranges"."range_hi" is null or "calibrator_ranges"."range_hi" glob '*[0-9]*' and "calibrator_ranges"."range_hi" not glob '*[^0-9.eE+-]*' and length("calibrator_ranges"."range_hi") <= 24)),
	CONSTRAINT "calibrator_ranges_frequency_lo_decimal" CHECK(("calibrator_ranges"."frequency_lo" is null) = ("calibrator_ranges"."frequency_lo_num" is null) and ("calibrator_ranges"."frequency_lo" is null or "calibrator_ranges"."frequency_lo" glob '*[0-9]*' and "calibrator_ranges"."frequency_lo" not glob '*[^0-9.eE+-]*' and length("calibrator_ranges"."frequency_lo") <= 24)),
	CONSTRAINT "calibrator_ranges_frequency_hi_decimal" CHECK(("calibrator_ranges"."frequency_hi" is null) = ("calibrator_ranges"."frequency_hi_num" is null) and ("calibrator_ranges"."frequency_hi" is null or "calibrator_ranges"."frequency_hi" glob '*[0-9]*' and "calibrator_ranges"."frequency_hi" not glob '*[^0-9.eE+-]*' and length("calibrator_ranges"."frequency_hi") <= 24)),
	CONSTRAINT "calibrator_ranges_resolution_decimal" CHECK("calibrator_ranges"."resolution" is null or ("calibrator_ranges"."resolution" glob '*[0-9]*' and "calibrator_ranges"."resolution" not glob '*[^0-9.eE+-]*' and length("calibrator_ranges"."resolution") <= 24)),
	CONSTRAINT "calibrator_ranges_u_abs_decimal" CHECK("calibrator_ranges"."u_abs" is null or ("calibrator_ranges"."u_abs" glob '*[0-9]*' and "calibrator_ranges"."u_abs" not glob '*[^0-9.eE+-]*' and length("calibrator_ranges"."u_abs") <= 24)),
	CONSTRAINT "calibrator_ranges_u_pct_decimal" CHECK("calibrator_ranges"."u_pct" is null or ("calibrator_ranges"."u_pct" glob '*[0-9]*' and "calibrator_ranges"."u_pct" not glob '*[^0-9.eE+-]*' and length("calibrator_ranges"."u_pct") <= 24)),
	CONSTRAINT "calibrator_ranges_u_k_decimal" CHECK("calibrator_ranges"."u_k" is null or ("calibrator_ranges"."u_k" glob '*[0-9]*' and "calibrator_ranges"."u_k" not glob '*[^0-9.eE+-]*' and length("calibrator_ranges"."u_k") <= 24)),
	CONSTRAINT "calibrator_ranges_u_p_decimal" CHECK("calibrator_ranges"."u_p" is null or ("calibrator_ranges"."u_p" glob '*[0-9]*' and "calibrator_ranges"."u_p" not glob '*[^0-9.eE+-]*' and length("calibrator_ranges"."u_p") <= 24)),
	CONSTRAINT "calibrator_ranges_u_dof_decimal" CHECK("calibrator_ranges"."u_dof" is null or ("calibrator_ranges"."u_dof" glob '*[0-9]*' and "calibrator_ranges"."u_dof" not glob '*[^0-9.eE+-]*' and length("calibrator_ranges"."u_dof") <= 24)),
	CONSTRAINT "calibrator_ranges_spec_abs_decimal" CHECK("calibrator_ranges"."spec_abs" is null or ("calibrator_ranges"."spec_abs" glob '*[0-9]*' and "calibrator_ranges"."spec_abs" not glob '*[^0-9.eE+-]*' and length("calibrator_ranges"."spec_abs") <= 24)),
	CONSTRAINT "calibrator_ranges_spec_pct_decimal" CHECK("calibrator_ranges"."spec_pct" is null or ("calibrator_ranges"."spec_pct" glob '*[0-9]*' and "calibrator_ranges"."spec_pct" not glob '*[^0-9.eE+-]*' and length("calibrator_ranges"."spec_pct") <= 24)),
	CONSTRAINT "calibrator_ranges_drift_value_decimal" CHECK("calibrator_ranges"."drift_value" is null or ("calibrator_ranges"."drift_value" glob '*[0-9]*' and "calibrator_ranges"."drift_value" not glob '*[^0-9.eE+-]*' and length("calibrator_ranges"."drift_value") <= 24)),
	CONSTRAINT "calibrator_ranges_version_integer" CHECK(typeof("calibrator_ranges"."version") in ('integer', 'null')),
	CONSTRAINT "calibrator_ranges_sort_integer" CHECK(typeof("calibrator_ranges"."sort") in ('integer', 'null'))
);
--> statement-breakpoint
CREATE INDEX `calibrator_ranges_by_certificate` ON `calibrator_ranges` (`company_id`,`calibrator_certificate_id`,`sort`,`id`);--> statement-breakpoint
CREATE INDEX `calibrator_ranges_by_calibrator` ON `calibrator_ranges` (`company_id`,`calibrator_id`,`parameter`,`id`);--> statement-breakpoint
CREATE INDEX `calibrator_ranges_by_quantity` ON `calibrator_ranges` (`company_id`,`quantity`,`unit`,`range_lo_num`);--> statement-breakpoint
CREATE TABLE `calibrators` (
	`company_id` text NOT NULL,
	`id` text NOT NULL,
	`created_at` integer NOT NULL,
	`created_by` text,
	`updated_at` integer NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`archived_at` integer,
	`deleted_at` integer,
	`calibrator_no` text collate nocase NOT NULL,
	`name` text collate nocase NOT NULL,
	`manufacturer` text collate nocase,
	`model` text collate nocase,
	`serial_no` text collate nocase NOT NULL,
	`firmware` text,
	`kind` text NOT NULL,
	`role_codes` text DEFAULT '[]' NOT NULL,
	`location_id` text,
	`custodian_id` text,
	`interval_value` integer,
	`interval_unit` text,
	`interval_source` text,
	`check_every_value` integer,
	`check_every_unit` text,
	`next_check_on` text,
	`status` text DEFAULT 'in_service' NOT NULL,
	`quarantine_reason` text,
	`quarantined_at` integer,
	`quarantined_by` text,
	`current_certificate_id` text,
	`due_on` text,
	`order_on` text NOT NULL,
	`handling_notes` text,
	PRIMARY KEY(`company_id`, `id`),
	FOREIGN KEY (`company_id`,`location_id`) REFERENCES `locations`(`company_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`company_id`,`custodian_id`) REFERENCES `users`(`company_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`company_id`,`current_certificate_id`) REFERENCES `calibrator_certificates`(`company_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "calibrators_kind_known" CHECK("calibrators"."kind" is null or "calibrators"."kind" in ('reference_standard', 'working_standard', 'reference_material', 'simulator', 'analyser', 'auxiliary')),
	CONSTRAINT "calibrators_status_known" CHECK("calibrators"."status" is null or "calibrators"."status" in ('in_service', 'out_for_calibration', 'quarantined', 'damaged', 'retired')),
	CONSTRAINT "calibrators_interval_complete" CHECK(("calibrators"."interval_value" is null) = ("calibrators"."interval_unit" is null) and ("calibrators"."check_every_value" is null) = ("calibrators"."check_every_unit" is null)),
	CONSTRAINT "calibrators_quarantine_told" CHECK("calibrators"."status" <> 'quarantined' or "calibrators"."quarantine_reason" is not null),
	CONSTRAINT "calibrators_version_integer" CHECK(typeof("calibrators"."version") in ('integer', 'null')),
	CONSTRAINT "calibrators_interval_value_integer" CHECK(typeof("calibrators"."interval_value") in ('integer', 'null')),
	CONSTRAINT "calibrators_check_every_value_integer" CHECK(typeof("calibrators"."check_every_value") in ('integer', 'null'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `calibrators_number` ON `calibrators` (`company_id`,`calibrator_no`) WHERE deleted_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX `calibrators_serial` ON `calibrators` (`company_id`,`manufacturer`,`model`,`serial_no`) WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX `calibrators_by_name` ON `calibrators` (`company_id`,`name`,`id`) WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX `calibrators_in_order` ON `calibrators` (`company_id`,`order_on`,`id`) WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX `calibrators_by_status` ON `calibrators` (`company_id`,`status`,`calibrator_no`,`id`) WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX `calibrators_due` ON `calibrators` (`company_id`,`due_on`,`id`) WHERE due_on is not null and deleted_at is null;--> statement-breakpoint
CREATE INDEX `calibrators_check_due` ON `calibrators` (`company_id`,`next_check_on`,`id`) WHERE next_check_on is not null and deleted_at is null;--> statement-breakpoint
CREATE INDEX `calibrators_by_location` ON `calibrators` (`company_id`,`location_id`) WHERE location_id is not null;--> statement-breakpoint
CREATE INDEX `calibrators_by_custodian` ON `calibrators` (`company_id`,`custodian_id`) WHERE custodian_id is not null;--> statement-breakpoint
CREATE INDEX `calibrators_by_certificate` ON `calibrators` (`company_id`,`current_certificate_id`) WHERE current_certificate_id is not null;--> statement-breakpoint
CREATE TABLE `interval_proposals` (
	`company_id` text NOT NULL,
	`id` text NOT NULL,
	`created_at` integer NOT NULL,
	`created_by` text,
	`updated_at` integer NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`machine_id` text,
	`calibrator_id` text,
	`method` text NOT NULL,
	`history` text DEFAULT '[]' NOT NULL,
	`arithmetic` text DEFAULT '[]' NOT NULL,
	`factor` decimal text,
	`current_value` integer NOT NULL,
	`current_unit` text NOT NULL,
	`proposed_value` integer NOT NULL,
	`proposed_unit` text NOT NULL,
	`status` text DEFAULT 'open' NOT NULL,
	`reason` text,
	`decided_at` integer,
	`decided_by` text,
	PRIMARY KEY(`company_id`, `id`),
	FOREIGN KEY (`company_id`,`machine_id`) REFERENCES `machines`(`company_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`company_id`,`calibrator_id`) REFERENCES `calibrators`(`company_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "interval_proposals_method_known" CHECK("interval_proposals"."method" is null or "interval_proposals"."method" in ('staircase', 'a1', 'a3', 'variables')),
	CONSTRAINT "interval_proposals_status_known" CHECK("interval_proposals"."status" is null or "interval_proposals"."status" in ('open', 'accepted', 'rejected')),
	CONSTRAINT "interval_proposals_about_one" CHECK(("interval_proposals"."machine_id" is null) <> ("interval_proposals"."calibrator_id" is null)),
	CONSTRAINT "interval_proposals_positive" CHECK("interval_proposals"."current_value" >= 1 and "interval_proposals"."proposed_value" >= 1),
	CONSTRAINT "interval_proposals_factor_decimal" CHECK("interval_proposals"."factor" is null or ("interval_proposals"."factor" glob '*[0-9]*' and "interval_proposals"."factor" not glob '*[^0-9.eE+-]*' and length("interval_proposals"."factor") <= 24)),
	CONSTRAINT "interval_proposals_version_integer" CHECK(typeof("interval_proposals"."version") in ('integer', 'null')),
	CONSTRAINT "interval_proposals_current_value_integer" CHECK(typeof("interval_proposals"."current_value") in ('integer', 'null')),
	CONSTRAINT "interval_proposals_proposed_value_integer" CHECK(typeof("interval_proposals"."proposed_value") in ('integer', 'null'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `one_open_proposal_for_machine` ON `interval_proposals` (`company_id`,`machine_id`) WHERE machine_id is not null and status = 'open';--> statement-breakpoint
CREATE UNIQUE INDEX `one_open_proposal_for_calibrator` ON `interval_proposals` (`company_id`,`calibrator_id`) WHERE calibrator_id is not null and status = 'open';--> statement-breakpoint
CREATE INDEX `interval_proposals_by_machine` ON `interval_proposals` (`company_id`,`machine_id`,`id`) WHERE machine_id is not null;--> statement-breakpoint
CREATE INDEX `interval_proposals_by_calibrator` ON `interval_proposals` (`company_id`,`calibrator_id`,`id`) WHERE calibrator_id is not null;--> statement-breakpoint
CREATE INDEX `interval_proposals_by_status` ON `interval_proposals` (`company_id`,`status`,`id`);--> statement-breakpoint
CREATE TABLE `ledger_events` (
	`company_id` text NOT NULL,
	`id` text NOT NULL,
	`seq` integer NOT NULL,
	`at` integer NOT NULL,
	`actor_id` text,
	`action` text NOT NULL,
	`entity` text NOT NULL,
	`entity_id` text NOT NULL,
	`payload_sha256` text NOT NULL,
	`prev_hash` text NOT NULL,
	`hash` text NOT NULL,
	PRIMARY KEY(`company_id`, `id`),
	CONSTRAINT "ledger_events_seq_positive" CHECK("ledger_events"."seq" >= 1),
	CONSTRAINT "ledger_events_seq_integer" CHECK(typeof("ledger_events"."seq") in ('integer', 'null'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `ledger_events_seq` ON `ledger_events` (`company_id`,`seq`);--> statement-breakpoint
CREATE UNIQUE INDEX `ledger_events_prev_hash` ON `ledger_events` (`company_id`,`prev_hash`);--> statement-breakpoint
CREATE INDEX `ledger_events_by_entity` ON `ledger_events` (`company_id`,`entity_id`,`seq`);--> statement-breakpoint
CREATE TABLE `consumer_contacts` (
	`company_id` text NOT NULL,
	`id` text NOT NULL,
	`created_at` integer NOT NULL,
	`created_by` text,
	`updated_at` integer NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`archived_at` integer,
	`deleted_at` integer,
	`consumer_id` text NOT NULL,
	`name` text collate nocase NOT NULL,
	`designation` text,
	`email` text collate nocase,
	`phone` text,
	`receives_certificates` integer DEFAULT false NOT NULL,
	`receives_due_reminders` integer DEFAULT false NOT NULL,
	`user_id` text,
	PRIMARY KEY(`company_id`, `id`),
	FOREIGN KEY (`company_id`,`consumer_id`) REFERENCES `consumers`(`company_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`company_id`,`user_id`) REFERENCES `users`(`company_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "consumer_contacts_version_integer" CHECK(typeof("consumer_contacts"."version") in ('integer', 'null'))
);
--> statement-breakpoint
CREATE INDEX `consumer_contacts_by_consumer` ON `consumer_contacts` (`company_id`,`consumer_id`,`name`);--> statement-breakpoint
CREATE UNIQUE INDEX `consumer_contacts_email` ON `consumer_contacts` (`company_id`,`consumer_id`,`email`) WHERE email is not null and deleted_at is null;--> statement-breakpoint
CREATE INDEX `consumer_contacts_by_name` ON `consumer_contacts` (`company_id`,`name`,`id`) WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX `consumer_contacts_by_user` ON `consumer_contacts` (`company_id`,`user_id`) WHERE user_id is not null;--> statement-breakpoint
CREATE TABLE `consumer_sites` (
	`company_id` text NOT NULL,
	`id` text NOT NULL,
	`created_at` integer NOT NULL,
	`created_by` text,
	`updated_at` integer NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`archived_at` integer,
	`deleted_at` integer,
	`consumer_id` text NOT NULL,
	`name` text collate nocase NOT NULL,
	`address` text,
	`city` text,
	`postal_code` text,
	`country` text,
	`is_work_location` integer DEFAULT false NOT NULL,
	`note` text,
	PRIMARY KEY(`company_id`, `id`),
	FOREIGN KEY (`company_id`,`consumer_id`) REFERENCES `consumers`(`company_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "consumer_sites_version_integer" CHECK(typeof("consumer_sites"."version") in ('integer', 'null'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `consumer_sites_name` ON `consumer_sites` (`company_id`,`consumer_id`,`name`) WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX `consumer_sites_by_name` ON `consumer_sites` (`company_id`,`name`,`id`) WHERE deleted_at is null;--> statement-breakpoint
CREATE TABLE `consumers` (
	`company_id` text NOT NULL,
	`id` text NOT NULL,
	`created_at` integer NOT NULL,
	`created_by` text,
	`updated_at` integer NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`archived_at` integer,
	`deleted_at` integer,
	`consumer_no` text collate nocase NOT NULL,
	`name` text collate nocase NOT NULL,
	`legal_name` text,
	`tax_no` text collate nocase,
	`address` text,
	`city` text,
	`region` text,
	`postal_code` text,
	`country` text,
	`phone` text,
	`email` text,
	`status` text DEFAULT 'active' NOT NULL,
	`default_decision_rule_id` text,
	`interval_on_certificate` integer DEFAULT false NOT NULL,
	`delivery` text DEFAULT 'email' NOT NULL,
	`language` text,
	`logo_media_id` text,
	PRIMARY KEY(`company_id`, `id`),
	FOREIGN KEY (`company_id`,`default_decision_rule_id`) REFERENCES `decision_rules`(`company_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`company_id`,`logo_media_id`) REFERENCES `media`(`company_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "consumers_status_known" CHECK("consumers"."status" is null or "consumers"."status" in ('active', 'hold')),
	CONSTRAINT "consumers_delivery_known" CHECK("consumers"."delivery" is null or "consumers"."delivery" in ('portal', 'email', 'both')),
	CONSTRAINT "consumers_version_integer" CHECK(typeof("consumers"."version") in ('integer', 'null'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `consumers_number` ON `consumers` (`company_id`,`consumer_no`) WHERE deleted_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX `consumers_name` ON `consumers` (`company_id`,`name`) WHERE deleted_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX `consumers_tax_no` ON `consumers` (`company_id`,`tax_no`) WHERE tax_no is not null and deleted_at is null;--> statement-breakpoint
CREATE INDEX `consumers_by_state` ON `consumers` (`company_id`,`archived_at`,`name`);--> statement-breakpoint
CREATE INDEX `consumers_by_rule` ON `consumers` (`company_id`,`default_decision_rule_id`) WHERE default_decision_rule_id is not null;--> statement-breakpoint
CREATE TABLE `contract_reviews` (
	`company_id` text NOT NULL,
	`id` text NOT NULL,
	`created_at` integer NOT NULL,
	`created_by` text,
	`updated_at` integer NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`archived_at` integer,
	`deleted_at` integer,
	`consumer_id` text NOT NULL,
	`reviewed_on` text NOT NULL,
	`scope` text NOT NULL,
	`method_agreed` text,
	`decision_rule_id` text,
	`interval_agreed` integer DEFAULT false NOT NULL,
	`subcontract_agreed` integer DEFAULT false NOT NULL,
	`agreed_by` text NOT NULL,
	`media_id` text,
	PRIMARY KEY(`company_id`, `id`),
	FOREIGN KEY (`company_id`,`consumer_id`) REFERENCES `consumers`(`company_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`company_id`,`decision_rule_id`) REFERENCES `decision_rules`(`company_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`company_id`,`media_id`) REFERENCES `media`(`company_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "contract_reviews_version_integer" CHECK(typeof("contract_reviews"."version") in ('integer', 'null'))
);
--> statement-breakpoint
CREATE INDEX `contract_reviews_by_consumer` ON `contract_reviews` (`company_id`,`consumer_id`,`reviewed_on`,`id`);--> statement-breakpoint
CREATE INDEX `contract_reviews_in_order` ON `contract_reviews` (`company_id`,`reviewed_on`,`id`) WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX `contract_reviews_by_rule` ON `contract_reviews` (`company_id`,`decision_rule_id`) WHERE decision_rule_id is not null;--> statement-breakpoint
CREATE TABLE `device_templates` (
	`company_id` text NOT NULL,
	`id` text NOT NULL,
	`created_at` integer NOT NULL,
	`created_by` text,
	`updated_at` integer NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`archived_at` integer,
	`deleted_at` integer,
	`name` text collate nocase NOT NULL,
	`origin_key` text,
	`content` text NOT NULL,
	`unconfirmed` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`company_id`, `id`),
	CONSTRAINT "device_templates_version_integer" CHECK(typeof("device_templates"."version") in ('integer', 'null')),
	CONSTRAINT "device_templates_unconfirmed_integer" CHECK(typeof("device_templates"."unconfirmed") in ('integer', 'null'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `device_templates_name` ON `device_templates` (`company_id`,`name`) WHERE deleted_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX `device_templates_origin` ON `device_templates` (`company_id`,`origin_key`) WHERE origin_key is not null and deleted_at is null;--> statement-breakpoint
CREATE TABLE `machine_events` (
	`company_id` text NOT NULL,
	`id` text NOT NULL,
	`machine_id` text NOT NULL,
	`status` text NOT NULL,
	`note` text,
	`actor_id` text,
	`actor_name` text NOT NULL,
	`at` integer NOT NULL,
	PRIMARY KEY(`company_id`, `id`),
	FOREIGN KEY (`company_id`,`machine_id`) REFERENCES `machines`(`company_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "machine_events_status_known" CHECK("machine_events"."status" is null or "machine_events"."status" in ('active', 'in_calibration', 'out_of_service', 'lost', 'retired'))
);
--> statement-breakpoint
CREATE INDEX `machine_events_by_machine` ON `machine_events` (`company_id`,`machine_id`,`id`);--> statement-breakpoint
CREATE TABLE `machine_models` (
	`company_id` text NOT NULL,
	`id` text NOT NULL,
	`created_at` integer NOT NULL,
	`created_by` text,
	`updated_at` integer NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`archived_at` integer,
	`deleted_at` integer,
	`name` text collate nocase NOT NULL,
	`manufacturer` text collate nocase NOT NULL,
	`model` text collate nocase NOT NULL,
	`machine_type_id` text,
	`electrical_class` text,
	`applied_part` text,
	`defib_proof` integer DEFAULT false NOT NULL,
	`supply` text,
	`interval_value` integer,
	`interval_unit` text,
	`interval_source` text,
	`default_procedure_id` text,
	`parameters` text DEFAULT '[]' NOT NULL,
	`origin_key` text,
	PRIMARY KEY(`company_id`, `id`),
	FOREIGN KEY (`company_id`,`default_procedure_id`) REFERENCES `procedures`(`company_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "machine_models_class_known" CHECK("machine_models"."electrical_class" is null or "machine_models"."electrical_class" in ('I', 'II', 'IP', 'III', 'NA')),
	CONSTRAINT "machine_models_applied_part_known" CHECK("machine_models"."applied_part" is null or "machine_models"."applied_part" in ('NONE', 'B', 'BF', 'CF')),
	CONSTRAINT "machine_models_supply_known" CHECK("machine_models"."supply" is null or "machine_models"."supply" in ('detachable_cord', 'fixed_cord', 'permanent', 'battery', 'none')),
	CONSTRAINT "machine_models_interval_unit_known" CHECK("machine_models"."interval_unit" is null or "machine_models"."interval_unit" in ('day', 'month', 'year')),
	CONSTRAINT "machine_models_interval_complete" CHECK(("machine_models"."interval_value" is null) = ("machine_models"."interval_unit" is null) and coalesce("machine_models"."interval_value", 1) >= 1),
	CONSTRAINT "machine_models_version_integer" CHECK(typeof("machine_models"."version") in ('integer', 'null')),
	CONSTRAINT "machine_models_interval_value_integer" CHECK(typeof("machine_models"."interval_value") in ('integer', 'null'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `machine_models_name` ON `machine_models` (`company_id`,`manufacturer`,`model`) WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX `machine_models_by_name` ON `machine_models` (`company_id`,`name`,`id`) WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX `machine_models_by_state` ON `machine_models` (`company_id`,`archived_at`,`name`);--> statement-breakpoint
CREATE INDEX `machine_models_by_procedure` ON `machine_models` (`company_id`,`default_procedure_id`) WHERE default_procedure_id is not null;--> statement-breakpoint
CREATE TABLE `machines` (
	`company_id` text NOT NULL,
	`id` text NOT NULL,
	`created_at` integer NOT NULL,
	`created_by` text,
	`updated_at` integer NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`archived_at` integer,
	`deleted_at` integer,
	`machine_no` text collate nocase NOT NULL,
	`name` text collate nocase NOT NULL,
	`owner` text NOT NULL,
	`consumer_id` text,
	`consumer_site_id` text,
	`asset_id` text,
	`machine_model_id` text NOT NULL,
	`serial_no` text collate nocase,
	`customer_tag` text collate nocase,
	`device_code` text,
	`firmware` text,
	`accessories` text,
	`year_of_make` integer,
	`location_text` text,
	`electrical_class` text,
	`applied_part` text,
	`defib_proof` integer DEFAULT false NOT NULL,
	`supply` text,
	`default_procedure_id` text,
	`interval_value` integer,
	`interval_unit` text,
	`interval_source` text,
	`last_cal_on` text,
	`next_due_on` text,
	`order_on` text NOT NULL,
	`risk` text DEFAULT 'medium' NOT NULL,
	`status` text DEFAULT 'active' NOT NULL,
	`qr_token` text NOT NULL,
	`parameters` text,
	`note` text,
	PRIMARY KEY(`company_id`, `id`),
	FOREIGN KEY (`company_id`,`consumer_id`) REFERENCES `consumers`(`company_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`company_id`,`consumer_site_id`) REFERENCES `consumer_sites`(`company_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`company_id`,`asset_id`) REFERENCES `assets`(`company_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`company_id`,`machine_model_id`) REFERENCES `machine_models`(`company_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`company_id`,`default_procedure_id`) REFERENCES `procedures`(`company_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "machines_owner_known" CHECK("machines"."owner" is null or "machines"."owner" in ('consumer', 'own_asset')),
	CONSTRAINT "machines_status_known" CHECK("machines"."status" is null or "machines"."status" in ('active', 'in_calibration', 'out_of_service', 'lost', 'retired')),
	CONSTRAINT "machines_risk_known" CHECK("machines"."risk" is null or "machines"."risk" in ('high', 'medium', 'low')),
	CONSTRAINT "machines_class_known" CHECK("machines"."electrical_class" is null or "machines"."electrical_class" in ('I', 'II', 'IP', 'III', 'NA')),
	CONSTRAINT "machines_applied_part_known" CHECK("machines"."applied_part" is null or "machines"."applied_part" in ('NONE', 'B', 'BF', 'CF')),
	CONSTRAINT "machines_supply_known" CHECK("machines"."supply" is null or "machines"."supply" in ('detachable_cord', 'fixed_cord', 'permanent', 'battery', 'none')),
	CONSTRAINT "machines_interval_unit_known" CHECK("machines"."interval_unit" is null or "machines"."interval_unit" in ('day', 'month', 'year')),
	CONSTRAINT "machines_one_owner" CHECK(("machines"."owner" = 'consumer') = ("machines"."consumer_id" is not null) and ("machines"."owner" = 'own_asset') = ("machines"."asset_id" is not null)
        and ("machines"."consumer_site_id" is null or "machines"."consumer_id" is not null)),
	CONSTRAINT "machines_told_apart" CHECK("machines"."serial_no" is not null or "machines"."customer_tag" is not null or "machines"."asset_id" is not null),
	CONSTRAINT "machines_interval_complete" CHECK(("machines"."interval_value" is null) = ("machines"."interval_unit" is null) and coalesce("machines"."interval_value", 1) >= 1),
	CONSTRAINT "machines_version_integer" CHECK(typeof("machines"."version") in ('integer', 'null')),
	CONSTRAINT "machines_interval_value_integer" CHECK(typeof("machines"."interval_value") in ('integer', 'null')),
	CONSTRAINT "machines_year_of_make_integer" CHECK(typeof("machines"."year_of_make") in ('integer', 'null'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `machines_number` ON `machines` (`company_id`,`machine_no`) WHERE deleted_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX `machines_serial` ON `machines` (`company_id`,`machine_model_id`,`serial_no`) WHERE serial_no is not null and deleted_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX `machines_asset` ON `machines` (`company_id`,`asset_id`) WHERE asset_id is not null and deleted_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX `machines_qr_token` ON `machines` (`company_id`,`qr_token`);--> statement-breakpoint
CREATE INDEX `machines_by_name` ON `machines` (`company_id`,`name`,`id`) WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX `machines_in_order` ON `machines` (`company_id`,`order_on`,`id`) WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX `machines_by_status` ON `machines` (`company_id`,`status`,`machine_no`,`id`) WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX `machines_due` ON `machines` (`company_id`,`next_due_on`,`id`) WHERE next_due_on is not null and deleted_at is null;--> statement-breakpoint
CREATE INDEX `machines_by_consumer` ON `machines` (`company_id`,`consumer_id`,`machine_no`,`id`) WHERE consumer_id is not null;--> statement-breakpoint
CREATE INDEX `machines_by_site` ON `machines` (`company_id`,`consumer_site_id`) WHERE consumer_site_id is not null;--> statement-breakpoint
CREATE INDEX `machines_by_model` ON `machines` (`company_id`,`machine_model_id`,`machine_no`,`id`);--> statement-breakpoint
CREATE INDEX `machines_by_procedure` ON `machines` (`company_id`,`default_procedure_id`) WHERE default_procedure_id is not null;--> statement-breakpoint
CREATE TABLE `safety_limits` (
	`company_id` text NOT NULL,
	`id` text NOT NULL,
	`created_at` integer NOT NULL,
	`created_by` text,
	`updated_at` integer NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`archived_at` integer,
	`deleted_at` integer,
	`name` text collate nocase NOT NULL,
	`standard` text collate nocase NOT NULL,
	`edition` text,
	`equipment_class` text,
	`applied_part` text,
	`method` text,
	`condition` text,
	`quantity` text NOT NULL,
	`unit` text NOT NULL,
	`op` text NOT NULL,
	`limit_value` decimal text NOT NULL,
	`source` text,
	`verify` integer DEFAULT false NOT NULL,
	`confirmed_at` integer,
	`confirmed_by` text,
	`origin_key` text,
	PRIMARY KEY(`company_id`, `id`),
	CONSTRAINT "safety_limits_class_known" CHECK("safety_limits"."equipment_class" is null or "safety_limits"."equipment_class" in ('I', 'II', 'IP', 'III', 'NA')),
	CONSTRAINT "safety_limits_applied_part_known" CHECK("safety_limits"."applied_part" is null or "safety_limits"."applied_part" in ('NONE', 'B', 'BF', 'CF')),
	CONSTRAINT "safety_limits_method_known" CHECK("safety_limits"."method" is null or "safety_limits"."method" in ('direct', 'differential', 'alternative')),
	CONSTRAINT "safety_limits_op_known" CHECK("safety_limits"."op" is null or "safety_limits"."op" in ('le', 'ge')),
	CONSTRAINT "safety_limits_limit_value_decimal" CHECK("safety_limits"."limit_value" is null or ("safety_limits"."limit_value" glob '*[0-9]*' and "safety_limits"."limit_value" not glob '*[^0-9.eE+-]*' and length("safety_limits"."limit_value") <= 24)),
	CONSTRAINT "safety_limits_version_integer" CHECK(typeof("safety_limits"."version") in ('integer', 'null'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `safety_limits_origin` ON `safety_limits` (`company_id`,`origin_key`) WHERE origin_key is not null and deleted_at is null;--> statement-breakpoint
CREATE INDEX `safety_limits_by_name` ON `safety_limits` (`company_id`,`name`,`id`) WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX `safety_limits_by_standard` ON `safety_limits` (`company_id`,`standard`,`quantity`,`id`) WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX `safety_limits_by_quantity` ON `safety_limits` (`company_id`,`quantity`,`id`) WHERE deleted_at is null;--> statement-breakpoint
CREATE TABLE `cmc_entries` (
	`company_id` text NOT NULL,
	`id` text NOT NULL,
	`created_at` integer NOT NULL,
	`created_by` text,
	`updated_at` integer NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`archived_at` integer,
	`deleted_at` integer,
	`discipline` text NOT NULL,
	`parameter` text collate nocase NOT NULL,
	`unit` text NOT NULL,
	`range_lo` decimal text,
	`range_lo_num` real,
	`range_hi` decimal text,
	`range_hi_num` real,
	`cmc_abs` decimal text,
	`cmc_pct` decimal text,
	`method` text,
	`place` text DEFAULT 'permanent' NOT NULL,
	`accreditation_no` text,
	`valid_from` text NOT NULL,
	`valid_until` text,
	PRIMARY KEY(`company_id`, `id`),
	CONSTRAINT "cmc_entries_discipline_known" CHECK("cmc_entries"."discipline" is null or "cmc_entries"."discipline" in ('electrical', 'thermal', 'mechanical', 'medical', 'fluid', 'optical', 'mass_volume')),
	CONSTRAINT "cmc_entries_place_known" CHECK("cmc_entries"."place" is null or "cmc_entries"."place" in ('permanent', 'onsite')),
	CONSTRAINT "cmc_entries_have_range" CHECK("cmc_entries"."range_lo" is not null and "cmc_entries"."range_hi" is not null),
	CONSTRAINT "cmc_entries_have_figure" CHECK("cmc_entries"."cmc_abs" is not null or "cmc_entries"."cmc_pct" is not null),
	CONSTRAINT "cmc_entries_range_lo_decimal" CHECK(("cmc_entries"."range_lo" is null) = ("cmc_entries"."range_lo_num" is null) and ("cmc_entries"."range_lo" is null or "cmc_entries"."range_lo" glob '*[0-9]*' and "cmc_entries"."range_lo" not glob '*[^0-9.eE+-]*' and length("cmc_entries"."range_lo") <= 24)),
	CONSTRAINT "cmc_entries_range_hi_decimal" CHECK(("cmc_entries"."range_hi" is null) = ("cmc_entries"."range_hi_num" is null) and ("cmc_entries"."range_hi" is null or "cmc_entries"."range_hi" glob '*[0-9]*' and "cmc_entries"."range_hi" not glob '*[^0-9.eE+-]*' and length("cmc_entries"."range_hi") <= 24)),
	CONSTRAINT "cmc_entries_cmc_abs_decimal" CHECK("cmc_entries"."cmc_abs" is null or ("cmc_entries"."cmc_abs" glob '*[0-9]*' and "cmc_entries"."cmc_abs" not glob '*[^0-9.eE+-]*' and length("cmc_entries"."cmc_abs") <= 24)),
	CONSTRAINT "cmc_entries_cmc_pct_decimal" CHECK("cmc_entries"."cmc_pct" is null or ("cmc_entries"."cmc_pct" glob '*[0-9]*' and "cmc_entries"."cmc_pct" not glob '*[^0-9.eE+-]*' and length("cmc_entries"."cmc_pct") <= 24)),
	CONSTRAINT "cmc_entries_version_integer" CHECK(typeof("cmc_entries"."version") in ('integer', 'null'))
);
--> statement-breakpoint
CREATE INDEX `cmc_entries_by_parameter` ON `cmc_entries` (`company_id`,`parameter`,`id`) WHERE deleted_at is null;--> statement-breakpoint
CREATE TABLE `decision_rules` (
	`company_id` text NOT NULL,
	`id` text NOT NULL,
	`created_at` integer NOT NULL,
	`created_by` text,
	`updated_at` integer NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`archived_at` integer,
	`deleted_at` integer,
	`code` text collate nocase NOT NULL,
	`name` text collate nocase NOT NULL,
	`kind` text NOT NULL,
	`guard_factor` decimal text,
	`risk_limit` decimal text,
	`certificate_text` text NOT NULL,
	`min_tur` decimal text,
	`built_in` integer DEFAULT false NOT NULL,
	PRIMARY KEY(`company_id`, `id`),
	CONSTRAINT "decision_rules_kind_known" CHECK("decision_rules"."kind" is null or "decision_rules"."kind" in ('none', 'simple', 'guard_U', 'guard_rU', 'guard_U_nonbinary', 'z540_method6', 'tur_rss', 'tur_test95', 'tur_rp10', 'specific_risk')),
	CONSTRAINT "decision_rules_figures_of_kind" CHECK(("decision_rules"."guard_factor" is not null) = ("decision_rules"."kind" = 'guard_rU') and ("decision_rules"."risk_limit" is not null) = ("decision_rules"."kind" = 'specific_risk')),
	CONSTRAINT "decision_rules_guard_factor_decimal" CHECK("decision_rules"."guard_factor" is null or ("decision_rules"."guard_factor" glob '*[0-9]*' and "decision_rules"."guard_factor" not glob '*[^0-9.eE+-]*' and length("decision_rules"."guard_factor") <= 24)),
	CONSTRAINT "decision_rules_risk_limit_decimal" CHECK("decision_rules"."risk_limit" is null or ("decision_rules"."risk_limit" glob '*[0-9]*' and "decision_rules"."risk_limit" not glob '*[^0-9.eE+-]*' and length("decision_rules"."risk_limit") <= 24)),
	CONSTRAINT "decision_rules_min_tur_decimal" CHECK("decision_rules"."min_tur" is null or ("decision_rules"."min_tur" glob '*[0-9]*' and "decision_rules"."min_tur" not glob '*[^0-9.eE+-]*' and length("decision_rules"."min_tur") <= 24)),
	CONSTRAINT "decision_rules_version_integer" CHECK(typeof("decision_rules"."version") in ('integer', 'null'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `decision_rules_code` ON `decision_rules` (`company_id`,`code`) WHERE deleted_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX `decision_rules_name` ON `decision_rules` (`company_id`,`name`) WHERE deleted_at is null;--> statement-breakpoint
CREATE TABLE `procedure_events` (
	`company_id` text NOT NULL,
	`id` text NOT NULL,
	`procedure_version_id` text NOT NULL,
	`status` text NOT NULL,
	`note` text,
	`actor_id` text,
	`actor_name` text NOT NULL,
	`at` integer NOT NULL,
	PRIMARY KEY(`company_id`, `id`),
	FOREIGN KEY (`company_id`,`procedure_version_id`) REFERENCES `procedure_versions`(`company_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "procedure_events_status_known" CHECK("procedure_events"."status" is null or "procedure_events"."status" in ('draft', 'in_review', 'active', 'withdrawn'))
);
--> statement-breakpoint
CREATE INDEX `procedure_events_by_version` ON `procedure_events` (`company_id`,`procedure_version_id`,`id`);--> statement-breakpoint
CREATE TABLE `procedure_versions` (
	`company_id` text NOT NULL,
	`id` text NOT NULL,
	`created_at` integer NOT NULL,
	`created_by` text,
	`updated_at` integer NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`procedure_id` text NOT NULL,
	`version_no` integer NOT NULL,
	`status` text DEFAULT 'draft' NOT NULL,
	`method_reference` text NOT NULL,
	`decision_rule_id` text,
	`effective_on` text,
	`change_note` text,
	`content` text NOT NULL,
	`author_ids` text DEFAULT '[]' NOT NULL,
	`submitted_at` integer,
	`submitted_by` text,
	`approved_at` integer,
	`approved_by` text,
	`withdrawn_at` integer,
	`withdrawn_by` text,
	PRIMARY KEY(`company_id`, `id`),
	FOREIGN KEY (`company_id`,`procedure_id`) REFERENCES `procedures`(`company_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`company_id`,`decision_rule_id`) REFERENCES `decision_rules`(`company_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "procedure_versions_status_known" CHECK("procedure_versions"."status" is null or "procedure_versions"."status" in ('draft', 'in_review', 'active', 'withdrawn')),
	CONSTRAINT "procedure_versions_approved_by_another" CHECK("procedure_versions"."status" not in ('active', 'withdrawn') or "procedure_versions"."approved_by" is not null),
	CONSTRAINT "procedure_versions_version_integer" CHECK(typeof("procedure_versions"."version") in ('integer', 'null')),
	CONSTRAINT "procedure_versions_version_no_integer" CHECK(typeof("procedure_versions"."version_no") in ('integer', 'null'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `procedure_versions_number` ON `procedure_versions` (`company_id`,`procedure_id`,`version_no`);--> statement-breakpoint
CREATE UNIQUE INDEX `one_active_version` ON `procedure_versions` (`company_id`,`procedure_id`) WHERE status = 'active';--> statement-breakpoint
CREATE UNIQUE INDEX `one_open_version` ON `procedure_versions` (`company_id`,`procedure_id`) WHERE status in ('draft', 'in_review');--> statement-breakpoint
CREATE INDEX `procedure_versions_by_status` ON `procedure_versions` (`company_id`,`status`,`id`);--> statement-breakpoint
CREATE INDEX `procedure_versions_by_rule` ON `procedure_versions` (`company_id`,`decision_rule_id`) WHERE decision_rule_id is not null;--> statement-breakpoint
CREATE TABLE `procedures` (
	`company_id` text NOT NULL,
	`id` text NOT NULL,
	`created_at` integer NOT NULL,
	`created_by` text,
	`updated_at` integer NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`archived_at` integer,
	`deleted_at` integer,
	`code` text collate nocase NOT NULL,
	`name` text collate nocase NOT NULL,
	`machine_type_id` text,
	`discipline` text NOT NULL,
	`accredited` integer DEFAULT false NOT NULL,
	`current_version_id` text,
	`origin_key` text,
	PRIMARY KEY(`company_id`, `id`),
	FOREIGN KEY (`company_id`,`current_version_id`) REFERENCES `procedure_versions`(`company_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "procedures_discipline_known" CHECK("procedures"."discipline" is null or "procedures"."discipline" in ('electrical', 'thermal', 'mechanical', 'medical', 'fluid', 'optical', 'mass_volume')),
	CONSTRAINT "procedures_version_integer" CHECK(typeof("procedures"."version") in ('integer', 'null'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `procedures_code` ON `procedures` (`company_id`,`code`) WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX `procedures_by_name` ON `procedures` (`company_id`,`name`,`id`) WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX `procedures_by_version` ON `procedures` (`company_id`,`current_version_id`) WHERE current_version_id is not null;--> statement-breakpoint
CREATE TABLE `signature_changes` (
	`company_id` text NOT NULL,
	`id` text NOT NULL,
	`signature_id` text NOT NULL,
	`status` text NOT NULL,
	`note` text,
	`actor_id` text,
	`actor_name` text NOT NULL,
	`at` integer NOT NULL,
	PRIMARY KEY(`company_id`, `id`),
	FOREIGN KEY (`company_id`,`signature_id`) REFERENCES `signatures`(`company_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "signature_changes_status_known" CHECK("signature_changes"."status" is null or "signature_changes"."status" in ('active', 'suspended', 'revoked'))
);
--> statement-breakpoint
CREATE INDEX `signature_changes_by_signature` ON `signature_changes` (`company_id`,`signature_id`,`id`);--> statement-breakpoint
CREATE TABLE `signatures` (
	`company_id` text NOT NULL,
	`id` text NOT NULL,
	`created_at` integer NOT NULL,
	`created_by` text,
	`updated_at` integer NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`archived_at` integer,
	`deleted_at` integer,
	`user_id` text NOT NULL,
	`name` text collate nocase NOT NULL,
	`designation` text,
	`qualification` text,
	`roles` text DEFAULT '[]' NOT NULL,
	`disciplines` text DEFAULT '[]' NOT NULL,
	`parameters` text DEFAULT '[]' NOT NULL,
	`image_media_id` text,
	`valid_from` text NOT NULL,
	`valid_until` text,
	`status` text DEFAULT 'active' NOT NULL,
	PRIMARY KEY(`company_id`, `id`),
	FOREIGN KEY (`company_id`,`user_id`) REFERENCES `users`(`company_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`company_id`,`image_media_id`) REFERENCES `media`(`company_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "signatures_status_known" CHECK("signatures"."status" is null or "signatures"."status" in ('active', 'suspended', 'revoked')),
	CONSTRAINT "signatures_dates_in_order" CHECK("signatures"."valid_until" is null or "signatures"."valid_until" >= "signatures"."valid_from"),
	CONSTRAINT "signatures_version_integer" CHECK(typeof("signatures"."version") in ('integer', 'null'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `one_signature_per_person` ON `signatures` (`company_id`,`user_id`) WHERE deleted_at is null and status <> 'revoked';--> statement-breakpoint
CREATE INDEX `signatures_by_name` ON `signatures` (`company_id`,`name`,`id`) WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX `signatures_by_user` ON `signatures` (`company_id`,`user_id`,`id`);--> statement-breakpoint
CREATE INDEX `signatures_by_image` ON `signatures` (`company_id`,`image_media_id`) WHERE image_media_id is not null;
--> statement-breakpoint
CREATE TRIGGER machine_events_no_update BEFORE UPDATE ON machine_events BEGIN SELECT RAISE(ABORT, 'machine_events_no_update'); END;
--> statement-breakpoint
CREATE TRIGGER machine_events_no_delete BEFORE DELETE ON machine_events BEGIN SELECT RAISE(ABORT, 'machine_events_no_delete'); END;
--> statement-breakpoint
CREATE TRIGGER procedure_events_no_update BEFORE UPDATE ON procedure_events BEGIN SELECT RAISE(ABORT, 'procedure_events_no_update'); END;
--> statement-breakpoint
CREATE TRIGGER procedure_events_no_delete BEFORE DELETE ON procedure_events BEGIN SELECT RAISE(ABORT, 'procedure_events_no_delete'); END;
--> statement-breakpoint
CREATE TRIGGER calibrator_certificate_events_no_update BEFORE UPDATE ON calibrator_certificate_events BEGIN SELECT RAISE(ABORT, 'calibrator_certificate_events_no_update'); END;
--> statement-breakpoint
CREATE TRIGGER calibrator_certificate_events_no_delete BEFORE DELETE ON calibrator_certificate_events BEGIN SELECT RAISE(ABORT, 'calibrator_certificate_events_no_delete'); END;
--> statement-breakpoint
CREATE TRIGGER calibrator_events_no_update BEFORE UPDATE ON calibrator_events BEGIN SELECT RAISE(ABORT, 'calibrator_events_no_update'); END;
--> statement-breakpoint
CREATE TRIGGER calibrator_events_no_delete BEFORE DELETE ON calibrator_events BEGIN SELECT RAISE(ABORT, 'calibrator_events_no_delete'); END;
--> statement-breakpoint
CREATE TRIGGER calibrator_checks_no_update BEFORE UPDATE ON calibrator_checks BEGIN SELECT RAISE(ABORT, 'calibrator_checks_no_update'); END;
--> statement-breakpoint
CREATE TRIGGER calibrator_checks_no_delete BEFORE DELETE ON calibrator_checks BEGIN SELECT RAISE(ABORT, 'calibrator_checks_no_delete'); END;
--> statement-breakpoint
CREATE TRIGGER signature_changes_no_update BEFORE UPDATE ON signature_changes BEGIN SELECT RAISE(ABORT, 'signature_changes_no_update'); END;
--> statement-breakpoint
CREATE TRIGGER signature_changes_no_delete BEFORE DELETE ON signature_changes BEGIN SELECT RAISE(ABORT, 'signature_changes_no_delete'); END;
--> statement-breakpoint
CREATE TRIGGER ledger_events_no_update BEFORE UPDATE ON ledger_events BEGIN SELECT RAISE(ABORT, 'ledger_events_no_update'); END;
--> statement-breakpoint
CREATE TRIGGER ledger_events_no_delete BEFORE DELETE ON ledger_events BEGIN SELECT RAISE(ABORT, 'ledger_events_no_delete'); END;
--> statement-breakpoint
CREATE TRIGGER calibrator_certificate_frozen BEFORE UPDATE ON calibrator_certificates
WHEN OLD.status <> 'entered' AND (NEW.company_id IS NOT OLD.company_id
  OR NEW.calibrator_id IS NOT OLD.calibrator_id
  OR NEW.certificate_no IS NOT OLD.certificate_no
  OR NEW.issued_by IS NOT OLD.issued_by
  OR NEW.accreditation_body IS NOT OLD.accreditation_body
  OR NEW.accreditation_no IS NOT OLD.accreditation_no
  OR NEW.route IS NOT OLD.route
  OR NEW.calibrated_on IS NOT OLD.calibrated_on
  OR NEW.issued_on IS NOT OLD.issued_on
  OR NEW.due_on IS NOT OLD.due_on
  OR NEW.as_found IS NOT OLD.as_found
  OR NEW.adjusted IS NOT OLD.adjusted
  OR NEW.env_temp IS NOT OLD.env_temp
  OR NEW.env_rh IS NOT OLD.env_rh
  OR NEW.media_id IS NOT OLD.media_id
  OR NEW.dcc_media_id IS NOT OLD.dcc_media_id
  OR NEW.entered_by IS NOT OLD.entered_by
  OR NEW.accepted_at IS NOT OLD.accepted_at
  OR NEW.accepted_by IS NOT OLD.accepted_by
  OR NEW.valid_from IS NOT OLD.valid_from
  OR NOT (NEW.status = OLD.status OR (OLD.status = 'accepted' AND NEW.status = 'superseded')))
BEGIN SELECT RAISE(ABORT, 'calibrator_certificate_frozen'); END;
--> statement-breakpoint
CREATE TRIGGER calibrator_certificate_kept BEFORE DELETE ON calibrator_certificates WHEN OLD.status <> 'entered'
BEGIN SELECT RAISE(ABORT, 'calibrator_certificate_kept'); END;
--> statement-breakpoint
CREATE TRIGGER calibrator_ranges_inserted_while_entered BEFORE INSERT ON calibrator_ranges WHEN (SELECT c.status FROM calibrator_certificates c WHERE c.company_id = NEW.company_id AND c.id = NEW.calibrator_certificate_id) <> 'entered'
BEGIN SELECT RAISE(ABORT, 'calibrator_certificate_frozen'); END;
--> statement-breakpoint
CREATE TRIGGER calibrator_ranges_changed_while_entered BEFORE UPDATE ON calibrator_ranges WHEN (SELECT c.status FROM calibrator_certificates c WHERE c.company_id = OLD.company_id AND c.id = OLD.calibrator_certificate_id) <> 'entered'
BEGIN SELECT RAISE(ABORT, 'calibrator_certificate_frozen'); END;
--> statement-breakpoint
CREATE TRIGGER calibrator_ranges_deleted_while_entered BEFORE DELETE ON calibrator_ranges WHEN (SELECT c.status FROM calibrator_certificates c WHERE c.company_id = OLD.company_id AND c.id = OLD.calibrator_certificate_id) <> 'entered'
BEGIN SELECT RAISE(ABORT, 'calibrator_certificate_frozen'); END;
--> statement-breakpoint
CREATE TRIGGER procedure_version_frozen BEFORE UPDATE ON procedure_versions
WHEN OLD.status <> 'draft' AND (NEW.company_id IS NOT OLD.company_id
  OR NEW.procedure_id IS NOT OLD.procedure_id
  OR NEW.version_no IS NOT OLD.version_no
  OR NEW.method_reference IS NOT OLD.method_reference
  OR NEW.decision_rule_id IS NOT OLD.decision_rule_id
  OR NEW.effective_on IS NOT OLD.effective_on
  OR NEW.change_note IS NOT OLD.change_note
  OR NEW.content IS NOT OLD.content
  OR NEW.author_ids IS NOT OLD.author_ids)
BEGIN SELECT RAISE(ABORT, 'procedure_version_frozen'); END;
--> statement-breakpoint
CREATE TRIGGER procedure_version_kept BEFORE DELETE ON procedure_versions WHEN OLD.status <> 'draft' OR OLD.submitted_at IS NOT NULL
BEGIN SELECT RAISE(ABORT, 'procedure_version_kept'); END;
--> statement-breakpoint
CREATE TRIGGER decision_rule_built_in BEFORE UPDATE ON decision_rules
WHEN OLD.built_in = 1 AND (NEW.company_id IS NOT OLD.company_id
  OR NEW.code IS NOT OLD.code
  OR NEW.name IS NOT OLD.name
  OR NEW.kind IS NOT OLD.kind
  OR NEW.guard_factor IS NOT OLD.guard_factor
  OR NEW.risk_limit IS NOT OLD.risk_limit
  OR NEW.certificate_text IS NOT OLD.certificate_text
  OR NEW.min_tur IS NOT OLD.min_tur
  OR NEW.built_in IS NOT OLD.built_in
  OR NEW.deleted_at IS NOT OLD.deleted_at)
BEGIN SELECT RAISE(ABORT, 'decision_rule_built_in'); END;
--> statement-breakpoint
CREATE TRIGGER consumers_search_insert AFTER INSERT ON "consumers" BEGIN
insert or replace into search_index (rowid, company, kind, words, record_id)
select ((((((instr('0123456789abcdef', substr(new."id", 1, 1)) - 1) << 44) + ((instr('0123456789abcdef', substr(new."id", 2, 1)) - 1) << 40) + ((instr('0123456789abcdef', substr(new."id", 3, 1)) - 1) << 36) + ((instr('0123456789abcdef', substr(new."id", 4, 1)) - 1) << 32) + ((instr('0123456789abcdef', substr(new."id", 5, 1)) - 1) << 28) + ((instr('0123456789abcdef', substr(new."id", 6, 1)) - 1) << 24) + ((instr('0123456789abcdef', substr(new."id", 7, 1)) - 1) << 20) + ((instr('0123456789abcdef', substr(new."id", 8, 1)) - 1) << 16) + ((instr('0123456789abcdef', substr(new."id", 10, 1)) - 1) << 12) + ((instr('0123456789abcdef', substr(new."id", 11, 1)) - 1) << 8) + ((instr('0123456789abcdef', substr(new."id", 12, 1)) - 1) << 4) + ((instr('0123456789abcdef', substr(new."id", 13, 1)) - 1) << 0)) - 1262304000000) << 22) + ((instr('0123456789abcdef', substr(new."id", 16, 1)) - 1) << 18) + ((instr('0123456789abcdef', substr(new."id", 17, 1)) - 1) << 14) + ((instr('0123456789abcdef', substr(new."id", 18, 1)) - 1) << 10) + ((instr('0123456789abcdef', substr(new."id", 21, 1)) - 1) << 6) + ((instr('0123456789abcdef', substr(new."id", 22, 1)) - 1) << 2) + ((instr('0123456789abcdef', substr(new."id", 23, 1)) - 1) >> 2)), 'c' || replace(new."company_id", '-', ''), 'consumer', concat_ws(' ', new."name", new."legal_name", new."consumer_no", new."tax_no", new."phone", new."email", new."city", replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(coalesce(new."consumer_no", ''), '-', ''), '/', ''), '.', ''), ' ', ''), '_', ''), ':', ''), '#', ''), '+', ''), '(', ''), ')', ''), '\', ''), ',', ''), replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(coalesce(new."tax_no", ''), '-', ''), '/', ''), '.', ''), ' ', ''), '_', ''), ':', ''), '#', ''), '+', ''), '(', ''), ')', ''), '\', ''), ',', ''), replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(coalesce(new."phone", ''), '-', ''), '/', ''), '.', ''), ' ', ''), '_', ''), ':', ''), '#', ''), '+', ''), '(', ''), ')', ''), '\', ''), ',', '')), new."id" where new."deleted_at" is null;
END;
--> statement-breakpoint
CREATE TRIGGER consumers_search_update AFTER UPDATE OF "name", "legal_name", "consumer_no", "tax_no", "phone", "email", "city", "deleted_at" ON "consumers" BEGIN
delete from search_index where rowid = ((((((instr('0123456789abcdef', substr(new."id", 1, 1)) - 1) << 44) + ((instr('0123456789abcdef', substr(new."id", 2, 1)) - 1) << 40) + ((instr('0123456789abcdef', substr(new."id", 3, 1)) - 1) << 36) + ((instr('0123456789abcdef', substr(new."id", 4, 1)) - 1) << 32) + ((instr('0123456789abcdef', substr(new."id", 5, 1)) - 1) << 28) + ((instr('0123456789abcdef', substr(new."id", 6, 1)) - 1) << 24) + ((instr('0123456789abcdef', substr(new."id", 7, 1)) - 1) << 20) + ((instr('0123456789abcdef', substr(new."id", 8, 1)) - 1) << 16) + ((instr('0123456789abcdef', substr(new."id", 10, 1)) - 1) << 12) + ((instr('0123456789abcdef', substr(new."id", 11, 1)) - 1) << 8) + ((instr('0123456789abcdef', substr(new."id", 12, 1)) - 1) << 4) + ((instr('0123456789abcdef', substr(new."id", 13, 1)) - 1) << 0)) - 1262304000000) << 22) + ((instr('0123456789abcdef', substr(new."id", 16, 1)) - 1) << 18) + ((instr('0123456789abcdef', substr(new."id", 17, 1)) - 1) << 14) + ((instr('0123456789abcdef', substr(new."id", 18, 1)) - 1) << 10) + ((instr('0123456789abcdef', substr(new."id", 21, 1)) - 1) << 6) + ((instr('0123456789abcdef', substr(new."id", 22, 1)) - 1) << 2) + ((instr('0123456789abcdef', substr(new."id", 23, 1)) - 1) >> 2)) and company = 'c' || replace(new."company_id", '-', '');
insert or replace into search_index (rowid, company, kind, words, record_id)
select ((((((instr('0123456789abcdef', substr(new."id", 1, 1)) - 1) << 44) + ((instr('0123456789abcdef', substr(new."id", 2, 1)) - 1) << 40) + ((instr('0123456789abcdef', substr(new."id", 3, 1)) - 1) << 36) + ((instr('0123456789abcdef', substr(new."id", 4, 1)) - 1) << 32) + ((instr('0123456789abcdef', substr(new."id", 5, 1)) - 1) << 28) + ((instr('0123456789abcdef', substr(new."id", 6, 1)) - 1) << 24) + ((instr('0123456789abcdef', substr(new."id", 7, 1)) - 1) << 20) + ((instr('0123456789abcdef', substr(new."id", 8, 1)) - 1) << 16) + ((instr('0123456789abcdef', substr(new."id", 10, 1)) - 1) << 12) + ((instr('0123456789abcdef', substr(new."id", 11, 1)) - 1) << 8) + ((instr('0123456789abcdef', substr(new."id", 12, 1)) - 1) << 4) + ((instr('0123456789abcdef', substr(new."id", 13, 1)) - 1) << 0)) - 1262304000000) << 22) + ((instr('0123456789abcdef', substr(new."id", 16, 1)) - 1) << 18) + ((instr('0123456789abcdef', substr(new."id", 17, 1)) - 1) << 14) + ((instr('0123456789abcdef', substr(new."id", 18, 1)) - 1) << 10) + ((instr('0123456789abcdef', substr(new."id", 21, 1)) - 1) << 6) + ((instr('0123456789abcdef', substr(new."id", 22, 1)) - 1) << 2) + ((instr('0123456789abcdef', substr(new."id", 23, 1)) - 1) >> 2)), 'c' || replace(new."company_id", '-', ''), 'consumer', concat_ws(' ', new."name", new."legal_name", new."consumer_no", new."tax_no", new."phone", new."email", new."city", replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(coalesce(new."consumer_no", ''), '-', ''), '/', ''), '.', ''), ' ', ''), '_', ''), ':', ''), '#', ''), '+', ''), '(', ''), ')', ''), '\', ''), ',', ''), replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(coalesce(new."tax_no", ''), '-', ''), '/', ''), '.', ''), ' ', ''), '_', ''), ':', ''), '#', ''), '+', ''), '(', ''), ')', ''), '\', ''), ',', ''), replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(coalesce(new."phone", ''), '-', ''), '/', ''), '.', ''), ' ', ''), '_', ''), ':', ''), '#', ''), '+', ''), '(', ''), ')', ''), '\', ''), ',', '')), new."id" where new."deleted_at" is null;
END;
--> statement-breakpoint
CREATE TRIGGER consumers_search_delete AFTER DELETE ON "consumers" BEGIN
delete from search_index where rowid = ((((((instr('0123456789abcdef', substr(old."id", 1, 1)) - 1) << 44) + ((instr('0123456789abcdef', substr(old."id", 2, 1)) - 1) << 40) + ((instr('0123456789abcdef', substr(old."id", 3, 1)) - 1) << 36) + ((instr('0123456789abcdef', substr(old."id", 4, 1)) - 1) << 32) + ((instr('0123456789abcdef', substr(old."id", 5, 1)) - 1) << 28) + ((instr('0123456789abcdef', substr(old."id", 6, 1)) - 1) << 24) + ((instr('0123456789abcdef', substr(old."id", 7, 1)) - 1) << 20) + ((instr('0123456789abcdef', substr(old."id", 8, 1)) - 1) << 16) + ((instr('0123456789abcdef', substr(old."id", 10, 1)) - 1) << 12) + ((instr('0123456789abcdef', substr(old."id", 11, 1)) - 1) << 8) + ((instr('0123456789abcdef', substr(old."id", 12, 1)) - 1) << 4) + ((instr('0123456789abcdef', substr(old."id", 13, 1)) - 1) << 0)) - 1262304000000) << 22) + ((instr('0123456789abcdef', substr(old."id", 16, 1)) - 1) << 18) + ((instr('0123456789abcdef', substr(old."id", 17, 1)) - 1) << 14) + ((instr('0123456789abcdef', substr(old."id", 18, 1)) - 1) << 10) + ((instr('0123456789abcdef', substr(old."id", 21, 1)) - 1) << 6) + ((instr('0123456789abcdef', substr(old."id", 22, 1)) - 1) << 2) + ((instr('0123456789abcdef', substr(old."id", 23, 1)) - 1) >> 2)) and company = 'c' || replace(old."company_id", '-', '');
END;
--> statement-breakpoint
CREATE TRIGGER decision_rules_search_insert AFTER INSERT ON "decision_rules" BEGIN
insert or replace into search_index (rowid, company, kind, words, record_id)
select ((((((instr('0123456789abcdef', substr(new."id", 1, 1)) - 1) << 44) + ((instr('0123456789abcdef', substr(new."id", 2, 1)) - 1) << 40) + ((instr('0123456789abcdef', substr(new."id", 3, 1)) - 1) << 36) + ((instr('0123456789abcdef', substr(new."id", 4, 1)) - 1) << 32) + ((instr('0123456789abcdef', substr(new."id", 5, 1)) - 1) << 28) + ((instr('0123456789abcdef', substr(new."id", 6, 1)) - 1) << 24) + ((instr('0123456789abcdef', substr(new."id", 7, 1)) - 1) << 20) + ((instr('0123456789abcdef', substr(new."id", 8, 1)) - 1) << 16) + ((instr('0123456789abcdef', substr(new."id", 10, 1)) - 1) << 12) + ((instr('0123456789abcdef', substr(new."id", 11, 1)) - 1) << 8) + ((instr('0123456789abcdef', substr(new."id", 12, 1)) - 1) << 4) + ((instr('0123456789abcdef', substr(new."id", 13, 1)) - 1) << 0)) - 1262304000000) << 22) + ((instr('0123456789abcdef', substr(new."id", 16, 1)) - 1) << 18) + ((instr('0123456789abcdef', substr(new."id", 17, 1)) - 1) << 14) + ((instr('0123456789abcdef', substr(new."id", 18, 1)) - 1) << 10) + ((instr('0123456789abcdef', substr(new."id", 21, 1)) - 1) << 6) + ((instr('0123456789abcdef', substr(new."id", 22, 1)) - 1) << 2) + ((instr('0123456789abcdef', substr(new."id", 23, 1)) - 1) >> 2)), 'c' || replace(new."company_id", '-', ''), 'decision_rule', concat_ws(' ', new."name", new."code", replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(coalesce(new."code", ''), '-', ''), '/', ''), '.', ''), ' ', ''), '_', ''), ':', ''), '#', ''), '+', ''), '(', ''), ')', ''), '\', ''), ',', '')), new."id" where new."deleted_at" is null;
END;
--> statement-breakpoint
CREATE TRIGGER decision_rules_search_update AFTER UPDATE OF "name", "code", "deleted_at" ON "decision_rules" BEGIN
delete from search_index where rowid = ((((((instr('0123456789abcdef', substr(new."id", 1, 1)) - 1) << 44) + ((instr('0123456789abcdef', substr(new."id", 2, 1)) - 1) << 40) + ((instr('0123456789abcdef', substr(new."id", 3, 1)) - 1) << 36) + ((instr('0123456789abcdef', substr(new."id", 4, 1)) - 1) << 32) + ((instr('0123456789abcdef', substr(new."id", 5, 1)) - 1) << 28) + ((instr('0123456789abcdef', substr(new."id", 6, 1)) - 1) << 24) + ((instr('0123456789abcdef', substr(new."id", 7, 1)) - 1) << 20) + ((instr('0123456789abcdef', substr(new."id", 8, 1)) - 1) << 16) + ((instr('0123456789abcdef', substr(new."id", 10, 1)) - 1) << 12) + ((instr('0123456789abcdef', substr(new."id", 11, 1)) - 1) << 8) + ((instr('0123456789abcdef', substr(new."id", 12, 1)) - 1) << 4) + ((instr('0123456789abcdef', substr(new."id", 13, 1)) - 1) << 0)) - 1262304000000) << 22) + ((instr('0123456789abcdef', substr(new."id", 16, 1)) - 1) << 18) + ((instr('0123456789abcdef', substr(new."id", 17, 1)) - 1) << 14) + ((instr('0123456789abcdef', substr(new."id", 18, 1)) - 1) << 10) + ((instr('0123456789abcdef', substr(new."id", 21, 1)) - 1) << 6) + ((instr('0123456789abcdef', substr(new."id", 22, 1)) - 1) << 2) + ((instr('0123456789abcdef', substr(new."id", 23, 1)) - 1) >> 2)) and company = 'c' || replace(new."company_id", '-', '');
insert or replace into search_index (rowid, company, kind, words, record_id)
select ((((((instr('0123456789abcdef', substr(new."id", 1, 1)) - 1) << 44) + ((instr('0123456789abcdef', substr(new."id", 2, 1)) - 1) << 40) + ((instr('0123456789abcdef', substr(new."id", 3, 1)) - 1) << 36) + ((instr('0123456789abcdef', substr(new."id", 4, 1)) - 1) << 32) + ((instr('0123456789abcdef', substr(new."id", 5, 1)) - 1) << 28) + ((instr('0123456789abcdef', substr(new."id", 6, 1)) - 1) << 24) + ((instr('0123456789abcdef', substr(new."id", 7, 1)) - 1) << 20) + ((instr('0123456789abcdef', substr(new."id", 8, 1)) - 1) << 16) + ((instr('0123456789abcdef', substr(new."id", 10, 1)) - 1) << 12) + ((instr('0123456789abcdef', substr(new."id", 11, 1)) - 1) << 8) + ((instr('0123456789abcdef', substr(new."id", 12, 1)) - 1) << 4) + ((instr('0123456789abcdef', substr(new."id", 13, 1)) - 1) << 0)) - 1262304000000) << 22) + ((instr('0123456789abcdef', substr(new."id", 16, 1)) - 1) << 18) + ((instr('0123456789abcdef', substr(new."id", 17, 1)) - 1) << 14) + ((instr('0123456789abcdef', substr(new."id", 18, 1)) - 1) << 10) + ((instr('0123456789abcdef', substr(new."id", 21, 1)) - 1) << 6) + ((instr('0123456789abcdef', substr(new."id", 22, 1)) - 1) << 2) + ((instr('0123456789abcdef', substr(new."id", 23, 1)) - 1) >> 2)), 'c' || replace(new."company_id", '-', ''), 'decision_rule', concat_ws(' ', new."name", new."code", replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(coalesce(new."code", ''), '-', ''), '/', ''), '.', ''), ' ', ''), '_', ''), ':', ''), '#', ''), '+', ''), '(', ''), ')', ''), '\', ''), ',', '')), new."id" where new."deleted_at" is null;
END;
--> statement-breakpoint
CREATE TRIGGER decision_rules_search_delete AFTER DELETE ON "decision_rules" BEGIN
delete from search_index where rowid = ((((((instr('0123456789abcdef', substr(old."id", 1, 1)) - 1) << 44) + ((instr('0123456789abcdef', substr(old."id", 2, 1)) - 1) << 40) + ((instr('0123456789abcdef', substr(old."id", 3, 1)) - 1) << 36) + ((instr('0123456789abcdef', substr(old."id", 4, 1)) - 1) << 32) + ((instr('0123456789abcdef', substr(old."id", 5, 1)) - 1) << 28) + ((instr('0123456789abcdef', substr(old."id", 6, 1)) - 1) << 24) + ((instr('0123456789abcdef', substr(old."id", 7, 1)) - 1) << 20) + ((instr('0123456789abcdef', substr(old."id", 8, 1)) - 1) << 16) + ((instr('0123456789abcdef', substr(old."id", 10, 1)) - 1) << 12) + ((instr('0123456789abcdef', substr(old."id", 11, 1)) - 1) << 8) + ((instr('0123456789abcdef', substr(old."id", 12, 1)) - 1) << 4) + ((instr('0123456789abcdef', substr(old."id", 13, 1)) - 1) << 0)) - 1262304000000) << 22) + ((instr('0123456789abcdef', substr(old."id", 16, 1)) - 1) << 18) + ((instr('0123456789abcdef', substr(old."id", 17, 1)) - 1) << 14) + ((instr('0123456789abcdef', substr(old."id", 18, 1)) - 1) << 10) + ((instr('0123456789abcdef', substr(old."id", 21, 1)) - 1) << 6) + ((instr('0123456789abcdef', substr(old."id", 22, 1)) - 1) << 2) + ((instr('0123456789abcdef', substr(old."id", 23, 1)) - 1) >> 2)) and company = 'c' || replace(old."company_id", '-', '');
END;
--> statement-breakpoint
CREATE VIEW built_in_decision_rules (code, name, kind, guard_factor, risk_limit, certificate_text) AS VALUES
  ('NONE', 'No statement of conformity', 'none', NULL, NULL, 'Results and their uncertainty are reported. No statement of conformity is made.'),
  ('SIMPLE', 'Simple acceptance', 'simple', NULL, NULL, 'Decision rule: simple acceptance. A result within its limits conforms; a result at a limit is wrongly accepted with a probability of up to 50 % (ILAC-G8:09/2019, 4.2.1).'),
  ('GUARD-U', 'Guard band U', 'guard_U', NULL, NULL, 'Decision rule: guard band w = U. A result conforms when it lies within its limits by at least its expanded uncertainty; the probability of a false accept is at most 2.5 % (ILAC-G8:09/2019, 4.2.2).'),
  ('GUARD-083U', 'Guard band 0.83 U', 'guard_rU', '0.83', NULL, 'Decision rule: guard band w = 0.83 U. The probability of a false accept is at most 5 % (ILAC-G8:09/2019, table 1; ISO 14253-1:2017).'),
  ('GUARD-U-4', 'Guard band U, four outcomes', 'guard_U_nonbinary', NULL, NULL, 'Decision rule: guard band w = U with four outcomes. Within a guard band of a limit the result is stated as a conditional pass or a conditional fail (ILAC-G8:09/2019, 4.2.3).'),
  ('Z540-6', 'Z540.3 method 6', 'z540_method6', NULL, NULL, 'Decision rule: guard band by ANSI/NCSL Z540.3 method 6, w = U (1.04 - exp(0.38 ln TUR - 0.54)), none from a test uncertainty ratio of 4.6. The probability of a false accept is at most 2 %.'),
  ('TUR-RSS', 'Acceptance by root sum of squares', 'tur_rss', NULL, NULL, 'Decision rule: acceptance limits are the tolerance times the root of (1 - 1/TUR²).'),
  ('TUR-TEST95', 'Acceptance by test uncertainty', 'tur_test95', NULL, NULL, 'Decision rule: acceptance limits are the tolerance times (1 - 1/TUR) up to a test uncertainty ratio of 4.'),
  ('TUR-RP10', 'Acceptance by RP-10', 'tur_rp10', NULL, NULL, 'Decision rule: acceptance limits are the tolerance times (1.25 - 1/TUR) up to a test uncertainty ratio of 4 (NCSLI RP-10).'),
  ('RISK-25', 'Specific risk at most 2.5 %', 'specific_risk', NULL, '0.025', 'Decision rule: a result conforms when the probability that its value lies outside the limits is at most 2.5 % (JCGM 106:2012, 8.3).');
--> statement-breakpoint
CREATE TRIGGER company_gets_decision_rules AFTER INSERT ON company_profiles BEGIN
  INSERT INTO decision_rules (company_id, id, created_at, updated_at, version, code, name, kind, guard_factor, risk_limit, certificate_text, built_in)
  SELECT NEW.id, lower(hex(randomblob(4)) || '-' || hex(randomblob(2)) || '-4' || substr(hex(randomblob(2)), 2) || '-8' || substr(hex(randomblob(2)), 2) || '-' || hex(randomblob(6))), NEW.created_at, NEW.created_at, 1, code, name, kind, guard_factor, risk_limit, certificate_text, 1 FROM built_in_decision_rules AS one
  WHERE NOT EXISTS (SELECT 1 FROM decision_rules WHERE company_id = NEW.id AND decision_rules.code = one.code);
END;
--> statement-breakpoint
INSERT INTO decision_rules (company_id, id, created_at, updated_at, version, code, name, kind, guard_factor, risk_limit, certificate_text, built_in)
SELECT p.id, lower(hex(randomblob(4)) || '-' || hex(randomblob(2)) || '-4' || substr(hex(randomblob(2)), 2) || '-8' || substr(hex(randomblob(2)), 2) || '-' || hex(randomblob(6))), p.created_at, p.created_at, 1, r.code, r.name, r.kind, r.guard_factor, r.risk_limit, r.certificate_text, 1 FROM company_profiles p CROSS JOIN built_in_decision_rules r;
--> statement-breakpoint
INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES
('calibrator_certificate_events','calibrator_certificate_events_by_certificate','200000 20000 4 1'),
('calibrator_certificate_events','sqlite_autoindex_calibrator_certificate_events_1','200000 20000 1'),
('calibrator_certificates','calibrator_certificates_by_calibrator','50000 5000 10 1 1'),
('calibrator_certificates','calibrator_certificates_by_dcc','25000 2500 1'),
('calibrator_certificates','calibrator_certificates_by_file','25000 2500 1'),
('calibrator_certificates','calibrator_certificates_number','2500 250 1 1'),
('calibrator_certificates','calibrator_certificates_to_accept','2500 250 1'),
('calibrator_certificates','one_accepted_certificate','2500 250 1'),
('calibrator_certificates','sqlite_autoindex_calibrator_certificates_1','50000 5000 1'),
('calibrator_checks','calibrator_checks_by_calibrator','500000 50000 100 1 1'),
('calibrator_checks','calibrator_checks_by_standard','250000 25000 50'),
('calibrator_checks','sqlite_autoindex_calibrator_checks_1','500000 50000 1'),
('calibrator_events','calibrator_events_by_calibrator','200000 20000 40 1'),
('calibrator_events','calibrator_events_by_file','100000 10000 1'),
('calibrator_events','sqlite_autoindex_calibrator_events_1','200000 20000 1'),
('calibrator_ranges','calibrator_ranges_by_calibrator','200000 20000 40 8 1'),
('calibrator_ranges','calibrator_ranges_by_certificate','200000 20000 4 1 1'),
('calibrator_ranges','calibrator_ranges_by_quantity','200000 20000 4000 800 160'),
('calibrator_ranges','sqlite_autoindex_calibrator_ranges_1','200000 20000 1'),
('calibrators','calibrators_by_certificate','2500 250 1'),
('calibrators','calibrators_by_custodian','2500 250 1'),
('calibrators','calibrators_by_location','2500 250 1'),
('calibrators','calibrators_by_name','5000 500 10 1'),
('calibrators','calibrators_by_status','5000 500 100 1 1'),
('calibrators','calibrators_check_due','2500 250 1 1'),
('calibrators','calibrators_due','2500 250 1 1'),
('calibrators','calibrators_in_order','5000 500 1 1'),
('calibrators','calibrators_number','5000 500 1'),
('calibrators','calibrators_serial','5000 500 100 20 1'),
('calibrators','sqlite_autoindex_calibrators_1','5000 500 1'),
('cmc_entries','cmc_entries_by_parameter','5000 500 100 1'),
('cmc_entries','sqlite_autoindex_cmc_entries_1','5000 500 1'),
('consumer_contacts','consumer_contacts_by_consumer','5000 500 1 1'),
('consumer_contacts','consumer_contacts_by_name','5000 500 10 1'),
('consumer_contacts','consumer_contacts_by_user','2500 250 1'),
('consumer_contacts','consumer_contacts_email','2500 250 1 1'),
('consumer_contacts','sqlite_autoindex_consumer_contacts_1','5000 500 1'),
('consumer_sites','consumer_sites_by_name','5000 500 10 1'),
('consumer_sites','consumer_sites_name','5000 500 1 1'),
('consumer_sites','sqlite_autoindex_consumer_sites_1','5000 500 1'),
('consumers','consumers_by_rule','10000 1000 2'),
('consumers','consumers_by_state','20000 2000 2000 10'),
('consumers','consumers_name','20000 2000 1'),
('consumers','consumers_number','20000 2000 1'),
('consumers','consumers_tax_no','10000 1000 1'),
('consumers','sqlite_autoindex_consumers_1','20000 2000 1'),
('contract_reviews','contract_reviews_by_consumer','5000 500 1 1 1'),
('contract_reviews','contract_reviews_by_rule','2500 250 1'),
('contract_reviews','contract_reviews_in_order','5000 500 1 1'),
('contract_reviews','sqlite_autoindex_contract_reviews_1','5000 500 1'),
('decision_rules','decision_rules_code','5000 500 1'),
('decision_rules','decision_rules_name','5000 500 1'),
('decision_rules','sqlite_autoindex_decision_rules_1','5000 500 1'),
('device_templates','device_templates_name','5000 500 1'),
('device_templates','device_templates_origin','2500 250 1'),
('device_templates','sqlite_autoindex_device_templates_1','5000 500 1'),
('interval_proposals','interval_proposals_by_calibrator','2500 250 1 1'),
('interval_proposals','interval_proposals_by_machine','2500 250 1 1'),
('interval_proposals','interval_proposals_by_status','5000 500 100 1'),
('interval_proposals','one_open_proposal_for_calibrator','250 25 1'),
('interval_proposals','one_open_proposal_for_machine','250 25 1'),
('interval_proposals','sqlite_autoindex_interval_proposals_1','5000 500 1'),
('ledger_events','ledger_events_by_entity','1000000 100000 10 1'),
('ledger_events','ledger_events_prev_hash','1000000 100000 1'),
('ledger_events','ledger_events_seq','1000000 100000 1'),
('ledger_events','sqlite_autoindex_ledger_events_1','1000000 100000 1'),
('machine_events','machine_events_by_machine','500000 50000 5 1'),
('machine_events','sqlite_autoindex_machine_events_1','500000 50000 1'),
('machine_models','machine_models_by_name','10000 1000 10 1'),
('machine_models','machine_models_by_procedure','5000 500 1'),
('machine_models','machine_models_by_state','10000 1000 1000 10'),
('machine_models','machine_models_name','10000 1000 200 1'),
('machine_models','sqlite_autoindex_machine_models_1','10000 1000 1'),
('machines','machines_asset','50000 5000 1'),
('machines','machines_by_consumer','50000 5000 3 1 1'),
('machines','machines_by_model','100000 10000 10 1 1'),
('machines','machines_by_name','100000 10000 10 1'),
('machines','machines_by_procedure','50000 5000 10'),
('machines','machines_by_site','50000 5000 10'),
('machines','machines_by_status','100000 10000 2000 1 1'),
('machines','machines_due','50000 5000 5 1'),
('machines','machines_in_order','100000 10000 10 1'),
('machines','machines_number','100000 10000 1'),
('machines','machines_qr_token','100000 10000 1'),
('machines','machines_serial','50000 5000 5 1'),
('machines','sqlite_autoindex_machines_1','100000 10000 1'),
('procedure_events','procedure_events_by_version','5000 500 1 1'),
('procedure_events','sqlite_autoindex_procedure_events_1','5000 500 1'),
('procedure_versions','one_active_version','250 25 1'),
('procedure_versions','one_open_version','250 25 1'),
('procedure_versions','procedure_versions_by_rule','2500 250 1'),
('procedure_versions','procedure_versions_by_status','5000 500 100 1'),
('procedure_versions','procedure_versions_number','5000 500 1 1'),
('procedure_versions','sqlite_autoindex_procedure_versions_1','5000 500 1'),
('procedures','procedures_by_name','5000 500 10 1'),
('procedures','procedures_by_version','2500 250 1'),
('procedures','procedures_code','5000 500 1'),
('procedures','sqlite_autoindex_procedures_1','5000 500 1'),
('safety_limits','safety_limits_by_name','5000 500 10 1'),
('safety_limits','safety_limits_by_quantity','5000 500 100 1'),
('safety_limits','safety_limits_by_standard','5000 500 100 20 1'),
('safety_limits','safety_limits_origin','2500 250 1'),
('safety_limits','sqlite_autoindex_safety_limits_1','5000 500 1'),
('signature_changes','signature_changes_by_signature','5000 500 1 1'),
('signature_changes','sqlite_autoindex_signature_changes_1','5000 500 1'),
('signatures','one_signature_per_person','250 25 1'),
('signatures','signatures_by_image','2500 250 1'),
('signatures','signatures_by_name','5000 500 10 1'),
('signatures','signatures_by_user','5000 500 1 1'),
('signatures','sqlite_autoindex_signatures_1','5000 500 1');
--> statement-breakpoint
ANALYZE sqlite_schema;
