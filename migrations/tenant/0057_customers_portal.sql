CREATE TABLE `contact_accounts` (
	`company_id` text NOT NULL,
	`id` text NOT NULL,
	`created_at` integer NOT NULL,
	`created_by` text,
	`updated_at` integer NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`contact_id` text NOT NULL,
	`email` text collate nocase NOT NULL,
	`name` text NOT NULL,
	`password_hash` text,
	`status` text DEFAULT 'invited' NOT NULL,
	`last_login_at` integer,
	`session_epoch` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`company_id`, `id`),
	FOREIGN KEY (`company_id`,`contact_id`) REFERENCES `consumer_contacts`(`company_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "contact_accounts_status_known" CHECK("contact_accounts"."status" is null or "contact_accounts"."status" in ('invited', 'active', 'suspended', 'left')),
	CONSTRAINT "contact_accounts_version_integer" CHECK(typeof("contact_accounts"."version") in ('integer', 'null')),
	CONSTRAINT "contact_accounts_session_epoch_integer" CHECK(typeof("contact_accounts"."session_epoch") in ('integer', 'null'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `contact_accounts_once` ON `contact_accounts` (`company_id`,`contact_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `contact_accounts_email` ON `contact_accounts` (`company_id`,`email`) WHERE status <> 'left';--> statement-breakpoint
CREATE TABLE `contact_sessions` (
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
	FOREIGN KEY (`company_id`,`user_id`) REFERENCES `contact_accounts`(`company_id`,`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `contact_sessions_token_hash` ON `contact_sessions` (`company_id`,`token_hash`);--> statement-breakpoint
CREATE INDEX `contact_sessions_by_account` ON `contact_sessions` (`company_id`,`user_id`);--> statement-breakpoint
CREATE TABLE `contact_tokens` (
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
	FOREIGN KEY (`company_id`,`user_id`) REFERENCES `contact_accounts`(`company_id`,`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `contact_tokens_token_hash` ON `contact_tokens` (`company_id`,`token_hash`);--> statement-breakpoint
CREATE INDEX `contact_tokens_by_account` ON `contact_tokens` (`company_id`,`user_id`);--> statement-breakpoint
CREATE TABLE `recalibration_request_lines` (
	`company_id` text NOT NULL,
	`id` text NOT NULL,
	`recalibration_request_id` text NOT NULL,
	`machine_id` text NOT NULL,
	`certificate_report_id` text,
	PRIMARY KEY(`company_id`, `id`),
	FOREIGN KEY (`company_id`,`recalibration_request_id`) REFERENCES `recalibration_requests`(`company_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`company_id`,`machine_id`) REFERENCES `machines`(`company_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`company_id`,`certificate_report_id`) REFERENCES `certificate_reports`(`company_id`,`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `recalibration_request_lines_once` ON `recalibration_request_lines` (`company_id`,`recalibration_request_id`,`machine_id`);--> statement-breakpoint
CREATE INDEX `recalibration_request_lines_by_machine` ON `recalibration_request_lines` (`company_id`,`machine_id`);--> statement-breakpoint
CREATE INDEX `recalibration_request_lines_by_certificate` ON `recalibration_request_lines` (`company_id`,`certificate_report_id`) WHERE certificate_report_id is not null;--> statement-breakpoint
CREATE TABLE `recalibration_requests` (
	`company_id` text NOT NULL,
	`id` text NOT NULL,
	`created_at` integer NOT NULL,
	`created_by` text,
	`updated_at` integer NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`request_no` text collate nocase NOT NULL,
	`consumer_id` text NOT NULL,
	`contact_id` text NOT NULL,
	`wished_on` text,
	`note` text,
	`line_count` integer NOT NULL,
	`status` text DEFAULT 'requested' NOT NULL,
	`answer` text,
	`accepted_at` integer,
	`accepted_by` text,
	`declined_at` integer,
	`declined_by` text,
	`done_at` integer,
	`done_by` text,
	`withdrawn_at` integer,
	PRIMARY KEY(`company_id`, `id`),
	FOREIGN KEY (`company_id`,`consumer_id`) REFERENCES `consumers`(`company_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`company_id`,`contact_id`) REFERENCES `consumer_contacts`(`company_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "recalibration_requests_status_known" CHECK("recalibration_requests"."status" is null or "recalibration_requests"."status" in ('requested', 'accepted', 'declined', 'done', 'withdrawn')),
	CONSTRAINT "recalibration_requests_version_integer" CHECK(typeof("recalibration_requests"."version") in ('integer', 'null')),
	CONSTRAINT "recalibration_requests_line_count_integer" CHECK(typeof("recalibration_requests"."line_count") in ('integer', 'null'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `recalibration_requests_number` ON `recalibration_requests` (`company_id`,`request_no`);--> statement-breakpoint
CREATE INDEX `recalibration_requests_by_status` ON `recalibration_requests` (`company_id`,`status`,`id`);--> statement-breakpoint
CREATE INDEX `recalibration_requests_by_consumer` ON `recalibration_requests` (`company_id`,`consumer_id`,`id`);--> statement-breakpoint
CREATE INDEX `recalibration_requests_by_contact` ON `recalibration_requests` (`company_id`,`contact_id`);--> statement-breakpoint
CREATE INDEX `machines_due_of_consumer` ON `machines` (`company_id`,`consumer_id`,`order_on`,`id`) WHERE consumer_id is not null;--> statement-breakpoint
CREATE TRIGGER `users_email_apart_new` BEFORE INSERT ON `users`
WHEN new.status <> 'left' AND EXISTS (SELECT 1 FROM `contact_accounts` WHERE company_id = new.company_id AND email = new.email AND status <> 'left')
BEGIN
  SELECT RAISE(ABORT, 'UNIQUE constraint failed: users.company_id, users.email');
END;
--> statement-breakpoint
CREATE TRIGGER `users_email_apart` BEFORE UPDATE OF `email`, `status` ON `users`
WHEN new.status <> 'left' AND EXISTS (SELECT 1 FROM `contact_accounts` WHERE company_id = new.company_id AND email = new.email AND status <> 'left')
BEGIN
  SELECT RAISE(ABORT, 'UNIQUE constraint failed: users.company_id, users.email');
END;
--> statement-breakpoint
CREATE TRIGGER `contact_accounts_email_apart_new` BEFORE INSERT ON `contact_accounts`
WHEN new.status <> 'left' AND EXISTS (SELECT 1 FROM `users` WHERE company_id = new.company_id AND email = new.email AND status <> 'left')
BEGIN
  SELECT RAISE(ABORT, 'UNIQUE constraint failed: contact_accounts.company_id, contact_accounts.email');
END;
--> statement-breakpoint
CREATE TRIGGER `contact_accounts_email_apart` BEFORE UPDATE OF `email`, `status` ON `contact_accounts`
WHEN new.status <> 'left' AND EXISTS (SELECT 1 FROM `users` WHERE company_id = new.company_id AND email = new.email AND status <> 'left')
BEGIN
  SELECT RAISE(ABORT, 'UNIQUE constraint failed: contact_accounts.company_id, contact_accounts.email');
END;
--> statement-breakpoint
INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES
('contact_accounts','contact_accounts_email','5000 500 1'),
('contact_accounts','contact_accounts_once','5000 500 1'),
('contact_accounts','sqlite_autoindex_contact_accounts_1','5000 500 1'),
('contact_sessions','contact_sessions_by_account','50000 5000 10'),
('contact_sessions','contact_sessions_token_hash','50000 5000 1'),
('contact_sessions','sqlite_autoindex_contact_sessions_1','50000 5000 1'),
('contact_tokens','contact_tokens_by_account','5000 500 1'),
('contact_tokens','contact_tokens_token_hash','5000 500 1'),
('contact_tokens','sqlite_autoindex_contact_tokens_1','5000 500 1'),
('machines','machines_due_of_consumer','50000 5000 3 1 1'),
('recalibration_request_lines','recalibration_request_lines_by_certificate','100000 10000 1'),
('recalibration_request_lines','recalibration_request_lines_by_machine','200000 20000 2'),
('recalibration_request_lines','recalibration_request_lines_once','200000 20000 4 1'),
('recalibration_request_lines','sqlite_autoindex_recalibration_request_lines_1','200000 20000 1'),
('recalibration_requests','recalibration_requests_by_consumer','50000 5000 3 1'),
('recalibration_requests','recalibration_requests_by_contact','50000 5000 10'),
('recalibration_requests','recalibration_requests_by_status','50000 5000 1000 1'),
('recalibration_requests','recalibration_requests_number','50000 5000 1'),
('recalibration_requests','sqlite_autoindex_recalibration_requests_1','50000 5000 1');
--> statement-breakpoint
ANALYZE sqlite_schema;
