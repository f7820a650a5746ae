CREATE TABLE `import_rows` (
	`company_id` text NOT NULL,
	`id` text NOT NULL,
	`job_id` text NOT NULL,
	`row_no` integer NOT NULL,
	`key` text,
	`cells` text DEFAULT '[]' NOT NULL,
	`action` text,
	`errors` text,
	`before` text,
	`entity_id` text,
	`done_at` integer,
	PRIMARY KEY(`company_id`, `id`),
	FOREIGN KEY (`company_id`,`job_id`) REFERENCES `import_jobs`(`company_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "import_rows_action_known" CHECK("import_rows"."action" is null or "import_rows"."action" in ('create', 'update', 'same', 'skip', 'error')),
	CONSTRAINT "import_rows_row_no_integer" CHECK(typeof("import_rows"."row_no") in ('integer', 'null'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `import_rows_row_no` ON `import_rows` (`company_id`,`job_id`,`row_no`);--> statement-breakpoint
CREATE INDEX `import_rows_by_action` ON `import_rows` (`company_id`,`job_id`,`action`,`row_no`);--> statement-breakpoint
CREATE TABLE `notification_preferences` (
	`company_id` text NOT NULL,
	`id` text NOT NULL,
	`created_at` integer NOT NULL,
	`created_by` text,
	`updated_at` integer NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`user_id` text NOT NULL,
	`kind` text NOT NULL,
	`channel` text NOT NULL,
	`mode` text NOT NULL,
	PRIMARY KEY(`company_id`, `id`),
	FOREIGN KEY (`company_id`,`user_id`) REFERENCES `users`(`company_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "notification_preferences_channel_known" CHECK("notification_preferences"."channel" is null or "notification_preferences"."channel" in ('screen', 'mail')),
	CONSTRAINT "notification_preferences_mode_known" CHECK("notification_preferences"."mode" is null or "notification_preferences"."mode" in ('now', 'digest', 'off'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `notification_preferences_one` ON `notification_preferences` (`company_id`,`user_id`,`kind`,`channel`);--> statement-breakpoint
CREATE TABLE `notifications` (
	`company_id` text NOT NULL,
	`id` text NOT NULL,
	`created_at` integer NOT NULL,
	`created_by` text,
	`updated_at` integer NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`user_id` text NOT NULL,
	`kind` text NOT NULL,
	`severity` text DEFAULT 'info' NOT NULL,
	`title` text NOT NULL,
	`body` text,
	`link` text,
	`entity_kind` text,
	`entity_id` text,
	`dedupe_key` text NOT NULL,
	`read_at` integer,
	`acknowledged_at` integer,
	`snooze_until` integer,
	`mail_status` text DEFAULT 'none' NOT NULL,
	PRIMARY KEY(`company_id`, `id`),
	FOREIGN KEY (`company_id`,`user_id`) REFERENCES `users`(`company_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "notifications_severity_known" CHECK("notifications"."severity" is null or "notifications"."severity" in ('info', 'warning', 'critical'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `notifications_dedupe_key` ON `notifications` (`company_id`,`user_id`,`dedupe_key`);--> statement-breakpoint
CREATE INDEX `notifications_by_user` ON `notifications` (`company_id`,`user_id`,`read_at`,`created_at`);--> statement-breakpoint
CREATE INDEX `notifications_for_digest` ON `notifications` (`company_id`,`user_id`,`id`) WHERE mail_status = 'waiting';--> statement-breakpoint
CREATE TABLE `saved_views` (
	`company_id` text NOT NULL,
	`id` text NOT NULL,
	`created_at` integer NOT NULL,
	`created_by` text,
	`updated_at` integer NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`user_id` text NOT NULL,
	`screen` text NOT NULL,
	`name` text collate nocase NOT NULL,
	`query` text NOT NULL,
	`is_shared` integer DEFAULT false NOT NULL,
	PRIMARY KEY(`company_id`, `id`),
	FOREIGN KEY (`company_id`,`user_id`) REFERENCES `users`(`company_id`,`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `saved_views_name` ON `saved_views` (`company_id`,`user_id`,`screen`,`name`);--> statement-breakpoint
CREATE INDEX `saved_views_shared` ON `saved_views` (`company_id`,`screen`,`name`) WHERE is_shared = 1;--> statement-breakpoint
CREATE TABLE `team_categories` (
	`company_id` text NOT NULL,
	`id` text NOT NULL,
	`created_at` integer NOT NULL,
	`created_by` text,
	`updated_at` integer NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`team_id` text NOT NULL,
	`category_id` text NOT NULL,
	PRIMARY KEY(`company_id`, `id`),
	FOREIGN KEY (`company_id`,`team_id`) REFERENCES `teams`(`company_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`company_id`,`category_id`) REFERENCES `categories`(`company_id`,`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `team_categories_pair` ON `team_categories` (`company_id`,`team_id`,`category_id`);--> statement-breakpoint
CREATE INDEX `team_categories_by_category` ON `team_categories` (`company_id`,`category_id`);--> statement-breakpoint
CREATE TABLE `team_departments` (
	`company_id` text NOT NULL,
	`id` text NOT NULL,
	`created_at` integer NOT NULL,
	`created_by` text,
	`updated_at` integer NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`team_id` text NOT NULL,
	`department_id` text NOT NULL,
	PRIMARY KEY(`company_id`, `id`),
	FOREIGN KEY (`company_id`,`team_id`) REFERENCES `teams`(`company_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`company_id`,`department_id`) REFERENCES `departments`(`company_id`,`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `team_departments_pair` ON `team_departments` (`company_id`,`team_id`,`department_id`);--> statement-breakpoint
CREATE INDEX `team_departments_by_department` ON `team_departments` (`company_id`,`department_id`);--> statement-breakpoint
CREATE TABLE `user_scopes` (
	`company_id` text NOT NULL,
	`id` text NOT NULL,
	`created_at` integer NOT NULL,
	`created_by` text,
	`updated_at` integer NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`user_id` text NOT NULL,
	`department_id` text NOT NULL,
	PRIMARY KEY(`company_id`, `id`),
	FOREIGN KEY (`company_id`,`user_id`) REFERENCES `users`(`company_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`company_id`,`department_id`) REFERENCES `departments`(`company_id`,`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `user_scopes_pair` ON `user_scopes` (`company_id`,`user_id`,`department_id`);--> statement-breakpoint
CREATE INDEX `user_scopes_by_department` ON `user_scopes` (`company_id`,`department_id`);