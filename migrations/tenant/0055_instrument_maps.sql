CREATE TABLE `instrument_maps` (
	`company_id` text NOT NULL,
	`id` text NOT NULL,
	`created_at` integer NOT NULL,
	`created_by` text,
	`updated_at` integer NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`archived_at` integer,
	`deleted_at` integer,
	`name` text collate nocase NOT NULL,
	`instrument` text,
	`kind` text NOT NULL,
	`content` text NOT NULL,
	PRIMARY KEY(`company_id`, `id`),
	CONSTRAINT "instrument_maps_kind_known" CHECK("instrument_maps"."kind" is null or "instrument_maps"."kind" in ('safety_analyser', 'data_logger', 'measurements')),
	CONSTRAINT "instrument_maps_version_integer" CHECK(typeof("instrument_maps"."version") in ('integer', 'null'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `instrument_maps_name` ON `instrument_maps` (`company_id`,`name`) WHERE deleted_at is null;--> statement-breakpoint
INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES
('instrument_maps','instrument_maps_name','5000 500 1'),
('instrument_maps','sqlite_autoindex_instrument_maps_1','5000 500 1');
--> statement-breakpoint
ANALYZE sqlite_schema;
