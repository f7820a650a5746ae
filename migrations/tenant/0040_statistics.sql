CREATE TABLE `statistics` (
	`company_id` text NOT NULL,
	`id` text NOT NULL,
	`department_id` text,
	`figures` text NOT NULL,
	`counted_at` integer NOT NULL,
	PRIMARY KEY(`company_id`, `id`),
	FOREIGN KEY (`company_id`,`department_id`) REFERENCES `departments`(`company_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "statistics_counted_at_integer" CHECK(typeof("statistics"."counted_at") in ('integer', 'null'))
);

--> statement-breakpoint
INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES
('statistics','sqlite_autoindex_statistics_1','200000 20000 1');
--> statement-breakpoint
ANALYZE sqlite_schema;
