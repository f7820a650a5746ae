ALTER TABLE `import_jobs` ADD `created_by_name` text;--> statement-breakpoint
ALTER TABLE `import_jobs` ADD `header` text DEFAULT '[]' NOT NULL;--> statement-breakpoint
ALTER TABLE `import_jobs` ADD `options` text DEFAULT '{"missing":[],"dayFirst":true}' NOT NULL;--> statement-breakpoint
ALTER TABLE `import_jobs` ADD `row_count` integer;--> statement-breakpoint
ALTER TABLE `import_jobs` ADD `last_row` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `import_jobs` ADD `checked_to` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `import_jobs` ADD `done_to` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `import_jobs` ADD `undone_from` integer;--> statement-breakpoint
ALTER TABLE `import_jobs` ADD `made` text DEFAULT '[]' NOT NULL;--> statement-breakpoint
ALTER TABLE `import_jobs` ADD `finished_at` integer;--> statement-breakpoint
CREATE INDEX `import_jobs_by_kind` ON `import_jobs` (`company_id`,`kind`,`id`) WHERE row_count is not null;--> statement-breakpoint
ALTER TABLE `import_rows` ADD `other_key` text;--> statement-breakpoint
ALTER TABLE `import_rows` ADD `changes` text;--> statement-breakpoint
ALTER TABLE `import_rows` ADD `entity_version` integer;--> statement-breakpoint
ALTER TABLE `import_rows` ADD `undone_at` integer;--> statement-breakpoint
ALTER TABLE `import_rows` ADD `kept` text;--> statement-breakpoint
CREATE INDEX `import_rows_by_key` ON `import_rows` (`company_id`,`job_id`,`key`,`row_no`) WHERE key is not null;--> statement-breakpoint
CREATE INDEX `import_rows_by_other_key` ON `import_rows` (`company_id`,`job_id`,`other_key`,`row_no`) WHERE other_key is not null;--> statement-breakpoint
CREATE INDEX `import_rows_kept` ON `import_rows` (`company_id`,`job_id`,`row_no`) WHERE kept is not null;