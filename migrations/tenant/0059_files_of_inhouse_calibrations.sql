CREATE TABLE `inhouse_calibration_files` (
	`company_id` text NOT NULL,
	`id` text NOT NULL,
	`inhouse_calibration_id` text NOT NULL,
	`media_id` text NOT NULL,
	PRIMARY KEY(`company_id`, `id`),
	FOREIGN KEY (`company_id`,`inhouse_calibration_id`) REFERENCES `inhouse_calibrations`(`company_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`company_id`,`media_id`) REFERENCES `media`(`company_id`,`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `inhouse_calibration_files_by_calibration` ON `inhouse_calibration_files` (`company_id`,`inhouse_calibration_id`,`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `inhouse_calibration_files_once` ON `inhouse_calibration_files` (`company_id`,`media_id`);--> statement-breakpoint
INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES
('inhouse_calibration_files','inhouse_calibration_files_by_calibration','200000 20000 1 1'),
('inhouse_calibration_files','inhouse_calibration_files_once','200000 20000 1'),
('inhouse_calibration_files','sqlite_autoindex_inhouse_calibration_files_1','200000 20000 1');
--> statement-breakpoint
ANALYZE sqlite_schema;
