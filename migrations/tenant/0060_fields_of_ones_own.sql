CREATE TABLE `certificate_uploads` (
	`company_id` text NOT NULL,
	`id` text NOT NULL,
	`certificate_report_id` text NOT NULL,
	`media_id` text NOT NULL,
	PRIMARY KEY(`company_id`, `id`),
	FOREIGN KEY (`company_id`,`certificate_report_id`) REFERENCES `certificate_reports`(`company_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`company_id`,`media_id`) REFERENCES `media`(`company_id`,`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `certificate_uploads_once` ON `certificate_uploads` (`company_id`,`media_id`);--> statement-breakpoint
CREATE INDEX `certificate_uploads_by_certificate` ON `certificate_uploads` (`company_id`,`certificate_report_id`,`id`);--> statement-breakpoint
ALTER TABLE `certificate_reports` ADD `own_fields` text DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE `certificate_reports` ADD `attachments` text DEFAULT '[]' NOT NULL;
--> statement-breakpoint
INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES
('certificate_uploads','certificate_uploads_by_certificate','200000 20000 1 1'),
('certificate_uploads','certificate_uploads_once','200000 20000 1'),
('certificate_uploads','sqlite_autoindex_certificate_uploads_1','200000 20000 1');
--> statement-breakpoint
ANALYZE sqlite_schema;
