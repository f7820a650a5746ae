CREATE INDEX `breakdowns_by_first` ON `breakdowns` (`company_id`,`duplicate_of_id`) WHERE duplicate_of_id is not null;--> statement-breakpoint
CREATE INDEX `certificate_reports_by_revised` ON `certificate_reports` (`company_id`,`revision_of_id`) WHERE revision_of_id is not null;--> statement-breakpoint
CREATE INDEX `certificate_reports_by_replacing` ON `certificate_reports` (`company_id`,`replaced_by_id`) WHERE replaced_by_id is not null;--> statement-breakpoint
CREATE INDEX `due_closings_by_schedule` ON `due_closings` (`company_id`,`schedule_id`);--> statement-breakpoint
CREATE INDEX `schedules_by_accessory` ON `schedules` (`company_id`,`accessory_id`) WHERE accessory_id is not null;--> statement-breakpoint
CREATE INDEX `schedules_by_contract` ON `schedules` (`company_id`,`contract_id`) WHERE contract_id is not null;--> statement-breakpoint
CREATE INDEX `media_by_uploader` ON `media` (`company_id`,`uploaded_by`) WHERE uploaded_by is not null;--> statement-breakpoint
CREATE INDEX `locations_by_parent` ON `locations` (`company_id`,`parent_id`) WHERE parent_id is not null;--> statement-breakpoint
CREATE INDEX `stock_movements_by_gate_pass_line` ON `stock_movements` (`company_id`,`gate_pass_line_id`) WHERE gate_pass_line_id is not null;--> statement-breakpoint
CREATE INDEX `stock_movements_by_import` ON `stock_movements` (`company_id`,`import_job_id`) WHERE import_job_id is not null;
--> statement-breakpoint
INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES
('breakdowns','breakdowns_by_first','100000 10000 1'),
('certificate_reports','certificate_reports_by_replacing','250000 25000 1'),
('certificate_reports','certificate_reports_by_revised','250000 25000 1'),
('due_closings','due_closings_by_schedule','1000000 100000 3'),
('locations','locations_by_parent','2500 250 1'),
('media','media_by_uploader','500000 50000 100'),
('schedules','schedules_by_accessory','200000 20000 1'),
('schedules','schedules_by_contract','200000 20000 40'),
('stock_movements','stock_movements_by_gate_pass_line','1000000 100000 2'),
('stock_movements','stock_movements_by_import','1000000 100000 200');
--> statement-breakpoint
ANALYZE sqlite_schema;
